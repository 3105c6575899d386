"""XML with inline tags: the pseudonymized text, each span in an element named like its label.

::

    <?xml version="1.0" encoding="UTF-8"?>
    <documents>
    <document id="essay 1" profile="swell" language="sv" xml:space="preserve">Jag bor i <city
    number="1" affixes="gen" action="replace">Lunds</city> kommun.</document>
    </documents>

(here folded). ``number`` is left out where there is none, ``affixes`` (gen, def, pl, foreign and
notes, with blanks between) and ``comment`` (of a document, too) where they are empty; ``action`` is
replace or mark. A note without a label stands in ``<span label="Com!">``. A
label that is no name in XML, or one of the format's own elements, stands in
``<span label="...">``. What XML cannot hold is told by :mod:`tacknamn.formats.xml_text`. A document
has the text and nothing but it: what is read back is the pseudonymized text, every character,
and its spans. The original is not there.

Any document of this shape is read. Elements with a label of the taxonomy are annotations, which
stay when the text is pseudonymized again; of others (``<person>``) only the text counts, lest
something is taken for settled that nobody has looked at.
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
from tacknamn.svala.records import GraphSpan as Piece
from tacknamn.svala.tokens import find_text_error
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.records import Span

__all__ = ["WRITER", "InlineReader"]

_ROOT, _DOCUMENT, _SPAN = "documents", "document", "span"
_RESERVED = {_ROOT, _DOCUMENT, _SPAN, CHARACTER}
_LABELS = (LabelKind.BASE, LabelKind.NOTE)
_NAME = re.compile(r"(?!(?i:xml))[A-Za-z_][A-Za-z0-9_.-]*")
"""Names of elements that every program reads; those that begin with xml are reserved."""


def _write_document(document: "Document", input: InputDocument) -> str:
    told = {"id": input.id, "profile": document.profile.name, "language": document.language}
    if input.graph is not None and input.graph.comment:
        told["comment"] = input.graph.comment
    attributes = "".join(f" {name}={quote_attribute(value)}" for name, value in told.items())
    written = [f'<{_DOCUMENT}{attributes} xml:space="preserve">']
    text, position = document.text, 0
    for span, (start, end) in zip(document.spans, document.places, strict=True):
        name, tag = _make_tag(span)
        written += [
            escape_content(text[position:start]),
            tag,
            escape_content(text[start:end]),
            f"</{name}>",
        ]
        position = end
    written += [escape_content(text[position:]), f"</{_DOCUMENT}>\n"]
    return "".join(written)


def _make_tag(span: "Span") -> tuple[str, str]:
    """The name of a span's element, and its first tag."""
    fits = _NAME.fullmatch(span.label) and span.label not in _RESERVED
    name = span.label if fits else _SPAN
    attributes = {
        "label": "" if fits else span.label,
        "number": str(span.number or ""),
        "affixes": " ".join(span.affixes),
        "action": span.action.value,
        "comment": span.comment,
    }
    told = "".join(f" {key}={quote_attribute(value)}" for key, value in attributes.items() if value)
    return name, f"<{name}{told}>"


def _write_head(first: InputDocument | None) -> str:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{_ROOT}>\n'


def _write_tail(first: InputDocument | None) -> str:
    return f"</{_ROOT}>\n"


WRITER = Writer(_write_document, _write_head, _write_tail)


@dataclass(slots=True)
class _OpenSpan:
    """A document, or a span in it, whose end was not read yet."""

    part: int = 0
    """How many parts of the text stand before it."""
    start: int = 0
    """How many characters stand before it."""
    labels: tuple[str, ...] = ()
    comment: str | None = None


@dataclass(slots=True)
class InlineReader:
    """Makes documents of what this module writes: their texts, and their spans as marks in a
    graph, so that they stay when the text is pseudonymized again."""

    source: str
    """The file's name."""
    line: int = 0
    _depth: int = 0
    _inside: int = 0
    """How deep the document stands that is being read; 0 outside of documents."""
    _parts: list[str] = field(default_factory=list)
    _size: int = 0
    _spans: list[Piece] = field(default_factory=list)
    _span: _OpenSpan = field(default_factory=_OpenSpan)
    _id: str = ""
    _comment: str | None = None
    """Of the document."""
    _began: int = 0
    _count: int = 0
    _done: list[InputDocument] = field(default_factory=list)

    def start(self, name: str, attributes: Attributes) -> None:
        self._depth += 1
        if not self._inside:
            self._start_outside(name, attributes)
        elif name == CHARACTER:
            self._add(decode_character(attributes.get("code")))
        elif self._depth > self._inside + 1:
            raise InputError("an element stands in a span; spans must not hold others")
        else:
            labels = _read_labels(name, attributes)
            self._span = _OpenSpan(len(self._parts), self._size, labels, _comment(attributes))

    def _start_outside(self, name: str, attributes: Attributes) -> None:
        if name == _DOCUMENT and self._depth < 3:
            self._inside, self._began = self._depth, self.line
            self._count += 1
            id = unescape_attribute(attributes.get("id", str(self._count)))
            self._id = make_printable(id)[:LONGEST_ID]
            self._comment = _comment(attributes)
        elif name != _ROOT or self._depth > 1:
            raise InputError(
                f"an element other than {_DOCUMENT} where one must stand; files that can be read "
                f"begin with <{_ROOT}>, <{_DOCUMENT}> or <swell>"
            )

    def end(self, name: str) -> None:
        if self._depth == self._inside:
            self._done.append(self._input())
            self._inside, self._parts, self._size, self._spans = 0, [], 0, []
        elif self._inside and name != CHARACTER:
            self._end_span()
        self._depth -= 1

    def _end_span(self) -> None:
        one = self._span
        if one.labels and self._size > one.start:  # one of nothing has no place in a graph
            piece = "".join(self._parts[one.part :])
            self._spans.append(Piece(one.start, self._size, piece, one.labels, True, one.comment))

    def text(self, text: str) -> None:
        if self._inside:
            self._add(text)
        elif not text.isspace():
            raise InputError(f"text stands outside of <{_DOCUMENT}>")

    def aside(self, markup: str) -> None:
        """Comments of the file are no part of the text."""

    def ready(self) -> Iterator[InputDocument]:
        done, self._done = self._done, []
        yield from done

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._size += len(text)
        if self._size > LONGEST_DOCUMENT:
            raise InputError(f"a document longer than {LONGEST_DOCUMENT:,} characters")

    def _input(self) -> InputDocument:
        text = "".join(self._parts)
        if fault := find_text_error(text):
            raise InputError(f"a document has {fault}; take it away")
        graph = build_graph(text, self._spans) if self._spans or self._comment else None
        if graph is not None and self._comment:
            graph = replace(graph, comment=self._comment)
        return InputDocument(self._id, text, graph, f"{self.source}, line {self._began}")


def _read_labels(name: str, attributes: Attributes) -> tuple[str, ...]:
    """All labels of an element, as SVALA has them; none where the first is not SVALA's."""
    label = unescape_attribute(attributes.get("label", "")) if name == _SPAN else name
    number = attributes.get("number", "")
    if not label or (number and not (number.isascii() and number.isdigit())):
        raise InputError("a span has no label, or a number that is none")
    taxonomy = load_taxonomy()
    if taxonomy.kind(label) not in _LABELS:
        return ()
    affixes = unescape_attribute(attributes.get("affixes", "")).split()
    today = map(taxonomy.get_current_name, (label, *([number] if number else ()), *affixes))
    return tuple(dict.fromkeys(today))


def _comment(attributes: Attributes) -> str | None:
    return unescape_attribute(attributes.get("comment", "")) or None
