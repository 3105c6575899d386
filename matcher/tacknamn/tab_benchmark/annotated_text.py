"""A text as the finders read it, with what the engine found in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tacknamn.records import Detection
from tacknamn.tab_benchmark.capitals import CapitalRun, find_runs
from tacknamn.tab_benchmark.cues import TabCue, find_cues

__all__ = ["AnnotatedText", "annotate_text", "is_heading", "is_shouted"]

LONGEST_HEADING = 120
"""Characters of a line that may be a heading; of a longer one no more is looked at."""


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text and all that was seen in it."""

    text: str
    lowered: str
    """The same in lower case, of the same length."""
    founds: tuple[Detection, ...]
    """What the engine found, from left to right."""
    starts: tuple[int, ...]
    """Where each of these begins."""
    cues: Mapping[str, list[TabCue]]
    """Cue words by kind."""
    runs: tuple[CapitalRun, ...]
    """Runs of words with capitals."""

    def founds_in(self, start: int, end: int) -> Sequence[Detection]:
        """What the engine found that begins in a part of the text."""
        return self.founds[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def found_at(self, start: int, end: int) -> Detection | None:
        """What the engine found in or over a part of the text: the first of it."""
        place = bisect_right(self.starts, start) - 1
        if place >= 0 and self.founds[place].end > start:
            return self.founds[place]
        inside = self.founds_in(start, end)
        return inside[0] if inside else None

    def before(self, start: int, length: int) -> str:
        """The lower-case text in front of a place."""
        return self.lowered[max(0, start - length) : start]


def annotate_text(text: str, founds: Sequence[Detection]) -> AnnotatedText:
    """The sheet of a text."""
    lowered = text.lower()
    if len(lowered) != len(text):  # the one capital that lower case makes two characters of
        lowered = text.replace("\u0130", "i").lower()
    ordered = tuple(sorted(founds, key=lambda found: (found.start, -found.end)))
    starts = tuple(found.start for found in ordered)
    return AnnotatedText(
        text, lowered, ordered, starts, find_cues(lowered), tuple(find_runs(text, lowered))
    )


def is_heading(sheet: AnnotatedText, start: int) -> bool:
    """Whether a line begins here that ends without a full stop, as "A. Background" does."""
    if start and sheet.text[start - 1] != "\n":
        return False
    line = _read_line(sheet, start)
    return len(line) < LONGEST_HEADING and not line.rstrip().endswith((".", ",", "!", "?"))


def is_shouted(sheet: AnnotatedText, place: int) -> bool:
    """Whether the whole line is in capitals, as headings are."""
    farthest = max(0, place - LONGEST_HEADING)
    begin = max(farthest, sheet.text.rfind("\n", farthest, place) + 1)
    line = _read_line(sheet, begin)
    return line.upper() == line


def _read_line(sheet: AnnotatedText, start: int) -> str:
    return sheet.text[start : start + LONGEST_HEADING].partition("\n")[0]
