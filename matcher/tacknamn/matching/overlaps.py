"""Choose matches without overlap that, taken together, are most probably entries."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.match import MATCH_STRUCT
from tacknamn.matching.semantics import rank

__all__ = ["RawMatch", "choose_best", "choose_best_packed"]

RawMatch = tuple[int, int, int, int]
"""Start, end, entry, affixes."""


def choose_best_packed(data: bytes, lexicon: Lexicon) -> bytes:
    """Choose from all matches, as engines write them (see :func:`choose_best`)."""
    matches = (
        (start, end, entry, bits) for start, end, entry, bits in MATCH_STRUCT.iter_unpack(data)
    )
    weights = lexicon.bundle.section("forms").column("weight")
    chosen = choose_best(matches, lexicon.certainty, weights)
    return b"".join(MATCH_STRUCT.pack(*match) for match in chosen)


def choose_best(
    matches: Iterable[RawMatch], certainty: Callable[[int], float], weights: Sequence[int]
) -> list[RawMatch]:
    """Choose the matches without overlap whose probabilities, summed over letters, are highest.

    The sum is over letters because a sum over matches would cut Uppsala universitet in two. If
    two sums are equal, fewer matches win, then the earlier ones."""
    candidates = _keep_likeliest(matches, weights)
    # Dynamic programming over the matches sorted by their end: totals[n] is the best sum that
    # the first n matches allow (and minus the number of matches used, to prefer fewer). The n-th
    # match is either left out, or used together with the best choice among those that end before
    # it begins; before[n] says how many those are.
    ends = [end for _, end, _, _ in candidates]
    totals: list[tuple[float, int]] = [(0.0, 0)]
    before: list[int] = []
    for number, (start, end, entry, _) in enumerate(candidates):
        before.append(bisect_right(ends, start, hi=number))
        total, minus_used = totals[before[-1]]
        with_match = (round(total + certainty(entry) * (end - start), 6), minus_used - 1)
        totals.append(max(totals[-1], with_match))
    # Walk back: a match was used where the total changed.
    chosen = []
    number = len(candidates)
    while number:
        if totals[number] == totals[number - 1]:
            number -= 1
        else:
            chosen.append(candidates[number - 1])
            number = before[number - 1]
    return chosen[::-1]


def _keep_likeliest(matches: Iterable[RawMatch], weights: Sequence[int]) -> list[RawMatch]:
    """Keep one match of those with the same letters, and sort by end.

    The same rule decides as in the engines when the longest match wins (:func:`rank`)."""
    kept: dict[tuple[int, int], RawMatch] = {}
    for match in sorted(matches, key=lambda match: (*rank(weights, match[2], match[3]), match[3])):
        kept.setdefault((match[1], match[0]), match)
    return [kept[letters] for letters in sorted(kept)]
