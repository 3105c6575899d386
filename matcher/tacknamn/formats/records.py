"""The records of every format: one input document, read options, and the writer."""

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
"""Bytes of one document, one line of JSON, one row. Sixty-seven million letters are not a document
but a whole corpus: it must be given as JSON Lines, or in several files."""
LONGEST_ID = 200
"""Characters of a document's id. Reports do not read longer ones."""


@dataclass(frozen=True, slots=True)
class SkippedHeader:
    """The first row of a table, skipped as column names although columns were chosen by number.

    It may be a text like the other rows."""

    file: str
    text: str = field(repr=False)
    """The text of the chosen columns."""

    def make_warning(self, done: str, option: str = "--no-header") -> str:
        """Make the warning for a header that has something to replace; it quotes nothing.

        >>> SkippedHeader("a.csv", "Anna").make_warning("masked")  # doctest: +ELLIPSIS
        'a.csv: the first row was taken for column names and left, but some of it would be ...'
        """
        return (
            f"{self.file}: the first row was taken for column names and left, but some of it "
            f"would be {done}; with {option} it is {done} as well"
        )


@dataclass(frozen=True, slots=True)
class InputDocument:
    """One document of a file. Its representation leaves out the text."""

    id: str
    """The document's own id, the name of its file, or the line where it begins."""
    text: str = field(repr=False)
    """The original, every character of it."""
    graph: "Graph | None" = field(default=None, repr=False)
    """The graph that annotators corrected; ``Pseudonymizer.again`` keeps their work."""
    location: str = ""
    """The file, and the line if a file has several documents, for messages."""
    preceding: str = field(default="", repr=False)
    """What the file has between the previous document and this one. A writer of the same format
    copies it."""
    is_trailer: bool = False
    """Whether this is not a document, but the rest of the file after the last one (in
    ``preceding``). Writers of other formats write nothing for it."""
    format_data: object = field(default=None, repr=False)
    """What else a writer of the same format needs; each format has its own record."""
    language: str = ""
    """The language that the file states; empty if it states none, or an unknown one."""
    labels: object = field(default=None, repr=False)
    """The labelled spans that the file states, unchecked
    (:func:`tacknamn.formats.jsonl.read_labels`)."""
    annotations: object = field(default=None, repr=False)
    """The annotations of the benchmark that the file states, a
    :class:`~tacknamn.tab_benchmark.standoff.StandoffDocument`. They alone decide what is masked."""
    published_id: str = ""
    """What results call it, if not by its id."""
    writer: str | None = None
    """The id of the person who wrote it, empty if the file states none; None if no column of writers
    was chosen."""
    is_unnamed: bool = False
    """Whether its id is only the number of a row. Then its text identifies it in draws."""
    header: SkippedHeader | None = None
    """Only for the first row of a table: the row before it, if that may be a text."""
    row_id: str | None = None
    """What the column ``id`` of its row says, empty if nothing; None without such a column. Results
    with columns or fields call the document so, and draws do not depend on it."""
    has_other_columns: bool = False
    """Whether its row has columns that are neither texts nor its id."""

    @property
    def shown_id(self) -> str:
        """What results call the document."""
        return self.published_id or self.id


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a file, where its format leaves a choice. Most options are for tables."""

    columns: tuple[str, ...] = ()
    """The columns to read, by name or number (from 1); may be empty if there is only one."""
    delimiter: str = ""
    """The character between cells; guessed if empty."""
    has_header: bool = True
    """Whether the first row has the column names. Otherwise it is a row like the others, and
    columns are chosen by number."""
    id_column: str | None = None
    """The column that identifies the rows of a table of Arrow."""
    writer_column: str | None = None
    """The column, or the field of JSON Lines, that says who wrote each document."""
    allow_empty: bool = False
    """Whether a text or table of no bytes is read as such. Otherwise it is refused as a mistake."""


def _write_nothing(first: InputDocument | None) -> str:
    return ""


def _find_shown_id(input: InputDocument) -> str:
    return input.shown_id


def _list_no_warnings(document: "Document") -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes files of one format: a head, one piece for each document, a tail.

    A piece depends on nothing but its document, so that several processes can write pieces."""

    piece: Callable[["Document", InputDocument], str]
    """Writes one document."""
    head: Callable[[InputDocument | None], str] = _write_nothing
    """Writes the beginning of the file. It gets the first input; None if there is none."""
    tail: Callable[[InputDocument | None], str] = _write_nothing
    """Writes the end of the file. It gets the *first* input, like ``head``."""
    warnings: Callable[["Document"], tuple[str, ...]] = _list_no_warnings
    """Lists what the format cannot represent of a document, for the user of the program."""
    between: str = ""
    """What the file has between two documents."""
    keeps_trailer: bool = False
    """Whether it writes the rest of a file that was read from its own format."""
    find_id: Callable[[InputDocument], str] = _find_shown_id
    """Returns what the result calls a document."""

    def __call__(self, document: "Document", input: InputDocument) -> str:
        """Write one document; nothing for a trailer of another format."""
        return "" if input.is_trailer and not self.keeps_trailer else self.piece(document, input)
