"""The part of a list that an original draws from in all texts of a run without a key.

Each text draws again, and a pseudonym is never the original. If it were drawn from the whole list, the
texts of one writer would use up all names but that one. So in each run every original has its own part
of the list, which the secret of the run decides: the texts of a run only show the names of that part,
and any of the others may be the original. Months, days and house numbers are drawn in the same way.

A part of one name would hide the original better from readers of one writer's texts, but not from those of
the whole corpus: the most frequent pseudonym would be that of Stockholm.
"""

from functools import lru_cache
from math import ceil

from tacknamn.replacement.choices import Choices
from tacknamn.replacement.originals import MOST_REMEMBERED, Original
from tacknamn.replacement.pools import PoolName, Tier

__all__ = ["OwnParts", "get_part_size"]

MOST = 15
"""Names of a part. Of 50 names, 35 stay possible. With 20, an attacker with a list of 30 suspects would
be right in 6 percentage points more of the cases than by chance; with 15 it is 4 (``make privacy``)."""
_MOST_GAIN = 0.025
"""How much more often than by chance one may guess an original among the names outside of its part: half of
the five points that are allowed, so that luck does not reach these when they are measured."""
_PICKS = 48
"""Picks for a part. 18 are usual; a number of 512 bits selects 50 of a thousand names."""


def get_part_size(size: int) -> int:
    """Return how many names of a list an original draws from.

    >>> [get_part_size(size) for size in (50, 30, 28, 12, 5)]
    [15, 12, 11, 2, 1]
    """
    return max(1, min(MOST, size - ceil(1 / (1 / size + _MOST_GAIN))))


class OwnParts:
    """Lists the part of an original. It remembers the most recent ones. Threads may share it."""

    def __init__(self, shared: Choices) -> None:
        """Prepare to list names.

        Args:
            shared: Numbers that are the same in all texts of a run.
        """
        self._shared = shared
        self.list_part = lru_cache(MOST_REMEMBERED)(self._list_part)
        """List the names of a tier that an original draws from; none is like it."""

    def _list_part(self, tier: Tier, original: Original) -> tuple[PoolName, ...]:
        size = get_part_size(len(tier.names))
        number = self._shared.number(original.kind, original.identity, "part")
        part: dict[str, PoolName] = {}
        for name in tier.pick_several(number, _PICKS):
            if name.folded not in part and not original.is_like(name.folded, name.entity):
                part[name.folded] = name
                if len(part) == size:
                    break
        return tuple(part.values())
