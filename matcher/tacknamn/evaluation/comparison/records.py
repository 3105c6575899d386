"""What is asked for of a comparison: which packages, in which language, how long they may take."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.ner.backends.process import TEXT_SECONDS
from tacknamn.ner.backends.registry import BackendRequest, read_requests

__all__ = [
    "OWN_PACKAGE",
    "ComparisonSettings",
    "Cost",
    "add_costs",
    "make_comparison_settings",
]

OWN_PACKAGE = "tacknamn"
"""Our own engine; it is joined with each of the others."""


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """How packages are compared. Made by :func:`make_comparison_settings`, which checks."""

    packages: tuple[BackendRequest, ...]
    language: str = "en"
    """Of the sentences."""
    data: Path | None = None
    """The folder of Täcknamn's lists; None: where they are looked for."""
    seconds: float = TEXT_SECONDS
    """How long a package may be silent over one sentence."""
    keep_going: bool = False
    """Whether a package that fails is left out, instead of being an error."""


def make_comparison_settings(
    packages: str = OWN_PACKAGE,
    language: str = "en",
    data: Path | None = None,
    seconds: float | None = None,
    keep_going: bool = False,
) -> ComparisonSettings:
    """The settings, if all of it can be done.

    >>> [str(one) for one in settings("tacknamn, spacy:./model, tacknamn").packages]
    ['tacknamn', 'spacy:./model']
    """
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError("--seconds: give a number above 0")
    asked = tuple(dict.fromkeys(read_requests(packages)))
    return ComparisonSettings(
        asked, language, data, TEXT_SECONDS if seconds is None else seconds, keep_going
    )


# What finding names costs: seconds and memory, with and without loading.


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


def add_costs(costs: Iterable[Cost], joining: float) -> Cost:
    """The cost of several packages and of joining what they found: all of it added."""
    all_of_them = list(costs)
    return Cost(
        sum(one.loading for one in all_of_them),
        sum(one.finding for one in all_of_them) + joining,
        _sum_known(one.peak for one in all_of_them),
        _sum_known(one.growth for one in all_of_them),
        _sum_known(one.traced for one in all_of_them),
        _sum_known(one.traced_growth for one in all_of_them),
    )


def _sum_known(parts: Iterable[int | None]) -> int | None:
    """None where one of them is not known."""
    total = 0
    for one in parts:
        if one is None:
            return None
        total += one
    return total
