"""XML with inline tags: the pseudonymized text, each span in an element named like its label.

::

    <?xml version="1.0" encoding="UTF-8"?>
    <documents>
    <document id="essay 1" profile="swell" language="sv" xml:space="preserve">Jag bor i <city
    number="1" affixes="gen" action="replace">Lunds</city> kommun.</document>
    </documents>

(here folded). ``number`` is left out if there is none; so are ``affixes`` (gen, def, pl, foreign and
notes, separated by blanks) and ``comment`` (of a span or of a document;
:mod:`tacknamn.formats.notes` says which notes are published). ``action`` is replace or
mark. A note without a label is written as ``<span label="Com!">``, and so is a label that is not a
name in XML, or that is one of the format's own elements. :mod:`tacknamn.formats.xml_text` describes
how characters are escaped that XML does not allow. A document contains only its text: reading
it back gives the pseudonymized text, every character, and its spans. It does not contain the
original.

Any file of this form can be read. Elements with a label of the taxonomy are annotations, which stay
when the text is pseudonymized again. Of other elements (``<person>``) only the text is read, so that
nothing is taken for settled that no annotator has seen.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.records import LONGEST_DOCUMENT, LONGEST_ID, InputDocument, Writer
from tacknamn.formats.xml_events import Attributes
from tacknamn.formats.xml_text import (
    CHARACTER,
    decode_character,
    escape_content,
    quote_attribute,
    unescape_attribute,
)
from tacknamn.support.printing import make_printable
from tacknamn.svala.building import build_graph
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.tokens import find_text_error
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.records import Span

__all__ = ["WRITER", "InlineReader"]

_ROOT, _DOCUMENT, _SPAN = "documents", "document", "span"
_RESERVED = {_ROOT, _DOCUMENT, _SPAN, CHARACTER}
_LABEL_KINDS = (LabelKind.BASE, LabelKind.NOTE)
_NAME = re.compile(r"(?!(?i:xml))[A-Za-z_][A-Za-z0-9_.-]*")
"""Names of elements that every program can read; those that begin with xml are reserved."""


def _write_document(document: "Document", input: InputDocument) -> str:
    facts = {"id": input.shown_id, "profile": document.profile.name, "language": document.language}
    if input.graph is not None and input.graph.comment:
        facts["comment"] = input.graph.comment
    attributes = "".join(f" {name}={quote_attribute(value)}" for name, value in facts.items())
    parts = [f'<{_DOCUMENT}{attributes} xml:space="preserve">']
    text, position = document.text, 0
    for span, (start, end) in zip(document.spans, document.places, strict=True):
        name, tag = _make_tag(span)
        before, inside = escape_content(text[position:start]), escape_content(text[start:end])
        parts += [before, tag, inside, f"</{name}>"]
        position = end
    parts += [escape_content(text[position:]), f"</{_DOCUMENT}>\n"]
    return "".join(parts)


def _make_tag(span: "Span") -> tuple[str, str]:
    """Return the name of a span's element, and its start tag."""
    is_name = _NAME.fullmatch(span.label) and span.label not in _RESERVED
    name = span.label if is_name else _SPAN
    attributes = {
        "label": "" if is_name else span.label,
        "number": str(span.number or ""),
        "affixes": " ".join(span.affixes),
        "action": span.action.value,
        "comment": span.comment,
    }
    written = "".join(
        f" {key}={quote_attribute(value)}" for key, value in attributes.items() if value
    )
    return name, f"<{name}{written}>"


def _write_head(first: InputDocument | None) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{_ROOT}>\n'


def _write_tail(first: InputDocument | None) -> str:
    return f"</{_ROOT}>\n"


WRITER = Writer(_write_document, _write_head, _write_tail)


@dataclass(slots=True)
class _OpenSpan:
    """A span whose end tag was not read yet."""

    part: int = 0
    """The number of parts of the text before it."""
    start: int = 0
    """The number of characters before it."""
    labels: tuple[str, ...] = ()
    comment: str | None = None


