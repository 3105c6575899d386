"""Read digits as personal identity numbers, coordination numbers and organisation numbers.

A wrong check digit or an impossible day is found all the same: learners invent them.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.context import SentenceContext
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.number_checks import is_day, is_luhn
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative

__all__ = [
    "IDENTITY_SHAPES",
    "find_driving_licences",
    "find_identity_numbers",
    "find_plates",
]

_DASHED = frozenset(
    ("6-4", "6~4", "8-4", "8~4", "6+4", "8+4", "2 6-4", "2-6-4", "2-2-2-4", "4-2-2-4", "4 2 2-4")
)
_SPACED = frozenset(("6 4", "8 4", "6/4", "8/4", "2 2 2 4", "4 2 2 4", "6.4", "8.4"))
IDENTITY_SHAPES = _DASHED | _SPACED | {"10", "12"}
"""Shapes that this module has something to say of."""
_COORDINATION = 60
"""Added to the day of birth in coordination numbers."""
_ORGANISATION = "2"
"""The third digit of an organisation number is at least this, so it is never a month."""
_CENTURIES = frozenset(("18", "19", "20"))


def find_identity_numbers(stretch: DigitSequence) -> Iterator[Alternative]:
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
            yield propose("organisation_number", start, end, right)
        else:
            yield propose("organisation_run", start, end, right)
    yield propose(_choose_person_rule(stretch, short, dashed), start, end, right)


def _choose_person_rule(stretch: DigitSequence, short: str, dashed: bool) -> str:
    month, day = short[2:4], int(short[4:6])
    if is_day(month, str(day)):
        if dashed or stretch.shape in _SPACED:
            return "person_number"
        return "person_number_bare" if stretch.shape == "12" else "person_number_run"
    if day > _COORDINATION and is_day(month, str(day - _COORDINATION)):
        return "coordination_number" if stretch.shape != "10" else "coordination_run"
    return "person_number_odd" if dashed else "person_number_any"


# Read letters and digits as number plates and as numbers of documents.


_PLATE = re.compile(r"([A-ZÅÄÖ]{3}|[a-zåäö]{3})[ \u00a0-]?\d\d(?:\d|[A-Za-z])(?!\w)")
_LETTERS = 3
_DOCUMENT_LENGTHS = range(6, 10)
"""Digits of passports and cards."""
_DATE_SHAPES = frozenset(("6", "8"))
_LICENCE_NUMBER_WORDS = get_word_group("licence_number")
_LICENCE_SHAPES = frozenset((*map(str, range(5, 13)), "6-4", "8-4"))


def find_plates(stretch: DigitSequence) -> Iterator[Alternative]:
    """The readings of one run and the letters before it."""
    start, end = stretch.start, stretch.end
    if len(stretch.parts[0]) in (2, 3):
        yield from _find_plate(stretch)
    if len(stretch.parts[0]) in _DOCUMENT_LENGTHS:
        text = stretch.page.text
        while start and start > stretch.start - 2 and text[start - 1].isupper():
            start -= 1
        if not text[start - 1 : start].isalnum():
            yield propose("document", start, end)


def find_driving_licences(
    stretch: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Digits that may be the number of a driving licence, which is often that of its person:
    in one run, or the last four behind a hyphen. What may be the day one got it (körkort 180512)
    must be called a number."""
    if stretch.shape not in _LICENCE_SHAPES:
        return
    if stretch.shape not in _DATE_SHAPES or not _LICENCE_NUMBER_WORDS.isdisjoint(
        context.words_before[-4:]
    ):
        yield propose("driving_licence", stretch.start, stretch.end)


def _find_plate(stretch: DigitSequence) -> Iterator[Alternative]:
    text = stretch.page.text
    apart = 0 if text[stretch.start - 1 : stretch.start].isalpha() else 1
    start = stretch.start - apart - _LETTERS
    if start < 0 or (start and (text[start - 1].isalnum() or text[start - 1] in "-_@")):
        return
    found = _PLATE.match(text, start)
    if found is None:
        return
    letters = found.group(1)
    upper = letters.isupper()
    if upper and apart and letters.lower() in get_word_group("currency_code"):
        yield propose("plate_lower", start, found.end())  # PLN 552: only of a car
        return
    if letters.lower() not in get_word_group("no_plate") or (not apart and upper):
        yield propose("plate" if upper else "plate_lower", start, found.end())
