"""Compare names: folded, without titles and articles, and which ones differ by one letter."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from rapidfuzz.distance import OSA

__all__ = ["Groups", "misspelt_pairs", "plain"]

SHORTEST = 6
"""Letters of names that may be misspelt variants of each other; Iran and Iraq are not."""
LONGEST = 60
"""Letters of names that are compared by letter: longer ones are no names."""
_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "’": "'"})


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A name in lower case, without accents, line breaks and a leading article."""
    apart = unicodedata.normalize("NFD", name.casefold().translate(_LETTERS))
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(bare.split()).removeprefix("the ")


class Groups:
    """Things that belong together: each is in one group, groups can be joined."""

    def __init__(self, size: int) -> None:
        self._heads = list(range(size))

    def head(self, number: int) -> int:
        """The lowest number of a thing's group."""
        while self._heads[number] != number:
            self._heads[number] = self._heads[self._heads[number]]
            number = self._heads[number]
        return number

    def join(self, one: int, other: int) -> None:
        """Make one group of two."""
        one, other = sorted((self.head(one), self.head(other)))
        self._heads[other] = one


def misspelt_pairs(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that differ by one letter, their first letters alike.

    Two such names have a form in common when a letter is left out of either, so nothing is
    compared but what shares one."""
    shorter: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        if SHORTEST <= len(name) <= LONGEST and name.replace(" ", "").replace("-", "").isalpha():
            for form in {name, *(name[:at] + name[at + 1 :] for at in range(1, len(name)))}:
                shorter.setdefault(form, []).append(name)
    told = set()
    for alike in shorter.values():
        for other in alike[1:]:
            pair = (alike[0], other)
            if pair not in told and OSA.distance(*pair, score_cutoff=1) == 1:
                told.add(pair)
                yield pair
