"""Replace originals of the hard categories: pure functions, one for each policy of A9 and D4.

Those that need chance take it as ``draw``, any whole number from nought; the caller knows
whether it comes from a seed or a key. The original is never the outcome of a draw.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from tacknamn.detection import patterns
from tacknamn.detection.patterns.number_words import OLDEST, read_number, read_year_in_words
from tacknamn.support.tables import read_table

__all__ = [
    "EMAIL_PSEUDONYM",
    "URL_PSEUDONYM",
    "replace_account",
    "replace_age",
    "replace_date",
    "replace_day",
    "replace_digits",
    "replace_house_number",
    "replace_identity_number",
    "replace_initials",
    "replace_letters_and_digits",
    "replace_month",
    "replace_month_name",
    "replace_year",
]

EMAIL_PSEUDONYM = "email@dot.com"
"""Every address of mail (A9, 8)."""
URL_PSEUDONYM = "url.com"
"""Every address of the web (A9, 9)."""
_DATE = "11-11-1111"
_ACCOUNT = "0000-00 000 00"
_PERSON, _LAST_FOUR = "123456", "0000"
_DIGIT = re.compile(r"\d")
_YEAR_FIRST = re.compile(r"\d{4}\D+\d")
_BEFORE_LAST_FOUR = re.compile(r"([^\d\s]|\s)\s*\d{4}\Z")
_REACH = 2
"""Years that an age or a year may move (A9, 5 and 6)."""
_LAST_DAY, _LAST_MONTH = 28, 12
_LAST_HOUSE = 50
"""The SVALA tool draws street numbers from 1 to 50."""
_ANY_AGE = 70
"""Where the original cannot be read the SVALA tool draws an age below this."""
_ANY_YEAR = range(1970, 2019)
"""... and a year of these."""


def replace_digits(original: str) -> str:
    """Each digit becomes 0, the delimiters stay (A9, 7, 11 and 13).

    >>> zeroed("070-123 45 67")
    '000-000 00 00'
    """
    return _DIGIT.sub("0", original)


def replace_account(original: str) -> str:
    """One shape for every account (D1), where a profile prefers it to :func:`replace_digits`."""
    return _ACCOUNT


def replace_letters_and_digits(original: str) -> str:
    """Letters become A, B, C in their order, digits 0 (A9, 2 and 12).

    >>> lettered("XKD 417"), lettered("SE-123 45")
    ('ABC 000', 'AB-000 00')
    """
    pieces = []
    letters = 0
    for sign in replace_digits(original):
        if sign.isalpha():
            sign = chr(ord("A") + letters % 26)
            letters += 1
        pieces.append(sign)
    return "".join(pieces)


def replace_initials(original: str) -> str:
    """Each letter of initials becomes A, the delimiters stay (A9, 1): J.K. to A.A."""
    return "".join("A" if sign.isalpha() else sign for sign in original)


def replace_identity_number(original: str) -> str:
    """123456-0000, with the delimiter of the original (A9, 10).

    >>> identified("19900512+1234"), identified("9005121234")
    ('123456+0000', '1234560000')
    """
    found = _BEFORE_LAST_FOUR.search(original)
    return _PERSON + (found.group(1) if found else "") + _LAST_FOUR


def replace_date(original: str) -> str:
    """Digits become 1: 1111-11-11 where the year is first, else 11-11-1111 (A9, 6).

    >>> dated("2018/12/01"), dated("18/01/12")
    ('1111/11/11', '11-11-1111')
    """
    return _DIGIT.sub("1", original) if _YEAR_FIRST.match(original) else _DATE


def replace_age(original: str, draw: int) -> str:
    """An age within two years, always in digits (A9, 5; D4).

    >>> aged("18", 0), aged("tjugofem", 3), aged("1", 0)
    ('16', '27', '0')
    """
    age = _parse_number(original)
    if age is None:
        return str(draw % _ANY_AGE)
    oldest = max(age, OLDEST)
    return str(_shift_number(age, draw, range(oldest + 1)))


def replace_year(original: str, draw: int) -> str:
    """A year within two years (A9, 6); a year of two digits keeps two.

    >>> yeared("2013", 0), yeared("-90", 3), yeared("nittonhundranittio", 2)
    ('2011', '-92', '1991')
    """
    found = re.search(r"\d+", original)
    if found is None:
        worded = read_year_in_words(original.lower() + " ", 0)
        year = worded[0] if worded else None
        return str(_shift_number(year, draw, None) if year else _ANY_YEAR[draw % len(_ANY_YEAR)])
    digits = found.group()
    if len(digits) == 2:
        moved = f"{_shift_number(int(digits) + 100, draw, None) % 100:02}"
    else:
        moved = str(_shift_number(int(digits), draw, range(1, int(digits) + _REACH + 1)))
    return original[: found.start()] + moved + original[found.end() :]


def _shift_number(number: int, draw: int, within: range | None) -> int:
    """The number up to two away, neither the number itself nor outside ``within``."""
    choices = [number + step for step in range(-_REACH, _REACH + 1) if step]
    if within is not None:
        choices = [choice for choice in choices if choice in within]
    return choices[draw % len(choices)]


def replace_day(original: str, draw: int) -> str:
    """A day from 1 to 28, in digits (A9, 6); 05 keeps its nought: 03."""
    return _draw_other_number(original, range(1, _LAST_DAY + 1), draw)


def replace_month(original: str, draw: int) -> str:
    """A month from 1 to 12 in digits (A9, 6)."""
    return _draw_other_number(original, range(1, _LAST_MONTH + 1), draw)


def replace_house_number(original: str, draw: int) -> str:
    """A house number; letters and ranges go (A9, 2)."""
    return _draw_other_number(original, range(1, _LAST_HOUSE + 1), draw)


def replace_month_name(original: str, draw: int) -> str:
    """A month by name, in the language and the capitals of the original (A9, 6).

    >>> month_worded("mars", 0), month_worded("May", 4), month_worded("JULI", 0)
    ('januari', 'June', 'JANUARI')
    """
    word = original.lower().rstrip(".")
    number, english = _read_month(word)
    names = _read_month_names("en" if english else "sv")
    others = [name for place, name in enumerate(names, 1) if place != number]
    name = others[draw % len(others)]
    if original.isupper() and len(original) > 1:
        return name.upper()
    return name.capitalize() if original[:1].isupper() else name


@lru_cache(maxsize=2)
def _read_month_names(language: str) -> list[str]:
    return [
        word
        for _, of_language, word in read_table(patterns.__file__, "month_names.tsv")
        if of_language == language
    ]


def _read_month(word: str) -> tuple[int, bool]:
    """The number of a month, 0 where it is none, and whether it is English."""
    for number, _, words in read_table(patterns.__file__, "months.tsv"):
        if word in words.split():
            return int(number), word in _read_month_names("en") and word not in _read_month_names(
                "sv"
            )
    return 0, False


def _parse_number(original: str) -> int | None:
    found = re.search(r"\d{1,9}", original)
    return int(found.group()) if found else read_number(original)


def _draw_other_number(original: str, numbers: Sequence[int], draw: int) -> str:
    number = _parse_number(original)
    others = [each for each in numbers if each != number]
    width = 2 if original.startswith("0") else 1
    return f"{others[draw % len(others)]:0{width}}"
