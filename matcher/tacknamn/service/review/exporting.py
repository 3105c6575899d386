"""Write reviewed documents in the formats of files.

Every format is written by its own writer in ``formats``, from a document that is put together from what
was decided. ``corrections`` are JSON Lines with the originals, which ``tacknamn learn`` reads.
"""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tacknamn.batch.document_ids import IdSearch, choose_order_secret, sort_secretly
from tacknamn.batch.replacement_table import ReplacementCounts, format_counts
from tacknamn.batch.request import BatchRequest
from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import FORMATS, load_writer
from tacknamn.formats.span_files import DocumentOrigin, DocumentSpan, SpanFileDocument
from tacknamn.learning.corrected_texts import clean_annotator_name
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.records import Action, Detection, Span
from tacknamn.service.problems import Problem
from tacknamn.service.review.documents import OpenedDocument
from tacknamn.service.review.graph_changes import change_graph
from tacknamn.service.review.records import DecidedBy, ReviewAction, ReviewedSpan

__all__ = [
    "EXPORTS",
    "DocumentNames",
    "ExportKind",
    "find_export",
    "make_document",
    "make_span_document",
    "name_file",
    "write_joined",
]

ExportPart = str | ReplacementCounts
"""What one document adds to a file of several."""
_NUMBER = "document-{}"
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
"""What may not be in the name of a file that is sent: headers are ASCII."""


@dataclass(frozen=True, slots=True)
class ExportKind:
    """A format that the page offers."""

    name: str
    ending: str
    media_type: str
    write: Callable[[OpenedDocument, str, str], str]
    """Writes a document, by its published id and the name of the user."""
    is_joined: bool = False
    """Whether several documents become one file."""

    def prepare(self, opened: OpenedDocument, id: str, user: str) -> ExportPart:
        """Return what a document adds to a file of several."""
        return count_bases(opened) if self.name == "table" else self.write(opened, id, user)


def make_document(opened: OpenedDocument) -> Document:
    """Return a reviewed document as the pipeline would have made it."""
    tools = opened.tools
    graph = change_graph(opened.graph, opened.stored, opened.spans, opened.comment)
    return Document(
        opened.text,
        tuple(_make_span(span) for span in opened.spans if span.label or span.notes),
        tools.profile,
        opened.language,
        tools.pseudonymizer.lexicon,
        opened.id,
        corrected=graph,
    )


def _make_span(span: ReviewedSpan) -> Span:
    affixes = (*span.affixes, *span.notes)
    label = span.label
    if not label:
        label, affixes = span.notes[0], (*span.affixes, *span.notes[1:])
    found = None
    if span.by is DecidedBy.PROGRAM:
        found = Detection(span.start, span.end, label, span.rule, span.base, span.affixes, span.cue,
                          span.probability)  # fmt: skip
    action = Action.REPLACE if span.action is ReviewAction.REPLACE else Action.MARK
    return Span(span.start, span.end, label, span.replacement, span.number, affixes, action, found,
                span.reason, span.pool, span.comment)  # fmt: skip


def make_span_document(opened: OpenedDocument, id: str) -> SpanFileDocument:
    """Return a reviewed document as the risk report reads it."""
    document = make_document(opened)
    spans = tuple(
        DocumentSpan(start, end, span.label, span.number or None, pool=span.pool or None,
                     original=opened.text[span.start : span.end])
        for span, (start, end) in zip(document.spans, document.places, strict=True)
        if start < end and span.action is Action.REPLACE
    )  # fmt: skip
    return SpanFileDocument(DocumentOrigin("documents", 1, id), document.text, spans)


def _write_by(format: str) -> Callable[[OpenedDocument, str, str], str]:
    def write(opened: OpenedDocument, id: str, user: str) -> str:
        writer = load_writer(format)
        document = make_document(opened)
        input = InputDocument(opened.id, opened.text, published_id=id)
        return writer.head(input) + writer(document, input) + writer.tail(input)

    return write


def _write_table(opened: OpenedDocument, id: str, user: str) -> str:
    return "".join(format_counts(sorted(count_bases(opened).items())))


def count_bases(opened: OpenedDocument) -> ReplacementCounts:
    """Count who became whom, by bases."""
    return ReplacementCounts(
        (span.label, span.base, span.new_base)
        for span in opened.spans
        if span.action is ReviewAction.REPLACE
    )


def _write_corrections(opened: OpenedDocument, id: str, user: str) -> str:
    spans = [
        {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            "number": span.number or None,
            "affixes": [*span.affixes, *span.notes],
        }
        for span in opened.spans
        if span.label
    ]
    line = {"id": id, "text": opened.text, "spans": spans}
    if annotator := clean_annotator_name(user):
        line["annotator"] = annotator
    return json.dumps(line) + "\n"


def _make_kind(name: str, media_type: str, is_joined: bool = False) -> ExportKind:
    return ExportKind(name, FORMATS[name].ending, media_type, _write_by(name), is_joined)


EXPORTS = {
    kind.name: kind
    for kind in (
        _make_kind("svala", "application/json"),
        _make_kind("text", "text/plain; charset=utf-8"),
        _make_kind("jsonl", "application/x-ndjson", is_joined=True),
        _make_kind("xml", "application/xml"),
        _make_kind("tab", "application/json"),
        ExportKind("table", ".tsv", "text/tab-separated-values; charset=utf-8", _write_table, True),
        ExportKind("corrections", ".jsonl", "application/x-ndjson", _write_corrections, True),
        _make_kind("html", "text/html; charset=utf-8"),
    )
}


def find_export(format: str) -> ExportKind:
    """Return the format with this name."""
    kind = EXPORTS.get(format)
    if kind is None:
        raise Problem("invalid", f"format: choose one of {', '.join(EXPORTS)}")
    return kind


class DocumentNames:
    """What documents are called in files: their names, or numbers if a name shows a person.

    The numbers are in a secret order, because the names are in the order of the alphabet."""

    def __init__(self, names: Sequence[str], lexicon: Lexicon, language: str) -> None:
        search = IdSearch(BatchRequest(language=language), lexicon)
        self.are_numbered = any(map(search.finds_person, names))
        width = len(str(len(names)))
        ordered = sort_secretly(names, str, choose_order_secret())
        self._numbers = {name: f"{at:0{width}}" for at, name in enumerate(ordered, 1)}

    def get(self, name: str) -> str:
        """Return what a document is called."""
        if self.are_numbered or _UNSAFE.search(name):
            return _NUMBER.format(self._numbers.get(name, "0"))
        return name


def name_file(kind: ExportKind, name: str) -> str:
    """Return the name of a file; the formats of one ending get different names."""
    marks = {"tab": "-tab", "corrections": "-corrections", "table": "-table"}
    return f"{name}{marks.get(kind.name, '')}{kind.ending}"


def write_joined(kind: ExportKind, parts: Iterable[ExportPart]) -> str:
    """Return one file of several documents."""
    if kind.name != "table":
        return "".join(str(part) for part in parts)
    counts = ReplacementCounts()
    for part in parts:
        assert not isinstance(part, str)
        counts.update(part)
    return "".join(format_counts(sorted(counts.items())))
