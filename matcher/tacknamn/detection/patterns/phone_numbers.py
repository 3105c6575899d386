"""Find telephone numbers: Swedish mobile and landline, +46, foreign."""

from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.records import Alternative

__all__ = ["find_phone_numbers"]

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
