"""Group runs of digits that may be one number: 070-123 45 67, 2018-12-01.

A *run* is a row of digits. A *sequence* is one or more neighbouring runs and the gaps between
them. Its *shape* gives the lengths of the runs and the kinds of gaps: ``3-3 2 2``, ``4-2-2``.
Most rules look at the shape first, which is one look-up.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import decimal

from tacknamn.support import compiled
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "MOST_RUNS",
    "DigitRun",
    "DigitSequence",
    "find_runs",
    "group_runs",
    "list_sequences",
]

MOST_RUNS = 8
"""Runs of the longest numbers: a Swedbank account (8327-9, 123 456 789-0) has six, a foreign
telephone number in pairs has seven or eight."""
LONGEST_NUMBER = 30
"""Digits of the longest number with a structure (IBAN). A longer run is only digits."""
_GAPS = {
    **dict.fromkeys((" ", "\u00a0", "\u2009", "\u202f", "  "), " "),
    **dict.fromkeys(("-", "–", "—", "‑", "‒", "−", " - ", " – ", "- "), "-"),
    **dict.fromkeys((" -", " –", " '", " ’", "-'", "-’"), "~"),
    **dict.fromkeys(("/", " / "), "/"),
    **dict.fromkeys((")", ") ", ")-"), ")"),
    **dict.fromkeys((" (", "("), "("),
    ".": ".",
    ". ": "·",
    ",": ",",
    ", ": ";",
    ":": ":",
    "+": "+",
}
"""The gaps that may separate the runs of one number, and the character for each in a shape."""
_DAY_OF_BIRTH = 6
"""Digits before the last four of a personal identity number, century excluded."""
_WIDEST = max(map(len, _GAPS))
_DIGITS = re.compile(r"\d+")
_IS_NATIVE = compiled.choose_implementation("auto", compiled.words) == "native"

DigitRun = tuple[int, int]
"""Start and end offset of a row of digits."""


class DigitSequence(NamedTuple):
    """Neighbouring runs of digits in a text."""

    normalized: NormalizedText
    start: int
    """Offset of the first digit."""
    end: int
    """Offset after the last digit."""
    parts: tuple[str, ...]
    """The runs, written in ASCII digits whatever digits the text uses."""
    gaps: tuple[str, ...]
    """The gaps between the runs, as shapes write them."""
    shape: str
    """Lengths of the runs and the gaps between them."""
    head: str
    """The gap before the sequence if a digit precedes it, else empty."""
    tail: str
    """The gap after the sequence if a digit follows it, else empty."""

    @property
    def digits(self) -> str:
        """All digits, without gaps."""
        return "".join(self.parts)


def find_runs(text: str) -> list[DigitRun]:
    """Find every row of digits."""
    if _IS_NATIVE:
        return compiled.words.find_digits(text)
    return [match.span() for match in _DIGITS.finditer(text)]


def group_runs(text: str, runs: list[DigitRun]) -> Iterator[tuple[list[DigitRun], list[str]]]:
    """Group runs that could belong together; yield each group with the gaps between its runs."""
    group: list[DigitRun] = []
    gaps: list[str] = []
    for run in runs:
        if group:
            gap = _read_gap(text, group[-1], run, gaps)
            if gap is None:
                yield group, gaps
                group, gaps = [], []
            else:
                gaps.append(gap)
        group.append(run)
    if group:
        yield group, gaps


def _read_gap(text: str, left: DigitRun, right: DigitRun, gaps: list[str]) -> str | None:
    """Return the gap between two runs as shapes write it, or None if they do not belong together."""
    if right[0] - left[1] > _WIDEST:
        return None
    gap = _GAPS.get(text[left[1] : right[0]])
    if gap == "+":  # only in personal identity numbers of centenarians
        return gap if left[1] - left[0] >= _DAY_OF_BIRTH and right[1] - right[0] == 4 else None
    if gap == "~":  # 1/12 -18, 900512 -1234
        is_dated = left[1] - left[0] >= _DAY_OF_BIRTH or gaps[-1:] in (["/"], ["."])
        return gap if is_dated and right[1] - right[0] in (2, 4) else None
    return gap


def list_sequences(
    normalized: NormalizedText, group: list[DigitRun], gaps: list[str], first: int
) -> Iterator[DigitSequence]:
    """Yield every sequence that begins with run ``first`` of a group, the longest first."""
    text = normalized.text
    start = group[first][0]
    head = gaps[first - 1] if first else ""
    for last in range(min(first + MOST_RUNS, len(group)) - 1, first - 1, -1):
        end = group[last][1]
        within = group[first : last + 1]
        if last > first + 1 and _is_list(within):
            continue
        between = tuple(gaps[first:last])
        lengths = [str(run_end - run_start) for run_start, run_end in within]
        yield DigitSequence(
            normalized,
            start,
            end,
            tuple([_to_ascii_digits(text[run_start:run_end]) for run_start, run_end in within]),
            between,
            "".join(
                [lengths[0], *[gap + more for gap, more in zip(between, lengths[1:], strict=True)]]
            ),
            head,
            gaps[last] if last < len(gaps) else "",
        )


def _is_list(runs: list[DigitRun]) -> bool:
    """Whether three or more runs are too short or too long for one number: 1 2 3 4, a table of
    amounts. Numbers are written in groups of two or more digits, except for one or two groups."""
    digits = sum(end - start for start, end in runs)
    return digits < 2 * len(runs) - 2 or digits > LONGEST_NUMBER


def _to_ascii_digits(digits: str) -> str:
    return digits if digits.isascii() else "".join(map(str, map(decimal, digits)))
