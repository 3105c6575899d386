"""Find accounts in digits: clearing and account number, bankgiro, plusgiro, IBAN, cards."""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.number_checks import is_luhn, is_mod97
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.records import Alternative

__all__ = ["find_accounts", "find_iban"]

_SHORTEST, _LONGEST = 5, 20
"""Digits of accounts, with or without their clearing number."""
_GAPS = frozenset(" -.~")
_COMMAS = frozenset(";,")
"""Gaps that only separate a clearing number from its account."""
_SWEDBANK = "8"
"""First digit of the only clearing numbers with five digits."""
_ZIP_CODE = "3 2"
_YEARS = re.compile(r"\s?(?:år|bast|years?)\b")
_IBAN = re.compile(
    r"[a-zA-Z]{2}[0-9]{2}(?:[ \u00a0]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0]?[A-Za-z0-9]{1,3})?"
)
_COUNTRY = re.compile("[A-Za-z]{2}[0-9]")
_SWEDISH_IBAN = re.compile(r"[A-Z]{2}\d\d(?:[ \u00a0]?\d{4}){3,7}(?:[ \u00a0]?\d{1,3})?(?!\w)")
"""With a wrong check digit the country must be in capitals, and only digits may follow."""
_IBAN_LENGTHS = range(15, 35)
"""From Norway's length to the longest that the standard allows."""
_BARE = frozenset((11, 13, 15))
_CARD = 16
_PLUSGIRO = 8
"""Digits of the longest plusgiro number."""
_CLEARING_RUN = frozenset((7, 9, 10))
_SWISH = "123"


def find_accounts(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find accounts of every kind in a sequence of digits."""
    if not _are_account_gaps(sequence):
        return
    digits = sequence.digits
    start, end = sequence.start, sequence.end
    if _SHORTEST <= len(digits) <= _LONGEST and sequence.shape != _ZIP_CODE:
        yield propose("account_any", start, end)
    if len(digits) == _CARD and sequence.shape in ("16", "4 4 4 4", "4-4-4-4"):
        yield propose("card", start, end, is_luhn(digits))
    if sequence.shape in ("3-4", "4-4"):
        yield propose("bankgiro", start, end, is_luhn(digits))
    if sequence.gaps[-1:] == ("-",) and len(sequence.parts[-1]) == 1 and len(digits) <= _PLUSGIRO:
        yield propose("plusgiro", start, end, is_luhn(digits))
    if len(digits) == 10 and digits.startswith(_SWISH) and len(sequence.parts) > 1:
        yield propose("swish", start, end)
    yield from _find_clearing_number(sequence, digits)


def _are_account_gaps(sequence: DigitSequence) -> bool:
    """Whether the gaps are those of an account: a comma may only follow the clearing number, and
    the number is not an age."""
    gaps = sequence.gaps
    if _GAPS.issuperset(gaps):
        return True
    commas = [position for position, gap in enumerate(gaps) if gap in _COMMAS]
    if len(commas) > 1 or not _GAPS.union(_COMMAS).issuperset(gaps):
        return False
    clearing = sequence.parts[: commas[0] + 1]
    if not _is_clearing(clearing):
        return False
    return not _YEARS.match(sequence.normalized.lowered, sequence.end)


def _is_clearing(parts: tuple[str, ...]) -> bool:
    """Whether these runs are a clearing number: four digits, and at Swedbank a fifth one after a
    hyphen or in the same run. Other runs of five digits are mostly postal codes."""
    first = parts[0]
    if len(parts) == 2:
        return len(first) == 4 and len(parts[1]) == 1
    return len(parts) == 1 and (len(first) == 4 or (len(first) == 5 and first[0] == _SWEDBANK))


def _find_clearing_number(sequence: DigitSequence, digits: str) -> Iterator[Alternative]:
    """Find a clearing number of four or five digits with an account of seven to ten digits."""
    start, end, parts = sequence.start, sequence.end, sequence.parts
    if len(parts) == 1:
        if len(digits) in _BARE:
            yield propose("account_bare", start, end)
        return
    if len(parts[0]) != 4 or parts[0][0] == "0":
        return
    # Swedbank: 8327-9, 123 456 789-0.
    has_fifth = len(parts) > 2 and len(parts[1]) == 1 and sequence.gaps[0] == "-"
    account = parts[2:] if has_fifth else parts[1:]
    length = sum(map(len, account))
    if len(account) == 1 and len(account[0]) in _CLEARING_RUN:
        yield propose("clearing_run", start, end)
    elif len(account) > 1 and 6 <= length <= 10 and min(map(len, account[:-1])) > 1:
        yield propose("clearing_account", start, end)


def find_iban(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find an IBAN around a run: two letters before it, more letters and digits after it."""
    text = sequence.normalized.text
    start = sequence.start - 2
    if start < 0 or not _COUNTRY.match(text, start) or (start and text[start - 1].isalnum()):
        return
    match = _IBAN.match(text, start)
    # Try every end, the longest first, until the check digits are right.
    ends = range(match.end(), start + _IBAN_LENGTHS.start - 1, -1) if match else ()
    for end in ends:
        if not text[end : end + 1].isalnum() and text[end - 1].isalnum():
            characters = "".join(text[start:end].split())
            if len(characters) in _IBAN_LENGTHS and is_mod97(characters):
                yield propose("iban", start, end, True)
                return
    match = _SWEDISH_IBAN.match(text, start)
    if match:
        yield propose("iban", start, match.end(), False)
