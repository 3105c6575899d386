"""Read the benchmark's files (E8); :mod:`tacknamn.tab_benchmark.standoff` describes their format.

The published files lack some fields (``quality_checked``, ``confidential_status``) and have additional
ones (``related_mentions``). A missing field gets its default; an unknown field is ignored. Files are
untrusted: an invalid file ends in one error that gives file, document and mention by number and quotes
nothing.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from tacknamn.errors import InputError
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.printing import make_printable
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument

__all__ = ["load_json", "parse_documents", "read_standoff"]

LONGEST_FILE = 1 << 28
"""Most bytes of a file. The published files have at most 65 million."""
T = TypeVar("T", EntityType, IdentifierType, Confidentiality)


class _StandoffError(Exception):
    """An invalid part of a file, described without quoting it."""


def read_standoff(file: str | Path, strict: bool = True) -> list[StandoffDocument]:
    """Read the documents of a file; ``-`` is standard input. A single document needs no list.

    Args:
        strict: Whether to refuse mentions of one annotator that overlap, or whose ``span_text`` is not
            the text at their offsets. Guidelines forbid both; published files have a few of them.
    """
    with open_input(file) as source:
        return parse_documents(load_json(source), source.name, strict)


def load_json(source: InputStream) -> object:
    """Load a file of the benchmark; raise InputError if it is too large or not JSON."""
    raw = source.stream.read(LONGEST_FILE + 1)
    if len(raw) > LONGEST_FILE:
        raise source.error(1, f"larger than {LONGEST_FILE:,} bytes; split it into several files")
    text = source.decode(raw, 1)
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InputError(
            f"{source.name}: not JSON; a file of the benchmark is a list of documents"
        ) from None


def parse_documents(content: object, name: str, strict: bool = True) -> list[StandoffDocument]:
    """Make documents of the content of a file; ``name`` is the file's name for messages."""
    listed = content if isinstance(content, list) else [content]
    documents: list[StandoffDocument] = []
    numbers: dict[str, int] = {}
    for number, entry in enumerate(listed, 1):
        try:
            document = _read_document(entry, strict)
            earlier = numbers.setdefault(document.doc_id, number)
            if earlier != number:
                raise _StandoffError(
                    f"its doc_id is that of document {earlier}; each document needs its own"
                )
        except _StandoffError as exc:
            raise InputError(f"{name}, document {number}: {exc}") from None
        documents.append(document)
    return documents


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _read_document(content: object, strict: bool) -> StandoffDocument:
    if not isinstance(content, dict):
        raise _StandoffError("not a JSON object; a document has doc_id, text and annotations")
    text, by_annotator = content.get("text"), content.get("annotations")
    if not isinstance(text, str):
        raise _StandoffError('its "text" is missing or not a string')
    if not isinstance(by_annotator, dict):
        raise _StandoffError('its "annotations" are missing or not an object')
    id, meta = content.get("doc_id"), content.get("meta")
    if not isinstance(id, str | int) or isinstance(id, bool) or not str(id):
        raise _StandoffError('its "doc_id" is missing or not a string')
    return StandoffDocument(
        make_printable(str(id)),
        text,
        {name: _read_annotations(read, text, name, strict) for name, read in by_annotator.items()},
        _read_string(content, "task"),
        _read_string(content, "dataset_type"),
        meta if isinstance(meta, dict) else {},
        content.get("quality_checked") is True,
    )


def _read_string(content: Mapping[str, Any], name: str, usual: str = "") -> str:
    value = content.get(name)
    return value if isinstance(value, str) and value else usual


def _read_annotations(
    content: object, text: str, annotator: str, strict: bool
) -> tuple[Annotation, ...]:
    if not annotator.strip():
        raise _StandoffError("an annotator has no name; give each a name, such as annotator1")
    listed = content.get("entity_mentions") if isinstance(content, dict) else None
    where = f'annotator "{make_printable(annotator)}"'
    if not isinstance(listed, list):
        raise _StandoffError(f'{where}: its "entity_mentions" are missing or not a list')
    annotations = tuple(
        _read_annotation(entry, text, f"{where}, mention {number}", strict)
        for number, entry in enumerate(listed, 1)
    )
    if strict:
        _refuse_overlaps(annotations, where)
    return annotations


def _refuse_overlaps(annotations: Sequence[Annotation], where: str) -> None:
    """Raise an error for mentions that overlap: a mention is a whole name, without parts (E2)."""
    numbered = sorted(enumerate(annotations, 1), key=lambda each: (each[1].start, -each[1].end))
    for (first, left), (second, right) in pairwise(numbered):
        if right.start < left.end:
            relation = "lies inside" if right.end <= left.end else "overlaps"
            raise _StandoffError(
                f"{where}: mention {second} {relation} mention {first}; keep the one that is the "
                "whole name"
            )


def _read_annotation(content: object, text: str, where: str, strict: bool) -> Annotation:
    if not isinstance(content, dict):
        raise _StandoffError(f"{where}: not a JSON object")
    start, end = content.get("start_offset"), content.get("end_offset")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(text):
        raise _StandoffError(
            f"{where}: start_offset and end_offset must satisfy 0 <= start < end <= {len(text)}, "
            "the length of the text in characters"
        )
    if strict:
        _check_span_text(content.get("span_text"), text[start:end], where)
    mention_id = _read_string(content, "entity_mention_id")
    status = _read_string(content, "confidential_status", Confidentiality.NOT_CONFIDENTIAL.value)
    return Annotation(
        start,
        end,
        _read_choice(EntityType, content.get("entity_type"), f"{where}: entity_type"),
        _read_choice(IdentifierType, content.get("identifier_type"), f"{where}: identifier_type"),
        _read_string(content, "entity_id", mention_id or f"at {start}"),
        _read_choice(Confidentiality, status, f"{where}: confidential_status"),
        mention_id,
        _read_string(content, "edit_type", "check"),
    )


def _check_span_text(written: object, actual: str, where: str) -> None:
    """Raise an error if offsets do not fit the text; blanks and line ends may differ."""
    if written is not None and (not isinstance(written, str) or written.split() != actual.split()):
        raise _StandoffError(
            f"{where}: its span_text is not the text at its offsets, which count characters of the "
            'original "text" (not bytes, and not those of a changed text)'
        )


def _read_choice(kind: type[T], value: object, where: str) -> T:
    try:
        return kind(str(value))
    except ValueError:
        raise _StandoffError(f"{where} is not one of {', '.join(kind)}") from None
