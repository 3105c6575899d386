"""Read digits as dates: every order and delimiter, and months (2018-12)."""

from collections.abc import Iterator

from tacknamn.patterns.checks import is_day
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch

__all__ = ["full_dates", "is_year", "run_dates", "short_dates"]

FIRST_YEAR, LAST_YEAR = 1000, 2199
"""Years of four digits that dates are told with."""
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
"""Dates only where a word says so: half a litre, round the clock."""
_JOINTS = "-./:"
"""A date does not stand within a longer chain of these."""


def is_year(digits: str) -> bool:
    """Whether a run is the year of a date: two digits, or four within bounds."""
    return len(digits) == 2 or (len(digits) == 4 and FIRST_YEAR <= int(digits) <= LAST_YEAR)


def full_dates(stretch: Stretch) -> Iterator[Reading]:
    """Three runs: year, month and day in the orders that occur."""
    first, second, third = stretch.parts
    gap, last_gap = stretch.gaps
    if not _are_date_gaps(gap, last_gap, third) or not _stands_free(stretch):
        return
    if max(len(first), len(second), len(third)) > 4 or len(second) > 2:
        return
    start, end = stretch.start, stretch.end
    year_first = len(first) in (2, 4) and is_year(first)
    if year_first and len(third) <= 2 and gap == last_gap and is_day(second, third):
        rule = "date_spaced" if gap == " " and len(first) == 2 else "date_ymd"
        yield reading(rule, start, end)
    elif len(first) <= 2 and is_year(third) and (is_day(second, first) or is_day(first, second)):
        yield reading("date_spaced" if gap == " " else "date_dmy", start, end)


def short_dates(stretch: Stretch) -> Iterator[Reading]:
    """Two runs: day and month, or a month of a year."""
    first, second = stretch.parts
    gap = stretch.gaps[0]
    if gap not in ("/", ".", "-") or (not _stands_free(stretch) and stretch.tail != "-"):
        return
    start, end = stretch.start, stretch.end
    if len(first) <= 2 and len(second) <= 2:
        if gap != "-" and (is_day(second, first) or is_day(first, second)):
            yield reading(_short_rule(gap, first, second), start, end)
        return
    for year, month in ((first, second), (second, first)):
        is_month = (
            len(month) <= 2 and 1 <= int(month) <= 12 and end - start == len(year + month) + 1
        )
        if len(year) == 4 and _is_near(year) and is_month:
            yield reading("date_month", start, end)


def _short_rule(gap: str, first: str, second: str) -> str:
    if gap != "/":
        return "date_dots"
    return "date_fraction" if (first, second) in _FRACTIONS else "date_dm"


def run_dates(stretch: Stretch) -> Iterator[Reading]:
    """One run of six or eight digits."""
    digits = stretch.parts[0]
    start, end = stretch.start, stretch.end
    if len(digits) == 6:
        if is_day(digits[2:4], digits[4:]) or is_day(digits[2:4], digits[:2]):
            yield reading("date_run", start, end)
    elif len(digits) == 8 and (
        (_is_near(digits[:4]) and is_day(digits[4:6], digits[6:]))
        or (_is_near(digits[4:]) and is_day(digits[2:4], digits[:2]))
    ):
        yield reading("date_run8", start, end)


def _is_near(year: str) -> bool:
    """Whether eight digits in a row may hold this year: people write of their own times."""
    return 1800 <= int(year) <= 2099


def _are_date_gaps(gap: str, last_gap: str, third: str) -> bool:
    """Whether these part a date; "6.30-10" is a clock, "12.5 -90" and "12.5-1990" are dates."""
    if gap == last_gap:
        return gap in ("-", "/", ".", "·", " ")
    years = ("~",) if len(third) < 4 and gap != "/" else ("~", "-", " ", "/", ".", "·")
    return gap in ("/", ".") and last_gap in years


def _stands_free(stretch: Stretch) -> bool:
    tail_range = stretch.tail == "-" and len(stretch.parts) == 3 and "-" not in stretch.gaps
    return stretch.head not in ("/", ".", ":") and (
        tail_range or stretch.tail not in tuple(_JOINTS) or stretch.tail == ""
    )
