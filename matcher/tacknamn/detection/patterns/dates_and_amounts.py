"""Find dates and years in digits, and the harmless numbers that look like them.

Dates are found in every order and with every delimiter, and so are months (2018-12). Amounts,
clock times and pages identify no person (:data:`tacknamn.records.HARMLESS_RULES`). They are found
by the words and characters next to them, so that they are not taken for dates, plates or accounts.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group, propose
from tacknamn.records import Alternative

__all__ = [
    "find_any_numbers",
    "find_full_dates",
    "find_harmless_numbers",
    "find_run_dates",
    "find_short_dates",
    "find_years",
    "is_day",
    "is_year",
]

# Dates

FIRST_YEAR, LAST_YEAR = 1000, 2199
"""Four-digit years that dates may have."""
_FRACTIONS = {
    ("1", "2"),
    ("1", "3"),
    ("2", "3"),
    ("1", "4"),
    ("3", "4"),
    ("1", "5"),
    ("1", "8"),
    ("24", "7"),
}
"""Dates only where a cue word says so: half a litre (1/2), round the clock (24/7)."""
_JOINTS = "-./:"
"""A date is not part of a longer chain that these connect."""

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of each month. February may always have 29."""


def is_day(month: str, day: str) -> bool:
    """Whether a month has this day. February has 29 days in every year."""
    number = int(month)
    return 1 <= number <= 12 and 1 <= int(day) <= _DAYS[number - 1]


def is_year(digits: str) -> bool:
    """Whether a run may be the year of a date: two digits, or four within bounds."""
    return len(digits) == 2 or (len(digits) == 4 and FIRST_YEAR <= int(digits) <= LAST_YEAR)


def find_full_dates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find dates of three runs: year, month and day in the usual orders."""
    first, second, third = sequence.parts
    gap, last_gap = sequence.gaps
    if not _are_date_gaps(gap, last_gap, third) or not _is_standalone(sequence):
        return
    if max(len(first), len(second), len(third)) > 4 or len(second) > 2:
        return
    start, end = sequence.start, sequence.end
    year_first = len(first) in (2, 4) and is_year(first)
    if year_first and len(third) <= 2 and gap == last_gap and is_day(second, third):
        rule = "date_spaced" if gap == " " and len(first) == 2 else "date_ymd"
        yield propose(rule, start, end)
    elif len(first) <= 2 and is_year(third) and (is_day(second, first) or is_day(first, second)):
        yield propose("date_spaced" if gap == " " else "date_dmy", start, end)


def find_short_dates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find dates of two runs: day and month, or year and month."""
    first, second = sequence.parts
    gap = sequence.gaps[0]
    if gap not in ("/", ".", "-") or (not _is_standalone(sequence) and sequence.tail != "-"):
        return
    start, end = sequence.start, sequence.end
    if len(first) <= 2 and len(second) <= 2:
        if gap != "-" and (is_day(second, first) or is_day(first, second)):
            yield propose(_choose_short_rule(gap, first, second), start, end)
        return
    for year, month in ((first, second), (second, first)):
        is_month = (
            len(month) <= 2 and 1 <= int(month) <= 12 and end - start == len(year + month) + 1
        )
        if len(year) == 4 and _is_recent_year(year) and is_month:
            yield propose("date_month", start, end)


def _choose_short_rule(gap: str, first: str, second: str) -> str:
    if gap != "/":
        return "date_dots"
    return "date_fraction" if (first, second) in _FRACTIONS else "date_dm"


