"""Running numbers: in one text, the same number for the same name or value of a label (A7).

A value can be written in several ways: *070-123 45 67* and *+46 70 123 45 67* are one telephone
number, *tjugotre* and *23* are one age. :func:`normalize_value` gives both the same key.
"""

import re
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from tacknamn.detection import patterns
from tacknamn.detection.patterns.number_words import read_number
from tacknamn.labels import name_sequence
from tacknamn.support.tables import read_table
from tacknamn.text.fold import fold

__all__ = ["Numbering", "make_chance_key", "normalize_value"]


class Numbering:
    """Numbers the entities of one text, for each label in the order of first mention.

    First names have one sequence, whatever their gender: *Alice* is 1 and *Bob* is 2. So a person whose
    gender is corrected does not get the number of another one."""

    def __init__(self, taken: Iterable[tuple[str, int]] = ()) -> None:
        """Start after the largest number that each label already has."""
        self._last: dict[str, int] = {}
        for label, number in taken:
            self._raise_last(label, number)
        self._numbers: dict[tuple[str, Hashable], int] = {}

    def keep(self, label: str, entity: Hashable, number: int) -> None:
        """Keep the number that an entity has under its label already; of several, the first one."""
        self._raise_last(label, number)
        self._numbers.setdefault((label, entity), number)

    def _raise_last(self, label: str, number: int) -> None:
        sequence = name_sequence(label)
        self._last[sequence] = max(number, self._last.get(sequence, 0))

    def get_number(self, label: str, entity: Hashable) -> int:
        """Return the number of an entity under its label; a new one if it has none."""
        number = self._numbers.get((label, entity))
        if number is None:
            sequence = name_sequence(label)
            number = self._last[sequence] = self._last.get(sequence, 0) + 1
            self._numbers[label, entity] = number
        return number


_NOT_DIGIT = re.compile(r"\D")
_NOT_LETTER_OR_DIGIT = re.compile(r"[\W_]")
_SWEDEN_CODE = re.compile(r"(?:\+|00)\s*46\s*(?:\(0\)\s*)?")
_IDENTITY_DIGITS = 10
"""Digits of a personal identity number without its century."""
_AGE = "age_digits"


def _normalize_phone(original: str) -> str:
    return _NOT_DIGIT.sub("", _SWEDEN_CODE.sub("0", original))


def _normalize_identity(original: str) -> str:
    return _NOT_DIGIT.sub("", original)[-_IDENTITY_DIGITS:]


def _drop_delimiters(original: str) -> str:
    return fold(_NOT_LETTER_OR_DIGIT.sub("", original))


def _normalize_number(original: str) -> str:
    """Write a number in digits without leading zeros; an unreadable one stays."""
    if original.isdecimal():
        return original.lstrip("0") or original
    number = read_number(original)
    return fold(original) if number is None else str(number)


@lru_cache(maxsize=256)
def _normalize_month(original: str) -> str:
    """Write out the name of a month that is abbreviated."""
    word = fold(original.rstrip("."))
    for number, _, abbreviations in read_table(patterns.__file__, "months.tsv"):
        if word in abbreviations.split():
            names = read_table(patterns.__file__, "month_names.tsv")
            return next(name for month, _, name in names if month == number)
    return word


_NORMALIZERS: dict[str, Callable[[str], str]] = {
    "account_nr": _drop_delimiters,
    "age_digits": _normalize_number,
    "age_string": _normalize_number,
    "day": _normalize_number,
    "license_nr": _drop_delimiters,
    "month_digit": _normalize_number,
    "month_word": _normalize_month,
    "other_nr_seq": _drop_delimiters,
    "personid_nr": _normalize_identity,
    "phone_nr": _normalize_phone,
    "zip_code": _drop_delimiters,
}


def normalize_value(label: str, original: str) -> str:
    """Return a key that is the same for all spellings of one value."""
    normalize = _NORMALIZERS.get(label)
    return normalize(original) if normalize else fold(original)


def make_chance_key(label: str, original: str) -> tuple[str, str]:
    """Return the label and the key that decide a draw; an age in words equals one in digits."""
    return (_AGE if label == "age_string" else label), normalize_value(label, original)
