"""How backends are joined: which of them must have found a character.

A backend has a weight, and a character is masked where the weights of those that found it reach
what is needed::

    union              each weighs 1, 1 is needed
    intersection       each weighs 1, all are needed
    majority           each weighs 1, k are needed: more than half, unless another number is given
    weighted           weights as they are given, more than half of their sum is needed, unless
                       another number is given
    gazetteer-first    the lists decide where they found something, the others by union elsewhere
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = ["CombinationMode", "CombinationRule", "RequiredWeight", "Weight"]

OWN_NAME = "tacknamn"
Weight = Fraction | int
"""Whole where nobody gives weights: fractions take ten times as long."""


class CombinationMode(StrEnum):
    """The ways of joining."""

    UNION = "union"
    INTERSECTION = "intersection"
    MAJORITY = "majority"
    WEIGHTED = "weighted"
    GAZETTEER_FIRST = "gazetteer-first"


@dataclass(frozen=True, slots=True)
class RequiredWeight:
    """What the backends of one text weigh, and how much is needed."""

    weights: Mapping[str, Weight]
    enough: Weight | None
    """None: more than half of all."""

    @property
    def total(self) -> Weight:
        return sum(self.weights.values())

    def is_met(self, weight: Weight) -> bool:
        """Whether backends of this weight together are enough."""
        return weight * 2 > self.total if self.enough is None else weight >= self.enough


@dataclass(frozen=True, slots=True)
class CombinationRule:
    """How backends are joined; :func:`tacknamn.ner.combining.voting.combine` goes by it."""

    how: CombinationMode = CombinationMode.UNION
    weights: tuple[tuple[str, float], ...] = ()
    """Of ``weighted``: by a backend's name, or what stands before its colon. Others weigh 1."""
    at_least: float | None = None
    """Of ``majority``: how many backends; of ``weighted``: how much weight."""
    first: str = OWN_NAME
    """Of ``gazetteer-first``: who decides."""

    @classmethod
    def of(
        cls,
        how: str,
        weights: Mapping[str, float] | None = None,
        at_least: float | None = None,
        first: str = OWN_NAME,
    ) -> "CombinationRule":
        """The rule, if it says what can be done."""
        try:
            rule = cls(
                CombinationMode(how), tuple(sorted((weights or {}).items())), at_least, first
            )
        except ValueError:
            raise InputError(
                f"there is no combination {make_printable(str(how))[:40]!r}; there are {', '.join(CombinationMode)}"
            ) from None
        rule._check()
        return rule

    def check_names(self, names: Iterable[str]) -> None:
        """Refuse a rule that these backends cannot fulfil."""
        known = sorted(names)
        for name, _ in self.weights:
            if not any(_matches_name(one, name) for one in known):
                raise InputError(
                    f"weights: there is no backend {make_printable(name)[:80]!r} among "
                    f"{', '.join(known)}"
                )
        if self.how is CombinationMode.GAZETTEER_FIRST and self.first_of(known) is None:
            raise InputError(
                f"gazetteer-first needs {self.first} among the backends; there are "
                f"{', '.join(known)}"
            )
        total = sum(self._weight(one) for one in known)
        if self.at_least is not None and _as_fraction(self.at_least) > total:
            what = (
                "backends there are"
                if self.how is CombinationMode.MAJORITY
                else "all backends weigh"
            )
            raise InputError(
                f"at least {self.at_least:g} is more than {what} ({float(total):g}), so that "
                "nothing would ever be found"
            )

    def need(self, names: Iterable[str]) -> RequiredWeight:
        """What these backends weigh, and how much is needed. What is asked for beyond what they
        can reach is lowered to that: nobody's fault may leave names in sight."""
        weights = {name: self._weight(name) for name in names}
        if self.how is CombinationMode.WEIGHTED or self.how is CombinationMode.MAJORITY:
            total = sum(weights.values())
            enough = None if self.at_least is None else min(_as_fraction(self.at_least), total)
        else:
            enough = len(weights) if self.how is CombinationMode.INTERSECTION else 1
        return RequiredWeight(weights, enough)

    def first_of(self, names: Iterable[str]) -> str | None:
        """Of these backends, the one that decides before others."""
        return next((name for name in sorted(names) if _matches_name(name, self.first)), None)

    def _weight(self, name: str) -> Weight:
        """By its full name, before that by which several may be called."""
        if self.how is not CombinationMode.WEIGHTED:
            return 1
        called = {one: weight for one, weight in self.weights if _matches_name(name, one)}
        return _as_fraction(called.get(name, next(iter(called.values()), 1)))

    def _check(self) -> None:
        if self.weights and self.how is not CombinationMode.WEIGHTED:
            raise InputError(f"weights go with weighted, and not with {self.how}")
        for name, weight in self.weights:
            if not _is_positive(weight):
                raise InputError(
                    f"weights: that of {make_printable(name)[:80]} must be a number above 0"
                )
        if self.at_least is None:
            return
        if self.how not in (CombinationMode.MAJORITY, CombinationMode.WEIGHTED):
            raise InputError(f"at least goes with majority and weighted, and not with {self.how}")
        if not _is_positive(self.at_least):
            raise InputError("at least must be a number above 0")
        if self.how is CombinationMode.MAJORITY and self.at_least != int(self.at_least):
            raise InputError("at least must be a whole number for majority: it counts backends")


LARGEST_WEIGHT = 1_000_000
"""The largest weight: what is larger is a mistake."""


def _is_positive(number: object) -> bool:
    return (
        isinstance(number, int | float)
        and not isinstance(number, bool)
        and 0 < number <= LARGEST_WEIGHT
    )


def _as_fraction(number: float) -> Fraction:
    """As it is written, so that a tenth and two tenths are three tenths in any order."""
    return Fraction(str(number))


def _matches_name(name: str, called: str) -> bool:
    """Whether somebody may call a backend so: spacy:en_core_web_sm also spacy."""
    return called in (name, name.partition(":")[0])
