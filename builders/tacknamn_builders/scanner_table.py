"""Make the scanner's hash table out of folded forms, in numpy.

:mod:`tacknamn.table` says what the table is, and has the slow twin of everything here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn.errors import Error
from tacknamn.table import BASIS, CONTINUES, FILL, PRIME, SLOTS, SPILL, is_word_character
from tacknamn_builders.grouping import group

__all__ = ["prefix_keys", "scanner_table"]

Keys = npt.NDArray[np.uint64]

_BLOCK = 100_000
"""Forms hashed at a time: some 10 MB of code points, whatever the number of entries."""
_PRIME = np.uint64(PRIME)
_SHIFT_32 = np.uint64(32)
_SHIFT_29 = np.uint64(29)


def scanner_table(forms: Sequence[str]) -> npt.NDArray[np.uint32]:
    """Build the buckets for folded forms in the order of their rows."""
    blocks = range(0, len(forms), _BLOCK)
    parts = [prefix_keys(forms[start : start + _BLOCK], start) for start in blocks]
    keys, values = _slots(
        np.concatenate([keys for keys, _, _ in parts] or [np.zeros(0, np.uint64)]),
        np.concatenate([rows for _, rows, _ in parts] or [np.zeros(0, np.int64)]),
        np.concatenate([more for _, _, more in parts] or [np.zeros(0, bool)]),
    )
    return _place(keys, values)


def prefix_keys(
    forms: Sequence[str], first_row: int = 0
) -> tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Keys of all prefixes of forms, with the row plus one where the prefix is the form.

    The third column says whether the form goes on behind the prefix."""
    runs = _runs(forms)
    hashes = _hash_runs(runs)
    columns: list[tuple[Keys, npt.NDArray[np.int64], npt.NDArray[np.bool_]]] = []
    alive = runs.first_word
    alive = alive[alive >= 0]
    key = _mix(hashes[alive])
    while len(alive):
        more = runs.next_word[alive] >= 0
        row = runs.form[alive] + first_row + 1
        columns.append((key, np.where(more, 0, row), more))
        alive, key = alive[more], key[more]
        following = runs.next_word[alive]
        word = hashes[following]
        word = (word << _SHIFT_32) | (word >> _SHIFT_32)
        key = _mix((key * _PRIME) ^ hashes[alive + 1] ^ word)
        alive = following
    if not columns:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64), np.zeros(0, bool)
    keys, rows, mores = zip(*columns, strict=True)
    return np.concatenate(keys), np.concatenate(rows), np.concatenate(mores)


@dataclass(frozen=True, slots=True)
class _Runs:
    """Words and what stands between them, of all forms of a block, one after another."""

    code_points: npt.NDArray[np.uint32]
    start: npt.NDArray[np.int64]
    length: npt.NDArray[np.int64]
    form: npt.NDArray[np.int64]
    next_word: npt.NDArray[np.int64]
    """The run of the form's next word, or -1."""
    first_word: npt.NDArray[np.int64]
    """For each form its first word's run, or -1."""


def _runs(forms: Sequence[str]) -> _Runs:
    # A line break is no word character and never part of a folded form.
    code_points = np.frombuffer("\n".join(forms).encode("utf-32-le"), dtype=np.uint32)
    word = _word_characters(code_points)
    breaks = code_points == 10
    edge = np.ones(len(code_points), dtype=bool)
    edge[1:] = (word[1:] != word[:-1]) | breaks[1:] | breaks[:-1]
    start = np.flatnonzero(edge)
    length = np.diff(np.append(start, len(code_points)))
    form = np.cumsum(breaks)[start] if len(start) else start
    is_word = word[start]
    words = np.flatnonzero(is_word)
    next_word = np.full(len(start), -1)
    same = form[words[1:]] == form[words[:-1]]
    next_word[words[:-1]] = np.where(same, words[1:], -1)
    first_word = np.full(len(forms), -1)
    first_word[form[words][::-1]] = words[::-1]
    return _Runs(code_points, start, length, form, next_word, first_word)


def _word_characters(code_points: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    distinct, places = np.unique(code_points, return_inverse=True)
    return np.array([is_word_character(chr(code)) for code in distinct], dtype=bool)[places]


def _hash_runs(runs: _Runs) -> Keys:
    """Hash all runs at once, character by character, the longest ones first."""
    order = np.argsort(-runs.length, kind="stable")
    start = runs.start[order]
    lengths = -runs.length[order]
    state = np.full(len(order), BASIS, dtype=np.uint64)
    for place in range(-int(lengths[0]) if len(order) else 0):
        alive = int(np.searchsorted(lengths, -place, side="left"))
        characters = runs.code_points[start[:alive] + place].astype(np.uint64)
        state[:alive] = (state[:alive] ^ characters) * _PRIME
    hashes = np.empty_like(state)
    hashes[order] = state
    return hashes


def _mix(state: Keys) -> Keys:
    state = (state ^ (state >> _SHIFT_32)) * _PRIME
    return state ^ (state >> _SHIFT_29)


def _slots(
    keys: Keys, rows: npt.NDArray[np.int64], more: npt.NDArray[np.bool_]
) -> tuple[Keys, npt.NDArray[np.uint32]]:
    """One slot for each key and form; prefixes that are no form share one."""
    signed = keys.view(np.int64)
    by_key = group((signed,), (-rows,))
    goes_on = by_key.most(more.astype(np.float64))[by_key.ids] > 0
    is_form = by_key.most(rows.astype(np.float64))[by_key.ids] > 0
    wanted = np.flatnonzero((rows > 0) | ~is_form)
    distinct = wanted[group((signed[wanted], rows[wanted])).first]
    values = rows[distinct] | np.where(goes_on[distinct], CONTINUES, 0)
    return keys[distinct], values.astype(np.uint32)


def _place(keys: Keys, values: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Lay slots out: each in its bucket, or behind what flows over from there."""
    buckets = max(1, int(len(keys) / FILL / SLOTS) + 1)
    home = ((keys >> _SHIFT_32) * np.uint64(buckets) >> _SHIFT_32).astype(np.int64)
    order = np.lexsort((values, keys, home))
    rank = np.arange(len(order))
    place = np.maximum.accumulate(home[order] * SLOTS - rank) + rank if len(order) else rank
    if len(place) and place[-1] >= (buckets + SPILL) * SLOTS:
        raise Error("the scanner table overflows: too many forms share a key")
    fingerprints = (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    table = np.zeros((buckets + SPILL, 2, SLOTS), dtype=np.uint32)
    bucket, slot = np.divmod(place, SLOTS)
    table[bucket, 0, slot] = np.maximum(fingerprints[order], 1)
    table[bucket, 1, slot] = values[order]
    return table
