"""Coarse classes: PER, LOC, ORG, DATE, AGE ... instead of labels, and neighbours put together.

    Anna-Karin | M. | Lindqvist       firstname, initials, surname      one PER
    Storgatan | 5, | 903 26 | Umeå    place, number, code, town         one LOC
    3 | maj | 2019                    day, month, year                  one DATE

Pieces are put together where they may follow on one another (``_FOLLOWS``) and nothing but what
is told there stands between them. So do gold texts: names of persons with blanks between are one
name, while places with a comma between are two (61 pairs in the Swedish sets, as in lists of
towns). A postal code never stands in such lists, so that over a comma or a line end it belongs to
the address before it. A date is of one day, so no part comes twice: ``3-4 maj`` is two dates. A
genitive ends a name: ``Annas Erik``.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from tacknamn.taxonomy import load_taxonomy

__all__ = ["Piece", "Whole", "coarse"]


class Piece(Protocol):
    """A found piece or a span of a document: both are told by places in the original text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def label(self) -> str: ...

    @property
    def affixes(self) -> tuple[str, ...]: ...


class Whole(NamedTuple):
    """A piece, or several that belong together."""

    start: int
    """First character in the original text."""
    end: int
    """Character behind the last one."""
    label: str
    """The class: PER, LOC, ORG, DATE ..."""
    probability: float
    """How sure its surest piece is."""


class _Rule(NamedTuple):
    """What may stand between two pieces of one whole."""

    between: re.Pattern[str]
    once: bool = False
    """Whether the whole may have no two pieces of the same part."""


_BLANK = r"[ \t\u00a0\u202f]{1,3}"
_PERSON = _Rule(re.compile(rf"\.?{_BLANK}|[-‐‑]|"))
"""Blanks, the full stop of an initial, or a hyphen."""
_SURNAME = _Rule(
    re.compile(
        rf"\.?{_BLANK}(?:(?:von|van|af|de|der|den|la|le|du|da|di|del|dos|bin|ibn|el|al){_BLANK})"
        r"{0,2}|[-‐‑]|",
        re.IGNORECASE,
    )
)
"""The same, or the small words of a surname."""
_ADDRESS = _Rule(re.compile(rf"{_BLANK}|,?[ \t]?\r?\n?(?:{_BLANK})?"))
_STREET = _Rule(re.compile(rf"{_BLANK}(?:nr\.?{_BLANK})?|", re.IGNORECASE))
_DATE = _Rule(re.compile(rf"[./-]{_BLANK}|[./-]|\.?,?{_BLANK}(?:(?:i|of|år|in){_BLANK})?"), True)

_GIVEN = ("firstname_male", "firstname_female", "firstname_unknown", "initials", "middlename")
"""What stands before a surname."""
_FOLLOWS: dict[tuple[str, str], _Rule] = {
    **{(one, other): _PERSON for one in _GIVEN for other in _GIVEN},
    **{(one, "surname"): _SURNAME for one in (*_GIVEN, "surname")},
    ("place", "street_nr"): _STREET,
    ("street_nr", "place"): _STREET,
    ("place", "zip_code"): _ADDRESS,
    ("street_nr", "zip_code"): _ADDRESS,
    ("zip_code", "city"): _ADDRESS,
    **{
        (one, other): _DATE
        for one in ("day", "month_word", "month_digit", "year")
        for other in ("day", "month_word", "month_digit", "year")
    },
}
"""Labels of which the second may go on with what the first begins."""
_PARTS = {"month_digit": "month", "month_word": "month"}
"""Labels that are the same part of a whole."""


def coarse(found: Iterable[Piece], text: str) -> list[Whole]:
    """What was found in ``text``, by classes, from left to right."""
    classes = load_taxonomy().coarse
    wholes: list[list[Piece]] = []
    for one in sorted(found, key=lambda piece: piece.start):
        if wholes and _belongs(wholes[-1], one, text):
            wholes[-1].append(one)
        else:
            wholes.append([one])
    return [
        Whole(whole[0].start, whole[-1].end, classes(whole[0].label), max(map(_sureness, whole)))
        for whole in wholes
    ]


def _sureness(piece: Piece) -> float:
    """The probability of a found piece, or of what a span was found as; else it is sure."""
    found = getattr(piece, "found", piece)
    return float(getattr(found, "probability", 1.0))


def _belongs(whole: list[Piece], one: Piece, text: str) -> bool:
    """Whether a piece goes on with the whole before it."""
    last = whole[-1]
    rule = _FOLLOWS.get((last.label, one.label))
    if rule is None or "gen" in last.affixes or last.end > one.start:
        return False
    if rule.once and _part(one) in map(_part, whole):
        return False
    return rule.between.fullmatch(text, last.end, one.start) is not None


def _part(piece: Piece) -> str:
    return _PARTS.get(piece.label, piece.label)
