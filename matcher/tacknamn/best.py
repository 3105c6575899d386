"""Choose hits without overlap that are, taken together, most probably entries."""

import struct
from bisect import bisect_right

from tacknamn.lexicon import Lexicon

__all__ = ["best_spans"]

_HIT = struct.Struct("=4i")


def best_spans(data: bytes, lexicon: Lexicon) -> bytes:
    """Of all hits, those without overlap whose probabilities add up to most, letter by letter.

    Letter by letter, because the sum over hits would cut Uppsala universitet in two. The usual
    recursion over hits by their end: the best of the first n hits either leaves the n-th out,
    or takes it and the best of those that end before it begins. At equal sums fewer hits win,
    then the earlier ones."""
    hits = sorted(_HIT.iter_unpack(data), key=lambda hit: (hit[1], hit[0], hit[2], hit[3]))
    ends = [end for _, end, _, _ in hits]
    totals: list[tuple[float, int]] = [(0.0, 0)]
    before: list[int] = []
    for number, (start, end, entry, _) in enumerate(hits):
        before.append(bisect_right(ends, start, hi=number))
        total, few = totals[before[-1]]
        taken = (round(total + lexicon.certainty(entry) * (end - start), 6), few - 1)
        totals.append(max(totals[-1], taken))
    chosen = []
    number = len(hits)
    while number:
        if totals[number] == totals[number - 1]:
            number -= 1
        else:
            chosen.append(hits[number - 1])
            number = before[number - 1]
    return b"".join(_HIT.pack(*hit) for hit in reversed(chosen))