@dataclass(slots=True)
class InlineReader:
    """Makes documents of files of this form (an :class:`~tacknamn.formats.xml_events.XmlHandler`).

    The spans of a document become annotations in its graph, so that they stay when the text is
    pseudonymized again."""

    source: str
    """The file's name."""
    line: int = 0
    _depth: int = 0
    _document_depth: int = 0
    """The depth of the document that is being read; 0 outside of documents."""
    _parts: list[str] = field(default_factory=list)
    _size: int = 0
    _spans: list[GraphSpan] = field(default_factory=list)
    _span: _OpenSpan = field(default_factory=_OpenSpan)
    _id: str = ""
    _comment: str | None = None
    """The comment of the document."""
    _first_line: int = 0
    _count: int = 0
    _ready: list[InputDocument] = field(default_factory=list)

    def start(self, name: str, attributes: Attributes) -> None:
        self._depth += 1
        if not self._document_depth:
            self._start_outside(name, attributes)
        elif name == CHARACTER:
            self._add(decode_character(attributes.get("code")))
        elif self._depth > self._document_depth + 1:
            raise InputError("an element is inside a span; spans must not contain others")
        else:
            labels = _read_labels(name, attributes)
            comment = _read_comment(attributes)
            self._span = _OpenSpan(len(self._parts), self._size, labels, comment)

    def _start_outside(self, name: str, attributes: Attributes) -> None:
        if name == _DOCUMENT and self._depth < 3:
            self._document_depth, self._first_line = self._depth, self.line
            self._count += 1
            id = unescape_attribute(attributes.get("id", str(self._count)))
            self._id = make_printable(id)[:LONGEST_ID]
            self._comment = _read_comment(attributes)
        elif name != _ROOT or self._depth > 1:
            raise InputError(
                f"an element other than {_DOCUMENT} where one is required; files that can be read "
                f"begin with <{_ROOT}>, <{_DOCUMENT}> or <swell>"
            )

    def end(self, name: str) -> None:
        if self._depth == self._document_depth:
            self._ready.append(self._make_input())
            self._document_depth, self._parts, self._size, self._spans = 0, [], 0, []
        elif self._document_depth and name != CHARACTER:
            self._end_span()
        self._depth -= 1

    def _end_span(self) -> None:
        span = self._span
        if span.labels and self._size > span.start:  # an empty span has no place in a graph
            piece = "".join(self._parts[span.part :])
            self._spans.append(
                GraphSpan(span.start, self._size, piece, span.labels, True, span.comment)
            )

    def text(self, text: str) -> None:
        if self._document_depth:
            self._add(text)
        elif not text.isspace():
            raise InputError(f"there is text outside of <{_DOCUMENT}>")

    def aside(self, markup: str) -> None:
        """Ignore comments and instructions: they are not part of the text."""

    def take_ready(self) -> Iterator[InputDocument]:
        ready, self._ready = self._ready, []
        yield from ready

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._size += len(text)
        if self._size > LONGEST_DOCUMENT:
            raise InputError(f"a document longer than {LONGEST_DOCUMENT:,} characters")

    def _make_input(self) -> InputDocument:
        text = "".join(self._parts)
        if error := find_text_error(text):
            raise InputError(f"a document has {error}; remove it")
        graph = build_graph(text, self._spans) if self._spans or self._comment else None
        if graph is not None and self._comment:
            graph = replace(graph, comment=self._comment)
        return InputDocument(self._id, text, graph, f"{self.source}, line {self._first_line}")


def _read_labels(name: str, attributes: Attributes) -> tuple[str, ...]:
    """Return all labels of an element in SVALA's order; none if the first is not SVALA's."""
    label = unescape_attribute(attributes.get("label", "")) if name == _SPAN else name
    number = attributes.get("number", "")
    if not label or (number and not (number.isascii() and number.isdigit())):
        raise InputError("a span has no label, or its number is not a number")
    taxonomy = load_taxonomy()
    if taxonomy.kind(label) not in _LABEL_KINDS:
        return ()
    affixes = unescape_attribute(attributes.get("affixes", "")).split()
    labels = (label, *([number] if number else ()), *affixes)
    return tuple(dict.fromkeys(map(taxonomy.get_current_name, labels)))


def _read_comment(attributes: Attributes) -> str | None:
    return unescape_attribute(attributes.get("comment", "")) or None
