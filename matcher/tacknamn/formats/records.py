"""What readers of every format hand on: one document, and what its file has besides."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.svala.records import Graph

__all__ = [
    "LONGEST_DOCUMENT",
    "LONGEST_ID",
    "InputDocument",
    "ReadOptions",
    "SkippedHeader",
    "Writer",
]

LONGEST_DOCUMENT = 1 << 26
"""Bytes of one document, one line of JSON, one row. Sixty-seven million letters are no document,
but a corpus in one piece: it is to be given as JSON Lines, or in several files."""
LONGEST_ID = 200
"""Characters of a document's id; reports read no longer ones."""


@dataclass(frozen=True, slots=True)
class SkippedHeader:
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
class InputDocument:
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
    (:func:`tacknamn.formats.jsonl.read_labels`)."""
    heading: SkippedHeader | None = None
    """Of the first one of a table: its first row, where it may be a text."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How a file is to be read, where its format leaves a choice."""

    columns: tuple[str, ...] = ()
    """Of a table: the columns to take, by name or number (from 1); none where it has but one."""
    delimiter: str = ""
    """Of a table: what stands between cells; found out where it is empty."""
    head: bool = True
    """Of a table: whether its first row has the names of the columns; else it is a row like the
    others, and columns are chosen by number."""


# What a writer is: a file's head, one piece for each document, a tail.
#
# Pieces depend on nothing but their document, so that several processes can make them.


def _nothing(first: InputDocument | None) -> str:
    return ""


def _silent(document: "Document") -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes documents in one format."""

    piece: Callable[["Document", InputDocument], str]
    """What stands for one document."""
    head: Callable[[InputDocument | None], str] = _nothing
    """What stands before the first one; it is given that one's input, None where there is none."""
    tail: Callable[[InputDocument | None], str] = _nothing
    """What stands behind the last one; it is given the *first* one's input, like ``head``."""
    warnings: Callable[["Document"], tuple[str, ...]] = _silent
    """What the format could not hold of a document, for those who run the program."""
    keeps: bool = False
    """Whether it writes what is no document, too, where it was read from its own format."""

    def __call__(self, document: "Document", input: InputDocument) -> str:
        """What stands for one document; nothing for what is none, in another format."""
        return "" if input.kept and not self.keeps else self.piece(document, input)
