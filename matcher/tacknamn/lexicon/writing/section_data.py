"""Put the columns of a section together, as :mod:`tacknamn.lexicon.sections` reads them."""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tacknamn.errors import Error
from tacknamn.lexicon.sections import HEADER, ORDER, VERSION, locate_columns

__all__ = ["MOST_TEXT", "Columns", "join_section", "pack_texts", "write_section"]

Columns = Mapping[str, "bytes | array[Any]"]
"""The numbers of each column in the type that :data:`tacknamn.lexicon.sections.LAYOUTS` names; the
column ``text`` is bytes."""
MOST_TEXT = 1 << 32
"""Bytes of text in one section: offsets have 32 bits."""


def pack_texts(texts: Iterable[str]) -> tuple["array[int]", bytes]:
    """Join texts as UTF-8; return the offset of each text and of the end, and the bytes.

    >>> pack_texts(["å", "b"])
    (array('I', [0, 2, 3]), b'\\xc3\\xa5b')
    """
    packed = [text.encode("utf-8") for text in texts]
    offsets, end = array("I", [0]), 0
    for text in packed:
        end += len(text)
        if end >= MOST_TEXT:
            raise Error("more than 4 GB of text in one section; divide the list")
        offsets.append(end)
    return offsets, b"".join(packed)


def join_section(name: str, rows: int, columns: Columns) -> bytes:
    """Return a section as bytes."""
    return b"".join(_list_parts(name, rows, columns))


def write_section(path: Path, name: str, rows: int, columns: Columns) -> None:
    """Write a section to a file."""
    with path.open("wb") as file:
        file.writelines(_list_parts(name, rows, columns))


def _list_parts(name: str, rows: int, columns: Columns) -> Iterator[bytes]:
    """Yield the header and the columns, each after zeros up to its start."""
    places = locate_columns(name, rows, len(columns.get("text", b"")))
    end = max(start + size for start, size in places.values())
    yield HEADER.pack(name.encode(), VERSION, ORDER, rows, end)
    written = HEADER.size
    for column, (start, size) in places.items():
        data = bytes(columns[column])
        if len(data) != size:
            raise ValueError(f"{name}.{column} has {len(data)} bytes instead of {size}")
        yield bytes(start - written) + data
        written = start + size
