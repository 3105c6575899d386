"""Join digits that are written one by one: *0 7 0 1 7 4 0 6 0 5*.

Only a telephone number or a personal identity number is joined. Rows of a table, scales and counts
(*1 2 3 4 5 6 7*) are neither.
"""

from typing import Final

from tacknamn.detection.disguises.mapped_text import Edit
from tacknamn.detection.patterns.dates_and_amounts import is_day
from tacknamn.detection.patterns.identifiers import is_luhn
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_spaced_digits"]

_BETWEEN = r"(?: - |[ .,\u00a0-])"
_SPACED = compile_lazily(rf"(?<![0-9])[0-9](?:{_BETWEEN}[0-9]){{5,30}}(?![0-9])")
_GAP = compile_lazily(_BETWEEN)
_NATIONAL: Final = range(8, 12)
"""Digits of Swedish telephone numbers with their nought."""
_INTERNATIONAL: Final = range(9, 16)
_SCALE: Final = "0123456789"


def find_spaced_digits(text: str) -> list[Edit]:
    """Return the edits that remove what stands between the digits of a number."""
    return [
        Edit(match.start() + gap.start(), match.start() + gap.end(), "")
        for match in _SPACED.finditer(text)
        if _is_number(
            _GAP.sub("", match.group()),
            text[max(0, match.start() - 2) : match.start()].strip()[-1:],
        )
        for gap in _GAP.finditer(match.group())
    ]


def _is_number(digits: str, before: str) -> bool:
    if before == "+":
        return len(digits) in _INTERNATIONAL
    if digits[0] == "0":
        return digits[1] != "0" and len(digits) in _NATIONAL and not _SCALE.startswith(digits)
    short = digits[-10:]
    is_person = len(short) == 10 and digits[:-10] in ("", "19", "20")
    return is_person and is_day(short[2:4], short[4:6]) and is_luhn(short)
