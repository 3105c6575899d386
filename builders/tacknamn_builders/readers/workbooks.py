"""Open Excel workbooks of publishers; every error names the file."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from tacknamn_builders.readers.received_files import damage_error, format_error, name_damaged_file

__all__ = ["open_workbook", "read_sheet"]

_HEADER_ROWS = 20
"""Rows in which the header is looked for, below a heading."""


@contextmanager
def open_workbook(path: Path) -> Iterator[Any]:  # openpyxl's read-only sheets are untyped
    """Open a workbook; it is closed at the end of the block."""
    with name_damaged_file(path), warnings.catch_warnings():
        # Some workbooks lack a default style, which gives a warning of openpyxl.
        warnings.simplefilter("ignore", UserWarning)
        try:
            book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        except (InvalidFileException, KeyError, ParseError, ValueError) as exc:
            raise damage_error(path, exc) from exc
    try:
        yield book
    finally:
        book.close()


def read_sheet(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the named columns of the first sheet as text, below the row that has all their names."""
    with open_workbook(path) as book, name_damaged_file(path):
        numbers: list[int] = []
        for number, row in enumerate(book.worksheets[0].iter_rows(values_only=True), 1):
            cells = ["" if cell is None else str(cell).strip() for cell in row]
            if numbers:
                yield tuple(cells[at] for at in numbers)
            elif all(column in cells for column in columns):
                numbers = [cells.index(column) for column in columns]
            elif number == _HEADER_ROWS:
                break
    if not numbers:
        raise format_error(path, f"no row has the columns {', '.join(columns)}")
