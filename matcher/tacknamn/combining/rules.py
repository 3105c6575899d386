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
from tacknamn.reporting.printing import printable

__all__ = ["How", "Need", "Rule", "Weight"]

OWN = "tacknamn"
Weight = Fraction | int
"""Whole where nobody gives weights: fractions take ten times as long."""


class How(StrEnum):
    """The ways of joining."""

    UNION = "union"
    INTERSECTION = "intersection"
    MAJORITY = "majority"
    WEIGHTED = "weighted"
    GAZETTEER_FIRST = "gazetteer-first"


@dataclass(frozen=True, slots=True)
class Need:
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
class Rule:
    """How backends are joined; :func:`tacknamn.combining.combined` goes by it."""

    how: How = How.UNION
    weights: tuple[tuple[str, float], ...] = ()
    """Of ``weighted``: by a backend's name, or what stands before its colon. Others weigh 1."""
    at_least: float | None = None
    """Of ``majority``: how many backends; of ``weighted``: how much weight."""
    first: str = OWN
    """Of ``gazetteer-first``: who decides."""

    @classmethod
    def of(
        cls,
        how: str,
        weights: Mapping[str, float] | None = None,
        at_least: float | None = None,
        first: str = OWN,
    ) -> "Rule":
        """The rule, if it says what can be done."""
        try:
            rule = cls(How(how), tuple(sorted((weights or {}).items())), at_least, first)
        except ValueError:
            raise InputError(
                f"there is no combination {printable(str(how))[:40]!r}; there are {', '.join(How)}"
            ) from None
        rule._check()
        return rule

    def check_names(self, names: Iterable[str]) -> None:
        """Refuse a rule that these backends cannot fulfil."""
        known = sorted(names)
        for name, _ in self.weights:
            if not any(_is_called(one, name) for one in known):
                raise InputError(
                    f"weights: there is no backend {printable(name)[:80]!r} among "
                    f"{', '.join(known)}"
                )
        if self.how is How.GAZETTEER_FIRST and self.first_of(known) is None:
            raise InputError(
                f"gazetteer-first needs {self.first} among the backends; there are "
                f"{', '.join(known)}"
            )
        total = sum(self._weight(one) for one in known)
        if self.at_least is not None and _exact(self.at_least) > total:
            what = "backends there are" if self.how is How.MAJORITY else "all backends weigh"
            raise InputError(
                f"at least {self.at_least:g} is more than {what} ({float(total):g}), so that "
                "nothing would ever be found"
            )

    def need(self, names: Iterable[str]) -> Need:
        """What these backends weigh, and how much is needed. What is asked for beyond what they
        can reach is lowered to that: nobody's fault may leave names in sight."""
        weights = {name: self._weight(name) for name in names}
        if self.how is How.WEIGHTED or self.how is How.MAJORITY:
            total = sum(weights.values())
            enough = None if self.at_least is None else min(_exact(self.at_least), total)
        else:
            enough = len(weights) if self.how is How.INTERSECTION else 1
        return Need(weights, enough)

    def first_of(self, names: Iterable[str]) -> str | None:
        """Of these backends, the one that decides before others."""
        return next((name for name in sorted(names) if _is_called(name, self.first)), None)

    def _weight(self, name: str) -> Weight:
        """By its full name, before that by which several may be called."""
        if self.how is not How.WEIGHTED:
            return 1
        called = {one: weight for one, weight in self.weights if _is_called(name, one)}
        return _exact(called.get(name, next(iter(called.values()), 1)))

    def _check(self) -> None:
        if self.weights and self.how is not How.WEIGHTED:
            raise InputError(f"weights go with weighted, and not with {self.how}")
        for name, weight in self.weights:
            if not _is_positive(weight):
                raise InputError(
                    f"weights: that of {printable(name)[:80]} must be a number above 0"
                )
        if self.at_least is None:
            return
        if self.how not in (How.MAJORITY, How.WEIGHTED):
            raise InputError(f"at least goes with majority and weighted, and not with {self.how}")
        if not _is_positive(self.at_least):
            raise InputError("at least must be a number above 0")
        if self.how is How.MAJORITY and self.at_least != int(self.at_least):
            raise InputError("at least must be a whole number for majority: it counts backends")


LARGEST = 1_000_000
"""The largest weight: what is larger is a mistake."""


def _is_positive(number: object) -> bool:
    return (
        isinstance(number, int | float) and not isinstance(number, bool) and 0 < number <= LARGEST
    )


def _exact(number: float) -> Fraction:
    """As it is written, so that a tenth and two tenths are three tenths in any order."""
    return Fraction(str(number))


def _is_called(name: str, called: str) -> bool:
    """Whether somebody may call a backend so: spacy:en_core_web_sm also spacy."""
    return called in (name, name.partition(":")[0])
