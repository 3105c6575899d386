"""Split a text into sentences, and decide whether each is about the writer or about others.

A sentence with a cue decides for itself. A sentence without one continues the subject of the sentence
before it, unless the next one with a cue, in the same paragraph, says who the writer is.
"""

from bisect import bisect_right
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, final

from tacknamn.detection.harmless.cues import GENERAL, PERSONAL, STRONG, PlacedCue
from tacknamn.detection.harmless.evidence import Evidence
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "Passage",
    "Subject",
    "find_passages",
    "is_about_others",
    "is_about_writer_too",
    "set_subjects",
    "split_passages",
]

ANCHORING: Final = 2
"""The weight from which a cue of the whole text decides what its own sentence is about."""
CITING: Final = 3
"""The weight from which a cue of news or reviews makes the first names of its sentence public."""
MOST_PERSONAL: Final = 3
"""A text about others has at most so many sentences with the writer for each one about others: an
account of the writer's schooldays names a book as well."""
SELDOM: Final = 8
"""In a mere review the writer appears in at most one sentence of so many."""
_BORDER: Final = compile_lazily(r"[.!?;\n](?:(?<=\n)\s*|[\"”'»)]*\s+)")
"""A mark and a blank, or a line break. It begins with a set of characters, which is found fast."""


class Subject(IntEnum):
    """Whom a sentence is about. Names in sentences with greater values may identify the writer."""

    OTHERS = 0
    """A review, news, facts: it has a cue of these, and the writer does not appear."""
    STILL_OTHERS = 1
    """It has no cue; the sentence before was about others."""
    READING = 2
    """The writer read or saw something: its names may be the writer's company."""
    DOUBT = 3
    """It has no cue, and begins a paragraph or stands in a letter: it may be about any person."""
    WRITER = 4
    """The writer appears, or appeared before it."""
    SELF = 5
    """It says who the writer is, or who is near to the writer."""


@final
class Passage:
    """A sentence."""

    __slots__ = (
        "anchored", "cited", "described", "end", "general", "known", "near", "opens",
        "personal", "reading", "start", "strangers", "subject",
    )  # fmt: skip

    def __init__(self, start: int, end: int, opens: bool) -> None:
        self.start = start
        self.end = end
        self.opens = opens
        """Whether a paragraph begins with it."""
        self.personal = 0
        """The greatest weight of its personal cues."""
        self.reading = -1
        """The end of its last cue of reading or watching; -1 if there is none."""
        self.anchored = False
        """Whether it has a cue of a review, news or a place."""
        self.general = False
        """Whether only cues of general matters anchor it, as stories of private persons have them."""
        self.cited = False
        """Whether a cue of news or reviews is so clear that a first name in it is no private one."""
        self.described = False
        """Whether it describes a place."""
        self.known = False
        """Whether it names a person whom a book or a film introduced."""
        self.strangers = False
        """Whether it names persons of whom nothing is known."""
        self.near = False
        """Whether it names a person near to the writer."""
        self.subject = Subject.WRITER


def split_passages(lowered: str, evidence: Evidence) -> list[Passage]:
    """Return the sentences of a text with their cues; :func:`set_subjects` sets their subjects."""
    passages = _split_sentences(lowered)
    starts = [passage.start for passage in passages]
    for placed in evidence.cues:
        _add_cue(passages[bisect_right(starts, placed.start) - 1], placed, evidence)
    return passages


def _split_sentences(lowered: str) -> list[Passage]:
    passages: list[Passage] = []
    start, opens = 0, True
    for border in _BORDER.finditer(lowered):
        end = border.end()
        passages.append(Passage(start, end, opens))
        start, opens = end, "\n" in border[0]
    passages.append(Passage(start, len(lowered) + 1, opens))
    return passages


def _add_cue(passage: Passage, placed: PlacedCue, evidence: Evidence) -> None:
    cue = placed.cue
    if cue.kind == "watching":
        passage.reading = placed.end
    elif cue.kind in PERSONAL:
        if placed in evidence.collective:
            return
        passage.personal = max(passage.personal, cue.weight)
    elif cue.kind == "place":
        if not evidence.personal_near(placed.start, placed.end):
            passage.anchored, passage.general = True, False
            passage.described = True
    elif cue.whole and cue.weight >= ANCHORING:
        is_general = cue.kind in GENERAL
        if not is_general or (evidence.topic and evidence.impersonal):
            passage.cited |= not is_general and cue.weight >= CITING
            passage.general = is_general and (passage.general or not passage.anchored)
            passage.anchored = True


