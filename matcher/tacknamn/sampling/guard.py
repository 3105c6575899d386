"""Keep pseudonyms apart: from each other, from the original, and from names in the text.

A name is refused when another original has it, when its words stand in the text, when it is
the original under another name or so like it that it may be the original misspelt.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tacknamn.sampling.originals import Original
from tacknamn.sampling.pools import Name, Pool, Tier

__all__ = ["Choice", "Guard"]

TRIES = 8
"""Choices from a whole tier before those are looked at that are left: with half of a tier
taken, one draw in 256 has to."""
SCARCE = 8
"""With less than an eighth of a tier left, choosing from the whole tier is in vain."""

Refusal = Callable[[Name], bool]
"""A further reason to refuse a name."""
Test = Callable[[Name], bool]


class Choice(NamedTuple):
    """A name that was chosen."""

    name: Name
    depth: int
    """Which tier it is from: 0 is the best one that the list has."""


class Guard:
    """What may be chosen in one scope."""

    def __init__(self, words: Iterable[str] = (), distinct: bool = True) -> None:
        """Guard a text.

        Args:
            words: The folded words that stand in it.
            distinct: Whether a name may be chosen once only.
        """
        self._words: set[str] = set()
        self._distinct = distinct
        self._taken: set[str] = set()
        self._left: dict[Tier, list[Name]] = {}
        self.add_words(words)

    def add_words(self, words: Iterable[str]) -> None:
        """Folded words that stand in the text: with Annas stands Anna."""
        words = list(words)
        self._words.update(words)
        self._words.update([word[:-1] for word in words if word[-1:] == "s"])

    def stands_in_text(self, words: Iterable[str]) -> bool:
        """Whether all words of a name stand in the text."""
        return self._words.issuperset(words)

    def is_free(self, name: Name) -> bool:
        """Whether it stands for nobody yet and not in the text."""
        if not self._distinct:
            return True
        return name.folded not in self._taken and not self.stands_in_text(name.words)

    def accepts(self, name: Name, original: Original) -> bool:
        """Whether a name may stand for this original."""
        return self.is_free(name) and not original.is_like(name.folded, name.thing)

    def take(self, name: Name) -> None:
        """From now on the name stands for somebody."""
        self._taken.add(name.folded)

    def choose(
        self, pool: Pool, number: int, original: Original, refuses: Refusal | None = None
    ) -> Choice | None:
        """The name that the number falls on, else the next one; None when all are refused."""

        def accepts(name: Name) -> bool:
            return self.accepts(name, original) and not (refuses and refuses(name))

        for depth, tier in enumerate(pool):
            name = self._tried(tier, number, accepts) or self._one_left(tier, number, accepts)
            if name is not None:
                self.take(name)
                return Choice(name, depth)
        return None

    def _tried(self, tier: Tier, number: int, accepts: Test) -> Name | None:
        """One of the first few names that the number falls on."""
        left = self._left.get(tier)
        if left is not None and SCARCE * len(left) < len(tier.names):
            return None
        for _ in range(TRIES):
            name, number = tier.pick(number)
            if accepts(name):
                return name
        return None

    def _one_left(self, tier: Tier, number: int, accepts: Test) -> Name | None:
        """The first acceptable one of those left, from where the number falls on."""
        left = self._left.get(tier)
        if left is None:
            left = self._left[tier] = [name for name in tier.names if self.is_free(name)]
        place, refused = number % len(left) if left else 0, 0
        while refused < len(left):
            place %= len(left)
            name = left[place]
            if accepts(name):
                return name
            if self.is_free(name):
                place, refused = place + 1, refused + 1
            else:  # somebody has it: it is never free again
                left[place] = left[-1]
                left.pop()
        return None
