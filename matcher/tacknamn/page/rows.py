"""Cut both texts at the same line ends, so that they can stand beside each other.

Outside spans the texts are the same: there they are cut, at the first line end after some
letters. A line of prose is a row of its own; short lines share one."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tacknamn.pseudonymizing.records import Span

__all__ = ["Part", "direction", "rows"]

LETTERS = 120
"""Letters of a row, at least: a row of the page costs about as many of markup."""
FIRST = 1000
"""Letters of a row that may tell its direction: of a row of digits, not all are looked at."""
_LETTER = re.compile(r"[^\W\d_]")
_LINE_ENDS = re.compile(r"[\r\n]+")


class Part(NamedTuple):
    """A piece of a row: a span, or what stands between spans."""

    start: int
    """First character in the original text."""
    end: int
    """Character behind the last one."""
    span: int
    """The span's place among all spans; -1 between spans."""


def rows(text: str, spans: Sequence[Span]) -> Iterator[list[Part]]:
    """The rows of an original text, each with its parts."""
    row: list[Part] = []
    begun = at = 0
    for number in range(len(spans) + 1):
        stop = spans[number].start if number < len(spans) else len(text)
        while cut := _LINE_ENDS.search(text, max(at, begun + LETTERS), stop):
            yield [*row, Part(at, cut.end(), -1)]
            row = []
            begun = at = cut.end()
        if at < stop:
            row.append(Part(at, stop, -1))
        if number < len(spans):
            at = spans[number].end
            row.append(Part(stop, at, number))
    if row:
        yield row


def direction(text: str, row: Sequence[Part]) -> str:
    """``rtl`` where the first letter of a row is written from right to left, else ``ltr``."""
    start = row[0].start
    letter = _LETTER.search(text, start, min(row[-1].end, start + FIRST))
    return "rtl" if letter and unicodedata.bidirectional(letter[0]) in ("R", "AL") else "ltr"
