"""Search the index of near forms without compiled code: same forms, same order, slower."""

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
    """Finds forms near a word. Takes the same as :class:`tacknamn._near.Index`, but the costs,
    which it has from :mod:`tacknamn.lexicon.near_costs`."""

    def __init__(self, table: NearTable, found: type[FormTuple]) -> None:
        # All but the lists is read at once, 3 MB: most of it would be asked for, row by row.
        self._table = replace(
            table,
            offset=table.offset[:],
            texts=table.texts[:],
            entries=table.entries[:],
            starts=table.starts[:],
        )
        self._found = found
        self._bits = (len(table.starts) - 1).bit_length() - 1
        if len(table.starts) - 1 != 1 << self._bits or len(table) >= MOST_FORMS:
            raise ValueError("the index has no such size")

    def find(
        self, words: Sequence[str], edits: int, most_cost: int, rivals: bool
    ) -> list[list[FormTuple]]:
        """For each word the entry, edits and cost of what is near, the cheapest first."""
        return [
            [
                tuple.__new__(self._found, (self._table.entry(number), distance, price))
                for price, number, distance in sorted(self._hits(word, edits, rivals))
                if price <= most_cost
            ]
            for word in words
        ]

    def _hits(self, word: str, edits: int, rivals: bool) -> Iterator[tuple[int, int, int]]:
        """Cost, number and edits of each form near a word."""
        if not word or len(word) > LONGEST + edits:
            return
        for number in self._candidates(word, edits):
            form = self._table.text(number)
            distance = OSA.distance(word, form, score_cutoff=edits)
            if distance <= edits and (rivals or self._table.entry(number) >= 0):
                yield _compute_cost_cached(word, form), number, distance

    def _candidates(self, word: str, edits: int) -> set[int]:
        """The forms that leave one of the strings that a word leaves."""
        found: set[int] = set()
        most = LEVEL * edits  # without two letters only where there may be two edits
        for hash_ in {hash_text(text) for texts in list_deletions(word, edits) for text in texts}:
            listed = self._table.bucket(hash_ >> 32 - self._bits)
            first = hash_ << PRINT_SHIFT & 0xFFFFFFFF
            place = bisect_left(listed, first)
            while place < len(listed) and first <= listed[place] < first + most:
                found.add(listed[place] & MOST_FORMS - 1)
                place += 1
        return found
