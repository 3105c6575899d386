"""The text as the finders read it: with detections, cue words and runs of capitalized words."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tacknamn.records import Detection
from tacknamn.tab_benchmark.capitals import CapitalRun, find_runs
from tacknamn.tab_benchmark.cues import TabCue, find_cues

__all__ = ["AnnotatedText", "annotate_text", "is_heading", "is_shouted"]

LONGEST_HEADING = 120
"""Characters of a line that may be a heading. Characters after these are not examined."""


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """A text with everything that the finders need to know of it."""

    text: str
    lowered: str
    """The text in lower case, with the same length."""
    detections: tuple[Detection, ...]
    """The detections of the engine, from left to right."""
    starts: tuple[int, ...]
    """The start of each detection."""
    cues: Mapping[str, list[TabCue]]
    """Cue words by kind."""
    runs: tuple[CapitalRun, ...]
    """Runs of capitalized words."""

    def detections_between(self, start: int, end: int) -> Sequence[Detection]:
        """Return the detections that begin in a part of the text."""
        return self.detections[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def find_detection(self, start: int, end: int) -> Detection | None:
        """Return the first detection that begins in, or reaches into, a part of the text."""
        index = bisect_right(self.starts, start) - 1
        if index >= 0 and self.detections[index].end > start:
            return self.detections[index]
        inside = self.detections_between(start, end)
        return inside[0] if inside else None

    def search_near(
        self, kind: str, pattern: re.Pattern[str], before: int, after: int, lowered: bool = False
    ) -> Iterator[re.Match[str]]:
        """Find a pattern within some characters before and after each cue word of a kind.

        This is much faster than a search of the whole text."""
        text = self.lowered if lowered else self.text
        reach = 0
        for cue in self.cues[kind]:
            start, end = max(reach, cue.start - before), cue.end + after
            for match in pattern.finditer(text, start, end):
                if match.end() == end and text[end : end + 1].isalnum():
                    break  # cut by the end of the part; the next cue word may find it
                reach = match.end()
                yield match

    def match_at(
        self, kind: str, pattern: re.Pattern[str], after: int, lowered: bool = False
    ) -> Iterator[re.Match[str]]:
        """Match a pattern at each cue word of a kind, up to some characters after it."""
        text = self.lowered if lowered else self.text
        for cue in self.cues[kind]:
            match = pattern.match(text, cue.start, cue.end + after)
            if match is not None:
                yield match

    def text_before(self, start: int, length: int) -> str:
        """Return up to ``length`` lower-case characters before a position."""
        return self.lowered[max(0, start - length) : start]


def annotate_text(text: str, detections: Sequence[Detection]) -> AnnotatedText:
    """Find the cue words and the runs of capitalized words of a text."""
    lowered = text.lower()
    if len(lowered) != len(text):  # İ is the only capital with two characters in lower case
        lowered = text.replace("\u0130", "i").lower()
    ordered = tuple(sorted(detections, key=lambda detection: (detection.start, -detection.end)))
    starts = tuple(detection.start for detection in ordered)
    return AnnotatedText(
        text, lowered, ordered, starts, find_cues(lowered), tuple(find_runs(text, lowered))
    )


def is_heading(annotated: AnnotatedText, start: int) -> bool:
    """Whether a line begins here that ends without a full stop, such as "A. Background"."""
    if start and annotated.text[start - 1] != "\n":
        return False
    line = _read_line(annotated, start)
    return len(line) < LONGEST_HEADING and not line.rstrip().endswith((".", ",", "!", "?"))


def is_shouted(annotated: AnnotatedText, position: int) -> bool:
    """Whether the whole line is in capitals, as headings are."""
    farthest = max(0, position - LONGEST_HEADING)
    start = max(farthest, annotated.text.rfind("\n", farthest, position) + 1)
    line = _read_line(annotated, start)
    return line.upper() == line


def _read_line(annotated: AnnotatedText, start: int) -> str:
    return annotated.text[start : start + LONGEST_HEADING].partition("\n")[0]
