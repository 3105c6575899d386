"""What an engine of the benchmark is: how it is set up, and what it then does to a text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Engine", "Hit", "Ready", "Task", "resolve"]

Hit = tuple[int, int, int]
"""Start and end in the text as it was given, and the entry's number."""


@dataclass(frozen=True, slots=True)
class Task:
    """What all engines are given alike."""

    forms: list[str]
    """The folded entries."""
    bundle: Path
    """A bundle of the same entries, for the engines that read one."""
    texts: list[str]
    """What will be scanned."""
    sample: list[str]
    """Some of it, for engines that lay themselves out by a sample."""


@dataclass(frozen=True, slots=True)
class Ready:
    """An engine that is set up."""

    find: Callable[[Any], Any]
    """One unit of work; of a plain text it gives start, end, entry ... of each hit."""
    units: Sequence[Any] | None = None
    """The units of work, where they are not simply the texts."""
    units_are_parallel: bool = False
    """Whether a unit is worked at by several threads."""


@dataclass(frozen=True, slots=True)
class Engine:
    """One row of the table."""

    name: str
    package: str
    """The distribution whose version is told; empty for our own."""
    how: str
    """The arrangement, in a line."""
    prepare: Callable[[Task], Ready]
    cores: int = 1
    """Processor cores that it may use."""
    tells_spans: bool = True
    """Whether a unit is a text and the answer its hits."""


def resolve(hits: Sequence[Hit]) -> list[Hit]:
    """The leftmost-longest of overlapping hits that come in the order of their ends.

    A hit that covers earlier ones begins left of them and replaces them; one that begins
    inside an earlier hit is dropped. No sorting is needed: a hit that replaces others ends
    last so far, and so covers whatever they had kept out.

    >>> resolve([(0, 2, 1), (1, 5, 2), (6, 7, 3), (4, 8, 4)])
    [(0, 2, 1), (4, 8, 4)]
    """
    chosen: list[Hit] = []
    free = 0
    for hit in hits:
        start = hit[0]
        if start >= free:
            chosen.append(hit)
            free = hit[1]
            continue
        keep = len(chosen)
        while keep and chosen[keep - 1][0] >= start:
            keep -= 1
        if not keep or chosen[keep - 1][1] <= start:
            chosen[keep:] = [hit]
            free = hit[1]
    return chosen
