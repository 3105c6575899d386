"""Write the binary sections that :mod:`tacknamn.lexicon.sections` reads, from numpy's columns."""

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tacknamn.lexicon.sections import LAYOUTS
from tacknamn.lexicon.writing import section_data

__all__ = ["write_section", "write_text_section"]

_TYPES = {"B": "<u1", "I": "<u4", "Q": "<u8", "f": "<f4", "d": "<f8"}

Data: TypeAlias = "npt.NDArray[np.generic] | array[Any] | bytes"


def write_section(path: Path, name: str, rows: int, columns: Mapping[str, Data]) -> None:
    """Write one section; columns of numpy are converted to the types of the layout."""
    converted = {
        column: _convert(data, LAYOUTS[name][column]) if isinstance(data, np.ndarray) else data
        for column, data in columns.items()
    }
    section_data.write_section(path, name, rows, converted)


def _convert(data: npt.NDArray[np.generic], code: str) -> bytes:
    letter = code.strip("0123456789+")
    return np.ascontiguousarray(data).astype(_TYPES[letter]).tobytes()


def write_text_section(
    path: Path, name: str, texts: list[str], columns: Mapping[str, npt.NDArray[np.generic]]
) -> None:
    """Write a section with one text for each row, and further columns."""
    offset, text = section_data.pack_texts(texts)
    write_section(path, name, len(texts), {**columns, "offset": offset, "text": text})
