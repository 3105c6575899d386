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

from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["CoarseSpan", "LabelledPiece", "merge_coarse"]


class LabelledPiece(Protocol):
    """A found piece or a span of a document: both are told by places in the original text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...

    @property
    def label(self) -> str: ...

    @property
    def affixes(self) -> tuple[str, ...]: ...


class CoarseSpan(NamedTuple):
    """A piece, or several that belong together."""

    start: int
    """First character in the original text."""
    end: int
    """Character behind the last one."""
    label: str
    """The class: PER, LOC, ORG, DATE ..."""
    probability: float
    """How sure it is that just this is named, by its surest piece."""


class _JoiningRule(NamedTuple):
    """What may stand between two pieces of one whole."""

    between: re.Pattern[str]
    once: bool = False
    """Whether the whole may have no two pieces of the same part."""


_BLANK = r"[ \t\u00a0\u202f]{1,3}"
_PERSON = _JoiningRule(re.compile(rf"\.?{_BLANK}|[-‐‑]|"))
"""Blanks, the full stop of an initial, or a hyphen."""
_SURNAME = _JoiningRule(
    re.compile(
        rf"\.?{_BLANK}(?:(?:von|van|af|de|der|den|la|le|du|da|di|del|dos|bin|ibn|el|al){_BLANK})"
        r"{0,2}|[-‐‑]|",
        re.IGNORECASE,
    )
)
"""The same, or the small words of a surname."""
_ADDRESS = _JoiningRule(re.compile(rf"{_BLANK}|,?[ \t]?\r?\n?(?:{_BLANK})?"))
_STREET = _JoiningRule(re.compile(rf"{_BLANK}(?:nr\.?{_BLANK})?|", re.IGNORECASE))
_DATE = _JoiningRule(
    re.compile(rf"[./-]{_BLANK}|[./-]|\.?,?{_BLANK}(?:(?:i|of|år|in){_BLANK})?"), True
)

_GIVEN = ("firstname_male", "firstname_female", "firstname_unknown", "initials", "middlename")
"""What stands before a surname."""
_FOLLOWS: dict[tuple[str, str], _JoiningRule] = {
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
_NAMED = frozenset(("LOC", "ORG", "PER"))
EXACT = 0.97
"""How often a name begins and ends where it was found to, where it is surely one: in the texts that
weights are fitted on, a bit more often than this."""
_BY_WORDS = frozenset(("geo", "institution", "school", "street", "transport_name"))
BY_WORDS = 0.5
"""The same of what is told by its ending or by the word beside it; half of those are as gold texts
have them, who leave out a *skola* or take along a number."""
_PARTS = {"month_digit": "month", "month_word": "month"}
"""Labels that are the same part of a whole."""


def merge_coarse(found: Iterable[LabelledPiece], text: str) -> list[CoarseSpan]:
    """What was found in ``text``, by classes, from left to right."""
    classes = load_taxonomy().coarse
    wholes: list[list[LabelledPiece]] = []
    for one in sorted(found, key=lambda piece: piece.start):
        if wholes and _continues(wholes[-1], one, text):
            wholes[-1].append(one)
        else:
            wholes.append([one])
    return [_make_coarse_span(text, whole, classes(whole[0].label)) for whole in wholes]


def _make_coarse_span(text: str, whole: list[LabelledPiece], label: str) -> CoarseSpan:
    sureness = max(map(_estimate_certainty, whole))
    if label in _NAMED:
        sureness *= EXACT
    return CoarseSpan(whole[0].start, _find_end(text, whole[-1]), label, sureness)


def _find_end(text: str, last: LabelledPiece) -> int:
    """Where a whole ends: English writes its genitive apart, and gold texts leave it out."""
    is_apart = text[last.start + 1 : last.end].endswith(("'s", "’s"))
    return last.end - 2 if is_apart else last.end


def _estimate_certainty(piece: LabelledPiece) -> float:
    """How sure the class of a found piece is, or of what a span was found as; else it is sure."""
    found = getattr(piece, "found", piece)
    if getattr(found, "rule", "") in _BY_WORDS:
        return BY_WORDS
    return float(getattr(found, "of_class", 1.0))


def _continues(whole: list[LabelledPiece], one: LabelledPiece, text: str) -> bool:
    """Whether a piece goes on with the whole before it."""
    last = whole[-1]
    rule = _FOLLOWS.get((last.label, one.label))
    if rule is None or "gen" in last.affixes or last.end > one.start:
        return False
    if rule.once and _get_part(one) in map(_get_part, whole):
        return False
    return rule.between.fullmatch(text, last.end, one.start) is not None


def _get_part(piece: LabelledPiece) -> str:
    return _PARTS.get(piece.label, piece.label)
