"""The settings of a comparison, and what finding names costs."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.ner.backends.process import TEXT_SECONDS
from tacknamn.ner.backends.registry import BackendRequest, read_requests
from tacknamn.ner.combining.rules import OWN_NAME

__all__ = [
    "ComparisonSettings",
    "Cost",
    "join_costs",
    "make_comparison_settings",
]


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """How packages are compared. Use :func:`make_comparison_settings`, which checks the values."""

    packages: tuple[BackendRequest, ...]
    language: str = "en"
    """Language of the sentences."""
    data: Path | None = None
    """The folder of Täcknamn's bundle; None: the default folder."""
    seconds: float = TEXT_SECONDS
    """Time limit of a package for one sentence."""
    keep_going: bool = False
    """Whether to continue without a package that fails, instead of raising its error."""
    extra: tuple[Path, ...] = ()
    """Lists of the user, whose entries count as found by every package."""
    allow: tuple[Path, ...] = ()
    """Files of forms that count as found by none."""
    keep: tuple[str, ...] = ()
    """Further such forms."""


def make_comparison_settings(
    packages: str = OWN_NAME,
    language: str = "en",
    data: Path | None = None,
    seconds: float | None = None,
    keep_going: bool = False,
    extra: Iterable[Path] = (),
    allow: Iterable[Path] = (),
    keep: Iterable[str] = (),
) -> ComparisonSettings:
    """Make settings; raise InputError for values that do not work.

    >>> settings = make_comparison_settings("tacknamn, spacy:./model, tacknamn")
    >>> [str(package) for package in settings.packages]
    ['tacknamn', 'spacy:./model']
    """
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError("--seconds: give a number above 0")
    requests = tuple(dict.fromkeys(read_requests(packages)))
    limit = TEXT_SECONDS if seconds is None else seconds
    lists = tuple(extra), tuple(allow), tuple(keep)
    return ComparisonSettings(requests, language, data, limit, keep_going, *lists)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one package, or of several."""

    loading: float
    """Seconds until package and model are loaded and a first sentence has been answered."""
    finding: float
    """Seconds for all sentences after that."""
    peak: int | None = None
    """Peak memory of the process and its children, in bytes; None if the system does not report
    it."""
    growth: int | None = None
    """Peak memory while finding names, minus the memory after loading, in bytes."""
    traced: int | None = None
    """Peak of the bytes that Python itself counted (tracemalloc); None if the package is another
    program."""
    traced_growth: int | None = None
    """The same, minus the bytes after loading."""


def join_costs(costs: Iterable[Cost], joining: float, together: Cost) -> Cost:
    """Return the cost of several packages.

    Args:
        costs: What each package costs alone. Their seconds are added, because packages work one after
            the other.
        joining: The seconds for combining their results.
        together: What they cost in one process. Its memory counts: packages share libraries, and
            their peaks come at different times, so a sum would be wrong.
    """
    costs = list(costs)
    return replace(
        together,
        loading=sum(cost.loading for cost in costs),
        finding=sum(cost.finding for cost in costs) + joining,
    )
