"""Choose hits without overlap that are, taken together, most probably entries."""

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.semantics import rank

__all__ = ["RawMatch", "choose_best", "choose_best_packed"]

_MATCH_STRUCT = struct.Struct("=4i")

RawMatch = tuple[int, int, int, int]
"""Start, end, entry, affixes."""


def choose_best_packed(data: bytes, lexicon: Lexicon) -> bytes:
    """Of all hits, as engines write them, the best ones without overlap."""
    hits = (
        (start, end, entry, bits) for start, end, entry, bits in _MATCH_STRUCT.iter_unpack(data)
    )
    weights = lexicon.bundle.section("forms").column("weight")
    return b"".join(
        _MATCH_STRUCT.pack(*hit) for hit in choose_best(hits, lexicon.certainty, weights)
    )


def choose_best(
    hits: Iterable[RawMatch], certainty: Callable[[int], float], weights: Sequence[int]
) -> list[RawMatch]:
    """Of all hits, those without overlap whose probabilities add up to most, letter by letter.

    Letter by letter, because the sum over hits would cut Uppsala universitet in two. The usual
    recursion over hits by their end: the best of the first n hits either leaves the n-th out,
    or takes it and the best of those that end before it begins. At equal sums fewer hits win,
    then the earlier ones."""
    read = _keep_likeliest(hits, weights)
    ends = [end for _, end, _, _ in read]
    totals: list[tuple[float, int]] = [(0.0, 0)]
    before: list[int] = []
    for number, (start, end, entry, _) in enumerate(read):
        before.append(bisect_right(ends, start, hi=number))
        total, few = totals[before[-1]]
        taken = (round(total + certainty(entry) * (end - start), 6), few - 1)
        totals.append(max(totals[-1], taken))
    chosen = []
    number = len(read)
    while number:
        if totals[number] == totals[number - 1]:
            number -= 1
        else:
            chosen.append(read[number - 1])
            number = before[number - 1]
    return chosen[::-1]


def _keep_likeliest(hits: Iterable[RawMatch], weights: Sequence[int]) -> list[RawMatch]:
    """By their ends, the hits that remain when the same letters are read in one way only.

    Which way is decided as by the engines where the longest hit wins."""
    read: dict[tuple[int, int], RawMatch] = {}
    for hit in sorted(hits, key=lambda hit: (*rank(weights, hit[2], hit[3]), hit[3])):
        read.setdefault((hit[1], hit[0]), hit)
    return [read[letters] for letters in sorted(read)]
