"""Find the delimiter of a table, and the columns that are asked for."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.errors import InputError
from tacknamn.formats.csv_rows import CsvLines, CsvRow, quote_cell, read_rows, unquote_cell
from tacknamn.formats.records import InputDocument, ReadOptions, SkippedHeader, Writer
from tacknamn.support.input_files import InputStream
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "BETWEEN",
    "DELIMITERS",
    "LOOKED_AT",
    "WRITER",
    "ChosenColumns",
    "choose_columns",
    "guess_delimiter",
    "read",
]

DELIMITERS = ",;\t"
"""What may stand between cells where nobody says what does."""
LOOKED_AT = 20
"""Lines by which the delimiter is found."""
LONGEST_NAME = 40
"""Letters of a column's name. What is longer may be no name, but a text, and is not told."""
MOST_NAMES = 40
"""Names of columns that an error tells."""


class ChosenColumns(NamedTuple):
    """The columns that are taken."""

    places: tuple[int, ...]
    """From 0, in the order of the table."""
    unnamed: tuple[int, ...] = ()
    """Those of them that were chosen by number, or are the only one."""


def guess_delimiter(beginning: str, wanted: Sequence[str]) -> str:
    """The delimiter of a table: the one by which the wanted columns are there; of several, the
    one by which most rows are as long as the first; of several, the one with most columns."""
    return max(DELIMITERS, key=lambda sign: _rate_delimiter(beginning, wanted, sign))


def _rate_delimiter(
    beginning: str, wanted: Sequence[str], sign: str
) -> tuple[int, bool, float, int]:
    table = _read_beginning(beginning, sign)
    if not table:
        return 0, False, 0.0, 0
    names, size = set(list_names(table[0])), len(table[0].cells)
    others = [len(row.cells) for row in table[1:] if len(row.cells) > 1 or row.cells[0]]
    alike = sum(one == size for one in others) / len(others) if others else 1.0
    return sum(one in names for one in wanted), size > 1, alike, size


def _read_beginning(beginning: str, sign: str) -> list[CsvRow]:
    """The rows of the beginning of a file, the last of which may be cut off."""
    found: list[CsvRow] = []
    with suppress(InputError):
        found.extend(read_rows(CsvLines(InputStream("", BytesIO(beginning.encode("utf-8")))), sign))
    return found


def list_names(head: CsvRow) -> list[str]:
    """The names of the columns."""
    return [unquote_cell(cell).strip() for cell in head.cells]


def choose_columns(head: CsvRow, wanted: Sequence[str], named: bool, file: str) -> ChosenColumns:
    """The wanted columns, by name or number (from 1); without any, the only one that there is."""
    names = list_names(head) if named else [""] * len(head.cells)
    if not wanted and len(names) > 1:
        raise InputError(
            f"{file}: say which columns to take (--column); {_describe_columns(names)}"
        )
    by_name: set[int] = set()
    by_number = set() if wanted else {0}
    for one in wanted:
        places = [place for place, name in enumerate(names) if name == one.strip() != ""]
        by_name.update(places)
        if not places:
            by_number.add(_find_numbered(one, names, named, file))
    return ChosenColumns(tuple(sorted(by_name | by_number)), tuple(sorted(by_number - by_name)))


def _find_numbered(wanted: str, names: list[str], named: bool, file: str) -> int:
    """The place of a column that is no name."""
    if wanted.isascii() and wanted.isdigit():
        if len(wanted) <= LONGEST_NAME and 0 < int(wanted) <= len(names):
            return int(wanted) - 1
    elif not named:
        raise InputError(
            f"{file}: without a header, columns are chosen by number; {_describe_columns(names)}"
        )
    raise InputError(
        f"{file}: there is no column {make_printable(wanted)[:LONGEST_NAME]!r}; {_describe_columns(names)}"
    )


def _describe_columns(names: list[str]) -> str:
    """The columns in words; those without a name, or with what may be no name, by number."""
    told = [
        make_printable(name) if 0 < len(name) <= LONGEST_NAME else str(number)
        for number, name in enumerate(names[:MOST_NAMES], 1)
    ]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"there are {', '.join(told)}{more}"


