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
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import opened
from tacknamn.tab.records import Confidential, EntityType, IdentifierType, Mention

__all__ = ["Annotation", "StandoffDocument", "read_standoff", "standoff_of", "write_standoff"]

LONGEST_FILE = 1 << 28
"""Bytes of a file; the published ones have 65 million at most."""


T = TypeVar("T", EntityType, IdentifierType, Confidential)


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
    confidential_status: Confidential = Confidential.NOT_CONFIDENTIAL
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


class _Wrong(Exception):
    """What does not hold, in words that quote nothing."""


def read_standoff(file: str | Path) -> list[StandoffDocument]:
    """The documents of a file; ``-`` is standard input. A single document needs no list."""
    with opened(file) as source:
        raw = source.stream.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise source.fault(1, f"longer than {LONGEST_FILE:,} bytes; cut it into several files")
        text = source.decode(raw, 1)
        name = source.name
    try:
        content = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise InputError(f"{name}: no JSON; the benchmark has a list of documents") from None
    listed = content if isinstance(content, list) else [content]
    documents = []
    for number, one in enumerate(listed, 1):
        try:
            documents.append(_document(one))
        except _Wrong as exc:
            raise InputError(f"{name}, document {number}: {exc}") from None
    return documents


def _refused(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _document(content: object) -> StandoffDocument:
    if not isinstance(content, dict):
        raise _Wrong("no JSON object; a document has doc_id, text and annotations")
    text, by_annotator = content.get("text"), content.get("annotations")
    if not isinstance(text, str):
        raise _Wrong('its "text" is missing or no string')
    if not isinstance(by_annotator, dict):
        raise _Wrong('its "annotations" are missing or no object')
    id, meta = content.get("doc_id"), content.get("meta")
    if not isinstance(id, str | int) or isinstance(id, bool) or not str(id):
        raise _Wrong('its "doc_id" is missing or no string')
    return StandoffDocument(
        printable(str(id)),
        text,
        {name: _annotations(one, len(text), name) for name, one in by_annotator.items()},
        _string(content, "task"),
        _string(content, "dataset_type"),
        meta if isinstance(meta, dict) else {},
        content.get("quality_checked") is True,
    )


def _string(content: Mapping[str, Any], name: str, usual: str = "") -> str:
    value = content.get(name)
    return value if isinstance(value, str) and value else usual


def _annotations(content: object, size: int, annotator: str) -> tuple[Annotation, ...]:
    listed = content.get("entity_mentions") if isinstance(content, dict) else None
    place = f'annotator "{printable(annotator)}"'
    if not isinstance(listed, list):
        raise _Wrong(f'{place}: its "entity_mentions" are missing or no list')
    return tuple(
        _annotation(one, size, f"{place}, mention {number}") for number, one in enumerate(listed, 1)
    )


def _annotation(content: object, size: int, place: str) -> Annotation:
    if not isinstance(content, dict):
        raise _Wrong(f"{place}: no JSON object")
    start, end = content.get("start_offset"), content.get("end_offset")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= size:
        raise _Wrong(
            f"{place}: start_offset and end_offset must hold 0 <= start < end <= {size}, the "
            "text's length in characters"
        )
    mention_id = _string(content, "entity_mention_id")
    status = _string(content, "confidential_status", Confidential.NOT_CONFIDENTIAL.value)
    return Annotation(
        start,
        end,
        _one_of(EntityType, content.get("entity_type"), f"{place}: entity_type"),
        _one_of(IdentifierType, content.get("identifier_type"), f"{place}: identifier_type"),
        _string(content, "entity_id", mention_id or f"at {start}"),
        _one_of(Confidential, status, f"{place}: confidential_status"),
        mention_id,
        _string(content, "edit_type", "check"),
    )


def _one_of(kind: type[T], value: object, place: str) -> T:
    try:
        return kind(str(value))
    except ValueError:
        raise _Wrong(f"{place} is none of {', '.join(kind)}") from None


def standoff_of(
    mentions: Sequence[Mention], doc_id: str, text: str, protect: str = ""
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
                name: {"entity_mentions": [_written(one, document.text) for one in annotations]}
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


def _written(one: Annotation, text: str) -> dict[str, str | int]:
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
