"""Pieces of a text as another program found them, and a quick search for ranges that overlap them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["Piece", "Ranges"]


class Piece(NamedTuple):
    """A piece of a text that an operator replaces."""

    start: int
    """The first character in the text."""
    end: int
    """The character after the last one."""
    entity_type: str
    """Presidio's type: PERSON, LOCATION and so on."""
    score: float = 0.0


class Ranges:
    """Ranges of a text; those that overlap another one are found without reading all.

    >>> list(Ranges([(0, 3), (5, 9)]).find(2, 5))
    [(0, 3)]
    """

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = sorted(ranges)
        self._ends: list[int] = []
        """The greatest end of each range and those before it."""
        for _, end in self._ranges:
            self._ends.append(max(end, self._ends[-1]) if self._ends else end)

    def find(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges that share a character with the range from ``start`` to ``end``."""
        for index in range(bisect_right(self._ends, start), len(self._ranges)):
            if self._ranges[index][0] >= end:
                return
            if self._ranges[index][1] > start:
                yield self._ranges[index]
