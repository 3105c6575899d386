"""Find months and weekdays by name, and the days and years that stand beside them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.context import WORD
from tacknamn.detection.patterns.month_misspellings import list_misspellings
from tacknamn.detection.patterns.number_words import (
    find_number_at_end,
    read_ordinal,
    read_year_in_words,
)
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "MONTHS",
    "WEEKDAYS",
    "find_day_numbers",
    "find_misspelt_months",
    "find_months",
    "find_weekday_numbers",
    "find_weekdays",
    "find_year_words",
]

_NO_DAY_WORDS = get_word_group("no_day")
_UNIT_WORDS = get_word_group("unit")
_MONTH_BEFORE_WORDS = get_word_group("month_before")

WEEKDAYS = tuple(sorted(get_word_group("weekday")))
_ENDINGS = frozenset(
    ("", "en", "ens", "ar", "arna", "s", "ens", "morgon", "kväll", "eftermiddag", "natt")
)
"""Of weekdays: måndagen, måndagar, mondays, måndagskväll."""
_DAY_BEFORE = re.compile(
    r"(?<![\d.,:/-])(\d{1,2})(?:[:.]?(?:e|a|de|te)|st|nd|rd|th|\.|:)?\s+(?:i\s|of\s)?\Z"
)
_ORDINAL_BEFORE = re.compile(r"([^\W\d_]+(?:[ -][^\W\d_]+)?)\s+(?:i\s|of\s)?\Z")
_DAY_BEHIND = re.compile(r"\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:/]|[.,-]\d|\s?(?:%|kl\b))")
_YEAR_BEHIND = re.compile(r"\.?,?\s*[-–'’]?(\d{4}|\d\d)(?![\d:/]|[.,-]\d)")
_MARKED_YEAR = re.compile(r"\s?[-–'’]\d\d(?!\d)")
_PLANET = "mars"
_NAME_MONTHS = ("maj", "mai")
_LEFT = 24
"""Characters before a month in which its day is looked for: "den tjugofemte i "."""
_LAST_DAY = 31
_LONGEST = 12
"""Letters: more than any misspelt month has."""
_DEN_DAY = re.compile(
    r"(\d{1,2})((?::[ea]|[ea]\b|(?:st|nd|rd|th)\b)?)(?:\s+i\s+(\d{1,2})(?::[ea])\b)?"
    r"(?=(\s*(?:[.,!?;)\n]|\Z)(?!\d)|\s+(?:i|och|på|kl|till|and|at|så|var|är)\b)?)"
)


@lru_cache(maxsize=1)
def _read_month_kinds() -> dict[str, str]:
    return {
        word: kind
        for _, kind, words in read_table(__file__, "months.tsv")
        for word in words.split()
    }


MONTHS = tuple(word for _, _, words in read_table(__file__, "months.tsv") for word in words.split())


def find_months(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """A month by name with the day before or behind it and the year behind it."""
    lowered = page.lowered
    if not _is_word(lowered, start, end):
        return
    kind = _read_month_kinds()[lowered[start:end]]
    beside = [*_find_day_before(page, start), *_find_day_and_year_after(page, end)]
    if not beside and (kind == "short" or (kind == "cued" and not _is_cued(page, start, end))):
        return
    if not beside and lowered[start:end] in _NAME_MONTHS and _is_name(page, start):
        return
    yield propose("month_short" if kind == "short" else "month_word", start, end)
    yield from beside


def find_misspelt_months(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """A month with one letter wrong around a piece of its name, behind a word for time or beside
    its day or year."""
    lowered = page.lowered
    while start and lowered[start - 1].isalpha() and end - start < _LONGEST:
        start -= 1
    while lowered[end : end + 1].isalpha() and end - start < _LONGEST:
        end += 1
    if lowered[start:end] not in list_misspellings() or not _is_word(lowered, start, end):
        return
    beside = [*_find_day_before(page, start), *_find_day_and_year_after(page, end)]
    before = WORD.findall(lowered, max(0, start - _LEFT), start)[-1:]
    if beside or (before and before[0] in _MONTH_BEFORE_WORDS):
        yield propose("month_misspelt", start, end)
        yield from beside


def _is_word(lowered: str, start: int, end: int) -> bool:
    return (
        not (lowered[start - 1 : start].isalnum() and start)
        and not (lowered[end : end + 1].isalnum() or lowered[end : end + 1] == "_")
        and not (lowered[end : end + 1] == "-" and lowered[end + 1 : end + 2].isalpha())
    )


def _is_cued(page: NormalizedText, start: int, end: int) -> bool:
    """Whether a word that is no month as well (may, mars) is one here: behind a preposition, and
    in English text also by its capital, which months always have there."""
    word = page.lowered[start:end]
    capital = page.text[start].isupper()
    before = WORD.findall(page.lowered, max(0, start - _LEFT), start)[-1:]
    if page.language == "en" and (word == _PLANET or not capital):
        return False
    if page.language == "en" and not _begins_sentence(page.text, start):
        return True
    if not before or before[0] not in _MONTH_BEFORE_WORDS:
        return False
    return word == _PLANET or capital or before[0] in ("i", "sedan", "till")


def _begins_sentence(text: str, start: int) -> bool:
    """Whether a sentence begins at the place, so that a capital says nothing."""
    before = text[max(0, start - _LEFT) : start].rstrip()
    return not before or before[-1] in ".!?:\n"


def _is_name(page: NormalizedText, start: int) -> bool:
    """Whether a capitalised word stands within a sentence without a word for time before it."""
    if not page.text[start].isupper() or _begins_sentence(page.text, start):
        return False
    last = WORD.findall(page.lowered, max(0, start - _LEFT), start)[-1:]
    return not last or last[0] not in _MONTH_BEFORE_WORDS


def _find_day_before(page: NormalizedText, start: int) -> Iterator[Alternative]:
    left = max(0, start - _LEFT)
    before = page.lowered[left:start]
    found = _DAY_BEFORE.search(before)
    if found:
        if 1 <= int(found.group(1)) <= _LAST_DAY:
            yield propose("day_dated", left + found.start(1), left + found.end(1))
        return
    worded = _ORDINAL_BEFORE.search(before)
    if worded is None:
        return
    number = find_number_at_end(before, 0, worded.end(1), guess=False)
    if number and 1 <= number.value <= _LAST_DAY and (number.ordinal or number.value > 1):
        yield propose("day_word", left + number.start, left + number.end)


def _find_day_and_year_after(page: NormalizedText, end: int) -> Iterator[Alternative]:
    lowered = page.lowered
    day = _DAY_BEHIND.match(lowered, end)
    place = end
    if day and 1 <= int(day.group(1)) <= _LAST_DAY and not _has_unit(lowered, day.end()):
        place = day.end()
        yield propose("day_dated", *day.span(1))
    year = _YEAR_BEHIND.match(lowered, place)
    if year is None or (place == end and lowered[end : end + 1].isdigit()):
        return
    if len(year.group(1)) == 4 and "1000" <= year.group(1) <= "2999":
        if not _has_unit(lowered, year.end()):
            yield propose("year_dated", *year.span(1))
    elif len(year.group(1)) == 2 and _MARKED_YEAR.match(lowered, place):
        yield propose("year_dated", *year.span(1))


def _has_unit(lowered: str, end: int) -> bool:
    following = WORD.match(lowered, end + 1) if lowered[end : end + 1] == " " else None
    return following is not None and following.group() in _UNIT_WORDS


def find_weekdays(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """A weekday by name, with its endings; a number behind it is the day (måndagen den 5)."""
    lowered = page.lowered
    if start and lowered[start - 1].isalnum():
        return
    word = WORD.match(lowered, start)
    last = word.end() if word else end
    if lowered[end:last] in _ENDINGS and not lowered[last : last + 1].isalnum():
        yield propose("weekday", start, last)


def find_day_numbers(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """den 5, den 5:e, den 5:e i 3:e: the place ends with the first digit."""
    lowered = page.lowered
    if start and lowered[start - 1].isalnum():
        return
    found = _DEN_DAY.match(lowered, end - 1)
    if found and 1 <= int(found.group(1)) <= _LAST_DAY and _is_day(lowered, found):
        yield propose("day_digits", *found.span(1))
        if found.group(3) and 1 <= int(found.group(3)) <= 12:
            yield propose("month_digit", *found.span(3))


def _is_day(lowered: str, found: "re.Match[str]") -> bool:
    """Whether the clause goes on as behind a day; an ordinal may have anything but what is
    counted behind it (den 5:e kom hon, den 5:e gången)."""
    if lowered[found.end(1) : found.end(1) + 1].isdigit():
        return False
    following = WORD.match(lowered, found.end() + 1)
    ordinal = bool(found.group(2)) and (not following or following.group() not in _NO_DAY_WORDS)
    return found.group(4) is not None or ordinal


def find_weekday_numbers(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """måndagen den femte"""
    lowered = page.lowered
    word = WORD.match(lowered, end)
    if word and read_ordinal(word.group()) is not None:
        yield propose("day_word", *word.span())


def find_year_words(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """nittonhundranittio, tvåtusenfem."""
    lowered = page.lowered
    if start and lowered[start - 1].isalnum():
        return
    found = read_year_in_words(lowered, start)
    if found is not None:
        yield propose("year_word", start, found[1])
