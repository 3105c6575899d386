"""The nine patterns of the masking tool, as it documents them, found in linear time.

They are those of hospitals in Singapore. For Swedish notes there is the profile ``clinic``.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.languages import recognize_language

__all__ = [
    "ALL_NUMBERS",
    "CLINICAL_PATTERNS",
    "ClinicalPattern",
    "check_switches",
    "describe_foreign_patterns",
    "find_matches",
    "list_placeholders",
]


class ClinicalPattern(NamedTuple):
    """One pattern that can be switched on."""

    number: int
    """Its number in the masking tool."""
    name: str
    """Its name in profiles: ``mask:nric``."""
    label: str
    """The label of its matches: the word in the placeholder."""
    text: str
    """The placeholder. From 6 on it includes the words before the value, in the masking tool's
    spelling, because the expression matches them as well."""
    expressions: tuple[str, ...]
    """Regular expressions, applied one after the other, ignoring case."""


_MONTH = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|Jun(?:e)?|Jul(?:y)?|Aug(?:ust)?|"
    "Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
_DATES = (r"\d{1,2}.\d{1,2}.\d{2,4}", rf"\d{{1,2}}.(?:{_MONTH}).\d{{2,4}}")
_WARD = r"ward.\w+\s[a-zA-z0-9]+"

CLINICAL_PATTERNS = (
    ClinicalPattern(1, "nric", "NRIC", "[NRIC]", (r"[sftg]\d{7}[a-z]",)),
    # A case number begins with the eight digits of a telephone number, so it goes first, as in the
    # masking tool.
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
"""In the order in which they are applied. ``[A-z]`` is the masking tool's: besides letters it
matches ``[ \\ ] ^ _`` and the backtick."""

ALL_NUMBERS = frozenset(pattern.number for pattern in CLINICAL_PATTERNS)
"""The numbers of all patterns."""


def check_switches(numbers: Iterable[object]) -> frozenset[int]:
    """Return the numbers of patterns as a set; raise :class:`InputError` for an unknown one."""
    checked: set[int] = set()
    for number in numbers:
        if type(number) is not int or number not in ALL_NUMBERS:
            patterns = sorted(CLINICAL_PATTERNS)
            names = ", ".join(f"{pattern.number} {pattern.name}" for pattern in patterns)
            raise InputError(f"there is no mask {str(number)[:20]!r}; there are {names}")
        checked.add(number)
    return frozenset(checked)


def describe_foreign_patterns(text: str, numbers: Collection[int]) -> str:
    """Return a warning if some patterns are on and the text is Swedish, else nothing."""
    if not numbers or recognize_language(text, "en") != "sv":
        return ""
    return (
        "the numbered patterns are those of hospitals in Singapore, and a text is Swedish: Swedish "
        "identity, telephone and record numbers may stay visible; `tacknamn pseudonymize --profile "
        "clinic` finds these"
    )


def list_placeholders() -> dict[str, str]:
    """Return the placeholder of each label."""
    return {pattern.label: pattern.text for pattern in CLINICAL_PATTERNS}


def find_matches(expression: str, text: str) -> Iterator[tuple[int, int]]:
    """Find where an expression of a pattern matches, from left to right."""
    if expression == _WARD:
        yield from _find_wards(text)
        return
    for match in _compile(expression).finditer(text):
        yield match.span()


@cache
def _compile(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)


def _find_wards(text: str) -> Iterator[tuple[int, int]]:
    """Find what :data:`_WARD` matches, but read each run of letters and digits once.

    The expression itself reads "wardwardward..." to the end of the run from each "ward" in it,
    which takes hours for a long run. If no space follows the run, then every "ward" in the run
    fails; the last one may still begin a match with the next run."""
    reach = 0
    for ward in _compile("ward").finditer(text):
        start, after = ward.start(), ward.end() + 1
        if start < reach or text[ward.end() : after] in ("", "\n"):
            continue
        run = _RUN.match(text, after)
        if run is None:
            continue
        value = _VALUE.match(text, run.end())
        if value is not None:
            reach = value.end()
            yield start, reach
        else:
            reach = run.end() - len("ward") - 1


_RUN = compile_lazily(r"\w+")
_VALUE = compile_lazily(r"\s[a-zA-z0-9]+", re.IGNORECASE)
