"""Find the delimiter of a table, and the columns that are asked for."""

from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.formats.csv_rows import Lines, Row, rows, value_of
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import Source

__all__ = ["DELIMITERS", "LOOKED_AT", "Chosen", "columns_of", "delimiter_of"]

DELIMITERS = ",;\t"
"""What may stand between cells where nobody says what does."""
LOOKED_AT = 20
"""Lines by which the delimiter is found."""
LONGEST_NAME = 40
"""Letters of a column's name. What is longer may be no name, but a text, and is not told."""
MOST_NAMES = 40
"""Names of columns that an error tells."""


class Chosen(NamedTuple):
    """The columns that are taken."""

    places: tuple[int, ...]
    """From 0, in the order of the table."""
    unnamed: tuple[int, ...] = ()
    """Those of them that were chosen by number, or are the only one."""


def delimiter_of(beginning: str, wanted: Sequence[str]) -> str:
    """The delimiter of a table: the one by which the wanted columns are there; of several, the
    one by which most rows are as long as the first; of several, the one with most columns."""
    return max(DELIMITERS, key=lambda sign: _worth(beginning, wanted, sign))


def _worth(beginning: str, wanted: Sequence[str], sign: str) -> tuple[int, bool, float, int]:
    table = _table(beginning, sign)
    if not table:
        return 0, False, 0.0, 0
    names, size = set(names_of(table[0])), len(table[0].cells)
    others = [len(row.cells) for row in table[1:] if len(row.cells) > 1 or row.cells[0]]
    alike = sum(one == size for one in others) / len(others) if others else 1.0
    return sum(one in names for one in wanted), size > 1, alike, size


def _table(beginning: str, sign: str) -> list[Row]:
    """The rows of the beginning of a file, the last of which may be cut off."""
    found: list[Row] = []
    with suppress(InputError):
        found.extend(rows(Lines(Source("", BytesIO(beginning.encode("utf-8")))), sign))
    return found


def names_of(head: Row) -> list[str]:
    """The names of the columns."""
    return [value_of(cell).strip() for cell in head.cells]


def columns_of(head: Row, wanted: Sequence[str], named: bool, file: str) -> Chosen:
    """The wanted columns, by name or number (from 1); without any, the only one that there is."""
    names = names_of(head) if named else [""] * len(head.cells)
    if not wanted and len(names) > 1:
        raise InputError(f"{file}: say which columns to take (--column); {_told(names)}")
    by_name: set[int] = set()
    by_number = set() if wanted else {0}
    for one in wanted:
        places = [place for place, name in enumerate(names) if name == one.strip() != ""]
        by_name.update(places)
        if not places:
            by_number.add(_numbered(one, names, named, file))
    return Chosen(tuple(sorted(by_name | by_number)), tuple(sorted(by_number - by_name)))


def _numbered(wanted: str, names: list[str], named: bool, file: str) -> int:
    """The place of a column that is no name."""
    if wanted.isascii() and wanted.isdigit():
        if len(wanted) <= LONGEST_NAME and 0 < int(wanted) <= len(names):
            return int(wanted) - 1
    elif not named:
        raise InputError(f"{file}: without a header, columns are chosen by number; {_told(names)}")
    raise InputError(
        f"{file}: there is no column {printable(wanted)[:LONGEST_NAME]!r}; {_told(names)}"
    )


def _told(names: list[str]) -> str:
    """The columns in words; those without a name, or with what may be no name, by number."""
    told = [
        printable(name) if 0 < len(name) <= LONGEST_NAME else str(number)
        for number, name in enumerate(names[:MOST_NAMES], 1)
    ]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"there are {', '.join(told)}{more}"
