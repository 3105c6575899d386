"""Read what a text says of itself: who speaks, and what it is about.

One pass finds the cues of ``cues.tsv``. ``personal`` ones say that the writer speaks of himself
or to somebody, ``own`` ones what is his; an ``opinion`` ("jag tycker") that begins at the same
word takes that back. ``watching`` ("jag såg") begins reviews. The others say that the text is a
review, news, or tells of a place.
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
"""What the cues of a whole text add up to at most: more of them make it no surer."""
MOST_OF_PLACES = 4
"""What different cues of places add to a text in which the writer tells nothing of himself."""
STRONG = 6
"""Weight of a personal cue that says who the writer is, or who is near to him."""
PERSONAL = frozenset(("personal", "own", "watching"))
"""Kinds of cues by which the writer speaks of himself."""
OF_WRITER = PERSONAL | {"opinion"}
"""The same, and the kind that takes it back."""
ENOUGH = 3
"""Weight from which a text speaks for leaving a name: one clear cue, or two weak ones."""
INDENT = 8
"""Blanks that a line may begin with, and its line break."""
FARTHEST = 240
"""The greatest reach in the table, in characters."""


@dataclass(frozen=True, slots=True)
class Cue:
    """What speaks for or against leaving names."""

    text: str
    """As it stands in the table."""
    kind: str
    """``personal``, ``own``, ``watching``, ``opinion``, ``role``, ``review``, ``news`` or
    ``place``."""
    groups: frozenset[str]
    """The groups of labels that it speaks of (``labels.tsv``); ``any`` for all; ``opening`` where
    it counts only as the first word of a line, ``letter`` of a letter's greetings, ``ahead``
    where it ties only the name behind it."""
    weight: int
    """How much it counts."""
    reach: int
    """Characters to either side in which it counts; 0 for its sentence."""
    whole: bool
    """Whether it counts for the whole text."""


class PlacedCue(NamedTuple):
    """A cue where it stands."""

    start: int
    end: int
    cue: Cue


@dataclass(frozen=True, slots=True)
class Evidence:
    """The cues of a text."""

    cues: list[PlacedCue]
    """All of them, from left to right."""
    personal: list[PlacedCue]
    """Those by which the writer speaks of himself."""
    places: list[PlacedCue]
    """Those that tell of a place."""
    about: int
    """How much the text as a whole speaks for leaving its names."""

    @property
    def letter(self) -> bool:
        """Whether somebody is greeted."""
        return any("letter" in one.cue.groups for one in self.personal)

    def personal_near(self, start: int, end: int) -> int:
        """The greatest weight of the personal cues that reach a place."""
        return max(
            (
                one.cue.weight
                for one in _select_between(self.personal, start - FARTHEST, end + FARTHEST)
                if one.start - end <= one.cue.reach and start - one.end <= one.cue.reach
            ),
            default=0,
        )

    def told_of_place(self, start: int, end: int, group: str) -> int:
        """What the sentence from ``start`` to ``end`` adds for names of a group."""
        near = {
            one.cue for one in _select_between(self.places, start, end) if group in one.cue.groups
        }
        return sum(cue.weight for cue in near)


def _select_between(cues: Sequence[PlacedCue], first: int, last: int) -> Iterator[PlacedCue]:
    place = bisect_left(cues, first, key=_get_start)
    while place < len(cues) and cues[place].start <= last:
        yield cues[place]
        place += 1


@lru_cache(maxsize=1)
def _read_cues() -> dict[str, tuple[Cue, str]]:
    """The cues by their text, each with its kind of endings."""
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
    """Those of the writer, or those of what a text is about."""
    ends = read_endings()
    return LiteralScanner(
        Literal(text, cue.kind, endings=ends[ending])
        for text, (cue, ending) in _read_cues().items()
        if (cue.kind in OF_WRITER) is of_writer
    )


def find_evidence(lowered: str) -> Evidence | None:
    """The cues of a lower-case text: of those that overlap the first, and the longest of them.

    None where nothing says that it is about others; most texts are not, and cost one search."""
    subjects = _find_cues(lowered, of_writer=False)
    places = [one for one in subjects if one.cue.kind == "place"]
    about = sum(cue.weight for cue in {one.cue for one in subjects if one.cue.whole})
    if about < ENOUGH and not places:
        return None
    others = _find_cues(lowered, of_writer=True)
    personal = [one for one in others if one.cue.kind in PERSONAL]
    if all(one.cue.weight < STRONG for one in personal):
        about += min(MOST_OF_PLACES, len({one.cue for one in places}))
    cues = sorted(subjects + others, key=_get_start)
    return Evidence(cues, personal, places, min(MOST_OF_TEXT, about))


def _find_cues(lowered: str, *, of_writer: bool) -> list[PlacedCue]:
    cues = []
    reach = 0
    hits = _build_scanner(of_writer=of_writer).hits(lowered)
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        cue = _read_cues()[hit.literal.text][0]
        if hit.start >= reach and ("opening" not in cue.groups or _begins_line(lowered, hit.start)):
            reach = hit.end
            cues.append(PlacedCue(hit.start, hit.end, cue))
    return cues


def _get_start(one: PlacedCue) -> int:
    return one.start


def _begins_line(lowered: str, start: int) -> bool:
    """Whether a line begins there."""
    before = lowered[max(0, start - INDENT) : start]
    return not before.rpartition("\n")[2].strip() and (start < INDENT or "\n" in before)
