"""Read what a text says of itself: who speaks, and what it is about.

One pass finds the cues of ``cues.tsv``. ``personal`` ones say that the writer speaks of himself
or to somebody; an ``opinion`` ("jag tycker") that begins at the same word takes that back. The
others say that the text is a review, news, or tells of a place; most count for the whole text,
those of places for their sentence.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tacknamn.marking.literals import Literal, Literals, endings
from tacknamn.marking.tables import cues_of, rows

__all__ = ["Cue", "Evidence", "evidence_in"]

MOST_OF_TEXT = 6
"""What the cues of a whole text add up to at most: more of them make it no surer."""
HARMLESS_SHARE = 4
"""Personal weight per hundred words that a review has as well: one "jag" that is no opinion."""
FEWEST_WORDS = 50
"""Words that a text counts for at least: one "jag" in five words is no share."""


@dataclass(frozen=True, slots=True)
class Cue:
    """What speaks for or against leaving names."""

    text: str
    """As it stands in the table."""
    kind: str
    """``personal``, ``opinion``, ``review``, ``news`` or ``place``."""
    groups: frozenset[str]
    """The groups of labels that it speaks of (``labels.tsv``); ``any`` for all."""
    weight: int
    """How much it counts."""
    reach: int
    """Characters to either side in which it counts; 0 for its sentence."""
    whole: bool
    """Whether it counts for the whole text."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The cues of a text."""

    personal: list[tuple[int, int, Cue]]
    """Where each personal cue begins and ends, rising."""
    places: list[tuple[int, int, Cue]]
    """The same of those that count for their sentence."""
    about: int
    """How much the text as a whole speaks for leaving its names."""

    def personal_near(self, start: int, end: int) -> int:
        """The greatest weight of the personal cues that reach a place."""
        return max(
            (
                cue.weight
                for first, last, cue in _between(self.personal, start - FARTHEST, end + FARTHEST)
                if first - end <= cue.reach and start - last <= cue.reach
            ),
            default=0,
        )

    def told_of_place(self, start: int, end: int, group: str) -> int:
        """What the sentence from ``start`` to ``end`` adds for names of a group."""
        near = {cue for first, _, cue in _between(self.places, start, end) if group in cue.groups}
        return sum(cue.weight for cue in near)


FARTHEST = 240
"""The greatest reach in the table, in characters."""


def _between(
    cues: list[tuple[int, int, Cue]], first: int, last: int
) -> Iterator[tuple[int, int, Cue]]:
    place = bisect_left(cues, first, key=lambda one: one[0])
    while place < len(cues) and cues[place][0] <= last:
        yield cues[place]
        place += 1


@lru_cache(maxsize=1)
def _cues() -> dict[str, tuple[Cue, str]]:
    """The cues by their text, each with its kind of endings."""
    cues: dict[str, tuple[Cue, str]] = {}
    for kind, groups, weight, reach, ending, texts in rows("cues.tsv", __file__):
        of_line = Cue(
            "",
            kind,
            frozenset(groups.split()),
            int(weight),
            int(reach) if reach.isdecimal() else 0,
            reach == "text",
        )
        cues |= {text: (replace(of_line, text=text), ending) for text in cues_of(texts)}
    return cues


@lru_cache(maxsize=1)
def _literals() -> Literals:
    ends = endings()
    return Literals(
        Literal(text, cue.kind, endings=ends[ending]) for text, (cue, ending) in _cues().items()
    )


def evidence_in(lowered: str) -> Evidence:
    """The cues of a lower-case text: of those that overlap the first, and the longest of them."""
    personal, places, whole = [], [], set()
    reach = 0
    for hit in sorted(_literals().hits(lowered), key=lambda hit: (hit.start, -hit.end)):
        if hit.start < reach:
            continue
        reach = hit.end
        cue = _cues()[hit.literal.text][0]
        if cue.whole:
            whole.add(cue)
        elif cue.kind == "personal":
            personal.append((hit.start, hit.end, cue))
        elif cue.kind == "place":
            places.append((hit.start, hit.end, cue))
    about = min(MOST_OF_TEXT, sum(cue.weight for cue in whole))
    return Evidence(personal, places, about - _too_personal(lowered, personal))


def _too_personal(lowered: str, personal: list[tuple[int, int, Cue]]) -> int:
    """What the writer's own matters take off a text that is a review by its words."""
    words = max(FEWEST_WORDS, lowered.count(" "))
    share = 100 * sum(cue.weight for *_, cue in personal) / words
    return max(0, round(share - HARMLESS_SHARE))
