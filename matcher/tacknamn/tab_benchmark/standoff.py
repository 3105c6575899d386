"""Read and write the benchmark's files: a JSON list of documents with standoff annotations (E8).

::

    [{"doc_id": "001-1", "text": "Mr Ek ...", "task": "...", "dataset_type": "dev", "meta": {},
      "quality_checked": false, "annotations": {"annotator1": {"entity_mentions": [
        {"entity_type": "PERSON", "entity_mention_id": "001-1_a1_em1", "start_offset": 0,
         "end_offset": 5, "span_text": "Mr Ek", "edit_type": "check",
         "identifier_type": "DIRECT", "entity_id": "001-1_a1_e1",
         "confidential_status": "NOT_CONFIDENTIAL"}]}}}]

Offsets count characters. The published files lack some fields (``quality_checked``,
``confidential_status``) and have additional ones (``related_mentions``). A missing field gets its
default; an unknown field is ignored. Files are untrusted: an invalid file ends in one error that
gives file, document and mention by number and quotes nothing.
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
"""Most bytes of a file. The published files have at most 65 million."""


T = TypeVar("T", EntityType, IdentifierType, Confidentiality)


ANNOTATOR = "tacknamn"
"""The annotator's name in the files that this module writes."""


class Annotation(NamedTuple):
    """One mention, as one annotator marked it."""

    start: int
    """First character of the text."""
    end: int
    """Character after the last one."""
    entity_type: EntityType
    identifier_type: IdentifierType
    entity_id: str
    """Equal for all mentions of an entity. Every annotator has separate ids."""
    confidential_status: Confidentiality = Confidentiality.NOT_CONFIDENTIAL
    mention_id: str = ""
    edit_type: str = "check"
    """The annotator's action: ``check``, ``insert`` or ``correct``."""


@dataclass(frozen=True, slots=True)
class StandoffDocument:
    """A document with its annotations. Its representation contains nothing of the text."""

    doc_id: str
    text: str = field(repr=False)
    annotations: Mapping[str, tuple[Annotation, ...]] = field(repr=False)
    """The annotations by annotator."""
    task: str = field(default="", repr=False)
    """The instruction to the annotators, with the person to anonymize."""
    dataset_type: str = ""
    """``train``, ``dev`` or ``test``."""
    meta: Mapping[str, Any] = field(default_factory=dict, repr=False)
    quality_checked: bool = False


class _StandoffError(Exception):
    """An invalid part of a file, described without quoting it."""


def read_standoff(file: str | Path) -> list[StandoffDocument]:
    """Read the documents of a file; ``-`` is standard input. A single document needs no list."""
    with open_input(file) as source:
        raw = source.stream.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise source.error(
                1, f"larger than {LONGEST_FILE:,} bytes; split it into several files"
            )
        text = source.decode(raw, 1)
        name = source.name
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InputError(
            f"{name}: not JSON; a file of the benchmark is a list of documents"
        ) from None
    listed = content if isinstance(content, list) else [content]
    documents = []
    for number, entry in enumerate(listed, 1):
        try:
            documents.append(_read_document(entry))
        except _StandoffError as exc:
            raise InputError(f"{name}, document {number}: {exc}") from None
    return documents


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _read_document(content: object) -> StandoffDocument:
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
        {name: _read_annotations(read, len(text), name) for name, read in by_annotator.items()},
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
    where = f'annotator "{make_printable(annotator)}"'
    if not isinstance(listed, list):
        raise _StandoffError(f'{where}: its "entity_mentions" are missing or not a list')
    return tuple(
        _read_annotation(entry, size, f"{where}, mention {number}")
        for number, entry in enumerate(listed, 1)
    )


def _read_annotation(content: object, size: int, where: str) -> Annotation:
    if not isinstance(content, dict):
        raise _StandoffError(f"{where}: not a JSON object")
    start, end = content.get("start_offset"), content.get("end_offset")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= size:
        raise _StandoffError(
            f"{where}: start_offset and end_offset must satisfy 0 <= start < end <= {size}, the "
            "length of the text in characters"
        )
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


def _read_choice(kind: type[T], value: object, where: str) -> T:
    try:
        return kind(str(value))
    except ValueError:
        raise _StandoffError(f"{where} is not one of {', '.join(kind)}") from None


def build_standoff(
    mentions: Sequence[TabMention], doc_id: str, text: str, protect: str = ""
) -> StandoffDocument:
    """Build the document that contains mentions, with ids in the benchmark's form."""
    head = f"{doc_id}_{ANNOTATOR}"
    annotations = tuple(
        Annotation(
            mention.start, mention.end, mention.entity_type, mention.identifier_type, f"{head}_{mention.entity_id}",
            mention.confidential_status, f"{head}_em{number}", "check",
        )
        for number, mention in enumerate(mentions, 1)
    )  # fmt: skip
    whom = f": {protect}" if protect else ""
    task = f"Task: Annotate the document to anonymise the following person{whom}"
    return StandoffDocument(doc_id, text, {ANNOTATOR: annotations}, task)


def write_standoff(documents: Iterable[StandoffDocument]) -> str:
    """Write documents as the benchmark's JSON. Equal documents give equal bytes."""
    content = [
        {
            "annotations": {
                name: {
                    "entity_mentions": [
                        _write_annotation(annotation, document.text) for annotation in annotations
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
    except UnicodeEncodeError:  # half a surrogate pair: JSON can express it, UTF-8 cannot
        written = json.dumps(content, indent=1) + "\n"
    return written


def _write_annotation(annotation: Annotation, text: str) -> dict[str, str | int]:
    return {
        "entity_type": annotation.entity_type.value,
        "entity_mention_id": annotation.mention_id,
        "start_offset": annotation.start,
        "end_offset": annotation.end,
        "span_text": text[annotation.start : annotation.end],
        "edit_type": annotation.edit_type,
        "identifier_type": annotation.identifier_type.value,
        "entity_id": annotation.entity_id,
        "confidential_status": annotation.confidential_status.value,
    }
