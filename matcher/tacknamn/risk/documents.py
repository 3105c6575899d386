"""What the report is about: documents, what was replaced in them, and places in them."""

import re
from array import array
from bisect import bisect_left
from dataclasses import dataclass

__all__ = ["Document", "Origin", "Place", "Places", "Span"]


@dataclass(frozen=True, slots=True)
class Span:
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
class Origin:
    """Where a document comes from; what is said of it may be printed."""

    file: str
    line: int
    """The line that the document begins at; of a plain text always 1."""
    id: str


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A part of a document, by its place alone: never its text."""

    origin: Origin
    line: int
    """The line of the file."""
    start: int
    end: int
    """Characters of the document's text, the last one excluded."""
    label: str


@dataclass(frozen=True, slots=True)
class Document:
    """A text, and what was replaced in it."""

    origin: Origin
    text: str
    spans: tuple[Span, ...] = ()
    """Sorted, without overlap, inside the text, none of them empty."""
    plain: bool = False
    """Whether its format cannot tell what was replaced."""


class Places:
    """Says where parts of a document stand. Lines of a plain text are counted once for all."""

    def __init__(self, document: Document) -> None:
        self._origin = document.origin
        breaks = re.finditer("\n", document.text) if document.plain else ()
        self._breaks = array("q", (found.start() for found in breaks))

    def place(self, start: int, end: int, label: str) -> Place:
        """The place of a part."""
        line = self._origin.line + bisect_left(self._breaks, start)
        return Place(self._origin, line, start, end, label)
