"""Places of a text that are taken, and whether others touch them."""

from bisect import bisect_right
from collections.abc import Iterable

from tacknamn.evaluation.scores import merge_intervals
from tacknamn.service.review.records import SpanPlace

__all__ = ["TakenPlaces"]


class TakenPlaces:
    """Pieces of a text, to be asked whether another piece touches one of them."""

    def __init__(self, places: Iterable[SpanPlace]) -> None:
        self._merged = list(merge_intervals(sorted(places)))
        self._ends = [end for _, end in self._merged]

    def touch(self, start: int, end: int) -> bool:
        """Whether a piece shares a letter with one of them."""
        at = bisect_right(self._ends, start)
        return at < len(self._merged) and self._merged[at][0] < end
