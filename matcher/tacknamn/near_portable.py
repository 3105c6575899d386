"""The deletion index without compiled code: same forms, same order, slower.

Every form is listed under each string that is left when up to ``edits`` letters are taken out
of its first :data:`PREFIX` ones; a word within that many edits leaves one of the same
strings. The list is one sorted array of numbers, 8 bytes each: the upper bits are those of
the string's hash, the lower ones number the form. A dict of strings would be found in faster
and be ten times as large.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Generic, TypeVar

from rapidfuzz.distance import OSA

from tacknamn.near_costs import cost

__all__ = ["LONGEST", "MOST_FORMS", "PREFIX", "Index"]

PREFIX = 7
"""Letters of a form that are looked at before all of it is: what SymSpell found best, and
what the compiled index measured so."""
LONGEST = 62
"""Letters of a form: with two edits a word has at most the 64 that fit into a machine word."""
_NUMBER_BITS = 24
MOST_FORMS = 1 << _NUMBER_BITS
_HASH_MASK = (1 << 64) - MOST_FORMS
"""The bits of a hash that are kept; a hash that is shared by accident costs one comparison."""

Found = TypeVar("Found", bound=tuple[int, int, int])
_cost = lru_cache(maxsize=1 << 14)(cost)


class Index(Generic[Found]):
    """Finds forms near a word. Takes the same as :class:`tacknamn._near.Index`, but the costs,
    which it has from :mod:`tacknamn.near_costs`."""

    def __init__(
        self, forms: Sequence[str], entries: "array[int]", edits: int, found: type[Found]
    ) -> None:
        if len(forms) >= MOST_FORMS:
            raise ValueError("there are too many forms")
        self._forms = tuple(forms)
        self._entries = entries
        self._edits = edits
        self._found = found
        self._listed = array("Q", sorted(self._all_listed()))

    def _all_listed(self) -> Iterator[int]:
        for number, form in enumerate(self._forms):
            for key in keys(form, self._edits):
                yield key | number

    def find(self, words: Sequence[str], most_cost: int, rivals: bool) -> list[list[Found]]:
        """For each word the entry, edits and cost of what is near, the cheapest first."""
        return [
            [
                tuple.__new__(self._found, (self._entries[number], edits, price))
                for price, number, edits in sorted(self._hits(word, rivals))
                if price <= most_cost
            ]
            for word in words
        ]

    def _hits(self, word: str, rivals: bool) -> Iterator[tuple[int, int, int]]:
        """Cost, number and edits of each form near a word."""
        if not word or len(word) > LONGEST + self._edits:
            return
        for number in self._candidates(word):
            if self._entries[number] < 0 and not rivals:
                continue
            form = self._forms[number]
            edits = OSA.distance(word, form, score_cutoff=self._edits)
            if edits <= self._edits:
                yield _cost(word, form), number, edits

    def _candidates(self, word: str) -> set[int]:
        """The forms that share a key with a word."""
        found: set[int] = set()
        listed = self._listed
        for key in keys(word, self._edits):
            place = bisect_left(listed, key)
            while place < len(listed) and listed[place] & _HASH_MASK == key:
                found.add(listed[place] & ~_HASH_MASK)
                place += 1
        return found


def keys(word: str, edits: int) -> set[int]:
    """The keys of a word's prefix: as it is, and with up to ``edits`` letters taken out."""
    strings = {word[:PREFIX]}
    fresh = strings
    for _ in range(edits):
        fresh = {text[:place] + text[place + 1 :] for text in fresh for place in range(len(text))}
        strings |= fresh
    return {hash(text) & _HASH_MASK for text in strings}
