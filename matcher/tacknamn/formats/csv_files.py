"""Tables: chosen columns are pseudonymized or masked, everything else stays byte for byte.

A row is a document, so that a person has one pseudonym in all chosen cells of a row, and the
cells of a row say together what a name in one of them may be. The cells are joined by a line of
its own with a sign that is in no list and no pattern, so that nothing is found across two cells;
should a span nevertheless reach over it, its replacement stands in the first cell, and the
others lose what it covers. Other rows have numbers and pseudonyms of their own, unless a key
makes them the same everywhere.

The first row has the names of the columns, unless the reading says that it is a text. Where
columns were chosen by number it is handed on, too (:class:`~tacknamn.formats.inputs.Heading`): it
may be a text that nobody meant to leave.

A row with more cells than the first one is refused: its cells have moved, and a text would be
passed on as it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.csv_columns import LOOKED_AT, Chosen, columns_of, delimiter_of
from tacknamn.formats.csv_rows import Lines, Row, rows, value_of, written
from tacknamn.formats.inputs import Heading, Input, Reading
from tacknamn.formats.writers import Writer
from tacknamn.reporting.sources import Source

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["BETWEEN", "WRITER", "read"]

BETWEEN = "\n\n¶\n\n"
"""What stands between two cells while they are one document."""


@dataclass(frozen=True, slots=True)
class _Own:
    """A row, and which of its cells are the document."""

    row: Row
    chosen: tuple[int, ...]
    delimiter: str


def read(source: Source, reading: Reading) -> Iterator[Input]:
    """The rows of a table, one by one."""
    lines = Lines(source)
    beginning = lines.first(LOOKED_AT)
    if not beginning.strip():
        raise InputError(f"{source.name}: is empty; there is nothing to do")
    named = reading.columns if reading.head else ()
    delimiter = reading.delimiter or delimiter_of(beginning, named)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise InputError(f"{source.name}: the delimiter is no single sign other than a quote")
    yield from _documents(lines, reading, delimiter)


def _documents(lines: Lines, reading: Reading, delimiter: str) -> Iterator[Input]:
    file, table = lines.source.name, rows(lines, delimiter)
    head = next(table)
    chosen = columns_of(head, reading.columns, reading.head, file)
    before, heading = lines.mark, None
    if reading.head:
        before += delimiter.join(head.cells) + head.end
        heading = _heading(file, head, chosen, delimiter)
    else:
        table = chain([head], table)
    for row in table:
        if len(row.cells) > len(head.cells):
            raise InputError(
                f"{file}, line {row.line}: {len(row.cells)} cells, where the first row has "
                f"{len(head.cells)}; mend its quotes"
            )
        yield _input(file, _Own(row, chosen.places, delimiter), before, heading)
        before, heading = "", None
    if before:
        own = _Own(head, (), delimiter)
        yield Input("", "", before=before, kept=True, own=own, heading=heading)


def _heading(file: str, head: Row, chosen: Chosen, delimiter: str) -> Heading | None:
    if not chosen.unnamed:
        return None
    return Heading(file, BETWEEN.join(_texts(_Own(head, chosen.unnamed, delimiter))))


def _input(file: str, own: _Own, before: str, heading: Heading | None) -> Input:
    text = BETWEEN.join(_texts(own))
    place = f"{file}, line {own.row.line}"
    return Input(str(own.row.line), text, None, place, before, own=own, heading=heading)


def _texts(own: _Own) -> list[str]:
    """The texts of the chosen cells that the row has."""
    cells = own.row.cells
    return [value_of(cells[place]) for place in own.chosen if place < len(cells)]


def _piece(document: "Document", input: Input) -> str:
    own = input.own
    if not isinstance(own, _Own):
        raise InputError(f"{input.place}: csv is written only of csv; choose another format")
    if input.kept:
        return input.before
    cells = list(own.row.cells)
    for place, text in zip(own.chosen, _replaced(document, _texts(own)), strict=False):
        cells[place] = written(text, cells[place], own.delimiter)
    return f"{input.before}{own.delimiter.join(cells)}{own.row.end}"


def _replaced(document: "Document", texts: list[str]) -> Iterator[str]:
    """What became of texts that a document was joined of."""
    starts = [0]
    for text in texts:
        starts.append(starts[-1] + len(text) + len(BETWEEN))
    spans = iter(document.spans)
    span = next(spans, None)
    for start, following in pairwise(starts):
        end = following - len(BETWEEN)
        parts, position = [], start
        while span is not None and span.start < end:
            if span.start >= start:
                parts += [document.original[position : span.start], span.replacement]
            position = max(position, min(span.end, end))
            if span.end > end:  # it reaches into what follows
                break
            span = next(spans, None)
        parts.append(document.original[position:end])
        yield "".join(parts)


WRITER = Writer(_piece, keeps=True)
