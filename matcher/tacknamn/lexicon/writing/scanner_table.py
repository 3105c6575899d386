"""Build the scanner's hash table from folded forms.

:mod:`tacknamn.lexicon.hash_table` defines the table. ``write_table.h`` builds it in C;
:func:`build_table_slowly` writes the same bytes without a compiler.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tacknamn.errors import Error
from tacknamn.lexicon.hash_table import CONTINUES, FILL, SIEVE_BITS, SLOTS, SPILL, compute_keys
from tacknamn.lexicon.writing.section_data import Columns
from tacknamn.support import compiled
from tacknamn.text.fold import Folded

__all__ = ["ScannerTable", "build_scanner_table", "build_table_slowly"]

_BUCKET = 2 * SLOTS * 4
"""Bytes of a bucket: fingerprints and values of 32 bits."""


class ScannerTable(NamedTuple):
    """The sections that the scanner looks words up in, as bytes."""

    table: bytes
    singles: bytes
    pairs: bytes

    def list_sections(self) -> Iterator[tuple[str, int, Columns]]:
        """Yield name, rows and columns of each section."""
        yield "table", len(self.table) // _BUCKET, {"bucket": self.table}
        yield "singles", len(self.singles) // 8, {"bits": self.singles}
        yield "pairs", len(self.pairs) // 8, {"bits": self.pairs}


def build_scanner_table(forms: Sequence[str]) -> ScannerTable:
    """Build the table and both filters (one word, two words) of folded forms in row order."""
    if compiled.write is None:
        return build_table_slowly(forms)
    try:
        return ScannerTable(*compiled.write.table(list(forms)))
    except OverflowError as exc:
        raise _make_overflow_error() from exc


def build_table_slowly(forms: Sequence[str]) -> ScannerTable:
    """Build the same without compiled code, 30 times as slowly."""
    rows_of: dict[int, list[int]] = {}
    continued: set[int] = set()
    singles: list[int] = []
    pairs: list[int] = []
    for row, form in enumerate(forms, 1):
        keys = list(compute_keys(Folded(form)))
        if not keys:  # a form without a word
            continue
        *before, last = keys
        for key in before:
            rows_of.setdefault(key, [])
            continued.add(key)
        rows_of.setdefault(last, []).append(row)
        if not before:
            singles.append(last)
        else:
            pairs.append(before[1] if len(before) > 1 else last)
    slots = [
        (key, row | (CONTINUES if key in continued else 0))
        for key in sorted(rows_of)
        for row in rows_of[key] or [0]
    ]
    return ScannerTable(_place_slots(slots), _build_sieve(singles), _build_sieve(pairs))


def _place_slots(slots: Sequence[tuple[int, int]]) -> bytes:
    """Place each slot in its bucket; slots of a full bucket move on to the next one."""
    buckets = int(len(slots) / FILL / SLOTS) + 1
    table = array("I", bytes((buckets + SPILL) * _BUCKET))
    free = 0
    for key, value in slots:
        home = (key >> 32) * buckets >> 32
        free = max(free, home * SLOTS)
        bucket, slot = divmod(free, SLOTS)
        if bucket - home > SPILL:
            raise _make_overflow_error()
        table[bucket * 2 * SLOTS + slot] = (key & 0xFFFFFFFF) or 1
        table[bucket * 2 * SLOTS + SLOTS + slot] = value
        free += 1
    return table.tobytes()


def _build_sieve(keys: Sequence[int]) -> bytes:
    """Build the Bloom filter of keys: two bits of one 64-bit word for each key."""
    sieve = array("Q", bytes((len(keys) * SIEVE_BITS // 64 + 1) * 8))
    for key in keys:
        sieve[(key >> 32) * len(sieve) >> 32] |= 1 << (key & 63) | 1 << (key >> 6 & 63)
    return sieve.tobytes()


def _make_overflow_error() -> Error:
    return Error("the scanner table overflows: too many forms share a key; leave some of them out")
