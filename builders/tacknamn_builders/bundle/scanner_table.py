"""Build the scanner's hash table from folded forms with numpy.

:mod:`tacknamn.lexicon.hash_table` defines it and has a slow implementation of the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn.errors import Error
from tacknamn.lexicon.hash_table import (
    BETWEEN,
    CONTINUES,
    FILL,
    OTHER,
    PRIME,
    SIEVE_BITS,
    SLOTS,
    SPILL,
)
from tacknamn.text.fold import is_word_character
from tacknamn_builders.merging.grouping import group_rows

__all__ = ["FormPrefixes", "build_scanner_table", "hash_prefixes"]

Keys = npt.NDArray[np.uint64]

_BLOCK = 100_000
"""Forms hashed at a time: about 10 MB of code points, independent of the number of entries."""
_PADDING = 16
"""Zeros after the text, so that it can be read sixteen bytes at a time."""
_BETWEEN = np.uint64(BETWEEN)
_OTHER = np.uint64(OTHER)
_PRIME = np.uint64(PRIME)
_SHIFT = np.uint64(32)


@dataclass(frozen=True, slots=True)
class FormPrefixes:
    """Prefixes of forms that end at the end of a word, in columns."""

    key: Keys
    """The hash of the prefix."""
    row: npt.NDArray[np.int64]
    """The form's row plus one if the prefix is the complete form, otherwise 0."""
    more: npt.NDArray[np.bool_]
    """Whether the form continues after the prefix."""
    words: npt.NDArray[np.int64]
    """The number of words of the prefix."""


