"""Open Excel workbooks of publishers; every error names the file."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from tacknamn_builders.readers.received_files import damage_error, format_error, name_damaged_file

__all__ = ["open_workbook", "read_sheet"]

_DAMAGE = (InvalidFileException, LookupError, SyntaxError, TypeError, ValueError)
"""What openpyxl raises for missing parts, unknown encodings, damaged XML and impossible cells. Errors of both
parsers that it uses, lxml where it is installed, are SyntaxErrors."""
_HEADER_ROWS = 20
"""Rows in which the header is looked for, below a heading."""


@contextmanager
def open_workbook(path: Path) -> Iterator[Any]:  # openpyxl's read-only sheets are untyped
    """Open a workbook; it is closed at the end of the block."""
    with _name_damaged_workbook(path), warnings.catch_warnings():
        # Some workbooks lack a default style, which gives a warning of openpyxl.
        warnings.simplefilter("ignore", UserWarning)
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    try:
        yield book
    finally:
        book.close()


def read_rows(path: Path, sheet: Any, **bounds: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a sheet; ``bounds`` are those of openpyxl, such as ``min_row``."""
    rows = sheet.iter_rows(values_only=True, **bounds)
    while True:
        with _name_damaged_workbook(path):
            row = next(rows, None)
        if row is None:
            return
        yield row


def read_sheet(path: Path, columns: Sequence[str], name: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the named columns of a sheet as text, below the row that has all their names.

    Without a ``name``, it is the first sheet."""
    with open_workbook(path) as book:
        if name and name not in book.sheetnames:
            raise format_error(
                path, f"sheet {name} is missing; it has {', '.join(book.sheetnames)}"
            )
        numbers: list[int] = []
        for sheet in [book[name]] if name else book.worksheets[:1]:
            for number, row in enumerate(read_rows(path, sheet), 1):
                cells = ["" if cell is None else str(cell).strip() for cell in row]
                if numbers:
                    yield tuple(cells[at] for at in numbers)
                elif all(column in cells for column in columns):
                    numbers = [cells.index(column) for column in columns]
                elif number == _HEADER_ROWS:
                    break
    if not numbers:
        raise format_error(path, f"no row has the columns {', '.join(columns)}")


@contextmanager
def _name_damaged_workbook(path: Path) -> Iterator[None]:
    """Turn the errors of openpyxl, which are of many kinds, into SourceErrors that name the file."""
    try:
        with name_damaged_file(path):
            yield
    except OSError as exc:
        if exc.errno is not None:
            raise
        raise damage_error(path, exc) from exc  # openpyxl found no workbook
    except _DAMAGE as exc:
        raise damage_error(path, exc) from exc
