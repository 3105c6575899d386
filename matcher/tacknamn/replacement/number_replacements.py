"""Replace ages, dates, numbers and addresses: one pure function for each method of a profile.

A function that draws takes a :class:`Chance`. The caller decides whether it comes from a seed or a key. It
never draws the original. An age or year moves alike in all texts of a run; a month, day or house number is
drawn from the original's own part of the months, as names are (:mod:`tacknamn.replacement.own_parts`). Ids
such as A9.5 are rules of the SweLL guidelines; ``docs/guidelines.md`` explains them.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import cycle
from typing import NamedTuple
from unicodedata import normalize

from tacknamn.detection import patterns
from tacknamn.detection.patterns.number_words import OLDEST, read_number, read_year_in_words
from tacknamn.replacement.own_parts import get_part_size
from tacknamn.support.tables import read_table

__all__ = [
    "EMAIL_PSEUDONYM",
    "URL_PSEUDONYM",
    "USERNAME_PSEUDONYM",
    "Chance",
    "parse_number",
    "replace_account",
    "replace_age",
    "replace_age_by_band",
    "replace_age_to_90",
    "replace_date",
    "replace_day",
    "replace_digits",
    "replace_house_number",
    "replace_identity_number",
    "replace_initials",
    "replace_letters_and_digits",
    "replace_minutes",
    "replace_month",
    "replace_month_name",
    "replace_number",
    "replace_year",
    "replace_year_by_band",
]

EMAIL_PSEUDONYM = "email@dot.com"
"""Replaces every e-mail address (A9.8)."""
URL_PSEUDONYM = "url.com"
"""Replaces every web address (A9.9)."""
USERNAME_PSEUDONYM = "användare"
"""Replaces every user name, which no guideline mentions. Its length and digits point to its owner."""
_DATE = "11-11-1111"
_ACCOUNT = "0000-00 000 00"
_PERSON, _LAST_FOUR = "123456", "0000"
_DIGIT, _NUMBER = re.compile(r"\d"), re.compile(r"\d+")
_HOUR = re.compile(r"\D*\d{1,2}(?!\d)")
_CODE_LETTERS = "ABC"
"""What letters of a code become, again and again: A9.12 has no D and E."""
_WORD = re.compile(r"[^\W\d_]+")
_YEAR_FIRST = re.compile(r"\d{4}\D+\d")
_BEFORE_LAST_FOUR = re.compile(r"([^\w\s]|\s)\s*[^\W_]{2} ?[^\W_]{2}\Z")
_REACH = 2
"""Years that an age or a year may move (A9.5, A9.6)."""
_OLDEST_APART = 90
"""Ages from here on are one group: so few people are older that an age alone may name one of them."""
_OLDEST_GROUP = "90+"
_UNREADABLE = "-"
_LAST_DAY, _LAST_MONTH = 28, 12
_LAST_HOUSE = 50
"""The SVALA tool draws street numbers from 1 to 50."""
_ANY_AGE = 70
"""If the original cannot be read, the SVALA tool draws an age below this."""
_ANY_YEAR = range(1970, 2019)
"""If the original cannot be read, the SVALA tool draws one of these years."""


class Chance(NamedTuple):
    """What decides the draw for one original: whole numbers from 0."""

    run: int
    """The number of all texts of a run."""
    text: int
    """The number of one text. With a key it is 0: an original has one pseudonym."""


def replace_digits(original: str) -> str:
    """Replace each digit by 0 and keep the delimiters (A9.7, A9.11, A9.13).

    >>> replace_digits("070-123 45 67")
    '000-000 00 00'
    """
    return _DIGIT.sub("0", original)


def replace_number(original: str) -> str:
    """Replace each digit by 0, or each word of a number in words.

    >>> replace_number("070-123 45 67"), replace_number("noll sju noll, ett")
    ('000-000 00 00', '0 0 0, 0')
    """
    return replace_digits(original) if _DIGIT.search(original) else _WORD.sub("0", original)


def replace_account(original: str) -> str:
    """Replace every account by the same digits (D1), for profiles that prefer it to zeros."""
    return _ACCOUNT


def replace_letters_and_digits(original: str) -> str:
    """Replace letters by A, B, C, A, B, C ... and digits by 0 (A9.2, A9.12).

    >>> replace_letters_and_digits("XKD 417"), replace_letters_and_digits("SW1A 2AA")
    ('ABC 000', 'AB0C 0AB')
    """
    characters = []
    letters = cycle(_CODE_LETTERS)
    for character in normalize("NFC", replace_digits(original)):  # Å has one letter, not two
        characters.append(next(letters) if character.isalpha() else character)
    return "".join(characters)


def replace_initials(original: str) -> str:
    """Replace each letter of initials by A and keep the delimiters (A9.1): J.K. becomes A.A."""
    return "".join("A" if character.isalpha() else character for character in original)


def replace_identity_number(original: str) -> str:
    """Replace an identity number by 123456-0000, with the original's delimiter (A9.10).

    >>> replace_identity_number("19900512+1234"), replace_identity_number("9005121234")
    ('123456+0000', '1234560000')
    >>> replace_identity_number("850709-98 05"), replace_identity_number("850709-TF05")
    ('123456-0000', '123456-0000')
    """
    match = _BEFORE_LAST_FOUR.search(original)
    return _PERSON + (match.group(1) if match else "") + _LAST_FOUR


def replace_date(original: str) -> str:
    """Replace a date: 1111-11-11 if the year is first, else 11-11-1111 (A9.6).

    >>> replace_date("2018/12/01"), replace_date("18/01/12")
    ('1111/11/11', '11-11-1111')
    """
    return _DIGIT.sub("1", original) if _YEAR_FIRST.match(original) else _DATE


def replace_age(original: str, chance: Chance) -> str:
    """Move an age by one or two years; the result is always in digits (A9.5, D4).

    >>> first, last = Chance(0, 0), Chance(3, 0)
    >>> replace_age("18", first), replace_age("tjugofem", last), replace_age("1", first)
    ('16', '27', '2')
    """
    age = parse_number(original)
    if age is None:
        return str(1 + chance.run % _ANY_AGE)
    # An age of 0 looks like a mistake, so the youngest is 1.
    return str(_shift_number(age, chance, range(1, max(age, OLDEST) + 1)))


def replace_year(original: str, chance: Chance) -> str:
    """Move a year by one or two years (A9.6). A year of two digits keeps two.

    >>> first, last = Chance(0, 0), Chance(3, 0)
    >>> replace_year("2013", first), replace_year("-99", last), replace_year("1998/99", last)
    ('2011', '-01', '2000/01')
    >>> replace_year("nittonhundranittio", last)
    '1992'
    """
    match = _NUMBER.search(original)
    if match is None:
        year_and_end = read_year_in_words(original.lower() + " ", 0)
        year = year_and_end[0] if year_and_end else None
        if not year:
            return str(_ANY_YEAR[chance.run % len(_ANY_YEAR)])
        return str(_shift_number(year, chance, range(1, year + _REACH + 1)))
    first = int(match.group())
    if len(match.group()) == 2:
        first += 100
    step = _shift_number(first, chance, range(1, first + _REACH + 1)) - first
    # Both years of a school year: the second one has two digits or four.
    return _NUMBER.sub(lambda year: _add_years(year.group(), step), original)


def _add_years(year: str, step: int) -> str:
    return f"{(int(year) + step) % 100:02}" if len(year) == 2 else str(int(year) + step)


def _shift_number(number: int, chance: Chance, within: range) -> int:
    """Move a number by one or two; the result lies in ``within``."""
    steps = (step for step in range(-_REACH, _REACH + 1) if step)
    choices = [number + step for step in steps if number + step in within]
    return choices[chance.run % len(choices)]


def replace_age_to_90(original: str, chance: Chance) -> str:
    """Move an age as :func:`replace_age` does, but write ages from 90 on as one group.

    >>> chance = Chance(0, 0)
    >>> [replace_age_to_90(age, chance) for age in ("92", "ninety-five", "19")]
    ['90+', '90+', '17']
    """
    age = parse_number(original)
    moved = replace_age(original, chance)
    return _OLDEST_GROUP if max(age or 0, int(moved)) >= _OLDEST_APART else moved


def replace_age_by_band(original: str, years: int = 5) -> str:
    """Replace an age by the five or ten years that it lies in; ages from 90 on are one group.

    >>> replace_age_by_band("23"), replace_age_by_band("tjugofem"), replace_age_by_band("104")
    ('20-24', '25-29', '90+')

    What cannot be read becomes a dash, because any band would be a guess."""
    age = parse_number(original)
    if age is None:
        return _UNREADABLE
    return _OLDEST_GROUP if age >= _OLDEST_APART else _write_band(age, years, 1)


def replace_year_by_band(original: str, years: int = 5) -> str:
    """Replace a year by the five or ten years that it lies in. A year of two digits keeps two.

    >>> replace_year_by_band("1993"), replace_year_by_band("-93"), replace_year_by_band("1998/99")
    ('1990-1994', '-90-94', '1995-1999/95-99')
    """
    if _NUMBER.search(original) is None:
        year_and_end = read_year_in_words(original.lower() + " ", 0)
        return _write_band(year_and_end[0], years, 1) if year_and_end else _UNREADABLE

    def write(year: re.Match[str]) -> str:
        return _write_band(int(year.group()), years, len(year.group()))

    return _NUMBER.sub(write, original)


def _write_band(number: int, years: int, width: int) -> str:
    first = number - number % years
    return f"{first:0{width}}-{first + years - 1:0{width}}"


def replace_minutes(original: str) -> str:
    """Replace all digits of a time but its hour by 0.

    >>> replace_minutes("03:47:12"), replace_minutes("14.05")
    ('03:00:00', '14.00')
    """
    hour = _HOUR.match(original)
    end = hour.end() if hour else 0
    return original[:end] + replace_digits(original[end:])


def replace_day(original: str, chance: Chance) -> str:
    """Draw a day from 1 to 28, in digits (A9.6). A leading zero stays: 05 becomes 03."""
    return _draw_number(original, _LAST_DAY, chance)


def replace_month(original: str, chance: Chance) -> str:
    """Draw a month from 1 to 12, in digits (A9.6)."""
    return _draw_number(original, _LAST_MONTH, chance)


def replace_house_number(original: str, chance: Chance) -> str:
    """Draw a house number from 1 to 50. Letters and ranges are dropped (A9.2)."""
    return _draw_number(original, _LAST_HOUSE, chance)


def replace_month_name(original: str, chance: Chance) -> str:
    """Draw a month by name, in the language and the case of the original (A9.6).

    >>> chance = Chance(0, 0)
    >>> [replace_month_name(name, chance) for name in ("mars", "May", "JULI", "jan")]
    ['januari', 'January', 'JANUARI', 'februari']
    """
    word = original.lower().rstrip(".")
    names = _read_month_names("en" if _is_english_month(word) else "sv")
    name = names[_draw_other(_read_months().get(word), len(names), chance) - 1]
    if original.isupper() and len(original) > 1:
        return name.upper()
    return name.capitalize() if original[:1].isupper() else name


@lru_cache(maxsize=1)
def _read_months() -> Mapping[str, int]:
    """Read the number of each month by its names and abbreviations."""
    return {
        word: int(month)
        for month, _, words in read_table(patterns.__file__, "months.tsv")
        for word in words.split()
    }


@lru_cache(maxsize=2)
def _read_month_names(language: str) -> list[str]:
    return [
        word
        for _, name_language, word in read_table(patterns.__file__, "month_names.tsv")
        if name_language == language
    ]


def _is_english_month(word: str) -> bool:
    return word in _read_month_names("en") and word not in _read_month_names("sv")


def parse_number(original: str) -> int | None:
    """Return the number that digits or words stand for: 7 1/2 and sju are 7."""
    match = re.search(r"\d{1,9}", original)
    return int(match.group()) if match else read_number(original)


def _draw_number(original: str, last: int, chance: Chance) -> str:
    width = 2 if original.startswith("0") else 1
    return f"{_draw_other(parse_number(original), last, chance):0{width}}"


def _draw_other(original: int | None, last: int, chance: Chance) -> int:
    """Draw a number from 1 to ``last`` that is not the original, from the original's own part."""
    left_out = original if original is not None and 0 < original <= last else 0
    part = _list_part(left_out, last, chance.run)
    return part[chance.text % len(part)]


@lru_cache(maxsize=4096)  # all months, days and house numbers of a run, several times
def _list_part(left_out: int, last: int, number: int) -> tuple[int, ...]:
    """List the numbers from 1 to ``last`` that an original draws from in a run."""
    others = [other for other in range(1, last + 1) if other != left_out]
    part = []
    for _ in range(get_part_size(last)):
        number, place = divmod(number, len(others))
        part.append(others.pop(place))
    return tuple(part)
