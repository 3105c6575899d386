"""Measure, for each label, how much draws hide: anonymity sets, and entropy in bits.

The definitions of the figures are those of :mod:`tacknamn.risk.definitions`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import log2

from tacknamn.risk.entities import Entity
from tacknamn.risk.originals import OriginalIndex
from tacknamn.text.fold import Folded

__all__ = ["AnonymityCounter", "LabelFigures", "Spread", "anonymity_set_size", "entropy"]


@dataclass(frozen=True, slots=True)
class Spread:
    """Where some numbers lie."""

    least: int
    median: int
    """The lower one of two in the middle."""


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """What the draws of one label tell."""

    label: str
    entities: int
    """Persons, places, things with this label, each counted in each of its documents."""
    draws: int
    """Those whose pseudonym was drawn from a pool of two names or more."""
    placeholders: int
    """Those with a pool of one."""
    untold: int
    """Those without a pool."""
    anonymity: Spread | None
    """Anonymity sets: originals of the pool that could have been replaced by the pseudonym."""
    thin_draws: int
    """Draws whose anonymity set is smaller than k."""
    choice_bits: float | None
    """Mean entropy of the choice: log2 of the pool."""
    pseudonyms: int
    """Different ones among the draws."""
    found_bits: float | None
    """Empirical entropy of the pseudonyms over the draws."""
    originals: Spread | None
    """Originals that a pseudonym in fact stands for; None where nothing tells."""
    single_originals: int
    """Pseudonyms that stand for one original only."""


class AnonymityCounter:
    """Takes in entity after entity."""

    def __init__(self) -> None:
        self._pools: defaultdict[str, Counter[int | None]] = defaultdict(Counter)
        self._forms: defaultdict[str, Counter[Folded]] = defaultdict(Counter)

    def add(self, entity: Entity) -> None:
        """Take in one."""
        self._pools[entity.label][entity.pool] += 1
        if entity.drawn:
            self._forms[entity.label][entity.form] += 1

    def figures(self, originals: OriginalIndex, k: int) -> tuple[LabelFigures, ...]:
        """The figures of every label, by name."""
        return tuple(self._label(label, originals, k) for label in sorted(self._pools))

    def _label(self, label: str, originals: OriginalIndex, k: int) -> LabelFigures:
        pools = self._pools[label]
        drawn = {pool: count for pool, count in pools.items() if pool is not None and pool > 1}
        sets = Counter({anonymity_set_size(pool): count for pool, count in drawn.items()})
        behind = Counter(originals.behind(label))
        forms = self._forms[label]
        return LabelFigures(
            label,
            pools.total(),
            sets.total(),
            pools[1],
            pools[None],
            _measure_spread(sets),
            sum(count for size, count in sets.items() if size < k),
            _average_bits(drawn),
            len(forms),
            entropy(forms.values()),
            _measure_spread(behind),
            behind[1],
        )


def anonymity_set_size(pool: int) -> int:
    """Originals of a pool that could have been replaced by one of its names: all others.

    No name is replaced by itself; nothing else excludes an original, for draws do not look at
    it, and keys and rotations are secret. Originals outside the pool are not counted."""
    return pool - 1


def entropy(counts: Iterable[int]) -> float | None:
    """Empirical entropy in bits, -sum p log2 p over the shares; None of nothing.

    >>> entropy([1, 1, 1, 1])
    2.0
    """
    counts = list(counts)
    total = sum(counts)
    if not total:
        return None
    bits = sum(count / total * log2(total / count) for count in counts if count)
    return max(0.0, bits)


def _average_bits(drawn: dict[int, int]) -> float | None:
    total = sum(drawn.values())
    return sum(log2(pool) * count for pool, count in drawn.items()) / total if total else None


def _measure_spread(sizes: Counter[int]) -> Spread | None:
    """The least and the median of numbers of which it is told how often there are."""
    left = (sizes.total() + 1) // 2
    for size in sorted(sizes):
        left -= sizes[size]
        if left <= 0:
            return Spread(min(sizes), size)
    return None
