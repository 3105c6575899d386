"""Guess the delimiter of a table, and choose the columns to read."""

from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.formats.csv_rows import CsvLines, CsvRow, read_rows, unquote_cell
from tacknamn.support.input_files import InputStream
from tacknamn.support.printing import make_printable

__all__ = [
    "GUESSED_FROM",
    "ChosenColumns",
    "choose_columns",
    "find_column",
    "guess_delimiter",
]

DELIMITERS = ",;\t"
"""The characters that can be guessed as a delimiter."""
GUESSED_FROM = 20
"""Lines from which the delimiter is guessed."""
LONGEST_NAME = 40
"""Letters of a column name that a message shows. A longer one may be a text."""
MOST_NAMES = 40
"""Column names in one message."""


ALL_COLUMNS = "*"
"""Chooses all columns, unless one has this name."""


class ChosenColumns(NamedTuple):
    """The columns to read."""

    indexes: tuple[int, ...]
    """From 0, in the order of the table."""
    unnamed: tuple[int, ...] = ()
    """Those that were chosen by number or with all others, or because there is only one column."""


def guess_delimiter(beginning: str, wanted: Sequence[str]) -> str:
    """Return the most probable delimiter of a table.

    It is the one that gives the most of the wanted columns; then the one with which the most rows
    are as long as the first; then the one with the most columns."""
    return max(DELIMITERS, key=lambda sign: _rate_delimiter(beginning, wanted, sign))


def _rate_delimiter(
    beginning: str, wanted: Sequence[str], sign: str
) -> tuple[int, bool, float, int]:
    table = _read_beginning(beginning, sign)
    if not table:
        return 0, False, 0.0, 0
    names, size = set(_list_names(table[0])), len(table[0].cells)
    lengths = [len(row.cells) for row in table[1:] if len(row.cells) > 1 or row.cells[0]]
    equal = sum(length == size for length in lengths) / len(lengths) if lengths else 1.0
    return sum(name in names for name in wanted), size > 1, equal, size


def _read_beginning(beginning: str, sign: str) -> list[CsvRow]:
    """Read the rows of the beginning of a file; the last one may be cut off."""
    table: list[CsvRow] = []
    with suppress(InputError):
        lines = CsvLines(InputStream("", BytesIO(beginning.encode("utf-8"))))
        table.extend(read_rows(lines, sign))
    return table


def _list_names(header: CsvRow) -> list[str]:
    return [unquote_cell(cell).strip() for cell in header.cells]


def choose_columns(
    first: CsvRow, wanted: Sequence[str], has_header: bool, file: str
) -> ChosenColumns:
    """Choose columns by name or number (from 1), or all of them; without any, the only one that there is."""
    names = _list_names(first) if has_header else [""] * len(first.cells)
    if ALL_COLUMNS in wanted and ALL_COLUMNS not in names:
        return ChosenColumns(tuple(range(len(names))), tuple(range(len(names))))
    if not wanted and len(names) > 1:
        raise InputError(
            f"{file}: say which columns to read (--column); {_describe_columns(names)}; "
            f"{ALL_COLUMNS!r} means all"
        )
    by_name: set[int] = set()
    by_number = set() if wanted else {0}
    for column in wanted:
        named = [index for index, name in enumerate(names) if name == column.strip() != ""]
        by_name.update(named)
        if not named:
            by_number.add(_find_numbered(column, names, has_header, file))
    return ChosenColumns(tuple(sorted(by_name | by_number)), tuple(sorted(by_number - by_name)))


def find_column(first: CsvRow, wanted: str, has_header: bool, file: str) -> int:
    """Return the index of one column, by name or number (from 1)."""
    found = choose_columns(first, (wanted,), has_header, file).indexes
    if len(found) > 1:
        shown = make_printable(wanted)[:LONGEST_NAME]
        raise InputError(f"{file}: there are {len(found)} columns {shown!r}; give a number")
    return found[0]


def _find_numbered(column: str, names: list[str], has_header: bool, file: str) -> int:
    """Return the index of a column that is not a name."""
    if column.isascii() and column.isdigit():
        if len(column) <= LONGEST_NAME and 0 < int(column) <= len(names):
            return int(column) - 1
    elif not has_header:
        raise InputError(
            f"{file}: without a header, columns are chosen by number; {_describe_columns(names)}"
        )
    shown = make_printable(column)[:LONGEST_NAME]
    raise InputError(f"{file}: there is no column {shown!r}; {_describe_columns(names)}")


def _describe_columns(names: list[str]) -> str:
    """List the columns; by number if a name is empty or too long."""
    shown = [
        make_printable(name) if 0 < len(name) <= LONGEST_NAME else str(number)
        for number, name in enumerate(names[:MOST_NAMES], 1)
    ]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"there are {', '.join(shown)}{more}"
