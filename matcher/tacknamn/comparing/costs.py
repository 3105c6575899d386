"""What finding names costs: seconds and memory, with and without loading."""

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Cost", "together"]


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one package, or of several."""

    loading: float
    """Seconds until packages and models are there, and a first sentence has been answered."""
    finding: float
    """Seconds for all sentences, after that."""
    peak: int | None = None
    """Bytes that the process, and those that it started, had in memory at most; None where the
    system does not tell."""
    growth: int | None = None
    """Bytes that they had more, at most, while they were finding, than when they had loaded."""
    traced: int | None = None
    """Bytes that Python counted at most (tracemalloc); None where a package is another program."""
    traced_growth: int | None = None
    """The same, counted from when it had loaded."""


def together(costs: Iterable[Cost], joining: float) -> Cost:
    """The cost of several packages and of joining what they found: all of it added."""
    all_of_them = list(costs)
    return Cost(
        sum(one.loading for one in all_of_them),
        sum(one.finding for one in all_of_them) + joining,
        _sum(one.peak for one in all_of_them),
        _sum(one.growth for one in all_of_them),
        _sum(one.traced for one in all_of_them),
        _sum(one.traced_growth for one in all_of_them),
    )


def _sum(parts: Iterable[int | None]) -> int | None:
    """None where one of them is not known."""
    total = 0
    for one in parts:
        if one is None:
            return None
        total += one
    return total
