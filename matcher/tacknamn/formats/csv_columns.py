"""Find the delimiter of a table, and the columns that are asked for."""

from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO

from tacknamn.errors import InputError
from tacknamn.formats.csv_rows import Lines, Row, rows, value_of
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import Source

__all__ = ["DELIMITERS", "LOOKED_AT", "columns_of", "delimiter_of"]

DELIMITERS = ",;\t"
"""What may stand between cells where nobody says what does."""
LOOKED_AT = 20
"""Lines by which the delimiter is found."""
LONGEST_NAME = 40
"""Letters of a column's name. What is longer may be no name, but a text, and is not told."""
MOST_NAMES = 40
"""Names of columns that an error tells."""


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
    return [value_of(cell.removeprefix("\ufeff")).strip() for cell in head.cells]


def columns_of(head: Row, wanted: Sequence[str], named: bool, file: str) -> tuple[int, ...]:
    """The places of the wanted columns, by name or number (from 1), in the order of the table."""
    names = names_of(head) if named else [""] * len(head.cells)
    if not wanted:
        raise InputError(f"{file}: say which columns are to be pseudonymized; {_told(names)}")
    found: set[int] = set()
    for one in wanted:
        places = [place for place, name in enumerate(names) if name == one.strip() != ""]
        if not places and one.isascii() and one.isdigit() and 0 < int(one) <= len(names):
            places = [int(one) - 1]
        if not places:
            raise InputError(
                f"{file}: there is no column {printable(one)[:LONGEST_NAME]!r}; {_told(names)}"
            )
        found.update(places)
    return tuple(sorted(found))


def _told(names: list[str]) -> str:
    """The columns in words; those without a name, or with what may be no name, by number."""
    told = [
        printable(name) if 0 < len(name) <= LONGEST_NAME else str(number)
        for number, name in enumerate(names[:MOST_NAMES], 1)
    ]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"there are {', '.join(told)}{more}"
