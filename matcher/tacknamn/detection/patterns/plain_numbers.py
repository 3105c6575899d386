"""Read digits by what stands beside them: amounts, clock times, pages, years.

Amounts, times and pages are read so that they are not taken for dates, plates or accounts;
their findings identify nobody (:data:`tacknamn.records.HARMLESS_RULES`).
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.context import SentenceContext
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative

__all__ = ["find_any_numbers", "find_harmless_numbers", "find_years"]

_UNIT_WORDS = get_word_group("unit")
_CURRENCY_WORDS = get_word_group("currency")
_CODE_WORDS = get_word_group("currency_code")
_REFERENCE_WORDS = get_word_group("reference")
_SCHOOL_CLASS_WORDS = get_word_group("school_class")
_PAYING_WORDS = get_word_group("paying")
_PAYING_BETWEEN_WORDS = get_word_group("paying_between")

LEAST = 3
"""Digits in a row that are never left out: seed sms4science, B3."""
_UNIT = re.compile(r"[ \u00a0]?(?:[%‰°€$£½²³µ§]|:-|,-|[a-zåäöµ]+[²³]?)")
_SIGNS = frozenset("€$£§")
_DECADE = re.compile(r"[- ]?tal(?:et|ets|s|en|are|ist)?\b")
_CODE = 3
"""Letters of a currency's code: EUR, PLN."""
_HOURS, _MINUTES = 24, 59
_IP = 4
MOST_PAID, MILLIONS, YEAR_DIGITS = 5, 7, 4
"""Digits: of a sum that ends in 0 or 5, of the longest, which ends in hundreds; of a year."""
MOST_BETWEEN = 2
"""Words between the verb and the sum."""
_ISBN = range(10, 14)
_NEVER_YEAR = frozenset(("-", "/", ",", ":", "."))


