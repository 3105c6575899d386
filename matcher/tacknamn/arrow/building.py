"""Build Arrow arrays from Python values without ``pyarrow.array``, which imports pandas.

That import takes 40 MB and half a second, in each worker of Spark and in each process of ``-j``.
"""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import pyarrow

__all__ = ["build_lists", "build_numbers", "build_strings"]

_CODES = {pyarrow.int32(): "i", pyarrow.float64(): "d"}
"""The types of numbers, as :mod:`array` names them."""


def build_numbers(values: Iterable[float], type: Any) -> Any:
    """Return an array of numbers, of type ``int32`` or ``float64``."""
    numbers = array(_CODES[type], values)
    return pyarrow.Array.from_buffers(type, len(numbers), [None, pyarrow.py_buffer(numbers)])


def build_strings(texts: Sequence[str | None]) -> Any:
    """Return an array of type ``string``."""
    encoded = [b"" if text is None else text.encode("utf-8") for text in texts]
    offsets = array("i", accumulate(map(len, encoded), initial=0))
    buffers = [
        _pack_validity(texts),
        pyarrow.py_buffer(offsets),
        pyarrow.py_buffer(b"".join(encoded)),
    ]
    return pyarrow.Array.from_buffers(pyarrow.string(), len(texts), buffers)


def build_lists(rows: Sequence[Sequence[Any] | None], elements: Any, type: Any) -> Any:
    """Return an array of lists.

    Args:
        elements: The array of the elements of all rows, of which each takes as many as it has.
    """
    offsets = array("i", accumulate((len(row or ()) for row in rows), initial=0))
    buffers = [_pack_validity(rows), pyarrow.py_buffer(offsets)]
    return pyarrow.Array.from_buffers(type, len(rows), buffers, children=[elements])


def _pack_validity(values: Sequence[object]) -> Any:
    """Return the bit mask of what is not None, the first value in the lowest bit."""
    if None not in values:
        return None
    bits = "".join("0" if value is None else "1" for value in reversed(values))
    return pyarrow.py_buffer(int(bits, 2).to_bytes((len(bits) + 7) // 8, "little"))