def find_run_dates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find dates in one run of six or eight digits."""
    digits = sequence.parts[0]
    start, end = sequence.start, sequence.end
    if len(digits) == 6:
        if is_day(digits[2:4], digits[4:]) or is_day(digits[2:4], digits[:2]):
            yield propose("date_run", start, end)
    elif len(digits) == 8 and (
        (_is_recent_year(digits[:4]) and is_day(digits[4:6], digits[6:]))
        or (_is_recent_year(digits[4:]) and is_day(digits[2:4], digits[:2]))
    ):
        yield propose("date_run8", start, end)


def _is_recent_year(year: str) -> bool:
    """Whether eight digits in a row may be a date of this year."""
    return 1800 <= int(year) <= 2099


def _are_date_gaps(gap: str, last_gap: str, third: str) -> bool:
    """Whether these gaps separate a date: "12.5 -90" and "12.5-1990", but not "6.30-10" (times)."""
    if gap == last_gap:
        return gap in ("-", "/", ".", "·", " ")
    years = ("~",) if len(third) < 4 and gap != "/" else ("~", "-", " ", "/", ".", "·")
    return gap in ("/", ".") and last_gap in years


def _is_standalone(sequence: DigitSequence) -> bool:
    """Whether the sequence is not part of a longer number; a range of dates may follow (1-3/5)."""
    tail_range = sequence.tail == "-" and len(sequence.parts) == 3 and "-" not in sequence.gaps
    return sequence.head not in ("/", ".", ":") and (
        tail_range or sequence.tail not in tuple(_JOINTS) or sequence.tail == ""
    )


# Amounts, times, pages, years

_UNIT_WORDS = get_word_group("unit")
_CURRENCY_WORDS = get_word_group("currency")
_CODE_WORDS = get_word_group("currency_code")
_REFERENCE_WORDS = get_word_group("reference")
_SCHOOL_CLASS_WORDS = get_word_group("school_class")
_PAYING_WORDS = get_word_group("paying")
_PAYING_BETWEEN_WORDS = get_word_group("paying_between")

LEAST = 3
"""Digits in a row that are always found (sms4science rule B3)."""
_UNIT = re.compile(r"[ \u00a0]?(?:[%‰°€$£½²³µ§]|:-|,-|[a-zåäöµ]+[²³]?)")
_SIGNS = frozenset("€$£§")
_DECADE = re.compile(r"[- ]?tal(?:et|ets|s|en|are|ist)?\b")
_CODE = 3
"""Letters of a currency code: EUR, PLN."""
_HOURS, _MINUTES = 24, 59
_IP = 4
"""Runs of a network address."""
MOST_PAID, MILLIONS, YEAR_DIGITS = 5, 7, 4
"""Digits of the longest sum that may end in 0 or 5, of the longest sum at all (which ends in 00),
and of a year."""
MOST_BETWEEN = 2
"""Words between a verb of paying and the sum."""
_ISBN = range(10, 14)
_NEVER_YEAR = frozenset(("-", "/", ",", ":", "."))


def find_harmless_numbers(
    sequence: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Find amounts, clock times, references to pages, book numbers and network addresses."""
    start, end, gaps = sequence.start, sequence.end, sequence.gaps
    if _is_amount(sequence, context):
        yield propose("amount", start, end)
    elif len(gaps) and set(gaps) == {" "} and _is_grouped(sequence.parts):
        yield propose("grouped_number", start, end)
    if _is_time(sequence):
        yield propose("time", start, end)
    before = context.words_before[-1:]
    if before and before[0] in ("kl", "klockan", "klocka") and len(sequence.digits) <= 4:
        yield propose("time", start, end)
    if sequence.normalized.text[start - 1 : start] in ("§", "v", "V") or (
        before
        and len(gaps) < LEAST
        and len(sequence.digits) <= 4
        and _is_reference(sequence, context)
    ):
        yield propose("reference", start, end)
    if len(sequence.digits) in _ISBN and {"isbn", "issn", "ean"} & set(context.words_before[-2:]):
        yield propose("isbn", start, end)
    if gaps == (".",) * (_IP - 1) and all(int(part) < 256 for part in sequence.parts):
        yield propose("ip_address", start, end)


