"""The binary files of a bundle: one header, then columns, all little-endian.

Every section begins with 32 bytes: the first 8 letters of its name, the version of its
layout (u32), the number :data:`ORDER` (u32, which reads differently on a machine of the
other byte order), its number of rows (u64) and the size of the whole file (u64). The columns
follow, each starting at a multiple of 8 bytes, in the order that :data:`LAYOUTS` gives.

``entries``  one row per sense of a form, ordered by form, then by expected mentions
``forms``    one row per folded form, in code point order, and the forms' UTF-8 text
``strings``  display forms, countries, parents and thing keys as UTF-8 text
``words``    ordinary words in code point order: how common each is, and what it is
``inflections``  inflected forms of entries, in code point order, with base and affixes
``table``    the scanner's hash table (see :mod:`tacknamn.lexicon.hash_table`)
``singles``  what the scanner asks of a word before it looks into the table
``pairs``    the same of a word and the next one
``near``     forms that misspelt words are compared with (see :mod:`tacknamn.lexicon.near_table`)
``deletions``  which of them leave a string when letters are taken out

A column that points into text has one number more than there are rows: row ``i`` is the
text from ``offset[i]`` to ``offset[i + 1]``.
"""

import mmap
import os
import struct
import weakref
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from tacknamn.errors import BundleError

try:
    from tacknamn import _near
except ImportError:  # nothing was compiled at install time
    _near = None  # type: ignore[assignment]
try:
    from tacknamn import _read
except ImportError:  # the same, or a system that cannot read at a place
    _read = None  # type: ignore[assignment]

__all__ = [
    "HEADER",
    "LAYOUTS",
    "ORDER",
    "VERSION",
    "Column",
    "FileColumn",
    "Section",
    "SortedTexts",
    "locate_columns",
]

HEADER = struct.Struct("<8sIIQQ")
ORDER = 0x01020304
VERSION = 1

LAYOUTS = MappingProxyType(
    {
        "entries": {
            "form": "I",  # row of `forms`
            "display": "I",  # row of `strings`: the form as people write it
            "parent": "I",  # row of `strings`
            "thing": "I",  # row of `strings`: names of one thing share it; 0 where unknown
            "country": "I",  # row of `strings`
            "sources": "Q",  # bit n: the n-th source of the manifest
            "count": "d",
            "mentions": "f",
            "label": "B",  # place in tacknamn.labels.LABELS
            "kind": "B",  # place in tacknamn.labels.Kind
            "main": "B",  # 1 for a thing's main name
        },
        "forms": {
            "entry": "I+",  # first row of `entries`
            "offset": "I+",
            "zipf_sv": "B",  # 25 x log10 of the word's frequency per billion words, 0 unknown
            "zipf_en": "B",
            "pos": "B",  # parts of speech, see tacknamn_builders.merging.words
            "ambiguous": "B",  # 1 when curation lists it as an ordinary word
            "labels": "I",  # bit n: one of its senses has the n-th label
            "ordinary": "f",  # uses as an ordinary word in a billion words
            "common": "B",  # 1 when it is found only where something says that it is a name
            "weight": "B",  # 8 x log2 of the mentions of its likeliest sense
            "text": "text",
        },
        "strings": {"offset": "I+", "text": "text"},
        "words": {"offset": "I+", "zipf_sv": "B", "zipf_en": "B", "pos": "B", "text": "text"},
        "inflections": {
            "offset": "I+",
            "base": "I",  # row of `forms`
            "affixes": "B",  # 1 genitive, 2 definite, 4 plural
            "text": "text",
        },
        "table": {"bucket": "16I"},  # 8 fingerprints, 8 values
        "singles": {"bits": "Q"},
        "pairs": {"bits": "Q"},
        "near": {
            "offset": "I+",
            "entry": "I",  # row of `forms`, or that it is an ordinary word
            "outline": "I",  # which letters it has and how many
            "weight": "B",  # 8 x log2 of its uses
            "text": "text",
        },
        "deletions": {"offset": "I+", "text": "text"},  # the text is 32-bit numbers
    }
)

