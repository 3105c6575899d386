"""Define an engine of the benchmark: how to set it up, and how it scans a text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Engine", "EngineMatch", "Ready", "Task", "choose_longest"]

EngineMatch = tuple[int, int, int]
"""Start and end in the original text, and the number of the entry."""


@dataclass(frozen=True, slots=True)
class Task:
    """The input of every engine."""

    forms: list[str]
    """The folded entries."""
    bundle: Path
    """A bundle of the same entries, for the engines that read one."""
    texts: list[str]
    """The texts to scan."""
    sample: list[str]
    """Some of them, for engines that arrange their data by a sample."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An engine that is set up."""

    find: Callable[[Any], Any]
    """Processes one unit of work. For a plain text it returns start, end, entry ... of each match."""
    units: Sequence[Any] | None = None
    """The units of work, unless they are the texts."""
    units_are_parallel: bool = False
    """Whether several threads process a unit."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One row of the table."""

    name: str
    package: str
    """The distribution whose version is reported; empty for our own."""
    how: str
    """How the engine is set up, in one line."""
    prepare: Callable[[Task], Ready]
    cores: int = 1
    """Processor cores that it may use."""
    reports_spans: bool = True
    """Whether a unit is a text and the result its matches."""


def choose_longest(matches: Sequence[EngineMatch]) -> list[EngineMatch]:
    """Choose the leftmost-longest of overlapping matches, which come in the order of their ends.

    A match that covers earlier ones begins left of them and replaces them. One that begins inside an
    earlier match is dropped. Sorting is not needed: a match that replaces others ends last so far,
    so it also covers all that they had kept out.

    >>> choose_longest([(0, 2, 1), (1, 5, 2), (6, 7, 3), (4, 8, 4)])
    [(0, 2, 1), (4, 8, 4)]
    """
    chosen: list[EngineMatch] = []
    free = 0
    for match in matches:
        start = match[0]
        if start >= free:
            chosen.append(match)
            free = match[1]
            continue
        keep = len(chosen)
        while keep and chosen[keep - 1][0] >= start:
            keep -= 1
        if not keep or chosen[keep - 1][1] <= start:
            chosen[keep:] = [match]
            free = match[1]
    return chosen
