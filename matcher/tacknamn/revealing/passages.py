"""Part a text into sentences, and tell of each whether the writer or others are its subject.

A sentence with a cue decides for itself. One without goes on with what the one before it was
about, unless the next one with a cue, in its paragraph, says who the writer is.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tacknamn.revealing.evidence import PERSONAL, STRONG, Evidence, Placed

__all__ = ["Passage", "Subject", "passages_of", "place_in"]

ANCHORING = 2
"""Weight from which a cue of the whole text says what its own sentence is about."""
_BORDER = re.compile(r"[.!?;][\"”'»)]*\s|\n\s*")


class Subject(IntEnum):
    """Whom a sentence tells of; the greater ones keep names."""

    OTHERS = 0
    """A review, news, facts: it has a cue of these, and the writer does not appear."""
    STILL_OTHERS = 1
    """It has no cue; the one before it was about others."""
    READING = 2
    """The writer read or saw something: its names may be the company he had."""
    WRITER = 3
    """The writer appears, or appeared before it."""
    SELF = 4
    """It says who the writer is, or who is near to him."""


@dataclass(slots=True)
class Passage:
    """A sentence."""

    start: int
    end: int
    opens: bool
    """Whether a paragraph begins with it."""
    personal: int = 0
    """The greatest weight of its personal cues."""
    reading: int = -1
    """Where its last cue of reading or watching ends; -1 for none."""
    anchored: bool = False
    """Whether it has a cue of a review, news or a place."""
    subject: Subject = Subject.WRITER


def passages_of(lowered: str, evidence: Evidence) -> list[Passage]:
    """The sentences of a text with what their cues say; subjects are told by :func:`tell`."""
    passages = list(_parted(lowered))
    starts = [one.start for one in passages]
    for cue in evidence.cues:
        _count(passages[bisect_right(starts, cue.start) - 1], cue, evidence)
    return passages


def _parted(lowered: str) -> Iterator[Passage]:
    at, opens = 0, True
    for border in _BORDER.finditer(lowered):
        yield Passage(at, border.end(), opens)
        at, opens = border.end(), "\n" in border.group()
    yield Passage(at, len(lowered) + 1, opens)


def _count(passage: Passage, placed: Placed, evidence: Evidence) -> None:
    cue = placed.cue
    if cue.kind == "watching":
        passage.reading = placed.end
    elif cue.kind in PERSONAL:
        passage.personal = max(passage.personal, cue.weight)
    elif cue.kind == "place":
        passage.anchored |= not evidence.personal_near(placed.start, placed.end)
    elif cue.whole and cue.weight >= ANCHORING:
        passage.anchored = True


def place_in(passages: Sequence[Passage], start: int) -> int:
    """The index of the sentence in which a character stands."""
    return bisect_right(passages, start, key=lambda one: one.start) - 1


def tell(passages: Sequence[Passage], introduced: frozenset[int]) -> None:
    """Set the subjects; sentences in ``introduced`` name somebody a book or a film introduced."""
    before: Subject | None = None
    for place, one in enumerate(passages):
        own = _own(one, place in introduced)
        if own is None and before is None:
            before = _first(passages, introduced)
        one.subject = own if own is not None else _still(before)
        before = one.subject
    _doubt(passages, introduced)


def _own(one: Passage, known: bool) -> Subject | None:
    """What a sentence itself says."""
    if one.personal:
        return Subject.SELF if one.personal >= STRONG else Subject.WRITER
    if one.reading >= 0:
        return Subject.READING if one.anchored else Subject.WRITER
    return Subject.OTHERS if one.anchored or known else None


def _still(before: Subject | None) -> Subject:
    of_others = (Subject.OTHERS, Subject.STILL_OTHERS, Subject.READING)
    return Subject.STILL_OTHERS if before in of_others else Subject.WRITER


def _first(passages: Sequence[Passage], introduced: frozenset[int]) -> Subject:
    told = (_own(one, place in introduced) for place, one in enumerate(passages))
    return next((one for one in told if one is not None), Subject.WRITER)


def _doubt(passages: Sequence[Passage], introduced: frozenset[int]) -> None:
    """Give to the writer what leads up to him: "Asmara är vackert. Jag är född där."."""
    coming = False
    for place in range(len(passages) - 1, -1, -1):
        one = passages[place]
        if one.subject is Subject.STILL_OTHERS and coming:
            one.subject = Subject.WRITER
        elif one.subject is not Subject.STILL_OTHERS:
            coming = one.subject is Subject.SELF
        coming &= not one.opens
