"""Find the cues of what a text is about, and of who speaks in it.

One scan finds the cues of ``cues.tsv``. With a ``personal`` cue the writer speaks about themselves or
to a person, with an ``own`` cue about a person or thing near to them. An ``opinion`` ("jag tycker")
that begins at the same word cancels that. ``watching`` ("jag såg") begins reviews. The other kinds
say that the text is a review, news, or describes a place.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tacknamn.detection.cues.literals import Literal, LiteralScanner, read_endings
from tacknamn.support.tables import read_table, split_cues

__all__ = [
    "ENOUGH",
    "FARTHEST",
    "PERSONAL",
    "STRONG",
    "Cue",
    "Evidence",
    "PlacedCue",
    "find_evidence",
]

MOST_OF_TEXT = 6
"""The most that the cues of a whole text add up to: more of them add no certainty."""
MOST_OF_PLACES = 4
"""The most that different cues of places add in a text in which the writer says nothing about
themselves."""
STRONG = 6
"""The weight of a personal cue that says who the writer is, or who is near to them."""
PERSONAL = frozenset(("personal", "own", "watching"))
"""The kinds of cues with which the writer speaks about themselves."""
_OF_WRITER = PERSONAL | {"opinion"}
"""The same and the kind that cancels them."""
ENOUGH = 3
"""The weight from which a text calls a name harmless: one clear cue, or two weak ones."""
INDENT = 8
"""Blanks with which a line may begin, and its line break."""
FARTHEST = 240
"""The greatest reach in the table, in characters."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A word or phrase that speaks for or against harmless names."""

    text: str
    """As the table has it."""
    kind: str
    """``personal``, ``own``, ``watching``, ``opinion``, ``role``, ``review``, ``news`` or
    ``place``."""
    groups: frozenset[str]
    """The groups of labels for which it counts (``labels.tsv``); ``any`` for all. Three further
    words restrict it: ``opening`` counts only as the first word of a line, ``letter`` is a greeting
    of letters, ``ahead`` ties only the name after it."""
    weight: int
    """How much it counts."""
    reach: int
    """The characters on each side within which it counts; 0 for its sentence."""
    whole: bool
    """Whether it counts for the whole text."""


class PlacedCue(NamedTuple):
    """A cue and its offsets in a text."""

    start: int
    end: int
    cue: Cue


@dataclass(frozen=True, slots=True)
class Evidence:
    """The cues of a text."""

    cues: list[PlacedCue]
    """All of them, from left to right."""
    personal: list[PlacedCue]
    """Those with which the writer speaks about themselves."""
    places: list[PlacedCue]
    """Those that describe a place."""
    about: int
    """How much the text as a whole speaks for harmless names."""

    @property
    def letter(self) -> bool:
        """Whether the text greets a person."""
        return any("letter" in placed.cue.groups for placed in self.personal)

    def personal_near(self, start: int, end: int) -> int:
        """Return the greatest weight of the personal cues that reach a piece of the text."""
        return max(
            (
                placed.cue.weight
                for placed in _select_between(self.personal, start - FARTHEST, end + FARTHEST)
                if placed.start - end <= placed.cue.reach and start - placed.end <= placed.cue.reach
            ),
            default=0,
        )

    def about_place(self, start: int, end: int, group: str) -> int:
        """Return how much the sentence from ``start`` to ``end`` describes a place, for names of a
        group of labels."""
        near = {
            placed.cue
            for placed in _select_between(self.places, start, end)
            if group in placed.cue.groups
        }
        return sum(cue.weight for cue in near)


def _select_between(cues: Sequence[PlacedCue], first: int, last: int) -> Iterator[PlacedCue]:
    """Yield the cues that start between two offsets."""
    index = bisect_left(cues, first, key=_get_start)
    while index < len(cues) and cues[index].start <= last:
        yield cues[index]
        index += 1


@lru_cache(maxsize=1)
def _read_cues() -> dict[str, tuple[Cue, str]]:
    """Return the cues by their text, each with its kind of endings."""
    cues: dict[str, tuple[Cue, str]] = {}
    for kind, groups, weight, reach, ending, texts in read_table(__file__, "cues.tsv"):
        of_line = Cue(
            "",
            kind,
            frozenset(groups.split()),
            int(weight),
            int(reach) if reach.isdecimal() else 0,
            reach == "text",
        )
        cues |= {text: (replace(of_line, text=text), ending) for text in split_cues(texts)}
    return cues


@lru_cache(maxsize=2)
def _build_scanner(*, of_writer: bool) -> LiteralScanner:
    """Return a scanner for the cues of the writer, or for those of what a text is about."""
    endings = read_endings()
    return LiteralScanner(
        Literal(text, cue.kind, endings=endings[ending])
        for text, (cue, ending) in _read_cues().items()
        if (cue.kind in _OF_WRITER) is of_writer
    )


def find_evidence(lowered: str) -> Evidence | None:
    """Return the cues of a lower-case text; of those that overlap the first, and the longest.

    Return None if nothing says that the text is about others. That is so for most texts, and it
    costs a single search."""
    subjects = _find_cues(lowered, of_writer=False)
    places = [placed for placed in subjects if placed.cue.kind == "place"]
    about = sum(cue.weight for cue in {placed.cue for placed in subjects if placed.cue.whole})
    if about < ENOUGH and not places:
        return None
    others = _find_cues(lowered, of_writer=True)
    personal = [placed for placed in others if placed.cue.kind in PERSONAL]
    if all(placed.cue.weight < STRONG for placed in personal):
        about += min(MOST_OF_PLACES, len({placed.cue for placed in places}))
    cues = sorted(subjects + others, key=_get_start)
    return Evidence(cues, personal, places, min(MOST_OF_TEXT, about))


def _find_cues(lowered: str, *, of_writer: bool) -> list[PlacedCue]:
    cues = []
    end = 0
    matches = _build_scanner(of_writer=of_writer).scan(lowered)
    for match in sorted(matches, key=lambda match: (match.start, -match.end)):
        if match.start < end:
            continue
        cue = _read_cues()[match.literal.text][0]
        if "opening" not in cue.groups or _begins_line(lowered, match.start):
            end = match.end
            cues.append(PlacedCue(match.start, match.end, cue))
    return cues


def _get_start(placed: PlacedCue) -> int:
    return placed.start


def _begins_line(lowered: str, start: int) -> bool:
    before = lowered[max(0, start - INDENT) : start]
    return not before.rpartition("\n")[2].strip() and (start < INDENT or "\n" in before)