def find_passages(passages: Sequence[Passage], offsets: Sequence[int]) -> list[int]:
    """Return the index of the sentence with each of these offsets."""
    starts = [passage.start for passage in passages]
    return [bisect_right(starts, offset) - 1 for offset in offsets]


def is_about_others(passages: Sequence[Passage]) -> bool:
    """Return whether enough sentences are about others, compared with those about the writer."""
    personal = sum(passage.personal > 0 for passage in passages)
    anchored = sum(passage.anchored for passage in passages)
    return anchored * MOST_PERSONAL >= personal


def is_about_writer_too(passages: Sequence[Passage]) -> bool:
    """Return whether the writer speaks about themselves in a text about others."""
    personal = [passage.personal for passage in passages if passage.personal]
    return max(personal, default=0) >= STRONG or len(personal) * SELDOM > len(passages)


def set_subjects(passages: Sequence[Passage], *, letter: bool, of_self: bool) -> None:
    """Set the subjects of all sentences.

    Args:
        letter: Whether the text is a letter. There no subject continues without a cue.
        of_self: Whether the text is about the writer as well (:func:`is_about_writer_too`). If not,
            the writer's appearance ends with its sentence.
    """
    own_subjects = [_read_own_subject(passage) for passage in passages]
    ends_with_sentence = not letter and not of_self
    # The subject that continues; at first that of the first sentence with a cue.
    before = Subject.OTHERS
    if not ends_with_sentence:
        before = next((own for own in own_subjects if own is not None), Subject.WRITER)
    coming = _look_ahead(passages, own_subjects)
    for passage, subject, ahead in zip(passages, own_subjects, coming, strict=True):
        if subject is None:
            fresh = letter or (passage.opens and ahead not in (None, Subject.OTHERS) and of_self)
            subject = _continue_subject(passage, before, fresh=fresh)
        passage.subject = subject
        if not (ends_with_sentence and subject is Subject.WRITER):
            before = subject
    _return_to_writer(passages)


def _look_ahead(
    passages: Sequence[Passage], own_subjects: Sequence[Subject | None]
) -> list[Subject | None]:
    """Return for each sentence the subject of the first one with a cue, from it to the end of its
    paragraph."""
    ahead: list[Subject | None] = []
    coming: Subject | None = None
    for passage, own in zip(reversed(passages), reversed(own_subjects), strict=True):
        coming = coming if own is None else own
        ahead.append(coming)
        if passage.opens:
            coming = None
    return ahead[::-1]


def _read_own_subject(passage: Passage) -> Subject | None:
    """Return the subject that a sentence itself states; None if it states none."""
    if passage.personal:
        return Subject.SELF if passage.personal >= STRONG else Subject.WRITER
    if passage.near:
        return Subject.WRITER
    if passage.reading >= 0:
        return Subject.READING if passage.anchored else Subject.WRITER
    if passage.anchored or (passage.known and not passage.strangers):
        return Subject.OTHERS
    return None


def _continue_subject(passage: Passage, before: Subject, *, fresh: bool) -> Subject:
    """Return the subject of a sentence without a cue.

    Args:
        before: The subject of the sentence before.
        fresh: Whether a new subject may begin here.
    """
    if before > Subject.READING:
        return Subject.DOUBT if passage.opens or before is Subject.DOUBT else Subject.WRITER
    if passage.known:
        return Subject.OTHERS
    return Subject.DOUBT if fresh else Subject.STILL_OTHERS


def _return_to_writer(passages: Sequence[Passage]) -> None:
    """Give sentences that lead up to the writer to the writer: "Asmara är vackert. Jag är född
    där."."""
    coming = False  # whether the writer comes next
    for passage in reversed(passages):
        if passage.subject is Subject.STILL_OTHERS and coming:
            passage.subject = Subject.WRITER
        elif passage.subject is not Subject.STILL_OTHERS:
            coming = passage.subject is Subject.SELF
        coming &= not passage.opens
