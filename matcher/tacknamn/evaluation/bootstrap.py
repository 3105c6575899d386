"""Estimate how far figures are chance, with the paired bootstrap over documents.

Documents are drawn with replacement, as many as there are, and every figure is computed again. Two
runs are compared on the same draws. More than :data:`GROUPS` documents are distributed over that
many groups, and groups are drawn instead: a draw stays cheap, and so many groups are enough to
estimate the spread.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tacknamn.evaluation.scores import DocumentScores, HiddenSpans, Score

__all__ = [
    "FIGURES",
    "Difference",
    "GroupSums",
    "Interval95",
    "compare_runs",
    "estimate_intervals",
]

GROUPS = 2000
"""With so many groups, the width of an interval is accurate to two per cent (1 / sqrt(2 · GROUPS))."""
TAIL = 0.025
"""The share of draws that an interval of 95 % leaves out at each end."""
COLUMNS = 8
"""The counts that all figures are computed from; see :func:`_count_values`."""

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
"""The figures that get intervals: exact over labels (micro), overlap for any label."""


@dataclass(frozen=True, slots=True)
class Interval95:
    """The range of a figure in 95 of 100 draws."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two runs in one figure."""

    first: float | None
    second: float | None
    difference: float | None
    """Second minus first."""
    interval: Interval95 | None
    chance: float | None
    """Twice the share of draws in which the difference is 0 or has the other sign (at most 1). It
    is small if the difference is hardly chance. None without draws."""


class GroupSums:
    """The sums that the figures of a run are computed from, for each group of documents."""

    def __init__(self) -> None:
        self.columns = [[0] * GROUPS for _ in range(COLUMNS)]
        self.groups = 0
        """The number of groups with documents."""

    def add(self, number: int, scores: DocumentScores) -> None:
        """Add the gold document ``number``."""
        group = number % GROUPS
        self.groups = max(self.groups, group + 1)
        for column, value in zip(self.columns, _count_values(scores), strict=True):
            column[group] += value

    def add_up(self, groups: Sequence[int]) -> list[int]:
        """Add up some groups, each as often as it occurs."""
        return [sum(map(column.__getitem__, groups)) for column in self.columns]


def _count_values(scores: DocumentScores) -> tuple[int, ...]:
    exact = sum(scores.exact.values(), Score())
    overlap = scores.overlap_any
    hidden = sum(scores.hidden.values(), HiddenSpans())
    return (
        exact.right, exact.predicted, exact.gold,
        overlap.right, overlap.predicted, overlap.gold,
        hidden.whole, hidden.gold,
    )  # fmt: skip


def estimate_intervals(sums: GroupSums, draws: int, seed: int) -> dict[str, Interval95 | None]:
    """Estimate an interval for each figure of one run."""
    samples = [sums.add_up(groups) for groups in _draw_groups(sums.groups, draws, seed)]
    return {name: _find_interval(list(map(figure, samples))) for name, figure in FIGURES.items()}


def compare_runs(
    first: GroupSums, second: GroupSums, draws: int, seed: int
) -> dict[str, Difference]:
    """Compare two runs over the same documents."""
    pairs = [
        (first.add_up(groups), second.add_up(groups))
        for groups in _draw_groups(max(first.groups, second.groups), draws, seed)
    ]
    whole = range(GROUPS)
    differences = {}
    for name, figure in FIGURES.items():
        before, after = figure(first.add_up(whole)), figure(second.add_up(whole))
        spread = [_subtract(figure(theirs), figure(ours)) for ours, theirs in pairs]
        difference = _subtract(after, before)
        differences[name] = Difference(
            before, after, difference, _find_interval(spread), _find_chance(difference, spread)
        )
    return differences


def _draw_groups(groups: int, draws: int, seed: int) -> Iterator[list[int]]:
    random = Random(seed)
    for _ in range(draws if groups else 0):
        yield random.choices(range(groups), k=groups)


def _subtract(minuend: float | None, subtrahend: float | None) -> float | None:
    return None if minuend is None or subtrahend is None else minuend - subtrahend


def _find_interval(values: Sequence[float | None]) -> Interval95 | None:
    """The interval of the draws that have the figure; a draw without any gold does not."""
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
