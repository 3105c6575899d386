"""Read SCB's workbook of all names with two bearers or more (31 December 2022, the last).

The workbook has five sheets. Each one has four lines of heading, a line of column names and then,
from row 6, the name in capitals, its bearers and their mean age::

    ANNA-KARIN | 3511 | 62.3

*Tilltalsnamn* is the name that a person uses; *förnamn* counts a person under each given name.
These are different counts (Maria: 82,731 and 440,000) and are never mixed: the reader uses the
former. A name that is only among the förnamn is the tilltalsnamn of one person at most, so it has 0
bearers: it exists, below the limit of publication. The kind ``none`` would mean that nothing is
known, and ``rank`` would rank middle names such as Larsdotter (1,636 given, none used) above real
first names.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.readers.received_files import format_error
from tacknamn_builders.readers.workbooks import open_workbook, read_rows
from tacknamn_builders.records import Entry

__all__ = ["WORKBOOK", "read", "read_first_names", "read_received_lists"]

WORKBOOK = "namn-med-minst-tva-barare-31-december-2022.xlsx"

_FIRST_ROW = 6

_FIRST_NAMES = (
    (Label.FIRSTNAME_FEMALE, "Tilltalsnamn kvinnor", "Förnamn kvinnor"),
    (Label.FIRSTNAME_MALE, "Tilltalsnamn män", "Förnamn män"),
)

_RECEIVED = (
    ("Efternamn", "surnames"),
    ("Tilltalsnamn kvinnor", "women by name in use"),
    ("Tilltalsnamn män", "men by name in use"),
    ("Förnamn kvinnor", "women by given name"),
    ("Förnamn män", "men by given name"),
)
"""Each sheet, and the people that it counts."""

Pairs = Iterator[tuple[str, int]]


def read(folder: Path, workbook: str = WORKBOOK) -> Iterator[Entry]:
    """Yield surnames, then women's and men's first names."""
    path = folder / workbook
    with open_workbook(path) as book:
        for name, bearers in _read_pairs(path, book, "Efternamn"):
            form = restore_surname(name)
            if is_name(form):
                yield Entry(form, Label.SURNAME, bearers, Kind.BEARERS, "SE")
        for label, used, given in _FIRST_NAMES:
            yield from read_first_names(
                label, _read_pairs(path, book, used), _read_pairs(path, book, given)
            )


def read_received_lists(
    folder: Path, workbook: str = WORKBOOK
) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield every sheet as received, with title and side, for ``check``."""
    path = folder / workbook
    with open_workbook(path) as book:
        for sheet, side in _RECEIVED:
            yield sheet, side, dict(_read_pairs(path, book, sheet))


def read_first_names(label: Label, used: Pairs, given: Pairs) -> Iterator[Entry]:
    """Yield the names in use with their bearers, then the names that are only given."""
    seen = set()
    for name, bearers in used:
        form = restore_first_name(name)
        if is_name(form):
            seen.add(form.casefold())
            yield Entry(form, label, bearers, Kind.BEARERS, "SE")
    for name, _ in given:
        form = restore_first_name(name)
        if is_name(form) and form.casefold() not in seen:
            yield Entry(form, label, 0, Kind.BEARERS, "SE")


def _read_pairs(path: Path, book: Any, sheet: str) -> Pairs:
    if sheet not in book.sheetnames:
        raise format_error(path, f"sheet {sheet} is missing; it has {', '.join(book.sheetnames)}")
    rows = read_rows(path, book[sheet], min_row=_FIRST_ROW, max_col=2)
    for number, row in enumerate(rows, _FIRST_ROW):
        pair = _parse_pair(path, f"sheet {sheet}, row {number}", row)
        if pair is not None:
            yield pair


def _parse_pair(path: Path, location: str, row: tuple[Any, ...]) -> tuple[str, int] | None:
    if len(row) < 2 or row[1] is None:  # blank lines and the source note below the table
        return None
    name, bearers = row
    if isinstance(bearers, bool) or not isinstance(bearers, int | float):
        raise _no_count_error(path, location)
    # Excel stores the name TRUE as a boolean and INFINITY as text; str gives the letters.
    return str(name).upper(), int(bearers)


def _no_count_error(path: Path, location: str) -> SourceError:
    return format_error(path, f"{location} has no number of bearers in column B")
