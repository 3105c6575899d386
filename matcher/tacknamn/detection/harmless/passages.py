"""Part a text into sentences, and tell of each whether the writer or others are its subject.

A sentence with a cue decides for itself. One without goes on with what the one before it was
about, unless the next one with a cue, in its paragraph, says who the writer is.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tacknamn.detection.harmless.evidence import PERSONAL, STRONG, Evidence, PlacedCue

__all__ = [
    "Passage",
    "Subject",
    "find_passage",
    "is_about_others",
    "is_about_writer_too",
    "set_subjects",
    "split_passages",
]

ANCHORING = 2
"""Weight from which a cue of the whole text says what its own sentence is about."""
MOST_PERSONAL = 3
"""Sentences with the writer in them that a text may have for each one about others: an account of
one's schooldays names a book, too."""
SELDOM = 8
"""Sentences of which one has the writer in it, in a review that is nothing else."""
_BORDER = re.compile(r"[.!?;][\"”'»)]*\s+|\n\s*")


class Subject(IntEnum):
    """Whom a sentence tells of; the greater ones keep names."""

    OTHERS = 0
    """A review, news, facts: it has a cue of these, and the writer does not appear."""
    STILL_OTHERS = 1
    """It has no cue; the one before it was about others."""
    READING = 2
    """The writer read or saw something: its names may be the company he had."""
    DOUBT = 3
    """It has no cue, and begins a paragraph, or a letter's sentence, that may be about anybody."""
    WRITER = 4
    """The writer appears, or appeared before it."""
    SELF = 5
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
    known: bool = False
    """Whether it names somebody whom a book or a film introduced."""
    strangers: bool = False
    """Whether it names persons of whom nothing is known."""
    near: bool = False
    """Whether it names somebody near to the writer."""
    subject: Subject = Subject.WRITER


def split_passages(lowered: str, evidence: Evidence) -> list[Passage]:
    """The sentences of a text with what their cues say; subjects are told by :func:`set_subjects`."""
    passages = list(_split_sentences(lowered))
    starts = [one.start for one in passages]
    for cue in evidence.cues:
        _add_cue(passages[bisect_right(starts, cue.start) - 1], cue, evidence)
    return passages


def _split_sentences(lowered: str) -> Iterator[Passage]:
    at, opens = 0, True
    for border in _BORDER.finditer(lowered):
        yield Passage(at, border.end(), opens)
        at, opens = border.end(), "\n" in border.group()
    yield Passage(at, len(lowered) + 1, opens)


def _add_cue(passage: Passage, placed: PlacedCue, evidence: Evidence) -> None:
    cue = placed.cue
    if cue.kind == "watching":
        passage.reading = placed.end
    elif cue.kind in PERSONAL:
        passage.personal = max(passage.personal, cue.weight)
    elif cue.kind == "place":
        passage.anchored |= not evidence.personal_near(placed.start, placed.end)
    elif cue.whole and cue.weight >= ANCHORING:
        passage.anchored = True


def find_passage(passages: Sequence[Passage], start: int) -> int:
    """The index of the sentence in which a character stands."""
    return bisect_right(passages, start, key=lambda one: one.start) - 1


def is_about_others(passages: Sequence[Passage]) -> bool:
    """Whether enough sentences are about others, for those in which the writer appears."""
    personal = sum(one.personal > 0 for one in passages)
    anchored = sum(one.anchored for one in passages)
    return anchored * MOST_PERSONAL >= personal


def set_subjects(passages: Sequence[Passage], *, letter: bool, of_self: bool) -> None:
    """Set the subjects. In a ``letter`` none goes on by itself; where the text is not ``of_self``
    as well (:func:`is_about_writer_too`), the writer's appearance ends with its sentence."""
    told = [_read_own_subject(one) for one in passages]
    alone = not letter and not of_self
    before = Subject.OTHERS
    if not alone:
        before = next((one for one in told if one is not None), Subject.WRITER)
    for one, own, ahead in zip(passages, told, _look_ahead(passages, told), strict=True):
        if own is None:
            fresh = letter or (one.opens and ahead not in (None, Subject.OTHERS) and of_self)
            own = _continue_subject(one, before, fresh=fresh)
        one.subject = own
        if not (alone and own is Subject.WRITER):
            before = own
    _return_to_writer(passages)


def is_about_writer_too(passages: Sequence[Passage]) -> bool:
    """Whether the writer tells of himself in a text about others."""
    personal = [one.personal for one in passages if one.personal]
    return max(personal, default=0) >= STRONG or len(personal) * SELDOM > len(passages)


def _look_ahead(
    passages: Sequence[Passage], told: Sequence[Subject | None]
) -> list[Subject | None]:
    """Of each sentence what the first one with a cue says, from it to the end of its paragraph."""
    ahead: list[Subject | None] = []
    coming: Subject | None = None
    for one, own in zip(reversed(passages), reversed(told), strict=True):
        coming = coming if own is None else own
        ahead.append(coming)
        if one.opens:
            coming = None
    return ahead[::-1]


def _read_own_subject(one: Passage) -> Subject | None:
    """What a sentence itself says."""
    if one.personal:
        return Subject.SELF if one.personal >= STRONG else Subject.WRITER
    if one.near:
        return Subject.WRITER
    if one.reading >= 0:
        return Subject.READING if one.anchored else Subject.WRITER
    if one.anchored or (one.known and not one.strangers):
        return Subject.OTHERS
    return None


def _continue_subject(one: Passage, before: Subject, *, fresh: bool) -> Subject:
    """What goes on from the sentence before, or does not where a ``fresh`` subject may begin."""
    if before > Subject.READING:
        return Subject.DOUBT if one.opens or before is Subject.DOUBT else Subject.WRITER
    if one.known:
        return Subject.OTHERS
    return Subject.DOUBT if fresh else Subject.STILL_OTHERS


def _return_to_writer(passages: Sequence[Passage]) -> None:
    """Give to the writer what leads up to him: "Asmara är vackert. Jag är född där."."""
    coming = False
    for one in reversed(passages):
        if one.subject is Subject.STILL_OTHERS and coming:
            one.subject = Subject.WRITER
        elif one.subject is not Subject.STILL_OTHERS:
            coming = one.subject is Subject.SELF
        coming &= not one.opens
