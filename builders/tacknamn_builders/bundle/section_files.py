"""Write the binary sections that :mod:`tacknamn.lexicon.sections` reads."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tacknamn.lexicon.sections import HEADER, LAYOUTS, ORDER, VERSION, locate_columns

__all__ = ["pack_text", "write_section", "write_text_section"]

_TYPES = {"B": "<u1", "I": "<u4", "Q": "<u8", "f": "<f4", "d": "<f8"}


def pack_text(texts: Iterable[str]) -> tuple[npt.NDArray[np.uint32], bytes]:
    """Join texts as UTF-8; return the offset of each text and of the end, and the bytes."""
    packed = [text.encode("utf-8") for text in texts]
    offsets = np.zeros(len(packed) + 1, dtype=np.uint64)
    np.cumsum([len(text) for text in packed], out=offsets[1:])
    if offsets[-1] >= 1 << 32:
        raise ValueError("more than 4 GB of text in one section")
    return offsets.astype(np.uint32), b"".join(packed)


def write_section(
    path: Path, name: str, rows: int, columns: Mapping[str, npt.NDArray[np.generic] | bytes]
) -> None:
    """Write one section; the column ``text`` is bytes, all others are numbers."""
    text = columns.get("text", b"")
    offsets = locate_columns(name, rows, len(text))
    end = max(start + size for start, size in offsets.values())
    with path.open("wb") as file:
        file.write(HEADER.pack(name.encode(), VERSION, ORDER, rows, end))
        for column, (start, size) in offsets.items():
            file.write(bytes(start - file.tell()))
            data = columns[column]
            if not isinstance(data, bytes):
                letter = LAYOUTS[name][column].strip("0123456789+")
                data = np.ascontiguousarray(data).astype(_TYPES[letter]).tobytes()
            if len(data) != size:
                raise ValueError(f"{name}.{column} has {len(data)} bytes instead of {size}")
            file.write(data)


def write_text_section(
    path: Path, name: str, texts: list[str], columns: Mapping[str, npt.NDArray[np.generic]]
) -> None:
    """Write a section with one text for each row, and further columns."""
    offset, text = pack_text(texts)
    write_section(path, name, len(texts), {**columns, "offset": offset, "text": text})
