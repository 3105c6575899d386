"""Columns whose rows are read from their file when needed, instead of being mapped.

If a process looks at one row of a mapped file, the system counts about a megabyte of memory for
it. From some sections only a few scattered rows are needed, so these rows are read instead, which
takes half a microsecond each. The compiled twin (native/read.c) avoids the overhead of Python.
"""

import os
import struct
import weakref
from array import array
from collections.abc import Iterator
from typing import Any

__all__ = ["NUMBER_SIZES", "FileColumn", "FileHandle"]

NUMBER_SIZES = {"B": 1, "I": 4, "f": 4, "Q": 8, "d": 8}
"""Bytes of each type of number, by its code in :mod:`struct`."""


class FileHandle:
    """An open file, closed when the last column that reads it is gone."""

    __slots__ = ("__weakref__", "number")

    def __init__(self, number: int) -> None:
        self.number = os.dup(number)
        weakref.finalize(self, os.close, self.number)


class FileColumn:
    """A part of a file as a column of numbers."""

    __slots__ = ("_code", "_file", "_number", "_rows", "_size", "_start", "_unpack")

    def __init__(self, file: FileHandle, start: int, size: int, code: str = "B") -> None:
        self._file, self._start, self._code = file, start, code
        self._number = file.number
        self._size = NUMBER_SIZES[code]
        self._rows = size // self._size
        self._unpack = struct.Struct(f"={code}").unpack

    @property
    def place(self) -> tuple[int, int, int]:
        """Descriptor of the file, first byte and number of bytes, for compiled code."""
        return self._number, self._start, self._rows * self._size

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            begin, end, _ = at.indices(self._rows)
            data = self._read(begin, max(0, end - begin))
            return data if self._size == 1 else array(self._code, data).tolist()
        if not -self._rows <= at < self._rows:
            raise IndexError(at)
        return self._unpack(self._read(at % self._rows, 1))[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def __bytes__(self) -> bytes:
        return self._read(0, self._rows)

    def _read(self, begin: int, rows: int) -> bytes:
        size = rows * self._size
        data = os.pread(self._number, size, self._start + begin * self._size)
        if len(data) != size:  # the file was truncated after it was opened
            raise IndexError(begin)
        return data

    def part(self, start: int, size: int, code: str) -> "FileColumn":
        """Return a part of it as a column of another type of number."""
        return FileColumn(self._file, self._start + start, size, code)
