"""Find the user's entries in a text, and the forms that are never replaced.

The user's entries win: a match of the bundle that overlaps one of them is dropped. An entry that the
list writes with a capital, and that is an ordinary word as well (*Vinden*), is found only where the
text has a capital.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from tacknamn.lexicon.lexicon import ENGLISH_SMALL, PROPER_NOUN, Lexicon
from tacknamn.matching.engines import choose_engine
from tacknamn.matching.match import MATCH_STRUCT
from tacknamn.matching.overlaps import RawMatch
from tacknamn.matching.own_misspelt import can_find_misspelt, find_misspelt

__all__ = ["OwnMatcher", "Places"]


class Places:
    """Parts of a text that do not overlap, from left to right."""

    def __init__(self, places: Sequence[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in places]
        self._ends = [end for _, end in places]

    def __bool__(self) -> bool:
        return bool(self._starts)

    def overlap(self, start: int, end: int) -> range:
        """Return the numbers of the places that overlap a part of the text."""
        return range(bisect_right(self._ends, start), bisect_left(self._starts, end))

    def covers(self, start: int, end: int) -> bool:
        """Whether one place covers a part of the text."""
        number = bisect_right(self._starts, start) - 1
        return number >= 0 and end <= self._ends[number]

    def __getitem__(self, number: int) -> tuple[int, int]:
        return self._starts[number], self._ends[number]


class OwnMatcher:
    """Finds the entries of the lists on top of a lexicon. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        engine: str = "auto",
        labels: "memoryview[int] | None" = None,
        label_bits: int = 0,
        fuzzy: bool = False,
    ) -> None:
        """Make a matcher.

        Args:
            labels: The label bits of each of the user's forms, if only some labels are wanted.
            fuzzy: Also find misspelt entries.
        """
        self._lexicon = lexicon
        self._rows = lexicon.bundle.section("forms").rows
        self._label_bits = label_bits
        self._labels = labels
        self._fuzzy = fuzzy and can_find_misspelt(lexicon)
        own, allowed = lexicon.own, lexicon.allowed
        self._own = None if own is None else choose_engine(own, engine, labels)
        self._allowed = None if allowed is None else choose_engine(allowed, engine)

    def find_own(self, text: str, every: bool = False) -> list[RawMatch]:
        """Find the user's entries; their numbers follow those of the bundle.

        Args:
            every: Whether to return all matches, and not only the longest at each place.
        """
        if self._own is None:
            return []
        exact = self._own.scan(text, self._label_bits, every)
        found = [
            (start, end, entry + self._rows, bits)
            for start, end, entry, bits in MATCH_STRUCT.iter_unpack(exact)
            if not self._is_ordinary(text, start, end, entry)
        ]
        if self._fuzzy:
            misspelt = find_misspelt(self._lexicon, text, exact)
            found += (
                (start, end, entry + self._rows, bits)
                for start, end, entry, bits in misspelt
                if self._labels is None or self._labels[entry] & self._label_bits
            )
            found.sort()
        return found

    def find_allowed(self, text: str) -> "Places":
        """Find the places of the forms that are never replaced."""
        if self._allowed is None:
            return Places([])
        found = MATCH_STRUCT.iter_unpack(self._allowed.scan(text, 0, False))
        return Places([(start, end) for start, end, _, _ in found])

    def combine(self, text: str, data: bytes, every: bool) -> bytes:
        """Return the matches of the bundle with the user's, without what is never replaced."""
        own = self.find_own(text, every)
        found = MATCH_STRUCT.iter_unpack(data)
        if every:
            same = {match[:2] for match in own}
            matches = [match for match in found if match[:2] not in same]
        else:
            taken = Places([match[:2] for match in own])
            matches = [match for match in found if not taken.overlap(match[0], match[1])]
        allowed = self.find_allowed(text)
        kept = [match for match in (*matches, *own) if not allowed.covers(match[0], match[1])]
        return b"".join(MATCH_STRUCT.pack(*match) for match in sorted(kept))

    def _is_ordinary(self, text: str, start: int, end: int, entry: int) -> bool:
        if text[start].isupper() or self._lexicon.own is None:
            return False
        word = self._lexicon.word(text[start:end])
        if word is None or not (word.pos & ~PROPER_NOUN or word.english & ENGLISH_SMALL):
            return False
        return self._lexicon.own.candidates(entry)[0].form[:1].isupper()
