"""Seed C's nine patterns, as its document has them, and how to find them in linear time."""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from tacknamn.errors import InputError

__all__ = [
    "ALL_NUMBERS",
    "CLINICAL_PATTERNS",
    "ClinicalPattern",
    "check_switches",
    "find_matches",
    "list_placeholders",
]


class ClinicalPattern(NamedTuple):
    """One thing that can be switched on."""

    number: int
    """The seed's number for it."""
    name: str
    """Its name in rules: ``mask:nric``."""
    label: str
    """The label of what it finds: the word in the placeholder."""
    text: str
    """What stands there then; from 6 on with the words in front of the value, in the seed's
    spelling, because the expression takes them as well."""
    expressions: tuple[str, ...]
    """Regular expressions, applied one after the other; letter case is ignored."""


_MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|Jun(?:e)?|Jul(?:y)?|Aug(?:ust)?|"
    "Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
_DATES = (r"\d{1,2}.\d{1,2}.\d{2,4}", rf"\d{{1,2}}.(?:{_MONTH}).\d{{2,4}}")
_WARD = r"ward.\w+\s[a-zA-z0-9]+"

CLINICAL_PATTERNS = (
    ClinicalPattern(1, "nric", "NRIC", "[NRIC]", (r"[sftg]\d{7}[a-z]",)),
    # A case number begins with the eight digits of a telephone number, so it goes first, as in
    # the seed's program.
    ClinicalPattern(3, "caseno", "CASENO", "[CASENO]", (r"\d{10}[A-z]",)),
    ClinicalPattern(2, "phone", "PHONE", "[PHONE]", (r"\d{8}",)),
    ClinicalPattern(4, "id", "ID", "[ID]", (r"[a-z]\d{4}[a-z]", r"\d{5}[a-z]")),
    ClinicalPattern(5, "date", "DATE", "[DATE]", _DATES),
    ClinicalPattern(6, "admission_time", "TIME", "Admission Time: [Time]",
                (r"admission Time.\s\d+.\d+",)),
    ClinicalPattern(7, "ward", "WARDNO", "Ward:[WardNo]", (_WARD,)),
    ClinicalPattern(8, "bed", "BEDNO", "Bed:[BedNo]", (r"bed.\s[a-z0-9]+",)),
    ClinicalPattern(9, "patient_class", "CLASS", "Patient Class:[Class]",
                (r"patient class.\s\w+\s[A-Z]",)),
)  # fmt: skip
"""In the order in which they are applied. ``[A-z]`` is the seed's: it holds ``[ \\ ] ^ _`` and the
backtick beside the letters."""

ALL_NUMBERS = frozenset(one.number for one in CLINICAL_PATTERNS)
"""The numbers of all patterns."""


def check_switches(numbers: Collection[int]) -> frozenset[int]:
    """The numbers of patterns; one that there is not is refused."""
    for number in numbers:
        if type(number) is not int or number not in ALL_NUMBERS:
            names = ", ".join(f"{one.number} {one.name}" for one in sorted(CLINICAL_PATTERNS))
            raise InputError(f"there is no mask {str(number)[:20]!r}; there are {names}")
    return frozenset(numbers)


def list_placeholders() -> dict[str, str]:
    """The placeholder of each label."""
    return {one.label: one.text for one in CLINICAL_PATTERNS}


def find_matches(expression: str, text: str) -> Iterator[tuple[int, int]]:
    """Where an expression of ours is found, from left to right."""
    if expression == _WARD:
        return _find_wards(text)
    return (found.span() for found in _compile(expression).finditer(text))


@cache
def _compile(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _find_wards(text: str) -> Iterator[tuple[int, int]]:
    """The places of :data:`_WARD`, each run of letters and digits being read once.

    The expression itself would read "wardwardward..." to the end of the run from each ward in
    it, which takes hours where the run is long. When one of them finds no blank behind the run,
    those in the same run find none either."""
    reach = 0
    for ward in _compile("ward").finditer(text):
        start, behind = ward.start(), ward.end() + 1
        if start < reach or text[ward.end() : behind] in ("", "\n"):
            continue
        run = _RUN.match(text, behind)
        if run is None:
            continue
        value = _VALUE.match(text, run.end())
        if value is not None:
            reach = value.end()
            yield start, reach
        else:
            reach = run.end() - len("ward") - 1


_RUN = re.compile(r"\w+")
_VALUE = re.compile(r"\s[a-zA-z0-9]+", re.IGNORECASE)
