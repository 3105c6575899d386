"""The binary files of a bundle: one header, then columns, all little-endian.

Every section begins with 32 bytes: the first 8 letters of its name, the version of its layout
(u32), the number :data:`ORDER` (u32; a machine with the other byte order reads another number),
the number of rows (u64) and the size of the whole file (u64). The columns follow, each starting
at a multiple of 8 bytes, in the order of :data:`LAYOUTS`.

``entries``      one row per candidate of a form, sorted by form, then by expected mentions
``forms``        one row per folded form, in code point order, with the form's UTF-8 text
``strings``      display forms, countries, parents and entity keys as UTF-8 text
``words``        ordinary words in code point order: how common each is, and its parts of speech
``inflections``  inflected forms of entries, in code point order, with base and affixes
``misspelt``     forms that are likely misspellings of frequent words, in code point order
``ranks``        the most mentioned forms of each range (see :mod:`tacknamn.lexicon.ranks`)
``table``        the scanner's hash table (see :mod:`tacknamn.lexicon.hash_table`)
``singles``      the filter that rules out most words before the scanner looks them up in the table
``pairs``        the same for a word and the next one
``near``         forms that misspelt words are compared with (:mod:`tacknamn.lexicon.near_table`)
``deletions``    which of these forms leave a given string when letters are deleted

A column of offsets into text has one number more than there are rows: row ``i`` is the text
from ``offset[i]`` to ``offset[i + 1]``.
"""

import mmap
import os
import struct
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from tacknamn.errors import BundleError
from tacknamn.lexicon.file_column import NUMBER_SIZES, FileColumn, FileHandle
from tacknamn.support import compiled

__all__ = [
    "HEADER",
    "LAYOUTS",
    "ORDER",
    "VERSION",
    "WEIGHT_STEPS",
    "ZIPF_STEPS",
    "Column",
    "Section",
    "SortedTexts",
    "locate_columns",
]

HEADER = struct.Struct("<8sIIQQ")
ORDER = 0x01020304
VERSION = 1
WEIGHT_STEPS = 8
"""Steps per doubling of a weight, so that a billion fits into a byte."""
ZIPF_STEPS = 25
"""Steps per unit of log frequency, so that the commonest word (7.6) fits into a byte."""

LAYOUTS = MappingProxyType(
    {
        "entries": {
            "form": "I",  # row of `forms`
            "display": "I",  # row of `strings`: the form as it is usually written
            "parent": "I",  # row of `strings`
            "thing": "I",  # row of `strings`: names of one entity share it; 0 if unknown
            "country": "I",  # row of `strings`
            "sources": "Q",  # bit n: the n-th source of the manifest
            "count": "d",
            "mentions": "f",
            "label": "B",  # index in tacknamn.labels.LABELS
            "kind": "B",  # index in tacknamn.labels.Kind
            "main": "B",  # 1 for an entity's main name
        },
        "forms": {
            "entry": "I+",  # first row of `entries`
            "offset": "I+",
            "zipf_sv": "B",  # 25 x log10 of the word's frequency per billion words, 0 if unknown
            "zipf_en": "B",
            "pos": "B",  # parts of speech, see tacknamn_builders.merging.words
            "ambiguous": "B",  # 1 if curation lists it as an ordinary word
            "labels": "I",  # bit n: one of its candidates has the n-th label
            "likely": "I",  # the same for labels of some probability (lexicon.label_shares)
            "ordinary": "f",  # uses as an ordinary word per billion words
            "common": "B",  # 1 if it counts only where the text shows that it is a name
            "weight": "B",  # 8 x log2 of the mentions of its likeliest candidate
            "text": "text",
        },
        "strings": {"offset": "I+", "text": "text"},
        "words": {
            "offset": "I+",
            "zipf_sv": "B",
            "zipf_en": "B",
            "pos": "B",
            "english": "B",  # parts of speech in English, see tacknamn.lexicon.lexicon
            "text": "text",
        },
        "inflections": {
            "offset": "I+",
            "base": "I",  # row of `forms`
            "affixes": "B",  # 1 genitive, 2 definite, 4 plural
            "text": "text",
        },
        "misspelt": {
            "offset": "I+",
            "sv": "B",  # 8 x log2 of its uses for Swedish words, per billion words
            "en": "B",
            "text": "text",
        },
        "ranks": {"maximum": "f"},  # mentions of the most mentioned form of a node
        "table": {"bucket": "16I"},  # 8 fingerprints, 8 values
        "singles": {"bits": "Q"},
        "pairs": {"bits": "Q"},
        "near": {
            "offset": "I+",
            "entry": "I",  # row of `forms`, or a mark that it is an ordinary word
            "outline": "I",  # which letters it has and how many
            "weight": "B",  # 8 x log2 of its uses
            "text": "text",
        },
        "deletions": {"offset": "I+", "text": "text"},  # the text consists of 32-bit numbers
    }
)


def locate_columns(name: str, rows: int, text: int = 0) -> dict[str, tuple[int, int]]:
    """Return start and size in bytes of each column of a section.

    >>> locate_columns("strings", 2, 5)
    {'offset': (32, 12), 'text': (48, 5)}
    """
    bounds = {}
    start = HEADER.size
    for column, code in LAYOUTS[name].items():
        size = text if code == "text" else _measure_numbers(code, rows)
        bounds[column] = (start, size)
        start += size + -size % 8
    return bounds


def _measure_numbers(code: str, rows: int) -> int:
    repeat, letter, one_more = _parse_code(code)
    return (rows * repeat + one_more) * NUMBER_SIZES[letter]