_SIZES = {"B": 1, "I": 4, "f": 4, "Q": 8, "d": 8}


def locate_columns(name: str, rows: int, text: int = 0) -> dict[str, tuple[int, int]]:
    """Where each column of a section begins and how many bytes it has.

    >>> column_places("strings", 2, 5)
    {'offset': (32, 12), 'text': (48, 5)}
    """
    places = {}
    start = HEADER.size
    for column, code in LAYOUTS[name].items():
        size = text if code == "text" else _measure_column(code, rows)
        places[column] = (start, size)
        start += size + -size % 8
    return places


def _measure_column(code: str, rows: int) -> int:
    repeat, letter, one_more = _parse_code(code)
    return (rows * repeat + one_more) * _SIZES[letter]


def _parse_code(code: str) -> tuple[int, str, bool]:
    """Split ``16I`` or ``I+`` into numbers per row, type, and whether one number follows."""
    letter = code.strip("0123456789+")
    return int(code.partition(letter)[0] or 1), letter, code.endswith("+")


class Column(Protocol):
    """Numbers of a column, or its bytes: what of a ``memoryview`` is used of one."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...


class _FileHandle:
    """An open file, closed when nobody needs it any more."""

    __slots__ = ("__weakref__", "number")

    def __init__(self, number: int) -> None:
        self.number = os.dup(number)
        weakref.finalize(self, os.close, self.number)


class FileColumn:
    """A part of a file that is read where it is asked for, and not mapped.

    Of a mapped file the system counts pages by the megabyte that were looked at once, and of
    some sections a row here and there is looked at. Reading one costs half a microsecond. The
    compiled twin (native/read.c) spares what Python takes besides."""

    __slots__ = ("_code", "_file", "_number", "_rows", "_size", "_start", "_unpack")

    def __init__(self, file: _FileHandle, start: int, size: int, code: str = "B") -> None:
        self._file, self._start, self._code = file, start, code
        self._number = file.number
        self._size = _SIZES[code]
        self._rows = size // self._size
        self._unpack = struct.Struct(f"={code}").unpack

    @property
    def place(self) -> tuple[int, int, int]:
        """Descriptor of the file, first byte and bytes: for compiled code."""
        return self._number, self._start, self._rows * self._size

    def __len__(self) -> int:
        return self._rows

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            begin, end, _ = at.indices(self._rows)
            found = self._bytes(begin, max(0, end - begin))
            return found if self._size == 1 else array(self._code, found).tolist()
        if not -self._rows <= at < self._rows:
            raise IndexError(at)
        return self._unpack(self._bytes(at % self._rows, 1))[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self[:])

    def __bytes__(self) -> bytes:
        return self._bytes(0, self._rows)

    def _bytes(self, begin: int, rows: int) -> bytes:
        size = rows * self._size
        found = os.pread(self._number, size, self._start + begin * self._size)
        if len(found) != size:  # somebody cut the file off meanwhile
            raise IndexError(begin)
        return found

    def part(self, start: int, size: int, code: str) -> "FileColumn":
        """A part of it, as a column of these numbers."""
        return FileColumn(self._file, self._start + start, size, code)


_READ_SECTIONS = (
    frozenset(("entries", "strings", "near", "deletions"))
    if hasattr(os, "pread")
    else frozenset[str]()
)
"""Sections that are read; the others are searched all over for every text, and mapped."""


class Section:
    """One section of a bundle, mapped into memory and read in place, or read row by row."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self._name = name
        self._columns: dict[str, memoryview[Any]] = {}
        with path.open("rb") as file:
            head = file.read(HEADER.size)
            size = os.fstat(file.fileno()).st_size
            self.rows = self._check(head, size)
            self._whole: Column
            if name in _READ_SECTIONS:
                read = FileColumn if _read is None else _read.Read
                self._whole = read(_FileHandle(file.fileno()), 0, size)
            else:
                self._whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        self._places = self._measure()
        self._check_end()

    def _check(self, head: bytes, size: int) -> int:
        if len(head) < HEADER.size:
            raise _make_section_error(self.path, "it is truncated")
        magic, version, order, rows, stated = HEADER.unpack(head)
        if magic.rstrip(b"\0") != self._name.encode()[:8]:
            raise _make_section_error(self.path, "it is no such section")
        if order != ORDER:
            raise _make_section_error(self.path, "it was made for another byte order")
        if version != VERSION:
            raise _make_section_error(self.path, f"its layout is version {version}, not {VERSION}")
        if stated != size or rows > size:
            raise _make_section_error(
                self.path, f"it has {size:,} bytes and should have {stated:,}"
            )
        return int(rows)

    def _measure(self) -> dict[str, tuple[int, int]]:
        places = locate_columns(self._name, self.rows)
        end = max(start + size for start, size in places.values())
        if "text" in places:
            start = places["text"][0]
            places["text"] = (start, len(self._whole) - start)
        if end > len(self._whole):
            raise _make_section_error(self.path, "it is too short for its rows")
        return places

    def _check_end(self) -> None:
        """Columns and text fill the file: one made for other columns would be misread."""
        end = max(start + size for start, size in self._places.values())
        if "text" in self._places:
            end = self._places["text"][0] + self.column("offset")[self.rows]
        if end != len(self._whole):
            raise _make_section_error(
                self.path, "its columns do not fill it; it may be of another version"
            )

    def column(self, name: str) -> "memoryview[Any]":
        """One column, as numbers: whole ones but for counts and mentions."""
        column = self._columns.get(name)
        if column is None:
            start, size = self._places[name]
            column = self._part(start, size, _parse_code(LAYOUTS[self._name][name])[1])
            self._columns[name] = column
        return column

    def data(self, name: str) -> memoryview:
        """One column as bytes."""
        return self._part(*self._places[name], "B")

    def _part(self, start: int, size: int, code: str) -> "memoryview[Any]":
        whole: Any = self._whole
        is_mapped = isinstance(whole, memoryview)
        part: Any = whole[start : start + size] if is_mapped else whole.part(start, size, code)
        column: memoryview[Any] = part.cast(code) if is_mapped else part  # which does as much
        return column

    def text(self, row: int) -> str:
        """The text of one row."""
        start, size = self._places["text"]
        begin, end = self.column("offset")[row : row + 2] if row < self.rows else (0, -1)
        if not begin <= end <= size:
            raise _make_section_error(self.path, f"row {row} points outside it")
        try:
            return str(self._whole[start + begin : start + end], "utf-8")
        except UnicodeDecodeError as exc:
            raise _make_section_error(self.path, f"row {row} is no text") from exc


