"""What the figures of a comparison mean: said once, for the page, the screen and JSON."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["DEFINITIONS", "definitions"]

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "precision": "The share of [Name] tags that are right: that stand for precisely the "
        "letters of an expected one.",
        "recall": "The share of expected [Name] tags that are right.",
        "sentence": "Precision and recall of each sentence, averaged. A sentence in which "
        "nothing was found has no precision, and is left out of that mean.",
        "overall": "Precision and recall of all sentences taken together.",
        "hidden": "The share of names of which nothing is left in sight, though more may have "
        "been masked than the name. A union hides all that any of its packages hides.",
        "seconds": "By the clock, for all sentences; with importing and loading, until a first "
        "sentence has been answered, and without. Of short runs, the least of three.",
        "MB": "The most that the process of a package, and those that it started, had in memory "
        "(RSS); without loading, what they had more than when they had loaded.",
        "MB of Python": "The most that Python itself counted (tracemalloc), as the seed measures. "
        "What compiled code allots is not in it.",
        "joined": "Every package runs in a process of its own: a union costs the sum of them, and "
        "the seconds of joining.",
        "the seed": "Seed C's own figures: 1,000 other sentences of WikiNEuRal, a MacBook Air M1, "
        "the packages of 2022. Its MB are those that Python counts.",
    }
)


def definitions(*names: str) -> tuple[tuple[str, str], ...]:
    """Terms with their meanings."""
    return tuple((name, DEFINITIONS[name]) for name in names)
