"""Compare the spans of two engines."""

from collections.abc import Sequence

__all__ = ["Spans", "compute_agreement"]

Spans = list[list[Sequence[int]]]
"""For each document its matches: start, end, entry, and affixes if the engine knows them."""


def compute_agreement(ours: Spans, theirs: Spans) -> float:
    """Return the share of all spans that both engines found.

    Täcknamn also finds inflected forms, which the peers do not get. Spans that touch one are left
    out.

    >>> compute_agreement([[(0, 4, 7, 0), (9, 15, 3, 1)]], [[(0, 4, 7), (9, 14, 3), (20, 24, 8)]])
    0.5
    """
    both = either = 0
    for own, other in zip(ours, theirs, strict=True):
        inflected = [(match[0], match[1]) for match in own if match[3]]
        plain = {(match[0], match[1]) for match in own if not match[3]}
        others = set(_drop_touching([(match[0], match[1]) for match in other], inflected))
        both += len(plain & others)
        either += len(plain | others)
    return both / either if either else 1.0


def _drop_touching(
    spans: list[tuple[int, int]], excluded: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the spans that touch no excluded one. Both lists are in the order of the text."""
    kept = []
    index = 0
    for start, end in spans:
        while index < len(excluded) and excluded[index][1] <= start:
            index += 1
        if index == len(excluded) or excluded[index][0] >= end:
            kept.append((start, end))
    return kept
