"""Find numbers that authorities give: to persons, organisations, licences, documents and vehicles.

A personal identity number is found even if its check digit is wrong or its day impossible, because
learners invent such numbers.
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
"""Shapes of personal identity and organisation numbers."""
_COORDINATION = 60
"""Added to the day of birth in a coordination number."""
_ORGANISATION = "2"
"""Lowest third digit of an organisation number, so that it never looks like a month."""
_CENTURIES = frozenset(("18", "19", "20"))


def find_identity_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find personal identity numbers, coordination numbers and organisation numbers."""
    digits = sequence.digits
    century, short = digits[:-10], digits[-10:]
    if len(digits) not in (10, 12) or (century and century not in _CENTURIES):
        return
    start, end = sequence.start, sequence.end
    dashed = sequence.shape in _DASHED
    right = is_luhn(short)
    if not century and short[2] >= _ORGANISATION:
        if dashed and "+" not in sequence.gaps:
            yield propose("organisation_number", start, end, right)
        else:
            yield propose("organisation_run", start, end, right)
    yield propose(_choose_person_rule(sequence, short, dashed), start, end, right)


def _choose_person_rule(sequence: DigitSequence, short: str, dashed: bool) -> str:
    month, day = short[2:4], int(short[4:6])
    if is_day(month, str(day)):
        if dashed or sequence.shape in _SPACED:
            return "person_number"
        return "person_number_bare" if sequence.shape == "12" else "person_number_run"
    if day > _COORDINATION and is_day(month, str(day - _COORDINATION)):
        return "coordination_number" if sequence.shape != "10" else "coordination_run"
    return "person_number_odd" if dashed else "person_number_any"


_PLATE = re.compile(r"([A-ZÅÄÖ]{3}|[a-zåäö]{3})[ \u00a0-]?\d\d(?:\d|[A-Za-z])(?!\w)")
_LETTERS = 3
_DOCUMENT_LENGTHS = range(6, 10)
"""Digits of the numbers of passports and cards."""
_DATE_SHAPES = frozenset(("6", "8"))
_LICENCE_NUMBER_WORDS = get_word_group("licence_number")
_LICENCE_SHAPES = frozenset((*map(str, range(5, 13)), "6-4", "8-4"))


def find_plates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find a number plate or the number of a document: one run and the letters before it."""
    start, end = sequence.start, sequence.end
    if len(sequence.parts[0]) in (2, 3):
        yield from _find_plate(sequence)
    if len(sequence.parts[0]) in _DOCUMENT_LENGTHS:
        text = sequence.normalized.text
        while start and start > sequence.start - 2 and text[start - 1].isupper():
            start -= 1
        if not text[start - 1 : start].isalnum():
            yield propose("document", start, end)


def find_driving_licences(
    sequence: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Find digits that may be the number of a driving licence, which is often the holder's identity
    number: in one run, or with the last four after a hyphen. Digits that may be the date of issue
    (körkort 180512) count only after a word for number."""
    if sequence.shape not in _LICENCE_SHAPES:
        return
    if sequence.shape not in _DATE_SHAPES or not _LICENCE_NUMBER_WORDS.isdisjoint(
        context.words_before[-4:]
    ):
        yield propose("driving_licence", sequence.start, sequence.end)


def _find_plate(sequence: DigitSequence) -> Iterator[Alternative]:
    text = sequence.normalized.text
    apart = 0 if text[sequence.start - 1 : sequence.start].isalpha() else 1
    start = sequence.start - apart - _LETTERS
    if start < 0 or (start and (text[start - 1].isalnum() or text[start - 1] in "-_@")):
        return
    match = _PLATE.match(text, start)
    if match is None:
        return
    letters = match.group(1)
    upper = letters.isupper()
    if upper and apart and letters.lower() in get_word_group("currency_code"):
        yield propose("plate_lower", start, match.end())  # PLN 552 may be a sum of money
        return
    if letters.lower() not in get_word_group("no_plate") or (not apart and upper):
        yield propose("plate" if upper else "plate_lower", start, match.end())