def _parse_code(code: str) -> tuple[int, str, bool]:
    """Split ``16I`` or ``I+`` into numbers per row, type, and whether there is one number more."""
    letter = code.strip("0123456789+")
    return int(code.partition(letter)[0] or 1), letter, code.endswith("+")


class Column(Protocol):
    """Numbers or bytes of a column: a ``memoryview``, or a :class:`FileColumn`."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: Any, /) -> Any: ...


_READ_SECTIONS = (
    frozenset(("entries", "strings", "near", "deletions"))
    if hasattr(os, "pread")
    else frozenset[str]()
)
"""Sections whose rows are read; texts search all over the others, which are mapped."""


class Section:
    """One section of a bundle: mapped into memory, read row by row, or made in memory."""

    def __init__(self, path: Path, name: str, data: bytes | None = None) -> None:
        """Open a section.

        Args:
            path: Its file, or the name of what is in memory, for messages.
            data: Its bytes, if it is in memory.
        """
        self.path = path
        self._name = name
        self._columns: dict[str, memoryview[Any]] = {}
        self._whole: Column
        if data is None:
            self._open_file()
        else:
            self.rows = self._check(data[: HEADER.size], len(data))
            self._whole = memoryview(data)
        self._bounds = self._measure()
        self._check_end()

    def _open_file(self) -> None:
        with self.path.open("rb") as file:
            head = file.read(HEADER.size)
            size = os.fstat(file.fileno()).st_size
            self.rows = self._check(head, size)
            if self._name in _READ_SECTIONS:
                read = FileColumn if compiled.read is None else compiled.read.Read
                self._whole = read(FileHandle(file.fileno()), 0, size)
            else:
                self._whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def _check(self, head: bytes, size: int) -> int:
        if len(head) < HEADER.size:
            raise _make_section_error(self.path, "it is truncated")
        magic, version, order, rows, stated = HEADER.unpack(head)
        if magic.rstrip(b"\0") != self._name.encode()[:8]:
            raise _make_section_error(self.path, "it has the content of another section")
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
        bounds = locate_columns(self._name, self.rows)
        end = max(start + size for start, size in bounds.values())
        if "text" in bounds:
            start = bounds["text"][0]
            bounds["text"] = (start, len(self._whole) - start)
        if end > len(self._whole):
            raise _make_section_error(self.path, "it is too short for its rows")
        return bounds

    def _check_end(self) -> None:
        """Check that the columns fill the file: a file with other columns would be misread."""
        end = max(start + size for start, size in self._bounds.values())
        if "text" in self._bounds:
            end = self._bounds["text"][0] + self.column("offset")[self.rows]
        if end != len(self._whole):
            raise _make_section_error(
                self.path, "its columns do not fill it; it may have another version"
            )

    def column(self, name: str) -> "memoryview[Any]":
        """Return a column as numbers; counts and mentions are floats, all others integers."""
        column = self._columns.get(name)
        if column is None:
            start, size = self._bounds[name]
            column = self._part(start, size, _parse_code(LAYOUTS[self._name][name])[1])
            self._columns[name] = column
        return column

    def data(self, name: str) -> memoryview:
        """Return a column as bytes."""
        return self._part(*self._bounds[name], "B")

    def _part(self, start: int, size: int, code: str) -> "memoryview[Any]":
        whole: Any = self._whole
        is_mapped = isinstance(whole, memoryview)
        part: Any = whole[start : start + size] if is_mapped else whole.part(start, size, code)
        column: memoryview[Any] = part.cast(code) if is_mapped else part  # supports the same
        return column

    def text(self, row: int) -> str:
        """Return the text of one row."""
        start, size = self._bounds["text"]
        begin, end = self.column("offset")[row : row + 2] if row < self.rows else (0, -1)
        if not begin <= end <= size:
            raise _make_section_error(self.path, f"row {row} points outside it")
        try:
            return str(self._whole[start + begin : start + end], "utf-8")
        except UnicodeDecodeError as exc:
            raise _make_section_error(self.path, f"row {row} is not valid UTF-8") from exc


class SortedTexts:
    """The sorted texts of a section, for binary search.

    The search compares bytes: UTF-8 sorts in the order of code points, so no text is decoded."""

    def __init__(self, section: Section) -> None:
        self._section = section
        self._offset = section.column("offset")
        self._data = section.data("text")
        self._compiled = (
            None if compiled.near is None else compiled.near.Words(self._offset, self._data)
        )

    def __len__(self) -> int:
        return self._section.rows

    def __contains__(self, text: str) -> bool:
        return self.find(text) is not None

    def find(self, text: str) -> int | None:
        """Return the row of ``text``, or None."""
        row = None if self._compiled is None else self._compiled.row(text)
        if row is not None:
            return row if row >= 0 else None
        encoded = text.encode("utf-8", "surrogatepass")
        row = self._find_first(encoded)
        return row if row < len(self) and self._bytes(row) == encoded else None

    def find_prefix(self, prefix: str) -> range:
        """Return the rows of all texts that begin with ``prefix``."""
        encoded = prefix.encode("utf-8", "surrogatepass")
        return range(self._find_first(encoded), self._find_first(encoded + b"\xff"))

    def _find_first(self, encoded: bytes) -> int:
        """Return the first row that does not sort before ``encoded``."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._bytes(middle) < encoded:
                low = middle + 1
            else:
                high = middle
        return low

    def _bytes(self, row: int) -> bytes:
        return bytes(self._data[self._offset[row] : self._offset[row + 1]])


def _make_section_error(path: Path, problem: str) -> BundleError:
    return BundleError(f"{path}: {problem}; rebuild the bundle with `tacknamn-build compile`")
