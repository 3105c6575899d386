"""Write the benchmark's files: a JSON list of documents with standoff annotations (E8).

::

    [{"doc_id": "001-1", "text": "Mr Ek ...", "task": "...", "dataset_type": "dev", "meta": {},
      "quality_checked": false, "annotations": {"annotator1": {"entity_mentions": [
        {"entity_type": "PERSON", "entity_mention_id": "001-1_a1_em1", "start_offset": 0,
         "end_offset": 5, "span_text": "Mr Ek", "edit_type": "check",
         "identifier_type": "DIRECT", "entity_id": "001-1_a1_e1",
         "confidential_status": "NOT_CONFIDENTIAL"}]}}}]

Offsets count characters. :mod:`tacknamn.tab_benchmark.standoff_reading` reads such files.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType, TabMention

__all__ = [
    "BETWEEN",
    "HEAD",
    "TAIL",
    "Annotation",
    "StandoffDocument",
    "build_standoff",
    "choose_annotator",
    "name_document",
    "write_standoff",
    "write_standoff_document",
]

HEAD, BETWEEN, TAIL = "[", ",", "\n]\n"
"""What the file has before, between and after its documents."""
ENDINGS = frozenset((".json", ".jsonl", ".text", ".txt", ".xml"))
"""Endings of files that a ``doc_id`` leaves out."""
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


def name_document(id: str) -> str:
    """Return the ``doc_id`` of a document: the name of its file without the ending, as in the benchmark.

    >>> name_document("rulings/001-61807.txt"), name_document("001-61807")
    ('rulings/001-61807', '001-61807')
    """
    head, _, ending = id.rpartition(".")
    return head if head and f".{ending.lower()}" in ENDINGS else id


def choose_annotator(document: StandoffDocument, annotator: str = "") -> StandoffDocument:
    """Return the document with the annotations of one annotator.

    Args:
        annotator: May be empty if there is only one."""
    if not annotator and len(document.annotations) == 1:
        return document
    if annotator in document.annotations:
        return replace(document, annotations={annotator: document.annotations[annotator]})
    names = ", ".join(map(make_printable, document.annotations)) or "none"
    if annotator:
        raise InputError(
            f"a document has no annotations by {make_printable(annotator)}; has {names}"
        )
    raise InputError(
        f"a document has annotations by {len(document.annotations)} annotators; choose one with "
        f"--annotator: {names}"
    )


def write_standoff(documents: Iterable[StandoffDocument]) -> str:
    """Write documents as the benchmark's JSON. Equal documents give equal bytes."""
    return f"{HEAD}{BETWEEN.join(map(write_standoff_document, documents))}{TAIL}"


def write_standoff_document(document: StandoffDocument) -> str:
    """Write one document of the list."""
    content = {
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
    written = json.dumps([content], ensure_ascii=False, indent=1)
    try:
        written.encode("utf-8")
    except UnicodeEncodeError:  # half a surrogate pair: JSON can express it, UTF-8 cannot
        written = json.dumps([content], indent=1)
    return written.removeprefix("[").removesuffix("\n]")


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
