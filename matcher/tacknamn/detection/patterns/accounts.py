"""Read digits as accounts: clearing and account number, bankgiro, plusgiro, IBAN, cards."""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.number_checks import is_luhn, is_mod97
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.records import Alternative

__all__ = ["find_accounts", "find_iban"]

_SHORTEST, _LONGEST = 5, 20
"""Digits of accounts, with their clearing number or without."""
_GAPS = frozenset(" -.~")
_COMMAS = frozenset(";,")
"""They part the clearing number from the account and nothing else."""
_SWEDBANK = "8"
"""First digit of the only clearing numbers that have five."""
_ZIP_CODE = "3 2"
_YEARS = re.compile(r"\s?(?:år|bast|years?)\b")
_IBAN = re.compile(
    r"[a-zA-Z]{2}[0-9]{2}(?:[ \u00a0]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0]?[A-Za-z0-9]{1,3})?"
)
_COUNTRY = re.compile("[A-Za-z]{2}[0-9]")
_SWEDISH_IBAN = re.compile(r"[A-Z]{2}\d\d(?:[ \u00a0]?\d{4}){3,7}(?:[ \u00a0]?\d{1,3})?(?!\w)")
"""With a wrong check digit only digits are believed, and capitals before them."""
_IBAN_LENGTHS = range(15, 35)
"""From Norway's to the longest that the standard allows."""
_BARE = frozenset((11, 13, 15))
_CARD = 16
_PLUSGIRO = 8
"""Digits of plusgiro numbers, at most."""
_CLEARING_RUN = frozenset((7, 9, 10))
_SWISH = "123"


def find_accounts(stretch: DigitSequence) -> Iterator[Alternative]:
    """The readings as an account of some kind."""
    if not _are_account_gaps(stretch):
        return
    digits = stretch.digits
    start, end = stretch.start, stretch.end
    if _SHORTEST <= len(digits) <= _LONGEST and stretch.shape != _ZIP_CODE:
        yield propose("account_any", start, end)
    if len(digits) == _CARD and stretch.shape in ("16", "4 4 4 4", "4-4-4-4"):
        yield propose("card", start, end, is_luhn(digits))
    if stretch.shape in ("3-4", "4-4"):
        yield propose("bankgiro", start, end, is_luhn(digits))
    if stretch.gaps[-1:] == ("-",) and len(stretch.parts[-1]) == 1 and len(digits) <= _PLUSGIRO:
        yield propose("plusgiro", start, end, is_luhn(digits))
    if len(digits) == 10 and digits.startswith(_SWISH) and len(stretch.parts) > 1:
        yield propose("swish", start, end)
    yield from _find_clearing_number(stretch, digits)


def _are_account_gaps(stretch: DigitSequence) -> bool:
    """Whether the runs hang together as those of an account do: a comma stands behind the
    clearing number only, and what follows it is no age."""
    gaps = stretch.gaps
    if _GAPS.issuperset(gaps):
        return True
    commas = [place for place, gap in enumerate(gaps) if gap in _COMMAS]
    if len(commas) > 1 or not _GAPS.union(_COMMAS).issuperset(gaps):
        return False
    clearing = stretch.parts[: commas[0] + 1]
    if not _is_clearing(clearing):
        return False
    return not _YEARS.match(stretch.page.lowered, stretch.end)


def _is_clearing(parts: tuple[str, ...]) -> bool:
    """Whether they are four digits, with the fifth that Swedbank has behind a hyphen or in a row;
    five digits in a row are mostly a postal code."""
    first = parts[0]
    if len(parts) == 2:
        return len(first) == 4 and len(parts[1]) == 1
    return len(parts) == 1 and (len(first) == 4 or (len(first) == 5 and first[0] == _SWEDBANK))


def _find_clearing_number(stretch: DigitSequence, digits: str) -> Iterator[Alternative]:
    """A clearing number of four or five digits and an account of seven to ten."""
    start, end, parts = stretch.start, stretch.end, stretch.parts
    if len(parts) == 1:
        if len(digits) in _BARE:
            yield propose("account_bare", start, end)
        return
    if len(parts[0]) != 4 or parts[0][0] == "0":
        return
    has_fifth = len(parts) > 2 and len(parts[1]) == 1 and stretch.gaps[0] == "-"
    account = parts[2:] if has_fifth else parts[1:]
    length = sum(map(len, account))
    if len(account) == 1 and len(account[0]) in _CLEARING_RUN:
        yield propose("clearing_run", start, end)
    elif len(account) > 1 and 6 <= length <= 10 and min(map(len, account[:-1])) > 1:
        yield propose("clearing_account", start, end)


def find_iban(stretch: DigitSequence) -> Iterator[Alternative]:
    """An IBAN around the run: two letters before it, more signs behind it."""
    text = stretch.page.text
    start = stretch.start - 2
    if start < 0 or not _COUNTRY.match(text, start) or (start and text[start - 1].isalnum()):
        return
    found = _IBAN.match(text, start)
    ends = range(found.end(), start + _IBAN_LENGTHS.start - 1, -1) if found else ()
    for end in ends:
        if not text[end : end + 1].isalnum() and text[end - 1].isalnum():
            signs = "".join(text[start:end].split())
            if len(signs) in _IBAN_LENGTHS and is_mod97(signs):
                yield propose("iban", start, end, True)
                return
    found = _SWEDISH_IBAN.match(text, start)
    if found:
        yield propose("iban", start, found.end(), False)