# Tables: chosen columns are pseudonymized or masked, everything else stays byte for byte.
#
# A row is a document, so that a person has one pseudonym in all chosen cells of a row, and the
# cells of a row say together what a name in one of them may be. The cells are joined by a line of
# its own with a sign that is in no list and no pattern, so that nothing is found across two cells;
# should a span nevertheless reach over it, its replacement stands in the first cell, and the
# others lose what it covers. Other rows have numbers and pseudonyms of their own, unless a key
# makes them the same everywhere.
#
# The first row has the names of the columns, unless the reading says that it is a text. Where
# columns were chosen by number it is handed on, too (:class:`~tacknamn.formats.records.SkippedHeader`): it
# may be a text that nobody meant to leave.
#
# A row with more cells than the first one is refused: its cells have moved, and a text would be
# passed on as it is.


BETWEEN = "\n\n¶\n\n"
"""What stands between two cells while they are one document."""


@dataclass(frozen=True, slots=True)
class _CsvRecord:
    """A row, and which of its cells are the document."""

    row: CsvRow
    chosen: tuple[int, ...]
    delimiter: str


def read(source: InputStream, reading: ReadOptions) -> Iterator[InputDocument]:
    """The rows of a table, one by one."""
    lines = CsvLines(source)
    beginning = lines.first(LOOKED_AT)
    if not beginning.strip():
        raise InputError(f"{source.name}: is empty; there is nothing to do")
    named = reading.columns if reading.head else ()
    delimiter = reading.delimiter or guess_delimiter(beginning, named)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise InputError(f"{source.name}: the delimiter is no single sign other than a quote")
    yield from _read_documents(lines, reading, delimiter)


def _read_documents(
    lines: CsvLines, reading: ReadOptions, delimiter: str
) -> Iterator[InputDocument]:
    file, table = lines.source.name, read_rows(lines, delimiter)
    head = next(table)
    chosen = choose_columns(head, reading.columns, reading.head, file)
    before, heading = lines.mark, None
    if reading.head:
        before += delimiter.join(head.cells) + head.end
        heading = _make_header(file, head, chosen, delimiter)
    else:
        table = chain([head], table)
    for row in table:
        if len(row.cells) > len(head.cells):
            raise InputError(
                f"{file}, line {row.line}: {len(row.cells)} cells, where the first row has "
                f"{len(head.cells)}; mend its quotes"
            )
        yield _make_input(file, _CsvRecord(row, chosen.places, delimiter), before, heading)
        before, heading = "", None
    if before:
        own = _CsvRecord(head, (), delimiter)
        yield InputDocument("", "", before=before, kept=True, own=own, heading=heading)


def _make_header(
    file: str, head: CsvRow, chosen: ChosenColumns, delimiter: str
) -> SkippedHeader | None:
    if not chosen.unnamed:
        return None
    return SkippedHeader(
        file, BETWEEN.join(_list_texts(_CsvRecord(head, chosen.unnamed, delimiter)))
    )


def _make_input(
    file: str, own: _CsvRecord, before: str, heading: SkippedHeader | None
) -> InputDocument:
    text = BETWEEN.join(_list_texts(own))
    place = f"{file}, line {own.row.line}"
    return InputDocument(str(own.row.line), text, None, place, before, own=own, heading=heading)


def _list_texts(own: _CsvRecord) -> list[str]:
    """The texts of the chosen cells that the row has."""
    cells = own.row.cells
    return [unquote_cell(cells[place]) for place in own.chosen if place < len(cells)]


def _write_row(document: "Document", input: InputDocument) -> str:
    own = input.own
    if not isinstance(own, _CsvRecord):
        raise InputError(f"{input.place}: csv is written only of csv; choose another format")
    if input.kept:
        return input.before
    cells = list(own.row.cells)
    for place, text in zip(own.chosen, _split_replaced(document, _list_texts(own)), strict=False):
        cells[place] = quote_cell(text, cells[place], own.delimiter)
    return f"{input.before}{own.delimiter.join(cells)}{own.row.end}"


def _split_replaced(document: "Document", texts: list[str]) -> Iterator[str]:
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


WRITER = Writer(_write_row, keeps=True)
