"""Find dates in digits, in every order and with every delimiter, and months (2018-12)."""

from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.records import Alternative

__all__ = ["find_full_dates", "find_run_dates", "find_short_dates", "is_day", "is_year"]

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
    """Whether a year is near enough that eight digits in a row may be a date of it."""
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
