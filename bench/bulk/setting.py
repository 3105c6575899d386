"""What every group of measures is given."""

import statistics
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bench.bulk.workers import Worker

__all__ = ["START", "Setting", "Speeds", "compare"]

START = "2f01335"
"""The commit before batches, whose single calls are the reference."""
SLICES = 20
"""Slices of the texts. The versions process each slice in turn, so that a busy minute affects both."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The circumstances of a measurement."""

    bundle: Path
    start: Path
    """The tree of the start commit, compiled."""
    texts: Path | None
    """The folder of gold texts."""
    rows: int
    """Rows to generate for each measure."""
    folder: Path
    """A temporary folder."""


@dataclass(frozen=True, slots=True)
class Speeds:
    """Rows a second of two ways to process the same texts."""

    before: float
    after: float
    ratio: float
    """The median of the ratios of the slices."""


def compare(before: Worker, after: Worker, count: int, by: str = "processor") -> Speeds:
    """Have two workers process the same texts, slice by slice, in turn.

    Args:
        by: Which seconds to compare: a field of :class:`bench.bulk.workers.Seconds`.
    """
    seconds: list[tuple[float, float]] = []
    edges = [count * number // SLICES for number in range(SLICES + 1)]
    for start, end in pairwise(edges):
        pair = before.run(start, end), after.run(start, end)
        seconds.append((getattr(pair[0], by), getattr(pair[1], by)))
    return Speeds(
        count / sum(first for first, _ in seconds),
        count / sum(second for _, second in seconds),
        statistics.median(first / second for first, second in seconds),
    )
