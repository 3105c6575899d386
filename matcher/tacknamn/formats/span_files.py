"""What the report is about: documents, what was replaced in them, and places in them."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

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
    """A part of a text that somebody marked: replaced by a pseudonym, or kept."""

    start: int
    end: int
    """Characters of the text, the last one excluded."""
    label: str
    number: int | None = None
    """The same number under one label is the same person or thing in its document."""
    affixes: tuple[str, ...] = ()
    """What the form appends to its base: ``gen``, ``def``, ``pl``."""
    pool: int | None = None
    """Names that the pseudonym was drawn from; 1 is a placeholder, None means not told."""
    original: str | None = None
    """What stood there before, where the user asked for it."""


@dataclass(frozen=True, slots=True, order=True)
class DocumentOrigin:
    """Where a document comes from; what is said of it may be printed."""

    file: str
    line: int
    """The line that the document begins at; of a plain text always 1."""
    id: str


@dataclass(frozen=True, slots=True, order=True)
class DocumentPlace:
    """A part of a document, by its place alone: never its text."""

    origin: DocumentOrigin
    line: int
    """The line of the file."""
    start: int
    end: int
    """Characters of the document's text, the last one excluded."""
    label: str


@dataclass(frozen=True, slots=True)
class SpanFileDocument:
    """A text, and what was replaced in it."""

    origin: DocumentOrigin
    text: str
    spans: tuple[DocumentSpan, ...] = ()
    """Sorted, without overlap, inside the text, none of them empty."""
    plain: bool = False
    """Whether its format cannot tell what was replaced."""


class PlaceFinder:
    """Says where parts of a document stand. Lines of a plain text are counted once for all."""

    def __init__(self, document: SpanFileDocument) -> None:
        self._origin = document.origin
        breaks = re.finditer("\n", document.text) if document.plain else ()
        self._breaks = array("q", (found.start() for found in breaks))

    def place(self, start: int, end: int, label: str) -> DocumentPlace:
        """The place of a part."""
        line = self._origin.line + bisect_left(self._breaks, start)
        return DocumentPlace(self._origin, line, start, end, label)


# Read span files: JSON Lines, one pseudonymized document a line, in UTF-8.
#
# ::
#
#     {"id": "essay-7", "text": "Lisas syster bor i Lund.", "spans": [
#      {"start": 0, "end": 5, "label": "firstname_female", "number": 1, "affixes": ["gen"],
#       "pool": 50},
#      {"start": 19, "end": 23, "label": "city", "number": 1, "pool": 5}]}
#
# (here folded into lines). ``start`` and ``end`` count characters of ``text``, the pseudonymized
# text. ``number``, ``affixes``, ``pool`` and ``original`` may be missing or null; further names
# are passed over. Blank lines are, too. An ``id`` is a string or a whole number and names one
# document of its file. Spans may stand in any order; they must not overlap.
#
# Files are untrusted: what does not hold ends in one error that names file, line and span, and
# quotes nothing of the text.


_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_:!-]{0,39}")
"""Labels of SVALA's taxonomy and those that users make; they are printed, so no free text."""
_AFFIXES = frozenset({"gen", "def", "pl", "foreign"})


def read_span_file(source: InputStream) -> Iterator[SpanFileDocument]:
    """The documents of a span file."""
    return read_lines(source, "a span file", partial(_read_document, source.name))


def _read_document(file: str, line: int, id: str, content: dict[str, Any]) -> SpanFileDocument:
    text = content.get("text")
    if not isinstance(text, str):
        raise InvalidLine('its "text" is missing or no string')
    spans = content.get("spans")
    if not isinstance(spans, list):
        raise InvalidLine('its "spans" are missing or no list; without any, write "spans": []')
    found = [_read_span(f"span {number}", span, len(text)) for number, span in enumerate(spans, 1)]
    found.sort(key=lambda span: span.start)
    for one, next_one in pairwise(found):
        if one.end > next_one.start:
            raise InvalidLine(f"spans overlap at character {next_one.start}; keep one of them")
    return SpanFileDocument(DocumentOrigin(file, line, id), text, tuple(found))


def _read_span(name: str, content: object, size: int) -> DocumentSpan:
    if not isinstance(content, dict):
        raise InvalidLine(f"{name} is no JSON object")
    facts: dict[str, Any] = content
    start, end = (_read_number(name, facts, field, 0) for field in ("start", "end"))
    if start is None or end is None or not start < end <= size:
        raise InvalidLine(
            f"{name}: start and end must hold 0 <= start < end <= {size}, the text's length "
            "in characters"
        )
    label = facts.get("label")
    if not isinstance(label, str) or not _LABEL.fullmatch(label):
        raise InvalidLine(f'{name}: its "label" is missing or no label such as firstname_female')
    original = facts.get("original")
    if not isinstance(original, str | None):
        raise InvalidLine(f'{name}: its "original" is no string')
    return DocumentSpan(
        start,
        end,
        label,
        _read_number(name, facts, "number", 0),
        _read_affixes(name, facts.get("affixes")),
        _read_number(name, facts, "pool", 1),
        original,
    )


def _read_number(name: str, facts: dict[str, Any], field: str, least: int) -> int | None:
    value = facts.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < LARGEST_NUMBER:
        raise InvalidLine(f'{name}: its "{field}" is no whole number from {least} on')
    return value


def _read_affixes(name: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise InvalidLine(f'{name}: its "affixes" are no list of strings')
    if not _AFFIXES.issuperset(value):
        raise InvalidLine(f'{name}: its "affixes" must be of {", ".join(sorted(_AFFIXES))}')
    return tuple(value)
