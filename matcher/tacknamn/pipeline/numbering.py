"""Running numbers: one sequence for each label and text, the same number for the same thing."""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from tacknamn.detection import patterns
from tacknamn.detection.patterns.number_words import read_number
from tacknamn.support.tables import read_table
from tacknamn.text.fold import fold

__all__ = [
    "Numbering",
    "make_chance_key",
    "normalize_value",
]


class Numbering:
    """Numbers the things of one text in the order in which they are first named (A7)."""

    def __init__(self, taken: Iterable[tuple[str, int]] = ()) -> None:
        """Begin behind the numbers that somebody gave before."""
        self._last: dict[str, int] = {}
        for label, number in taken:
            self._last[label] = max(number, self._last.get(label, 0))
        self._numbers: dict[tuple[str, Hashable], int] = {}

    def number(self, label: str, thing: Hashable) -> int:
        """The number of a thing under its label."""
        number = self._numbers.get((label, thing))
        if number is None:
            number = self._last[label] = self._last.get(label, 0) + 1
            self._numbers[label, thing] = number
        return number


# What a number, a date or an age says, however it is written: one thing has one number (A7).
#
# *070-123 45 67* and *+46 70 123 45 67* are one telephone, *tjugotre* and *23* one age.


_NO_DIGIT = re.compile(r"\D")
_NO_SIGN = re.compile(r"[\W_]")
_ABROAD = re.compile(r"(?:\+|00)\s*46\s*(?:\(0\)\s*)?")
_LAST_DIGITS = 10
"""Of a personal identity number without century."""
_AGE = "age_digits"


def _phone(original: str) -> str:
    return _NO_DIGIT.sub("", _ABROAD.sub("0", original))


def _identity(original: str) -> str:
    return _NO_DIGIT.sub("", original)[-_LAST_DIGITS:]


def _signs(original: str) -> str:
    return fold(_NO_SIGN.sub("", original))


def _number(original: str) -> str:
    """In digits, without noughts before it; what cannot be read stays."""
    if original.isdecimal():
        return original.lstrip("0") or original
    number = read_number(original)
    return fold(original) if number is None else str(number)


@lru_cache(maxsize=256)
def _month(original: str) -> str:
    """By its name, where it is shortened."""
    word = fold(original.rstrip("."))
    for number, _, words in read_table(patterns.__file__, "months.tsv"):
        if word in words.split():
            return next(
                name
                for of, _, name in read_table(patterns.__file__, "month_names.tsv")
                if of == number
            )
    return word


_VALUES: dict[str, Callable[[str], str]] = {
    "account_nr": _signs,
    "age_digits": _number,
    "age_string": _number,
    "day": _number,
    "license_nr": _signs,
    "month_digit": _number,
    "month_word": _month,
    "other_nr_seq": _signs,
    "personid_nr": _identity,
    "phone_nr": _phone,
    "zip_code": _signs,
}


def normalize_value(label: str, original: str) -> str:
    """What is the same for all writings of one thing."""
    of_label = _VALUES.get(label)
    return of_label(original) if of_label else fold(original)


def make_chance_key(label: str, original: str) -> tuple[str, str]:
    """The label and the name by which chance decides: an age is one in words and in digits."""
    return (_AGE if label == "age_string" else label), normalize_value(label, original)
