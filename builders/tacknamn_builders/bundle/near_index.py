"""Write the index of near forms with numpy.

:mod:`tacknamn.lexicon.near_table` defines it and has a slow implementation of the same.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.lexicon.near_table import (
    LEVEL,
    LONGEST,
    MOST_EDITS,
    MOST_FORMS,
    PREFIX,
    PRINT_SHIFT,
    RIVAL,
    SPREAD,
    NearForms,
    count_bucket_bits,
    make_outline,
)
from tacknamn.lexicon.sections import Section
from tacknamn_builders.bundle.near_forms import choose_near_forms
from tacknamn_builders.bundle.section_files import pack_text, write_section

__all__ = ["write_near_index", "write_near_sections"]

_POLYNOMIAL = 0xEDB88320
"""The polynomial of zlib's crc32."""
Numbers = npt.NDArray[np.uint32]


def write_near_index(folder: Path) -> None:
    """Index the names and words of a bundle; its sections ``forms`` and ``words`` must exist."""
    forms, words = (Section(folder / f"{name}.bin", name) for name in ("forms", "words"))
    write_near_sections(folder, choose_near_forms(forms, words))


def write_near_sections(folder: Path, forms: NearForms) -> None:
    """Write both sections of the index."""
    if len(forms.texts) >= MOST_FORMS or max(map(len, forms.texts), default=0) > LONGEST:
        raise ValueError("there are too many near forms, or one is too long")
    offset, text = pack_text(forms.texts)
    entries = np.array(forms.entries, dtype=np.int64)
    columns: dict[str, npt.NDArray[Any] | bytes] = {
        "offset": offset,
        "entry": np.where(entries < 0, RIVAL, entries),
        "outline": np.fromiter(map(make_outline, forms.texts), np.uint32, len(entries)),
        "weight": np.frombuffer(forms.weights, np.uint8),
        "text": text,
    }
    write_section(folder / "near.bin", "near", len(entries), columns)
    offset, listed = _build_deletions(forms)
    columns = {"offset": offset, "text": listed.astype("<u4").tobytes()}
    write_section(folder / "deletions.bin", "deletions", len(offset) - 1, columns)


def _build_deletions(forms: NearForms) -> tuple[Numbers, Numbers]:
    """Build the buckets: the byte offset of each one, and the content of all of them."""
    hashes, numbers = (np.concatenate(column) for column in zip(*_hash_levels(forms), strict=True))
    bits = count_bucket_bits(len(hashes))
    listed = _sort_distinct(
        hashes.astype(np.uint64) >> np.uint64(32 - bits) << np.uint64(32) | numbers
    )
    buckets = np.arange((1 << bits) + 1, dtype=np.uint64) << np.uint64(32)
    return np.searchsorted(listed, buckets).astype(np.uint32) * 4, listed.astype(np.uint32)


def _hash_levels(forms: NearForms) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the hashes of all deletions, and what is listed for each hash, in two levels.

    The first level has the forms without any or one letter, the second without two letters."""
    letters, size = _read_prefixes(forms)
    number = np.arange(len(size), dtype=np.uint64)
    for level, counts in enumerate(((0, 1), (MOST_EDITS,))):
        # Delete every combination of letters from all forms that are long enough.
        parts = [
            (
                _hash_prefixes(np.delete(letters, taken, axis=1)[there], size[there] - count),
                number[there],
            )
            for count in counts
            for taken in combinations(range(PREFIX), count)
            for there in [np.flatnonzero(size > max(taken, default=-1))]
        ]
        hashes = np.concatenate([hashes for hashes, _ in parts]).astype(np.uint64)
        forms_of = np.concatenate([forms_ for _, forms_ in parts])
        # Two combinations can give the same hash of a form (the l's of Elli); list the form once.
        distinct = _sort_distinct(hashes << np.uint64(32) | forms_of)
        hashes, forms_of = distinct >> np.uint64(32), distinct & np.uint64(MOST_FORMS - 1)
        # An item has the low bits of the hash as a fingerprint, the level, and the form's number.
        listed = hashes << np.uint64(PRINT_SHIFT) | np.uint64(level * LEVEL) | forms_of
        yield hashes.astype(np.uint32), listed.astype(np.uint32)


def _sort_distinct(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Sort numbers and remove duplicates; five times as fast as np.unique."""
    ordered = np.sort(numbers)
    fresh = np.ones(len(ordered), dtype=bool)
    fresh[1:] = ordered[1:] != ordered[:-1]
    return ordered[fresh]


def _read_prefixes(forms: NearForms) -> tuple[Numbers, npt.NDArray[np.int64]]:
    """Return the first letters of every form, one row each, and how many there are."""
    texts = [text[:PREFIX] for text in forms.texts]
    size = np.fromiter(map(len, texts), np.int64, len(texts))
    padded = "".join(text.ljust(PREFIX, "\0") for text in texts)
    letters = np.frombuffer(padded.encode("utf-32-le"), "<u4").astype(np.uint32)
    return letters.reshape(len(texts), PREFIX), size


def _hash_prefixes(letters: Numbers, size: npt.NDArray[np.int64]) -> Numbers:
    """Hash the first letters of each row."""
    state = np.full(len(size), 0xFFFFFFFF, dtype=np.uint32)
    for column in range(letters.shape[1]):
        state = np.where(column < size, _extend_checksum(state, letters[:, column]), state)
    return ~state * np.uint32(SPREAD)


def _extend_checksum(state: Numbers, letter: Numbers) -> Numbers:
    """Extend the checksums by one letter of four bytes, the lowest byte first."""
    state = state ^ letter
    for _ in range(2):
        state = _CHECKSUM_TABLE[state & np.uint32(0xFFFF)] ^ state >> np.uint32(16)
    return state


def _build_checksum_table() -> Numbers:
    """Compute the table that extends a checksum by two bytes at once."""
    table = np.arange(1 << 16, dtype=np.uint32)
    for _ in range(16):
        table = table >> np.uint32(1) ^ (table & np.uint32(1)) * np.uint32(_POLYNOMIAL)
    return table


_CHECKSUM_TABLE = _build_checksum_table()
