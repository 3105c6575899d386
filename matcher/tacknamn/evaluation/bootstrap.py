"""How far figures are chance: the paired bootstrap over documents.

Documents are drawn with replacement as often as there are documents, and every figure is
computed again; two runs are looked at on the same draws. Above :data:`GROUPS` documents, they
are dealt into so many groups, which are drawn instead: a draw stays cheap, and the spread of
its figures is known as well as from so many documents.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tacknamn.evaluation.scores import DocumentScores, HiddenSpans, Score

__all__ = ["FIGURES", "Difference", "GroupSums", "Interval95", "compare_runs", "estimate_intervals"]

GROUPS = 2000
"""With so many, the width of an interval is known to two per cent (1 / sqrt(2 · GROUPS))."""
TAIL = 0.025
"""What an interval of 95 % leaves out at each end."""
COLUMNS = 8

Counts = Sequence[int]


def _exact_score(counts: Counts) -> Score:
    return Score(counts[0], counts[1], counts[2])


FIGURES: Mapping[str, Callable[[Counts], float | None]] = {
    "exact precision": lambda counts: _exact_score(counts).precision,
    "exact recall": lambda counts: _exact_score(counts).recall,
    "exact f1": lambda counts: _exact_score(counts).f1,
    "exact f2": lambda counts: _exact_score(counts).f2,
    "overlap recall": lambda counts: Score(counts[3], counts[4], counts[5]).recall,
    "leak rate": lambda counts: HiddenSpans(counts[6], 0, counts[7]).leak_rate,
}
"""Figures of the whole that are looked at: exact over labels (micro), overlap of any label."""


@dataclass(frozen=True, slots=True)
class Interval95:
    """Where a figure lies in 95 of 100 draws."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How far two runs differ in one figure."""

    first: float | None
    second: float | None
    difference: float | None
    """Second less first."""
    interval: Interval95 | None
    chance: float | None
    """Twice the share of draws in which the difference is nought or has the other sign (at most
    1): small where the difference is hardly chance. None without draws."""


class GroupSums:
    """The sums of a run that figures are computed from, kept for groups of documents."""

    def __init__(self) -> None:
        self.columns = [[0] * GROUPS for _ in range(COLUMNS)]
        self.groups = 0
        """Groups that have documents."""

    def add(self, number: int, one: DocumentScores) -> None:
        """Take in the gold document ``number``."""
        group = number % GROUPS
        self.groups = max(self.groups, group + 1)
        for column, value in zip(self.columns, _count_values(one), strict=True):
            column[group] += value

    def drawn(self, groups: Sequence[int]) -> list[int]:
        """The sums over some groups, each as often as it was drawn."""
        return [sum(map(column.__getitem__, groups)) for column in self.columns]


def _count_values(one: DocumentScores) -> tuple[int, ...]:
    exact = sum(one.exact.values(), Score())
    overlap = one.overlap_any
    hidden = sum(one.hidden.values(), HiddenSpans())
    return (
        exact.right, exact.predicted, exact.gold,
        overlap.right, overlap.predicted, overlap.gold,
        hidden.whole, hidden.gold,
    )  # fmt: skip


def estimate_intervals(sums: GroupSums, draws: int, seed: int) -> dict[str, Interval95 | None]:
    """An interval of each figure of one run."""
    samples = [sums.drawn(groups) for groups in _draw_groups(sums.groups, draws, seed)]
    return {name: _find_interval(list(map(figure, samples))) for name, figure in FIGURES.items()}


def compare_runs(
    first: GroupSums, second: GroupSums, draws: int, seed: int
) -> dict[str, Difference]:
    """The differences of two runs over the same documents."""
    pairs = [
        (first.drawn(groups), second.drawn(groups))
        for groups in _draw_groups(max(first.groups, second.groups), draws, seed)
    ]
    whole = range(GROUPS)
    told = {}
    for name, figure in FIGURES.items():
        one, other = figure(first.drawn(whole)), figure(second.drawn(whole))
        spread = [_subtract(figure(theirs), figure(ours)) for ours, theirs in pairs]
        difference = _subtract(other, one)
        told[name] = Difference(
            one, other, difference, _find_interval(spread), _find_chance(difference, spread)
        )
    return told


def _draw_groups(groups: int, draws: int, seed: int) -> Iterator[list[int]]:
    random = Random(seed)
    for _ in range(draws if groups else 0):
        yield random.choices(range(groups), k=groups)


def _subtract(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _find_interval(values: Sequence[float | None]) -> Interval95 | None:
    """Draws in which there is no such figure, because no gold was drawn, are left out."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return None
    last = len(known) - 1
    return Interval95(known[round(last * TAIL)], known[round(last * (1 - TAIL))])


def _find_chance(difference: float | None, spread: Sequence[float | None]) -> float | None:
    known = [value for value in spread if value is not None]
    if difference is None or not known:
        return None
    against = sum(value * difference <= 0 for value in known)
    return min(1.0, 2 * against / len(known))
