"""The lists that names are drawn from, in tiers: the best names first, the wider list behind.

A tier is made when a draw first needs it, and its names are ready to be handed out. Picking
one costs a division and a look-up.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from tacknamn.replacement.name_features import split_words
from tacknamn.replacement.records import Draw

__all__ = ["Pool", "PoolName", "Tier", "make_pool_name"]


class PoolName(NamedTuple):
    """A name that may be drawn."""

    draw: Draw
    folded: str
    words: tuple[str, ...]
    """Its folded words."""
    thing: str
    """What other names of the same city share with it."""


def make_pool_name(draw: Draw, folded: str, thing: str = "") -> PoolName:
    """A name, from the draw that hands it out."""
    return PoolName(draw, folded, split_words(folded), thing)


class Tier:
    """Names of one rank."""

    __slots__ = ("_cumulative", "names")

    def __init__(self, names: Iterable[PoolName], weights: Iterable[float] | None = None) -> None:
        """Make a tier.

        Args:
            weights: How often each name is to be drawn, as in life; None draws all alike.
        """
        self.names = tuple(names)
        self._cumulative = None if weights is None else _accumulate_weights(weights)

    def pick(self, number: int) -> tuple[PoolName, int]:
        """The name that a number falls on, and the rest of the number for the next choice."""
        if self._cumulative is None:
            rest, place = divmod(number, len(self.names))
            return self.names[place], rest
        rest, weight = divmod(number, self._cumulative[-1])
        return self.names[bisect_right(self._cumulative, weight)], rest


_WEIGHT_UNIT = 1024
"""Weights are whole numbers, so that no machine rounds another way. Mentions of the rarest
names kept are fractions; a thousandth of one mention is finer than anybody can tell."""
_MOST_WEIGHT = 1 << 50
"""More mentions than there are; a forged count must not make numbers endless."""


def _accumulate_weights(weights: Iterable[float]) -> Sequence[int]:
    whole = (max(1, int(min(weight, _MOST_WEIGHT) * _WEIGHT_UNIT)) for weight in weights)
    return tuple(accumulate(whole))


class Pool:
    """The tiers of one list, made when they are asked for."""

    def __init__(self, *makers: Callable[[], Tier]) -> None:
        self.makers = makers
        self._tiers: dict[int, Tier] = {}

    def __iter__(self) -> Iterator[Tier]:
        """The tiers that have names, the best first."""
        for place, maker in enumerate(self.makers):
            tier = self._tiers.get(place)
            if tier is None:
                tier = self._tiers.setdefault(place, maker())  # another thread may have made it
            if tier.names:
                yield tier

    def first(self) -> Tier | None:
        """The best tier that has names."""
        return next(iter(self), None)
