"""Span files: JSON Lines, one pseudonymized document per line, in UTF-8.

::

    {"id": "essay-7", "text": "Lisas syster bor i Lund.", "spans": [
     {"start": 0, "end": 5, "label": "firstname_female", "number": 1, "affixes": ["gen"],
      "pool": 50},
     {"start": 19, "end": 23, "label": "city", "number": 1, "pool": 5}]}

(here folded into several lines). ``start`` and ``end`` count characters of ``text``, the
pseudonymized text. ``number``, ``affixes``, ``pool`` and ``original`` may be missing or null; other
fields are ignored, and blank lines are skipped. A row of a table with several texts has ``note`` and
``note_spans`` in place of ``text`` and ``spans``; they are joined to one document. An ``id`` is a string or a whole number and is
unique in its file. Spans may be in any order; they must not overlap.

Files are untrusted: the first problem ends in one error that names file, line and span, and quotes
nothing of the text.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from tacknamn.formats.jsonl import SPANS_OF
from tacknamn.pipeline.joined_texts import BETWEEN, join_texts
from tacknamn.support.input_files import InputStream
from tacknamn.support.json_lines import LARGEST_NUMBER, InvalidLine, read_lines

__all__ = [
    "DocumentOrigin",
    "DocumentPlace",
    "DocumentSpan",
    "PlaceFinder",
    "SpanFileDocument",
    "read_span_file",
]


@dataclass(frozen=True, slots=True)
class DocumentSpan:
    """A marked piece of a text: it was replaced by a pseudonym, or kept."""

    start: int
    end: int
    """Characters of the text, the last one excluded."""
    label: str
    number: int | None = None
    """The same number under one label is the same entity in its document."""
    affixes: tuple[str, ...] = ()
    """What the form adds to its base: ``gen``, ``def``, ``pl``."""
    pool: int | None = None
    """The number of names that the pseudonym was drawn from. 1 is a placeholder; None means that
    the file does not say."""
    original: str | None = None
    """The original, if the user asked for it."""


@dataclass(frozen=True, slots=True, order=True)
class DocumentOrigin:
    """The file and line of a document. It may be printed."""

    file: str
    line: int
    """The line where the document begins; always 1 for a plain text."""
    id: str


@dataclass(frozen=True, slots=True, order=True)
class DocumentPlace:
    """The place of a piece of a document, without its text."""

    origin: DocumentOrigin
    line: int
    """The line of the file."""
    start: int
    end: int
    """Characters of the document's text, the last one excluded."""
    label: str


@dataclass(frozen=True, slots=True)
class SpanFileDocument:
    """A text, and its marked spans."""

    origin: DocumentOrigin
    text: str
    spans: tuple[DocumentSpan, ...] = ()
    """Sorted, not empty, without overlaps."""
    plain: bool = False
    """Whether it is plain text, which cannot say what was replaced."""
    columns: tuple[str, ...] = ()
    """The fields of the texts, if a row of a table has several ones."""


class PlaceFinder:
    """Finds the line of a piece of a document. The lines of a plain text are counted once."""

    def __init__(self, document: SpanFileDocument) -> None:
        self._origin = document.origin
        breaks = re.finditer("\n", document.text) if document.plain else ()
        self._breaks = array("q", (line_end.start() for line_end in breaks))

    def find(self, start: int, end: int, label: str) -> DocumentPlace:
        """Return the place of a piece."""
        line = self._origin.line + bisect_left(self._breaks, start)
        return DocumentPlace(self._origin, line, start, end, label)


_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_:!-]{0,39}")
"""SVALA's labels and those of users. They are printed, so they must not be free text."""
_AFFIXES = frozenset({"gen", "def", "pl", "foreign"})


def read_span_file(source: InputStream) -> Iterator[SpanFileDocument]:
    """Yield the documents of a span file."""
    return read_lines(source, "a span file", partial(_read_document, source.name))


def _read_document(file: str, line: int, id: str, content: dict[str, Any]) -> SpanFileDocument:
    columns = [] if "text" in content else _list_text_columns(content)
    if columns:
        text, spans = _join_columns(content, columns)
    else:
        text, spans = _read_text(content, "text", "spans")
    origin = DocumentOrigin(file, line, id)
    return SpanFileDocument(origin, text, tuple(spans), columns=tuple(columns))


def _list_text_columns(content: dict[str, Any]) -> list[str]:
    """Return the names of the fields that have a field of spans, and are not null."""
    return [
        name
        for name, value in content.items()
        if isinstance(value, str) and isinstance(content.get(SPANS_OF.format(name)), list)
    ]


def _join_columns(content: dict[str, Any], columns: list[str]) -> tuple[str, list[DocumentSpan]]:
    """Return the texts of a row as one, with their spans."""
    texts: list[str] = []
    spans: list[DocumentSpan] = []
    start = 0
    for name in columns:
        text, own = _read_text(content, name, SPANS_OF.format(name))
        spans += (replace(span, start=span.start + start, end=span.end + start) for span in own)
        texts.append(text)
        start += len(text) + len(BETWEEN)
    return join_texts(texts), spans


def _read_text(
    content: dict[str, Any], text_field: str, spans_field: str
) -> tuple[str, list[DocumentSpan]]:
    """Return a text and its spans, from left to right."""
    text, values = content.get(text_field), content.get(spans_field)
    if not isinstance(text, str):
        raise InvalidLine(f'its "{text_field}" is missing or not a string')
    if not isinstance(values, list):
        raise InvalidLine(
            f'its "{spans_field}" are missing or not a list; if there are none, write '
            f'"{spans_field}": []'
        )
    spans = [
        _read_span(f"span {number}", value, len(text)) for number, value in enumerate(values, 1)
    ]
    spans.sort(key=lambda span: span.start)
    for left, right in pairwise(spans):
        if left.end > right.start:
            raise InvalidLine(f"spans overlap at character {right.start}; keep one of them")
    return text, spans


def _read_span(name: str, content: object, size: int) -> DocumentSpan:
    if not isinstance(content, dict):
        raise InvalidLine(f"{name} is not a JSON object")
    fields: dict[str, Any] = content
    start, end = (_read_number(name, fields, field, 0) for field in ("start", "end"))
    if start is None or end is None or not start < end <= size:
        raise InvalidLine(
            f"{name}: start and end must satisfy 0 <= start < end <= {size}, the length of the "
            "text in characters"
        )
    label = fields.get("label")
    if not isinstance(label, str) or not _LABEL.fullmatch(label):
        raise InvalidLine(f'{name}: its "label" is missing or not a label such as firstname_female')
    original = fields.get("original")
    if not isinstance(original, str | None):
        raise InvalidLine(f'{name}: its "original" is not a string')
    return DocumentSpan(
        start,
        end,
        label,
        _read_number(name, fields, "number", 0),
        _read_affixes(name, fields.get("affixes")),
        _read_number(name, fields, "pool", 1),
        original,
    )


def _read_number(name: str, fields: dict[str, Any], field: str, least: int) -> int | None:
    value = fields.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < LARGEST_NUMBER:
        raise InvalidLine(f'{name}: its "{field}" is not a whole number of at least {least}')
    return value


def _read_affixes(name: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(affix, str) for affix in value):
        raise InvalidLine(f'{name}: its "affixes" are not a list of strings')
    if not _AFFIXES.issuperset(value):
        raise InvalidLine(f'{name}: its "affixes" must be some of {", ".join(sorted(_AFFIXES))}')
    return tuple(value)
