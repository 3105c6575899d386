"""The first names that a key selects for an original, listed once for all texts.

With a key, the numbers of an original are the same in all texts. Which of the names they select fits
depends on the text: a name that is in it, or that another original has, is left out there.
"""

from functools import lru_cache

from tacknamn.replacement.choices import Choices
from tacknamn.replacement.originals import MOST_REMEMBERED, Original
from tacknamn.replacement.pools import Pool, PoolName
from tacknamn.replacement.stock import Stock

__all__ = ["TRIES", "FirstNames"]

TRIES = 8
"""Picks from a whole tier before the remaining names are listed. With half of a tier taken,
all tries fail for one draw in 256."""
_LISTED = 3
"""Names that are listed. Few texts contain the words of all three."""


class FirstNames:
    """Lists the names to try first. It remembers the most recent lists. Threads may share it."""

    def __init__(self, stock: Stock, choices: Choices, remembered: int = MOST_REMEMBERED) -> None:
        """Prepare to list names.

        Args:
            choices: Numbers that are the same in all texts.
            remembered: How many lists of each kind are remembered.
        """
        self._stock = stock
        self._choices = choices
        self.list_from = lru_cache(remembered)(self._list_from)
        """List the first names of the best tier of a pool that a draw for an original tries and
        that are not like it."""
        self.list_names = lru_cache(remembered)(self._list_names)
        """The same for the pool of a person's name."""

    def _list_from(self, pool: Pool, original: Original) -> tuple[PoolName, ...]:
        tier = pool.get_first()
        if tier is None:
            return ()
        number = self._choices.number(original.kind, original.identity)
        names: list[PoolName] = []
        for name in tier.pick_several(number, TRIES):
            if not original.is_like(name.folded, name.entity):
                names.append(name)
                if len(names) == _LISTED:
                    break
        return tuple(names)

    def _list_names(self, original: Original) -> tuple[PoolName, ...]:
        return self._list_from(self._stock.get_names_like(original), original)
