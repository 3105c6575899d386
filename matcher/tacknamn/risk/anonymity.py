"""Measure for each label how well draws hide originals: anonymity sets, and entropy in bits.

A *draw* is the choice of a pseudonym for one entity from a pool of names. Two questions are asked of
the draws of a label:

- How many originals could be behind a pseudonym? That is the anonymity set, which follows from the
  size of the pool alone.
- How well can a pseudonym be predicted? The entropy of the choice answers it in theory (log2 of the
  pool), the empirical entropy in practice, from the pseudonyms that occur in the documents.

:mod:`tacknamn.risk.definitions` defines every figure.
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
    """The least and the median of some numbers."""

    least: int
    median: int
    """Of two numbers in the middle, the lower one."""


@dataclass(frozen=True, slots=True)
class LabelFigures:
    """The figures for the draws of one label."""

    label: str
    entities: int
    """Entities with this label. An entity counts once in each of its documents."""
    draws: int
    """Entities whose pseudonym was drawn from a pool of two names or more."""
    placeholders: int
    """Entities with a pool of one."""
    unpooled: int
    """Entities without a pool in the file."""
    anonymity: Spread | None
    """Anonymity sets of the draws."""
    thin_draws: int
    """Draws whose anonymity set is smaller than k."""
    choice_bits: float | None
    """Mean entropy of the choice: log2 of the pool."""
    pseudonyms: int
    """Different pseudonyms among the draws."""
    found_bits: float | None
    """Empirical entropy of the pseudonyms over the draws."""
    originals: Spread | None
    """Originals that each pseudonym actually stands for; None if they are unknown."""
    single_originals: int
    """Pseudonyms that stand for a single original."""


class AnonymityCounter:
    """Counts entities one after the other, and computes the figures of their labels."""

    def __init__(self) -> None:
        self._pools: defaultdict[str, Counter[int | None]] = defaultdict(Counter)
        """By label, how many entities have a pool of each size."""
        self._forms: defaultdict[str, Counter[Folded]] = defaultdict(Counter)
        """By label, how many draws gave each pseudonym."""

    def add(self, entity: Entity) -> None:
        """Count an entity."""
        self._pools[entity.label][entity.pool] += 1
        if entity.is_drawn:
            self._forms[entity.label][entity.form] += 1

    def compute(self, originals: OriginalIndex, k: int) -> tuple[LabelFigures, ...]:
        """Compute the figures of every label, sorted by label."""
        return tuple(self._compute_label(label, originals, k) for label in sorted(self._pools))

    def _compute_label(self, label: str, originals: OriginalIndex, k: int) -> LabelFigures:
        pools = self._pools[label]
        # Pools of one (placeholders) and missing pools are counted apart: nothing was chosen there.
        drawn = {pool: count for pool, count in pools.items() if pool is not None and pool > 1}
        sets = Counter({anonymity_set_size(pool): count for pool, count in drawn.items()})
        originals_per_pseudonym = Counter(originals.count_originals(label))
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
            _measure_spread(originals_per_pseudonym),
            originals_per_pseudonym[1],
        )


def anonymity_set_size(pool: int) -> int:
    """Return how many originals of a pool can be behind one of its names.

    No name replaces itself. Nothing else excludes an original, because keys, rotations and the parts of
    lists are secret. Originals outside the pool are not counted, so the true set may be larger."""
    return max(0, pool - 1)


def entropy(counts: Iterable[int]) -> float | None:
    """Return the empirical entropy in bits, -sum p log2 p over the shares p; None for no counts.

    >>> entropy([1, 1, 1, 1])
    2.0
    """
    counts = list(counts)
    total = sum(counts)
    if not total:
        return None
    # -log2(count / total) is written as log2(total / count), which is never negative.
    bits = sum(count / total * log2(total / count) for count in counts if count)
    return max(0.0, bits)


def _average_bits(drawn: dict[int, int]) -> float | None:
    """Average log2 of the pool over all draws, where ``drawn`` counts the draws by pool size."""
    total = sum(drawn.values())
    return sum(log2(pool) * count for pool, count in drawn.items()) / total if total else None


def _measure_spread(sizes: Counter[int]) -> Spread | None:
    """Return the least and the median of numbers that are given with their frequencies."""
    # Walk the sizes in order until half of all numbers, rounded up, have been passed.
    remaining = (sizes.total() + 1) // 2
    for size in sorted(sizes):
        remaining -= sizes[size]
        if remaining <= 0:
            return Spread(min(sizes), size)
    return None
