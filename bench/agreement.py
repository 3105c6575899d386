"""Hold the spans of one engine against those of another one."""

from collections.abc import Sequence

__all__ = ["Spans", "agreement"]

Spans = list[list[Sequence[int]]]
"""For each document its hits: start, end, entry, and affixes where the engine knows them."""


def agreement(ours: Spans, theirs: Spans) -> float:
    """The part of all spans that both have.

    Täcknamn finds inflected forms too, which no peer was told of: where it has one, nothing
    is compared.

    >>> agreement([[(0, 4, 7, 0), (9, 15, 3, 1)]], [[(0, 4, 7), (9, 14, 3), (20, 24, 8)]])
    0.5
    """
    both = either = 0
    for own, other in zip(ours, theirs, strict=True):
        inflected = [(hit[0], hit[1]) for hit in own if hit[3]]
        plain = {(hit[0], hit[1]) for hit in own if not hit[3]}
        found = set(_outside([(hit[0], hit[1]) for hit in other], inflected))
        both += len(plain & found)
        either += len(plain | found)
    return both / either if either else 1.0


def _outside(spans: list[tuple[int, int]], barred: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans that touch none of the barred ones; both are in the order of the text."""
    left = []
    place = 0
    for start, end in spans:
        while place < len(barred) and barred[place][1] <= start:
            place += 1
        if place == len(barred) or barred[place][0] >= end:
            left.append((start, end))
    return left
