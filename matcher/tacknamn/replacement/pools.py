"""The names to draw from: pools in tiers, the comparison of names, and lettered placeholders.

A pool has the best names in its first tier, then the wider list. It has at least five names, or none. A
tier is made when a draw first needs it, with its names ready to be returned. A pick costs one division and one look-up.

Placeholders (A-skola, B-skola ... Z-skola, AA-skola) replace names for which no list exists or the
style uses none. Patterns come with the bundle (from ``fakes.tsv`` of the curation); those here are for labels
without a pattern in the bundle, and for names when every list is used up.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA

from tacknamn.labels import Label
from tacknamn.replacement.records import Draw

__all__ = [
    "FEWEST",
    "LETTER_FIELD",
    "Pool",
    "PoolName",
    "Tier",
    "is_similar",
    "make_pattern",
    "make_pool_name",
    "number_to_letters",
    "split_words",
]

_WORD = re.compile(r"\w+")
SHORT_NAME = 5
"""Letters of a name up to which names one edit apart are similar (Karin, Carin); longer names may
be two edits apart (Kristina, Christina). The matcher allows two edits only from eight letters.
Here the cost of an error is different: a name too few in a list costs nothing, a pseudonym that
reveals the original does."""


def split_words(folded: str) -> tuple[str, ...]:
    """Split a folded text into words; the parts of a double name are words.

    >>> split_words("anna-karin o'brien")
    ('anna', 'karin', 'o', 'brien')
    """
    return tuple(_WORD.findall(folded))


def is_similar(name: str, other: str) -> bool:
    """Whether two folded names are so similar that one may be the other misspelt.

    >>> is_similar("kristina", "christina"), is_similar("eva", "ida")
    (True, False)
    """
    most = 1 if min(len(name), len(other)) <= SHORT_NAME else 2
    return OSA.distance(name, other, score_cutoff=most) <= most


class PoolName(NamedTuple):
    """A name that can be drawn."""

    draw: Draw
    folded: str
    words: tuple[str, ...]
    """Its folded words."""
    entity: str
    """Identifier that all names of the same city share."""


def make_pool_name(draw: Draw, folded: str, entity: str = "") -> PoolName:
    """Make a name from the draw that returns it."""
    return PoolName(draw, folded, split_words(folded), entity)


FEWEST = 5
"""Names of a pool at least: as many as the guidelines have cities for a country (D6). Whose pseudonym is
one of one or two names is no better hidden than by its initial."""


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

    def pick_several(self, number: int, picks: int) -> Iterator[PoolName]:
        """Yield the names that a number selects, one after the other; some may repeat."""
        for _ in range(picks):
            name, number = self.pick(number)
            yield name

    def join(self, other: "Tier") -> "Tier":
        """Return a tier with the names of both, each with its weight."""
        size = len(self.names) + len(other.names)
        names = [
            name._replace(draw=replace(name.draw, pool=size))
            for name in (*self.names, *other.names)
        ]
        if self._cumulative is None and other._cumulative is None:
            return Tier(names)
        return Tier(names, [*self._list_weights(), *other._list_weights()])

    def _list_weights(self) -> list[float]:
        if self._cumulative is None:
            return [1.0] * len(self.names)
        return [(end - start) / _WEIGHT_UNIT for start, end in pairwise((0, *self._cumulative))]


_WEIGHT_UNIT = 1024
"""Weights are whole numbers, so that rounding is the same on all machines. Mentions of the rarest
names are fractions; a thousandth of a mention is precise enough."""
_MOST_WEIGHT = 1 << 50
"""Upper limit of a weight, above every real number of mentions. A forged count must not make
numbers endless."""


def _accumulate_weights(weights: Iterable[float]) -> Sequence[int]:
    whole = [max(1, int(min(weight, _MOST_WEIGHT) * _WEIGHT_UNIT)) for weight in weights]
    return tuple(accumulate(whole))


class Pool:
    """The tiers of one list, each made when it is first needed.

    A first tier with too few names is joined with the next ones. A pool that has too few in all has no
    tier, so that a lettered placeholder is drawn."""

    def __init__(self, *makers: Callable[[], Tier], fewest: int = FEWEST) -> None:
        """Make a pool.

        Args:
            fewest: Names of its first tier at least. 1 is for what is given and not chosen: the
                fixed names of a style, the telephone area of a town.
        """
        self.makers = makers
        self._fewest = fewest
        self._tiers: dict[int, Tier] = {}
        """The tiers by the position of their maker, and the first one that was joined."""

    def __iter__(self) -> Iterator[Tier]:
        """Iterate over the tiers that have names, the best first."""
        first: Tier | None = None
        for position, maker in enumerate(self.makers):
            tier = self._tiers.get(position)
            if tier is None:  # setdefault: another thread may have made it in the meantime
                made = maker()
                if first is not None and len(first.names) < self._fewest:
                    made = first.join(made)
                tier = self._tiers.setdefault(position, made)
            if first is None or len(first.names) < self._fewest:
                first = tier
                if len(tier.names) < self._fewest:
                    continue
            if tier.names:
                yield tier

    def get_first(self) -> Tier | None:
        """Return the best tier that has names."""
        return next(iter(self), None)


LETTER_FIELD = "{letter}"
_ALPHABET = 26
_PATTERNS = {
    "sv": {
        Label.FIRSTNAME_FEMALE: "{letter}-namn",
        Label.FIRSTNAME_MALE: "{letter}-namn",
        Label.FIRSTNAME_UNKNOWN: "{letter}-namn",
        Label.SURNAME: "{letter}-efternamn",
    },
    "en": {
        Label.FIRSTNAME_FEMALE: "{letter}-name",
        Label.FIRSTNAME_MALE: "{letter}-name",
        Label.FIRSTNAME_UNKNOWN: "{letter}-name",
        Label.SURNAME: "{letter}-surname",
    },
}
"""Modelled on the patterns of SVALA, which has none for names because its lists never end."""


def number_to_letters(number: int) -> str:
    """Return the letters for a number from 1.

    >>> [number_to_letters(number) for number in (1, 26, 27, 703)]
    ['A', 'Z', 'AA', 'AAA']
    """
    letters = ""
    while number > 0:
        number, position = divmod(number - 1, _ALPHABET)
        letters = chr(ord("A") + position) + letters
    return letters


def make_pattern(language: str, label: str) -> str:
    """Return the pattern for a label without a pattern in the bundle.

    >>> make_pattern("sv", "surname"), make_pattern("en", "geo")
    ('{letter}-efternamn', '{letter}-geo')
    """
    patterns = {str(name): form for name, form in _PATTERNS[language].items()}
    return patterns.get(label, f"{LETTER_FIELD}-{label}")
