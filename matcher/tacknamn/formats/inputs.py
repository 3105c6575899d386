"""What readers of every format hand on: one document, and what its file has besides."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacknamn.svala.records import Graph

__all__ = ["LONGEST_DOCUMENT", "LONGEST_ID", "Heading", "Input", "Reading"]

LONGEST_DOCUMENT = 1 << 26
"""Bytes of one document, one line of JSON, one row. Sixty-seven million letters are no document,
but a corpus in one piece: it is to be given as JSON Lines, or in several files."""
LONGEST_ID = 200
"""Characters of a document's id; reports read no longer ones."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The first row of a table, taken for the names of columns by nobody's word: the columns were
    chosen by number, so that it may be a text like the others."""

    file: str
    text: str = field(repr=False)
    """What the chosen columns have in it, as a row's text."""

    def warning(self, done: str, way: str = "--no-header") -> str:
        """What to tell where something in it is found; it quotes nothing.

        >>> Heading("a.csv", "Anna").warning("masked")  # doctest: +ELLIPSIS
        'a.csv: the first row was left as the names of columns, and something in it would be ...'
        """
        return (
            f"{self.file}: the first row was left as the names of columns, and something in it "
            f"would be {done}; with {way} it is {done}, too"
        )


@dataclass(frozen=True, slots=True)
class Input:
    """One document of a file. Its representation tells nothing of the text."""

    id: str
    """The document's own id, or the name of its file, or the line it begins at."""
    text: str = field(repr=False)
    """The original, every character of it."""
    graph: "Graph | None" = field(default=None, repr=False)
    """What annotators did to it: to be pseudonymized *again*, so that it stays."""
    place: str = ""
    """File, and line where a file has several documents, as messages name them."""
    before: str = field(default="", repr=False)
    """What the file has between the document before and this one; a writer of the same format
    writes it."""
    kept: bool = False
    """No document, but what is left of the file behind the last one (in ``before``). Writers of
    other formats write nothing for it."""
    own: object = field(default=None, repr=False)
    """What else a writer of the same format needs to write the document back; each format has a
    record of its own for it."""
    language: str = ""
    """What the file says that its language is; empty where that is neither told nor known."""
    labels: object = field(default=None, repr=False)
    """What the file says that pieces of the text are, as it says it
    (:func:`tacknamn.formats.labelled.labels_of`)."""
    heading: Heading | None = None
    """Of the first one of a table: its first row, where it may be a text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read, where its format leaves a choice."""

    columns: tuple[str, ...] = ()
    """Of a table: the columns to take, by name or number (from 1); none where it has but one."""
    delimiter: str = ""
    """Of a table: what stands between cells; found out where it is empty."""
    head: bool = True
    """Of a table: whether its first row has the names of the columns; else it is a row like the
    others, and columns are chosen by number."""
