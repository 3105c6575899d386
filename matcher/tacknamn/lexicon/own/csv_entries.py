"""Read entries of one's own from a file.

A CSV file has a header with the columns of :data:`tacknamn.lexicon.own.entries.COLUMNS`, in any
order; other columns are ignored. Fields are separated by commas, semicolons or tabs. A file whose
name ends in ``.txt`` has one form on each line. Both are UTF-8. A file is untrusted input: each
error names the file and the line.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error
from tacknamn.lexicon.own.entries import COLUMNS, WEIGHT, OwnEntries
from tacknamn.support.special_files import refuse_special_file

__all__ = ["read_entry_file"]

_DELIMITERS = ",;\t"


def read_entry_file(path: Path, into: OwnEntries) -> None:
    """Add the entries of a CSV file, or of a file with one form on each line."""
    refuse_special_file(path)
    number, before = 1, len(into)
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            is_text = path.suffix.lower() == ".txt"
            rows = _read_lines(file) if is_text else _read_rows(file, bool(into.label))
            for number, row, stray in rows:  # noqa: B007 - the number is for messages
                if stray:
                    raise InputError(
                        f"a value in column {stray}, which the first line does not name; name it "
                        f"(ours are {', '.join(COLUMNS)}), or put a cell with a delimiter in quotes"
                    )
                into.add(*row)
    except InputError as exc:
        raise InputError(f"{path}, line {number}: {exc}") from exc
    except csv.Error as exc:
        raise InputError(f"{path}, line {number + 1}: not CSV ({exc}); check its quotes") from exc
    except UnicodeDecodeError as exc:
        raise InputError(
            f"{path}{_find_bad_line(path)}: not UTF-8; save the file as UTF-8"
        ) from exc
    except (OSError, ValueError) as exc:  # ValueError: a NUL in the name
        reason = describe_os_error(exc) if isinstance(exc, OSError) else "not a name of a file"
        raise InputError(f"{path}: {reason}") from exc
    if len(into) == before:
        raise InputError(f"{path}: no entries; write one on each line")


_Row = tuple[int, tuple[str | None, ...], int]
"""Line, values of :data:`COLUMNS`, and the first column with a value but without a name; 0 if none."""


def _read_lines(lines: Iterable[str]) -> Iterator[_Row]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, (line.rstrip("\r\n"), None, None, None, None), 0


def _read_rows(lines: Iterable[str], has_label: bool) -> Iterator[_Row]:
    lines = iter(lines)
    head = next(lines, "")
    delimiter = max(_DELIMITERS, key=head.count)
    names = next(csv.reader([head], delimiter=delimiter), [])
    places = _find_columns(names, has_label)
    unnamed = [place for place, name in enumerate(names) if not name.strip()]
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    width = max(place for place in places if place is not None) + 1
    for row in reader:
        if any(row):
            stray = 0
            if len(row) > len(names) or unnamed:
                stray = _find_stray(row, [*unnamed, *range(len(names), len(row))])
            row += [""] * (width - len(row))
            yield (
                reader.line_num + 1,
                tuple(None if place is None else row[place] for place in places),
                stray,
            )


def _find_stray(row: list[str], unnamed: Iterable[int]) -> int:
    """Return the first column without a name that has a value; spreadsheets leave empty ones."""
    stray = (place + 1 for place in unnamed if place < len(row) and row[place].strip())
    return next(stray, 0)


def _find_columns(head: list[str], has_label: bool) -> list[int | None]:
    """Return where each of our columns is."""
    names = [name.strip().lower() for name in head]
    needed = ["form"] if has_label else ["form", "label"]
    missing = [name for name in needed if name not in names]
    if missing:
        what = "column {} is" if len(missing) == 1 else "columns {} are"
        raise InputError(
            f"the {what.format(' and '.join(missing))} missing; the first line must name the "
            f"columns: {', '.join(COLUMNS)}"
        )
    twice = [name for name in COLUMNS if names.count(name) > 1]
    if twice:
        raise InputError(f"the column {twice[0]} is there twice; rename one of them")
    places = {name: number for number, name in enumerate(names)}
    places.setdefault("count", places.get(WEIGHT, -1))
    return [place if (place := places.get(name, -1)) >= 0 else None for name in COLUMNS]


def _find_bad_line(path: Path) -> str:
    """Return the first line that is not UTF-8, for a message."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError:
                return f", line {number}"
    return ""