def build_scanner_table(
    forms: Sequence[str],
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Build the buckets and both sieves (one word, two words) for folded forms in row order."""
    blocks = range(0, len(forms), _BLOCK)
    parts = [hash_prefixes(forms[start : start + _BLOCK], start) for start in blocks]
    parts = parts or [hash_prefixes([])]
    whole = FormPrefixes(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in _COLUMNS)
    )
    keys, values = _choose_slots(whole)
    single = (whole.words == 1) & (whole.row > 0)
    sieves = _build_sieve(whole.key[single]), _build_sieve(whole.key[whole.words == 2])
    return _place_slots(keys, values), *sieves


_COLUMNS = tuple(FormPrefixes.__dataclass_fields__)


def hash_prefixes(forms: Sequence[str], first_row: int = 0) -> FormPrefixes:
    """Hash all prefixes of forms; ``first_row`` is the row of the first form."""
    runs = _split_runs(forms)
    hashes = _hash_runs(runs)
    # All forms are extended together, one word in each round. ``alive`` is the run of the current
    # word of each form that has one, ``key`` the hash of the prefix up to this word.
    alive = runs.first_word[runs.first_word >= 0]
    key = _mix_bits(hashes[alive])
    columns: dict[str, list[npt.NDArray[np.generic]]] = {name: [] for name in _COLUMNS}
    words = 1
    while len(alive):
        more = runs.next_word[alive] >= 0
        columns["key"].append(key)
        columns["row"].append(np.where(more, 0, runs.form[alive] + first_row + 1))
        columns["more"].append(more)
        columns["words"].append(np.full(len(alive), words))
        # Add the text between two words (its first byte and its length) and the next word.
        alive, key = alive[more], key[more]
        following = runs.next_word[alive]
        first, length = runs.text[runs.start[alive + 1]], runs.length[alive + 1]
        between: Keys = first.astype(np.uint64) + np.uint64(256) * length.astype(np.uint64)
        key = _mix_bits(key + hashes[following] + between * _BETWEEN)
        alive = following
        words += 1
    if words == 1:
        nothing = np.zeros(0, np.int64)
        return FormPrefixes(nothing.view(np.uint64), nothing, nothing > 0, nothing)
    return FormPrefixes(*(np.concatenate(columns[name]) for name in _COLUMNS))


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs (words, and the text between two words) of all forms of a block, in order."""

    text: npt.NDArray[np.uint8]
    """The forms in the scanner's encoding, one line each, and sixteen zeros."""
    start: npt.NDArray[np.int64]
    """The offset of each run in ``text``."""
    length: npt.NDArray[np.int64]
    form: npt.NDArray[np.int64]
    """The form of each run."""
    next_word: npt.NDArray[np.int64]
    """The run of the form's next word, or -1."""
    first_word: npt.NDArray[np.int64]
    """For each form the run of its first word, or -1."""


def _split_runs(forms: Sequence[str]) -> _Runs:
    # A line break separates the forms: it is not a word character and never part of a folded form.
    lines = "\n".join(forms)
    text, word = _encode_letters(lines)
    # A run begins where word characters and others alternate, and before and after a line break.
    breaks = text[:-_PADDING] == 10
    edge = np.ones(len(word), dtype=bool)
    edge[1:] = (word[1:] != word[:-1]) | breaks[1:] | breaks[:-1]
    start = np.flatnonzero(edge)
    length = np.diff(np.append(start, len(word)))
    form = np.cumsum(breaks)[start] if len(start) else start
    # Link each word to the next word of the same form.
    words = np.flatnonzero(word[start])
    next_word = np.full(len(start), -1)
    same = form[words[1:]] == form[words[:-1]]
    next_word[words[:-1]] = np.where(same, words[1:], -1)
    first_word = np.full(len(forms), -1)
    first_word[form[words][::-1]] = words[::-1]
    return _Runs(text, start, length, form, next_word, first_word)


def _encode_letters(lines: str) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """Encode lines like the scanner, and mark the bytes that belong to words.

    Latin-1 letters take one byte; other characters take five bytes with five bits each."""
    code_points = np.frombuffer(lines.encode("utf-32-le"), dtype=np.uint32)
    alone = (code_points < 0x80) | ((code_points >= 0xA0) & (code_points <= 0xFF))
    size = np.where(alone, 1, 5)
    first = np.cumsum(size) - size
    text = np.zeros(int(size.sum()) + _PADDING, dtype=np.uint8)
    text[first[alone]] = code_points[alone]
    for byte, shift in enumerate((20, 15, 10, 5, 0)):
        text[first[~alone] + byte] = 0x80 | code_points[~alone] >> shift & 31
    distinct, numbers = np.unique(code_points, return_inverse=True)
    word = np.array([is_word_character(chr(code)) for code in distinct], dtype=bool)
    return text, np.repeat(word[numbers], size)


def _hash_runs(runs: _Runs) -> Keys:
    """Hash all runs at once, sixteen bytes in each round, the longest runs first."""
    order = np.argsort(-runs.length, kind="stable")
    start, length = runs.start[order], runs.length[order]
    state = np.zeros(len(order), dtype=np.uint64)
    for offset in range(0, int(length[0]) if len(order) else 0, 16):
        # Sorted by length, the runs that are longer than ``offset`` come first.
        alive = int(np.searchsorted(-length, -offset, side="left"))
        at, left = start[:alive] + offset, length[:alive] - offset
        first, second = _read_eight_bytes(runs, at, left), _read_eight_bytes(runs, at + 8, left - 8)
        state[:alive] = _mix_bits(state[:alive]) + first * _PRIME + second * _OTHER
    hashes = np.empty_like(state)
    hashes[order] = state
    return hashes


def _read_eight_bytes(runs: _Runs, at: npt.NDArray[np.int64], left: npt.NDArray[np.int64]) -> Keys:
    """Read the eight bytes at each offset as a number; only the first ``left`` bytes count."""
    eight = np.zeros(len(at), dtype=np.uint64)
    for byte in range(8):
        counts = np.flatnonzero(left > byte)
        value = runs.text[at[counts] + byte].astype(np.uint64)
        eight[counts] |= value << np.uint64(8 * byte)
    return eight


def _mix_bits(state: Keys) -> Keys:
    state = (state ^ (state >> _SHIFT)) * _PRIME
    return state ^ (state >> _SHIFT)


def _build_sieve(keys: Keys) -> npt.NDArray[np.uint64]:
    """Build the Bloom filter of keys: two bits of one 64-bit word for each key."""
    sieve = np.zeros(len(keys) * SIEVE_BITS // 64 + 1, dtype=np.uint64)
    number = ((keys >> _SHIFT) * np.uint64(len(sieve)) >> _SHIFT).astype(np.int64)
    bit, low = np.uint64(1), np.uint64(63)
    np.bitwise_or.at(sieve, number, bit << (keys & low) | bit << (keys >> np.uint64(6) & low))
    return sieve


def _choose_slots(prefixes: FormPrefixes) -> tuple[Keys, npt.NDArray[np.uint32]]:
    """Choose one slot for each key and form; prefixes that are not forms share one slot."""
    signed, row = prefixes.key.view(np.int64), prefixes.row
    by_key = group_rows((signed,), (-row,))
    goes_on = by_key.maximum(prefixes.more.astype(np.float64))[by_key.ids] > 0
    is_form = by_key.maximum(row.astype(np.float64))[by_key.ids] > 0
    wanted = np.flatnonzero((row > 0) | ~is_form)
    distinct = wanted[group_rows((signed[wanted], row[wanted])).first]
    values = row[distinct] | np.where(goes_on[distinct], CONTINUES, 0)
    return prefixes.key[distinct], values.astype(np.uint32)


def _place_slots(keys: Keys, values: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Place each slot in its bucket; slots of a full bucket move on to the next one."""
    buckets = max(1, int(len(keys) / FILL / SLOTS) + 1)
    home = ((keys >> _SHIFT) * np.uint64(buckets) >> _SHIFT).astype(np.int64)
    order = np.lexsort((values, keys, home))
    # In the order of their buckets, each slot goes to the first free position from its bucket on.
    rank = np.arange(len(order))
    position = np.maximum.accumulate(home[order] * SLOTS - rank) + rank if len(order) else rank
    if len(position) and (position // SLOTS - home[order]).max() > SPILL:
        raise Error("the scanner table overflows: too many forms share a key")
    fingerprints = (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    table = np.zeros((buckets + SPILL, 2, SLOTS), dtype=np.uint32)
    bucket, slot = np.divmod(position, SLOTS)
    table[bucket, 0, slot] = np.maximum(fingerprints[order], 1)
    table[bucket, 1, slot] = values[order]
    return table
