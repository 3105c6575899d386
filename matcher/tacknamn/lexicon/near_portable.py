"""Search the index of near forms without compiled code: the same forms in the same order, slower.

For the index see :mod:`tacknamn.lexicon.near_table`.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Generic, TypeVar

from rapidfuzz.distance import OSA

from tacknamn.lexicon.near_costs import compute_cost
from tacknamn.lexicon.near_table import (
    LEVEL,
    LONGEST,
    MOST_FORMS,
    PRINT_SHIFT,
    NearTable,
    hash_text,
    list_deletions,
)

__all__ = ["PortableNearSearcher"]

FormTuple = TypeVar("FormTuple", bound=tuple[int, int, int])
_compute_cost_cached = lru_cache(maxsize=1 << 14)(compute_cost)


class PortableNearSearcher(Generic[FormTuple]):
    """Finds forms near a word.

    Its methods are those of :class:`tacknamn._near.Index`; the costs come from
    :mod:`tacknamn.lexicon.near_costs`."""

    def __init__(self, table: NearTable, result_type: type[FormTuple]) -> None:
        # Read all columns except the lists at once (3 MB): most of their rows are needed.
        self._table = replace(
            table,
            offset=table.offset[:],
            texts=table.texts[:],
            entries=table.entries[:],
            starts=table.starts[:],
        )
        self._result_type = result_type
        self._bits = (len(table.starts) - 1).bit_length() - 1
        if len(table.starts) - 1 != 1 << self._bits or len(table) >= MOST_FORMS:
            raise ValueError("the index has a wrong size")

    def find(
        self, words: Sequence[str], edits: int, most_cost: int, rivals: bool
    ) -> list[list[FormTuple]]:
        """For each word, return entry, edits and cost of the near forms, the cheapest first."""
        return [
            [
                tuple.__new__(self._result_type, (self._table.entry(number), distance, cost))
                for cost, number, distance in sorted(self._search(word, edits, rivals))
                if cost <= most_cost
            ]
            for word in words
        ]

    def _search(self, word: str, edits: int, rivals: bool) -> Iterator[tuple[int, int, int]]:
        """Yield cost, number and edits of each form near a word."""
        if not word or len(word) > LONGEST + edits:
            return
        for number in self._list_candidates(word, edits):
            form = self._table.text(number)
            distance = OSA.distance(word, form, score_cutoff=edits)
            if distance <= edits and (rivals or self._table.entry(number) >= 0):
                yield _compute_cost_cached(word, form), number, distance

    def _list_candidates(self, word: str, edits: int) -> set[int]:
        """Return the forms that share one of the strings which a word leaves by deletions."""
        numbers: set[int] = set()
        # Forms with two deletions are listed above LEVEL; with one edit they are left out.
        most = LEVEL * edits
        hashes = {hash_text(text) for texts in list_deletions(word, edits) for text in texts}
        for hash_ in hashes:
            listed = self._table.bucket(hash_ >> 32 - self._bits)
            first = hash_ << PRINT_SHIFT & 0xFFFFFFFF
            position = bisect_left(listed, first)
            while position < len(listed) and first <= listed[position] < first + most:
                numbers.add(listed[position] & MOST_FORMS - 1)
                position += 1
        return numbers
