"""Read digits as personal identity numbers, coordination numbers and organisation numbers.

A wrong check digit or an impossible day is found all the same: learners invent them.
"""

from collections.abc import Iterator

from tacknamn.patterns.checks import is_day, is_luhn
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch

__all__ = ["SHAPES", "identities"]

_DASHED = frozenset(
    ("6-4", "6~4", "8-4", "8~4", "6+4", "8+4", "2 6-4", "2-6-4", "2-2-2-4", "4-2-2-4", "4 2 2-4")
)
_SPACED = frozenset(("6 4", "8 4", "6/4", "8/4", "2 2 2 4", "4 2 2 4", "6.4", "8.4"))
SHAPES = _DASHED | _SPACED | {"10", "12"}
"""Shapes that this module has something to say of."""
_COORDINATION = 60
"""Added to the day of birth in coordination numbers."""
_ORGANISATION = "2"
"""The third digit of an organisation number is at least this, so it is never a month."""
_CENTURIES = frozenset(("18", "19", "20"))


def identities(stretch: Stretch) -> Iterator[Reading]:
    """The readings as a person's or a firm's number."""
    digits = stretch.digits
    century, short = digits[:-10], digits[-10:]
    if len(digits) not in (10, 12) or (century and century not in _CENTURIES):
        return
    start, end = stretch.start, stretch.end
    dashed = stretch.shape in _DASHED
    right = is_luhn(short)
    if not century and short[2] >= _ORGANISATION:
        if dashed and "+" not in stretch.gaps:
            yield reading("organisation_number", start, end, right)
        else:
            yield reading("organisation_run", start, end, right)
    yield reading(_rule(stretch, short, dashed), start, end, right)


def _rule(stretch: Stretch, short: str, dashed: bool) -> str:
    month, day = short[2:4], int(short[4:6])
    if is_day(month, str(day)):
        if dashed or stretch.shape in _SPACED:
            return "person_number"
        return "person_number_bare" if stretch.shape == "12" else "person_number_run"
    if day > _COORDINATION and is_day(month, str(day - _COORDINATION)):
        return "coordination_number" if stretch.shape != "10" else "coordination_run"
    return "person_number_odd" if dashed else "person_number_any"
