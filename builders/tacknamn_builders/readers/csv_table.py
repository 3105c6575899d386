"""Read any table of names, described in the source table: a new source needs no code.

The ``options`` of a source have one table for each file::

    options = { tables = [
      { file = "women.csv", form = "navn", count = "antal", label = "firstname_female" },
      { file = "towns.csv", form = 1, count = 3, label = "city", parent = 2, delimiter = ";" },
    ] }

========== =====================================================================================
file        the file, as in ``raw/``
form        the column of the name: its title, or its number from 1 in a file without header
label       the label of all rows, or with ``labels`` the column that has it
labels      what the values of that column mean: ``{ K = "firstname_female" }``; other rows are
            left out
count       the column of the count; without it there are no counts
kind        what a count counts (default ``bearers``; ``inhabitants`` for places)
parent      the column of the region or town
country     two capitals
capitals    true if the names are in capitals: *ANNE* becomes *Anne*
least       the least count of a row that is read
delimiter   between columns, ``,`` if not given; encoding: ``utf-8-sig`` if not given
========== =====================================================================================

Of names of persons, what cannot be one (a number, an address) is left out.
"""

import codecs
import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.readers.received_files import find_file, format_error, name_damaged_file
from tacknamn_builders.records import Entry

__all__ = ["read"]

Column = str | int
_COUNTRY = re.compile(r"[A-Z]{2}")
_PERSONS = (
    Label.FIRSTNAME_FEMALE,
    Label.FIRSTNAME_MALE,
    Label.FIRSTNAME_UNKNOWN,
    Label.SURNAME,
)
_PLACES = (Label.CITY, Label.REGION, Label.AREA, Label.COUNTRY, Label.PLACE, Label.GEO)


@dataclass(frozen=True, slots=True)
class CsvTable:
    """How one file is read; the module's docstring explains each field."""

    file: str
    form: Column
    label: Column
    country: str
    labels: Mapping[str, str] = field(default_factory=dict)
    count: Column = ""
    kind: str = ""
    parent: Column = ""
    capitals: bool = False
    least: int = 0
    delimiter: str = ","
    encoding: str = "utf-8-sig"

    @property
    def columns(self) -> dict[str, Column]:
        """The columns that are read, by what they mean."""
        columns = {"form": self.form, "count": self.count, "parent": self.parent}
        if self.labels:
            columns["label"] = self.label
        return {name: column for name, column in columns.items() if column != ""}


def read(folder: Path, tables: Sequence[Mapping[str, Any]]) -> Iterator[Entry]:
    """Yield the rows of all tables."""
    for options in tables:
        yield from _read_table(folder, _parse_table(options))


def _parse_table(options: Mapping[str, Any]) -> CsvTable:
    try:
        table = CsvTable(**options)
        _check_texts(table)
        if not isinstance(table.labels, Mapping) or type(table.least) is not int:
            raise TypeError("labels must be a table, and least a whole number")
        codecs.lookup(table.encoding)
        if len(table.delimiter) != 1:
            raise ValueError("delimiter must be one character")
        if any(type(column) is int and column < 1 for column in table.columns.values()):
            raise ValueError("columns have numbers from 1")
        kinds = {column: type(column) for column in table.columns.values()}
        if not set(kinds.values()) <= {str, int} or len(set(kinds.values())) > 1:
            raise TypeError("name all columns by their titles, or all by their numbers from 1")
        for label in table.labels.values() if table.labels else (table.label,):
            Label(str(label))
        Kind(table.kind or Kind.NONE)
    except (LookupError, TypeError, ValueError) as exc:
        raise SourceError(f"options of the reader csv_table: {exc}") from exc
    return table


def _check_texts(table: CsvTable) -> None:
    for name in ("file", "country", "kind", "delimiter", "encoding"):
        if not isinstance(getattr(table, name), str):
            raise TypeError(f"{name} must be text in quotes")
    if PureWindowsPath(table.file).name != table.file or not table.file.strip("."):
        raise ValueError("file must be the name of a file in raw/, without folders")
    if not _COUNTRY.fullmatch(table.country):
        raise ValueError("country must be two capitals")


def _read_table(folder: Path, table: CsvTable) -> Iterator[Entry]:
    path = find_file(folder, table.file)
    with name_damaged_file(path), path.open(encoding=table.encoding, newline="") as file:
        rows = csv.reader(file, delimiter=table.delimiter)
        places = _find_columns(path, rows, table.columns)
        for row in rows:
            if any(row):
                yield from _make_entry(table, _pick(path, rows.line_num, row, places), path, rows)


def _find_columns(
    path: Path, rows: Iterator[list[str]], columns: Mapping[str, Column]
) -> dict[str, int]:
    """Return where each column is. Titles are looked up in the header."""
    if all(isinstance(column, int) for column in columns.values()):
        return {name: int(column) - 1 for name, column in columns.items()}
    header = [title.strip() for title in next(rows, [])]
    missing = [str(column) for column in columns.values() if column not in header]
    if missing:
        there = ", ".join(header) or "no header"
        raise format_error(path, f"the column {', '.join(missing)} is missing; it has {there}")
    return {name: header.index(str(column)) for name, column in columns.items()}


def _pick(path: Path, line: int, row: Sequence[str], places: Mapping[str, int]) -> dict[str, str]:
    try:
        return {name: row[place].strip() for name, place in places.items()}
    except IndexError:
        raise format_error(path, f"line {line} has {len(row)} fields") from None


def _make_entry(table: CsvTable, row: Mapping[str, str], path: Path, rows: Any) -> Iterator[Entry]:
    """Yield the entry of a row, unless it is left out."""
    named = table.labels.get(row["label"]) if table.labels else str(table.label)
    if named is None or not row["form"]:
        return
    label = Label(named)
    count = _parse_count(path, rows.line_num, row.get("count", ""))
    if count >= table.least:
        usual = Kind.INHABITANTS if label in _PLACES else Kind.BEARERS
        kind = Kind(table.kind) if table.kind else usual
        form = _restore(label)(row["form"]) if table.capitals else row["form"]
        if label in _PERSONS and not is_name(form):
            return
        yield Entry(
            form,
            label,
            count,
            kind if "count" in row else Kind.NONE,
            table.country,
            parent=row.get("parent", ""),
        )


def _parse_count(path: Path, line: int, text: str) -> float:
    if not text:
        return 0.0
    if not text.isdecimal():
        raise format_error(path, f"line {line}: the count is not a whole number")
    return float(text)


def _restore(label: Label) -> Callable[[str], str]:
    return restore_surname if label is Label.SURNAME else restore_first_name
