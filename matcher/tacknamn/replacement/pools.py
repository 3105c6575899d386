"""The lists that names are drawn from, in tiers: the best names first, then the wider list.

A tier is made when a draw first needs it, with its names ready to be returned. A pick costs one
division and one look-up.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from tacknamn.replacement.name_features import split_words
from tacknamn.replacement.records import Draw

__all__ = ["Pool", "PoolName", "Tier", "make_pool_name"]


class PoolName(NamedTuple):
    """A name that can be drawn."""

    draw: Draw
    folded: str
    words: tuple[str, ...]
    """Its folded words."""
    thing: str
    """Identifier that all names of the same city share."""


def make_pool_name(draw: Draw, folded: str, thing: str = "") -> PoolName:
    """Make a name from the draw that returns it."""
    return PoolName(draw, folded, split_words(folded), thing)


class Tier:
    """Names of one rank, drawn with equal or given weights."""

    __slots__ = ("_cumulative", "names")

    def __init__(self, names: Iterable[PoolName], weights: Iterable[float] | None = None) -> None:
        """Make a tier.

        Args:
            weights: How often each name is drawn, relative to the others; None for all alike.
        """
        self.names = tuple(names)
        self._cumulative = None if weights is None else _accumulate_weights(weights)

    def pick(self, number: int) -> tuple[PoolName, int]:
        """Return the name that a number selects, and the rest of the number for the next pick."""
        if self._cumulative is None:
            rest, position = divmod(number, len(self.names))
            return self.names[position], rest
        rest, weight = divmod(number, self._cumulative[-1])
        return self.names[bisect_right(self._cumulative, weight)], rest


_WEIGHT_UNIT = 1024
"""Weights are whole numbers, so that rounding is the same on all machines. Mentions of the rarest
names are fractions; a thousandth of a mention is precise enough."""
_MOST_WEIGHT = 1 << 50
"""Upper limit of a weight, above every real number of mentions. A forged count must not make
numbers endless."""


def _accumulate_weights(weights: Iterable[float]) -> Sequence[int]:
    whole = (max(1, int(min(weight, _MOST_WEIGHT) * _WEIGHT_UNIT)) for weight in weights)
    return tuple(accumulate(whole))


class Pool:
    """The tiers of one list, each made when it is first needed."""

    def __init__(self, *makers: Callable[[], Tier]) -> None:
        self.makers = makers
        self._tiers: dict[int, Tier] = {}

    def __iter__(self) -> Iterator[Tier]:
        """Iterate over the tiers that have names, the best first."""
        for position, maker in enumerate(self.makers):
            tier = self._tiers.get(position)
            if tier is None:  # setdefault: another thread may have made it in the meantime
                tier = self._tiers.setdefault(position, maker())
            if tier.names:
                yield tier

    def first(self) -> Tier | None:
        """Return the best tier that has names."""
        return next(iter(self), None)