def _is_amount(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the number is an amount: with a unit or currency, or after a verb of paying."""
    if not _is_one_number(sequence) or (sequence.tail in (",", ":", "-") and not sequence.gaps):
        return False
    after = _UNIT.match(sequence.normalized.lowered, sequence.end)
    if after:
        unit = after.group().strip()
        if not unit[0].isalpha():
            return True
        if unit.rstrip("²³") in _UNIT_WORDS and not _continues_word(sequence, after.end()):
            return True
    if _is_paid(sequence, context) or _has_code(sequence, context):
        return True
    sign = sequence.normalized.text[max(0, sequence.start - 2) : sequence.start].strip()[-1:]
    if sign in _SIGNS:
        return True
    return context.words_before[-1:] != [] and (
        context.words_before[-1] in _CURRENCY_WORDS
        and context.before.rstrip().endswith(context.words_before[-1])
    )


def _has_code(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the code of a currency is next to the number, and no cue word says it is a plate."""
    text = sequence.normalized.text
    for code in (
        text[max(0, sequence.start - _CODE - 1) : sequence.start - 1],
        text[sequence.end + 1 : sequence.end + _CODE + 1],
    ):
        if code.isupper() and code.lower() in _CODE_WORDS:
            return not context.weigh_cues("plate", "license_nr")[0]
    return False


def _is_paid(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether a sum without a unit follows a verb of paying (jag betalade 12000). It must not look
    like a year (betalade 2019), a date (betala 850612) or an account."""
    # The nearest words first: the verb, after at most two words that may stand between.
    for word in context.words_before[: -MOST_BETWEEN - 2 : -1]:
        if word in _PAYING_WORDS:
            break
        if word not in _PAYING_BETWEEN_WORDS:
            return False
    else:
        return False
    digits = sequence.digits
    rounded = digits.endswith(("0", "5") if len(digits) <= MOST_PAID else "00")
    if digits[0] == "0" or len(digits) > MILLIONS or not rounded or "-" in sequence.gaps:
        return False
    is_year = len(digits) == YEAR_DIGITS and digits.startswith(("19", "20"))
    return not is_year or digits.endswith("00")


def _continues_word(sequence: DigitSequence, offset: int) -> bool:
    """Whether the apparent unit is the beginning of something else (5 m_x, 12 min@)."""
    character = sequence.normalized.text[offset : offset + 1]
    return character in ("_", "@") or character.isdigit() or character.isalpha()


def _is_one_number(sequence: DigitSequence) -> bool:
    """Whether the runs are the thousands and decimals of one number."""
    gaps = sequence.gaps
    if not gaps:
        return True
    groups = sequence.parts[1:]
    if all(gap in (" ", ".", ",") for gap in gaps):
        whole = groups[:-1] if gaps[-1] in (",", ".") and len(groups[-1]) != 3 else groups
        return all(len(group) == 3 for group in whole) and len(sequence.parts[0]) <= 4
    return gaps in (("-",), ("/",)) and max(map(len, sequence.parts)) <= 5


def _is_grouped(parts: tuple[str, ...]) -> bool:
    first = parts[0]
    return len(first) <= 3 and first[0] != "0" and all(len(part) == 3 for part in parts[1:])


def _is_time(sequence: DigitSequence) -> bool:
    if sequence.gaps not in ((":",), (":", ":"), (".",)) or sequence.head in (".", "-", "/"):
        return False
    hours, minutes = int(sequence.parts[0]), sequence.parts[1]
    is_clock = hours <= _HOURS and len(minutes) == 2 and int(minutes) <= _MINUTES
    return is_clock and sequence.gaps[0] == ":"


def _is_reference(sequence: DigitSequence, context: SentenceContext) -> bool:
    word = context.words_before[-1]
    return word in _REFERENCE_WORDS or (
        word in _SCHOOL_CLASS_WORDS and len(sequence.digits) <= LEAST  # klass 302, klassen 1994
    )


def find_years(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find years: four digits, or two after a hyphen or apostrophe."""
    digits = sequence.parts[0]
    start, end = sequence.start, sequence.end
    text = sequence.normalized.text
    if len(digits) == 2 and sequence.tail not in _NEVER_YEAR:
        mark, before = text[start - 1 : start], text[start - 2 : start - 1]
        if mark in ("-", "–", "'", "’") and mark and (not before or before.isspace()):
            yield propose("year_short", start, end)
    if len(digits) != 4 or sequence.head in (",", ":"):
        return
    year = int(digits)
    if _DECADE.match(sequence.normalized.lowered, end):
        yield propose("decade", start, end)
    elif 1900 <= year <= 2039:
        yield propose("year", start, end)
    elif 1800 <= year <= 2099:
        yield propose("year_far", start, end)
    elif 1000 <= year <= 2999:
        yield propose("year_old", start, end)


def find_any_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find any run of three digits or more, and runs that are joined without spaces."""
    if max(map(len, sequence.parts)) < LEAST:
        return
    if len(sequence.parts) == 1:
        yield propose("other", sequence.start, sequence.end)
    elif all(gap in ("-", "/", ".") for gap in sequence.gaps):
        text = sequence.normalized.text[sequence.start : sequence.end]
        if " " not in text:
            yield propose("other_joined", sequence.start, sequence.end)