class SortedTexts:
    """The sorted texts of a section, searched by bisection in their bytes.

    UTF-8 sorts as code points do, so that nothing is decoded on the way."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._offset = section.column("offset")
        self._data = section.data("text")
        self._compiled = None if _near is None else _near.Words(self._offset, self._data)

    def __len__(self) -> int:
        return self._section.rows

    def __contains__(self, text: str) -> bool:
        return self.find(text) is not None

    def find(self, text: str) -> int | None:
        """The row of ``text``, if it is there."""
        row = None if self._compiled is None else self._compiled.row(text)
        if row is not None:
            return row if row >= 0 else None
        wanted = text.encode("utf-8", "surrogatepass")
        row = self._first(wanted)
        return row if row < len(self) and self._bytes(row) == wanted else None

    def beginning_with(self, prefix: str) -> range:
        """The rows of all texts that begin with ``prefix``."""
        wanted = prefix.encode("utf-8", "surrogatepass")
        return range(self._first(wanted), self._first(wanted + b"\xff"))

    def _first(self, wanted: bytes) -> int:
        """The first row that does not sort before ``wanted``."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._bytes(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low

    def _bytes(self, row: int) -> bytes:
        return bytes(self._data[self._offset[row] : self._offset[row + 1]])


def _make_section_error(path: Path, problem: str) -> BundleError:
    return BundleError(f"{path}: {problem}; build the bundle anew with `tacknamn-build compile`")
