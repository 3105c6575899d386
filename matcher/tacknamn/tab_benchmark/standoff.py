"""Read and write the benchmark's files: a JSON list of documents with standoff annotations (E8).

::

    [{"doc_id": "001-1", "text": "Mr Ek ...", "task": "...", "dataset_type": "dev", "meta": {},
      "quality_checked": false, "annotations": {"annotator1": {"entity_mentions": [
        {"entity_type": "PERSON", "entity_mention_id": "001-1_a1_em1", "start_offset": 0,
         "end_offset": 5, "span_text": "Mr Ek", "edit_type": "check",
         "identifier_type": "DIRECT", "entity_id": "001-1_a1_e1",
         "confidential_status": "NOT_CONFIDENTIAL"}]}}}]

Offsets count characters. The published files leave out some fields (``quality_checked``,
``confidential_status``) and have others besides (``related_mentions``); what is missing gets its
usual value, what is not known is passed over. Files are untrusted: what does not hold ends in
one error that names file, document and mention by number, and quotes nothing.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tacknamn.errors import InputError
from tacknamn.support.input_files import open_input
from tacknamn.support.printing import make_printable
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType, TabMention

__all__ = ["Annotation", "StandoffDocument", "build_standoff", "read_standoff", "write_standoff"]

LONGEST_FILE = 1 << 28
"""Bytes of a file; the published ones have 65 million at most."""


T = TypeVar("T", EntityType, IdentifierType, Confidentiality)


ANNOTATOR = "tacknamn"
"""Who annotated, in files that we write."""


class Annotation(NamedTuple):
    """One mention, as an annotator saw it."""

    start: int
    """First character of the text."""
    end: int
    """Character behind the last one."""
    entity_type: EntityType
    identifier_type: IdentifierType
    entity_id: str
    """The same for all mentions of one entity; each annotator has ids of its own."""
    confidential_status: Confidentiality = Confidentiality.NOT_CONFIDENTIAL
    mention_id: str = ""
    edit_type: str = "check"
    """What the annotator did: ``check``, ``insert`` or ``correct``."""


@dataclass(frozen=True, slots=True)
class StandoffDocument:
    """A document with what its annotators saw. Its representation tells nothing of the text."""

    doc_id: str
    text: str = field(repr=False)
    annotations: Mapping[str, tuple[Annotation, ...]] = field(repr=False)
    """By annotator."""
    task: str = field(default="", repr=False)
    """Whom to anonymise."""
    dataset_type: str = ""
    """train, dev or test."""
    meta: Mapping[str, Any] = field(default_factory=dict, repr=False)
    quality_checked: bool = False


class _StandoffError(Exception):
    """What does not hold, in words that quote nothing."""


def read_standoff(file: str | Path) -> list[StandoffDocument]:
    """The documents of a file; ``-`` is standard input. A single document needs no list."""
    with open_input(file) as source:
        raw = source.stream.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise source.fault(1, f"longer than {LONGEST_FILE:,} bytes; cut it into several files")
        text = source.decode(raw, 1)
        name = source.name
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InputError(f"{name}: no JSON; the benchmark has a list of documents") from None
    listed = content if isinstance(content, list) else [content]
    documents = []
    for number, one in enumerate(listed, 1):
        try:
            documents.append(_read_document(one))
        except _StandoffError as exc:
            raise InputError(f"{name}, document {number}: {exc}") from None
    return documents


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _read_document(content: object) -> StandoffDocument:
    if not isinstance(content, dict):
        raise _StandoffError("no JSON object; a document has doc_id, text and annotations")
    text, by_annotator = content.get("text"), content.get("annotations")
    if not isinstance(text, str):
        raise _StandoffError('its "text" is missing or no string')
    if not isinstance(by_annotator, dict):
        raise _StandoffError('its "annotations" are missing or no object')
    id, meta = content.get("doc_id"), content.get("meta")
    if not isinstance(id, str | int) or isinstance(id, bool) or not str(id):
        raise _StandoffError('its "doc_id" is missing or no string')
    return StandoffDocument(
        make_printable(str(id)),
        text,
        {name: _read_annotations(one, len(text), name) for name, one in by_annotator.items()},
        _read_string(content, "task"),
        _read_string(content, "dataset_type"),
        meta if isinstance(meta, dict) else {},
        content.get("quality_checked") is True,
    )


def _read_string(content: Mapping[str, Any], name: str, usual: str = "") -> str:
    value = content.get(name)
    return value if isinstance(value, str) and value else usual


def _read_annotations(content: object, size: int, annotator: str) -> tuple[Annotation, ...]:
    listed = content.get("entity_mentions") if isinstance(content, dict) else None
    place = f'annotator "{make_printable(annotator)}"'
    if not isinstance(listed, list):
        raise _StandoffError(f'{place}: its "entity_mentions" are missing or no list')
    return tuple(
        _read_annotation(one, size, f"{place}, mention {number}")
        for number, one in enumerate(listed, 1)
    )


def _read_annotation(content: object, size: int, place: str) -> Annotation:
    if not isinstance(content, dict):
        raise _StandoffError(f"{place}: no JSON object")
    start, end = content.get("start_offset"), content.get("end_offset")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= size:
        raise _StandoffError(
            f"{place}: start_offset and end_offset must hold 0 <= start < end <= {size}, the "
            "text's length in characters"
        )
    mention_id = _read_string(content, "entity_mention_id")
    status = _read_string(content, "confidential_status", Confidentiality.NOT_CONFIDENTIAL.value)
    return Annotation(
        start,
        end,
        _read_choice(EntityType, content.get("entity_type"), f"{place}: entity_type"),
        _read_choice(IdentifierType, content.get("identifier_type"), f"{place}: identifier_type"),
        _read_string(content, "entity_id", mention_id or f"at {start}"),
        _read_choice(Confidentiality, status, f"{place}: confidential_status"),
        mention_id,
        _read_string(content, "edit_type", "check"),
    )


def _read_choice(kind: type[T], value: object, place: str) -> T:
    try:
        return kind(str(value))
    except ValueError:
        raise _StandoffError(f"{place} is none of {', '.join(kind)}") from None


def build_standoff(
    mentions: Sequence[TabMention], doc_id: str, text: str, protect: str = ""
) -> StandoffDocument:
    """The document that tells of mentions, with ids as the benchmark makes them."""
    head = f"{doc_id}_{ANNOTATOR}"
    annotations = tuple(
        Annotation(
            one.start, one.end, one.entity_type, one.identifier_type, f"{head}_{one.entity_id}",
            one.confidential_status, f"{head}_em{number}", "check",
        )
        for number, one in enumerate(mentions, 1)
    )  # fmt: skip
    whom = f": {protect}" if protect else ""
    task = f"Task: Annotate the document to anonymise the following person{whom}"
    return StandoffDocument(doc_id, text, {ANNOTATOR: annotations}, task)


def write_standoff(documents: Iterable[StandoffDocument]) -> str:
    """The documents as the benchmark's JSON: the same documents give the same bytes."""
    content = [
        {
            "annotations": {
                name: {
                    "entity_mentions": [
                        _write_annotation(one, document.text) for one in annotations
                    ]
                }
                for name, annotations in document.annotations.items()
            },
            "dataset_type": document.dataset_type,
            "doc_id": document.doc_id,
            "meta": document.meta,
            "quality_checked": document.quality_checked,
            "task": document.task,
            "text": document.text,
        }
        for document in documents
    ]
    written = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    try:
        written.encode("utf-8")
    except UnicodeEncodeError:  # half a character: JSON can tell it, UTF-8 cannot
        written = json.dumps(content, indent=1) + "\n"
    return written


def _write_annotation(one: Annotation, text: str) -> dict[str, str | int]:
    return {
        "entity_type": one.entity_type.value,
        "entity_mention_id": one.mention_id,
        "start_offset": one.start,
        "end_offset": one.end,
        "span_text": text[one.start : one.end],
        "edit_type": one.edit_type,
        "identifier_type": one.identifier_type.value,
        "entity_id": one.entity_id,
        "confidential_status": one.confidential_status.value,
    }