def find_harmless_numbers(
    stretch: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Amounts and measures, clock times, places in books, book numbers, network addresses."""
    start, end, gaps = stretch.start, stretch.end, stretch.gaps
    if _is_amount(stretch, context):
        yield propose("amount", start, end)
    elif len(gaps) and set(gaps) == {" "} and _is_grouped(stretch.parts):
        yield propose("grouped_number", start, end)
    if _is_time(stretch):
        yield propose("time", start, end)
    before = context.words_before[-1:]
    if before and before[0] in ("kl", "klockan", "klocka") and len(stretch.digits) <= 4:
        yield propose("time", start, end)
    if stretch.page.text[start - 1 : start] in ("§", "v", "V") or (
        before
        and len(gaps) < LEAST
        and len(stretch.digits) <= 4
        and _is_reference(stretch, context)
    ):
        yield propose("reference", start, end)
    if len(stretch.digits) in _ISBN and {"isbn", "issn", "ean"} & set(context.words_before[-2:]):
        yield propose("isbn", start, end)
    if gaps == (".",) * (_IP - 1) and all(int(part) < 256 for part in stretch.parts):
        yield propose("ip_address", start, end)


def _is_amount(stretch: DigitSequence, context: SentenceContext) -> bool:
    if not _is_one_number(stretch) or (stretch.tail in (",", ":", "-") and not stretch.gaps):
        return False
    behind = _UNIT.match(stretch.page.lowered, stretch.end)
    if behind:
        unit = behind.group().strip()
        if not unit[0].isalpha():
            return True
        if unit.rstrip("²³") in _UNIT_WORDS and not _continues_word(stretch, behind.end()):
            return True
    if _is_paid(stretch, context) or _has_code(stretch, context):
        return True
    sign = stretch.page.text[max(0, stretch.start - 2) : stretch.start].strip()[-1:]
    if sign in _SIGNS and sign:
        return True
    return context.words_before[-1:] != [] and (
        context.words_before[-1] in _CURRENCY_WORDS
        and context.before.rstrip().endswith(context.words_before[-1])
    )


def _has_code(stretch: DigitSequence, context: SentenceContext) -> bool:
    """Whether the code of a currency stands beside the number; it may be of a plate as well."""
    text = stretch.page.text
    for code in (
        text[max(0, stretch.start - _CODE - 1) : stretch.start - 1],
        text[stretch.end + 1 : stretch.end + _CODE + 1],
    ):
        if code.isupper() and code.lower() in _CODE_WORDS:
            return not context.speaks_for("plate", "license_nr")[0]
    return False


def _is_paid(stretch: DigitSequence, context: SentenceContext) -> bool:
    """Whether a sum without its unit stands behind a verb of paying (jag betalade 12000), and
    may not be a year (betalade 2019), a date (betala 850612) or an account."""
    for word in context.words_before[: -MOST_BETWEEN - 2 : -1]:
        if word in _PAYING_WORDS:
            break
        if word not in _PAYING_BETWEEN_WORDS:
            return False
    else:
        return False
    digits = stretch.digits
    rounded = digits.endswith(("0", "5") if len(digits) <= MOST_PAID else "00")
    if digits[0] == "0" or len(digits) > MILLIONS or not rounded or "-" in stretch.gaps:
        return False
    is_year = len(digits) == YEAR_DIGITS and digits.startswith(("19", "20"))
    return not is_year or digits.endswith("00")


def _continues_word(stretch: DigitSequence, place: int) -> bool:
    """Whether what looks like a unit is the beginning of something else (5 m_x, 12 min@)."""
    sign = stretch.page.text[place : place + 1]
    return sign in ("_", "@") or sign.isdigit() or sign.isalpha()


def _is_one_number(stretch: DigitSequence) -> bool:
    """Whether the runs are thousands and decimals of one number."""
    gaps = stretch.gaps
    if not gaps:
        return True
    groups = stretch.parts[1:]
    if all(gap in (" ", ".", ",") for gap in gaps):
        whole = groups[:-1] if gaps[-1] in (",", ".") and len(groups[-1]) != 3 else groups
        return all(len(group) == 3 for group in whole) and len(stretch.parts[0]) <= 4
    return gaps in (("-",), ("/",)) and max(map(len, stretch.parts)) <= 5


def _is_grouped(parts: tuple[str, ...]) -> bool:
    first = parts[0]
    return len(first) <= 3 and first[0] != "0" and all(len(part) == 3 for part in parts[1:])


def _is_time(stretch: DigitSequence) -> bool:
    if stretch.gaps not in ((":",), (":", ":"), (".",)) or stretch.head in (".", "-", "/"):
        return False
    hours, minutes = int(stretch.parts[0]), stretch.parts[1]
    is_clock = hours <= _HOURS and len(minutes) == 2 and int(minutes) <= _MINUTES
    return is_clock and stretch.gaps[0] == ":"


def _is_reference(stretch: DigitSequence, context: SentenceContext) -> bool:
    word = context.words_before[-1]
    return word in _REFERENCE_WORDS or (
        word in _SCHOOL_CLASS_WORDS and len(stretch.digits) <= LEAST  # klass 302, klassen 1994
    )


def find_years(stretch: DigitSequence) -> Iterator[Alternative]:
    """Four digits as a year; two behind a hyphen or apostrophe."""
    digits = stretch.parts[0]
    start, end = stretch.start, stretch.end
    text = stretch.page.text
    if len(digits) == 2 and stretch.tail not in _NEVER_YEAR:
        mark, before = text[start - 1 : start], text[start - 2 : start - 1]
        if mark in ("-", "–", "'", "’") and mark and (not before or before.isspace()):
            yield propose("year_short", start, end)
    if len(digits) != 4 or stretch.head in (",", ":"):
        return
    year = int(digits)
    if _DECADE.match(stretch.page.lowered, end):
        yield propose("decade", start, end)
    elif 1900 <= year <= 2039:
        yield propose("year", start, end)
    elif 1800 <= year <= 2099:
        yield propose("year_far", start, end)
    elif 1000 <= year <= 2999:
        yield propose("year_old", start, end)


def find_any_numbers(stretch: DigitSequence) -> Iterator[Alternative]:
    """Whatever it is: a run of three digits or more, or runs that hang together."""
    if max(map(len, stretch.parts)) < LEAST:
        return
    if len(stretch.parts) == 1:
        yield propose("other", stretch.start, stretch.end)
    elif all(gap in ("-", "/", ".") for gap in stretch.gaps):
        text = stretch.page.text[stretch.start : stretch.end]
        if " " not in text:
            yield propose("other_joined", stretch.start, stretch.end)
