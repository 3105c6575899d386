"""A text as the finders read it, with what the engine found in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tacknamn.pseudonymizing.records import Found
from tacknamn.tab.capitals import Run, runs_of
from tacknamn.tab.cues import Cue, cues_of

__all__ = ["Sheet", "is_heading", "is_shouted", "sheet_of"]

LONGEST_HEADING = 120
"""Characters of a line that may be a heading; of a longer one no more is looked at."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text and all that was seen in it."""

    text: str
    lowered: str
    """The same in lower case, of the same length."""
    founds: tuple[Found, ...]
    """What the engine found, from left to right."""
    starts: tuple[int, ...]
    """Where each of these begins."""
    cues: Mapping[str, list[Cue]]
    """Cue words by kind."""
    runs: tuple[Run, ...]
    """Runs of words with capitals."""

    def founds_in(self, start: int, end: int) -> Sequence[Found]:
        """What the engine found that begins in a part of the text."""
        return self.founds[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def found_at(self, start: int, end: int) -> Found | None:
        """What the engine found in or over a part of the text: the first of it."""
        place = bisect_right(self.starts, start) - 1
        if place >= 0 and self.founds[place].end > start:
            return self.founds[place]
        inside = self.founds_in(start, end)
        return inside[0] if inside else None

    def before(self, start: int, length: int) -> str:
        """The lower-case text in front of a place."""
        return self.lowered[max(0, start - length) : start]


def sheet_of(text: str, founds: Sequence[Found]) -> Sheet:
    """The sheet of a text."""
    lowered = text.lower()
    if len(lowered) != len(text):  # the one capital that lower case makes two characters of
        lowered = text.replace("\u0130", "i").lower()
    ordered = tuple(sorted(founds, key=lambda found: (found.start, -found.end)))
    starts = tuple(found.start for found in ordered)
    return Sheet(text, lowered, ordered, starts, cues_of(lowered), tuple(runs_of(text, lowered)))


def is_heading(sheet: Sheet, start: int) -> bool:
    """Whether a line begins here that ends without a full stop, as "A. Background" does."""
    if start and sheet.text[start - 1] != "\n":
        return False
    line = _line(sheet, start)
    return len(line) < LONGEST_HEADING and not line.rstrip().endswith((".", ",", "!", "?"))


def is_shouted(sheet: Sheet, place: int) -> bool:
    """Whether the whole line is in capitals, as headings are."""
    farthest = max(0, place - LONGEST_HEADING)
    begin = max(farthest, sheet.text.rfind("\n", farthest, place) + 1)
    line = _line(sheet, begin)
    return line.upper() == line


def _line(sheet: Sheet, start: int) -> str:
    return sheet.text[start : start + LONGEST_HEADING].partition("\n")[0]
