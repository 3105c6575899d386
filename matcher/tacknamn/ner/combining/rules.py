"""Rules for combining backends: how many of them must have found a character.

Each backend has a weight. A character is masked if the weights of the backends that found it add
up to the required weight::

    union              each weighs 1, 1 is required
    intersection       each weighs 1, all are required
    majority           each weighs 1, k are required: by default more than half
    weighted           given weights; by default more than half of their sum is required
    gazetteer-first    the lists decide where they found something; elsewhere union of the others
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = ["OWN_NAME", "CombinationMode", "CombinationRule", "RequiredWeight", "Weight"]

OWN_NAME = "tacknamn"
"""The name of our own backend."""
Weight = Fraction | int
"""An integer if no weights are given, because fractions are ten times as slow."""
LARGEST_WEIGHT = 1_000_000
"""A larger weight is a mistake."""


class CombinationMode(StrEnum):
    """The modes of combining backends."""

    UNION = "union"
    INTERSECTION = "intersection"
    MAJORITY = "majority"
    WEIGHTED = "weighted"
    GAZETTEER_FIRST = "gazetteer-first"


@dataclass(frozen=True, slots=True)
class RequiredWeight:
    """The weights of the backends of one text, and the weight that is required."""

    weights: Mapping[str, Weight]
    enough: Weight | None
    """None: more than half of all."""

    @property
    def total(self) -> Weight:
        return sum(self.weights.values())

    def is_met(self, weight: Weight) -> bool:
        """Whether backends with this total weight suffice."""
        return weight * 2 > self.total if self.enough is None else weight >= self.enough


@dataclass(frozen=True, slots=True)
class CombinationRule:
    """A mode of combining backends, with its parameters."""

    mode: CombinationMode = CombinationMode.UNION
    weights: tuple[tuple[str, float], ...] = ()
    """For ``weighted``: by the backend's full name, or the part before its colon. Default: 1."""
    at_least: float | None = None
    """For ``majority``: the number of backends; for ``weighted``: the required weight."""
    first: str = OWN_NAME
    """For ``gazetteer-first``: the backend that decides."""

    @classmethod
    def make(
        cls,
        mode: str,
        weights: Mapping[str, float] | None = None,
        at_least: float | None = None,
        first: str = OWN_NAME,
    ) -> "CombinationRule":
        """Make a rule; raise InputError for one that cannot be followed."""
        try:
            pairs = tuple(sorted((weights or {}).items()))
            rule = cls(CombinationMode(mode), pairs, at_least, first)
        except ValueError:
            raise InputError(
                f"there is no combination {make_printable(str(mode))[:40]!r}; choose one of "
                f"{', '.join(CombinationMode)}"
            ) from None
        rule._check()
        return rule

    def check_names(self, names: Iterable[str]) -> None:
        """Refuse a rule that these backends cannot follow."""
        known = sorted(names)
        for name, _ in self.weights:
            if not any(_matches_name(backend, name) for backend in known):
                raise InputError(
                    f"weights: there is no backend {make_printable(name)[:80]!r} among "
                    f"{', '.join(known)}"
                )
        if self.mode is CombinationMode.GAZETTEER_FIRST and self.find_first(known) is None:
            raise InputError(
                f"gazetteer-first needs {self.first} among the backends; there are "
                f"{', '.join(known)}"
            )
        total = sum(self._weigh(backend) for backend in known)
        if self.at_least is not None and _as_fraction(self.at_least) > total:
            is_majority = self.mode is CombinationMode.MAJORITY
            what = "the number of backends" if is_majority else "the weight of all backends"
            raise InputError(
                f"at least {self.at_least:g} is more than {what} ({float(total):g}), so nothing "
                "would ever be found"
            )

    def require(self, names: Iterable[str]) -> RequiredWeight:
        """The weights of these backends, and the required weight.

        A required weight that the backends cannot reach is lowered to what they can reach: a
        backend that failed must not leave names visible."""
        weights = {name: self._weigh(name) for name in names}
        if self.mode in (CombinationMode.WEIGHTED, CombinationMode.MAJORITY):
            total = sum(weights.values())
            enough = None if self.at_least is None else min(_as_fraction(self.at_least), total)
        else:
            enough = len(weights) if self.mode is CombinationMode.INTERSECTION else 1
        return RequiredWeight(weights, enough)

    def find_first(self, names: Iterable[str]) -> str | None:
        """Find the backend that decides before the others."""
        return next((name for name in sorted(names) if _matches_name(name, self.first)), None)

    def _weigh(self, backend: str) -> Weight:
        """The weight by the backend's full name, else by the part before its colon."""
        if self.mode is not CombinationMode.WEIGHTED:
            return 1
        matching = {name: weight for name, weight in self.weights if _matches_name(backend, name)}
        return _as_fraction(matching.get(backend, next(iter(matching.values()), 1)))

    def _check(self) -> None:
        if self.weights and self.mode is not CombinationMode.WEIGHTED:
            raise InputError(f"weights: only for weighted, not for {self.mode}")
        for name, weight in self.weights:
            if not _is_weight(weight):
                raise InputError(
                    f"weights: that of {make_printable(name)[:80]} must be a number above 0"
                )
        if self.at_least is None:
            return
        if self.mode not in (CombinationMode.MAJORITY, CombinationMode.WEIGHTED):
            raise InputError(f"at least: only for majority and weighted, not for {self.mode}")
        if not _is_weight(self.at_least):
            raise InputError("at least: must be a number above 0")
        if self.mode is CombinationMode.MAJORITY and self.at_least != int(self.at_least):
            raise InputError("at least: must be a whole number for majority (it counts backends)")


def _is_weight(number: object) -> bool:
    return (
        isinstance(number, int | float)
        and not isinstance(number, bool)
        and 0 < number <= LARGEST_WEIGHT
    )


def _as_fraction(number: float) -> Fraction:
    """The number as it is written, so that 0.1 + 0.2 is 0.3 in any order."""
    return Fraction(str(number))


def _matches_name(backend: str, name: str) -> bool:
    """Whether a name refers to a backend: ``spacy`` also refers to spacy:en_core_web_sm."""
    return name in (backend, backend.partition(":")[0])
