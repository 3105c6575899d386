"""Find numbers by which people are reached: telephone numbers, public numbers, postal codes.

Telephone numbers are Swedish mobile and landline numbers, numbers with +46, and foreign ones.
Public numbers (112, 1177) identify no person. The same digits may be postal codes, flats and bus
lines, so a word nearby must speak of calling or of help; the words are in ``word_groups.tsv``.
Postal codes are Swedish ones, and those of Norwegian and Danish addresses.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group, propose
from tacknamn.records import Alternative

__all__ = ["find_nordic_zip_codes", "find_phone_numbers", "find_public_numbers", "find_zip_codes"]

# Telephone numbers

_GAPS = frozenset(" -/.()~")
_WITHIN = frozenset(" -")
"""Gaps between the digits after an area code."""
_INTERNATIONAL = range(7, 16)
"""Digits after a plus: at most 15 (E.164)."""
_MOBILE = range(9, 11)
"""Ten digits, or nine if one is missing."""
_LANDLINE = range(7, 12)
_BARE = range(9, 11)
_LOCAL = range(5, 9)
_AREA_CODE = range(2, 5)
"""Digits of area codes: 08, 031, 0411."""


def find_phone_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find a telephone number. A plus or bracket before it is part of it."""
    if not _GAPS.issuperset(sequence.gaps):
        return
    digits = sequence.digits
    text = sequence.normalized.text
    start = sequence.start
    before = text[start - 1 : start]
    if before == "+" and len(digits) in _INTERNATIONAL:
        yield propose("international", start - 1, sequence.end)
        return
    if digits.startswith("00") and digits[2:3] != "0" and len(digits) - 2 in _INTERNATIONAL:
        if len(digits) > 9:
            yield propose("international", start, sequence.end)
        return
    if before == "(" and ")" in sequence.gaps:
        start -= 1
    rule = _choose_national_rule(sequence, digits)
    if rule:
        yield propose(rule, start, sequence.end)


def _choose_national_rule(sequence: DigitSequence, digits: str) -> str:
    if digits[0] == "0" and digits[1:2] != "0":
        if digits[1:2] == "7" and len(digits) in _MOBILE:
            return "mobile"
        if len(sequence.parts) == 1:
            return "landline_bare" if len(digits) in _BARE else _choose_local_rule(sequence, digits)
        usual = _WITHIN.issuperset(sequence.gaps[1:])
        if len(digits) in _LANDLINE and len(sequence.parts[0]) in _AREA_CODE and usual:
            return "landline_spaced" if sequence.gaps[0] == " " else "landline"
    if sequence.shape in ("3-3-4", "3)3-4", "3)3 4", "3.3.4", "3 3 4", "3-3 4"):
        return "foreign_phone"
    return _choose_local_rule(sequence, digits)


def _choose_local_rule(sequence: DigitSequence, digits: str) -> str:
    return "local_phone" if len(digits) in _LOCAL and _WITHIN.issuperset(sequence.gaps) else ""


# Public numbers

_NUMBERS = get_word_group("everybodys")
_FIRST_PARTS = _NUMBERS | {number[:3] for number in _NUMBERS}
_CALLING_WORDS = get_word_group("calling")
_SURE = frozenset(("1177",))
"""Public numbers that are seldom anything else."""
_BEFORE, _AFTER = 5, 3
"""Words before and after the number in which a word of calling must be."""
_NO_NUMBER_WORDS = get_word_group("no_call")


def find_public_numbers(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find a public number: one run, or two with a space between them (113 13)."""
    if sequence.parts[0] not in _FIRST_PARTS or len(sequence.parts) > 2:
        return
    if sequence.digits not in _NUMBERS or sequence.shape not in _list_shapes(sequence.digits):
        return
    before = context.words_before[-_BEFORE:]
    if not _NO_NUMBER_WORDS.isdisjoint(before[-1:]):
        return
    nearby = {*before, *context.words_after[:_AFTER]}
    if sequence.digits in _SURE or not _CALLING_WORDS.isdisjoint(nearby):
        yield propose("everybodys_number", sequence.start, sequence.end)


def _list_shapes(digits: str) -> tuple[str, ...]:
    return (str(len(digits)), f"3 {len(digits) - 3}")


# Postal codes

_TOWN = re.compile(r"[,\s]\s?[A-ZÅÄÖØÆ][A-Za-zåäöÅÄÖéøæ]")
_GLUED = "|".join(sorted(get_word_group("street_nordic")))
_NORDIC_STREET = re.compile(
    rf"(?:[^\W\d_]{{2}}(?:{_GLUED})| (?:gate|gade|vei|vej)) \d{{1,4}} ?[a-z]?, \Z"
)
_LONGEST_NUMBER = 20
"""Characters before the postal code: the ending of the street, its number and the comma."""
_COUNTRY = re.compile(r"(?:SE?|s-?)[- ]\Z")


def find_nordic_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find four digits between a Norwegian or Danish street with its number and a town."""
    normalized, start, end = sequence.normalized, sequence.start, sequence.end
    if not normalized.text.startswith(", ", start - 2) or not _TOWN.match(normalized.text, end):
        return
    if _NORDIC_STREET.search(normalized.lowered, max(0, start - _LONGEST_NUMBER), start):
        yield propose("zip_nordic", start, end)


def find_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find five digits, in groups of 3 and 2 or in a row."""
    if sequence.shape not in ("3 2", "5") or sequence.parts[0][0] == "0":
        return
    start, end = sequence.start, sequence.end
    text = sequence.normalized.text
    country = _COUNTRY.search(text, max(0, start - 3), start)
    if country and not text[max(0, start - 4) : country.start()][-1:].isalnum():
        yield propose("zip_town", country.start(), end)
        return
    town = _TOWN.match(text, end)
    rule = ("zip_bare_town" if town else "zip_bare") if sequence.shape == "5" else ""
    yield propose(rule or ("zip_town" if town else "zip_code"), start, end)
