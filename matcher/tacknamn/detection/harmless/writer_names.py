"""Decide, in a text about others, which names point at the writer all the same.

Persons are told by what their names are tied to, in any place (:mod:`tacknamn.detection.harmless.ties`),
and where nothing ties them by who is the subject where they stand; all else by the latter alone.
Where both speak, the writer's tie wins, then that of the book or film.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tacknamn.detection.harmless.evidence import FARTHEST, Evidence
from tacknamn.detection.harmless.passages import (
    Passage,
    Subject,
    find_passage,
    is_about_others,
    is_about_writer_too,
    set_subjects,
    split_passages,
)
from tacknamn.detection.harmless.ties import Tie, find_ties, is_companion, is_own_relative

__all__ = ["JudgedName", "NameKey", "judge_names"]

ROUNDS = 4
"""How often sentences are told anew by the names they introduce: a character brings others."""
_OPENERS = (" om ", " av ", " about ", " by ")
"""What parts the book from how it was read: "jag läste boken av Moa Martinson"."""


NameKey = tuple[str, str]
"""A group of labels, and what is named, lower-case."""


class JudgedName(NamedTuple):
    """A found name that may be left."""

    place: int
    """Its index among what was found."""
    start: int
    end: int
    group: str
    """Of ``labels.tsv``."""
    name: NameKey
    """Whose mentions are judged together."""
    alone: bool
    """Whether its word says nothing of the same word elsewhere."""


class Story(NamedTuple):
    """A text with the persons in it."""

    lowered: str
    passages: Sequence[Passage]
    persons: Sequence[tuple[JudgedName, Passage]]
    """Their names, each with the sentence it stands in."""
    ties: Mapping[NameKey, Tie]
    """The strongest tie that each name has anywhere."""
    letter: bool
    """Whether the text greets somebody."""
    of_self: bool
    """Whether the writer tells of himself, too."""


def judge_names(
    lowered: str, named: Sequence[JudgedName], evidence: Evidence
) -> Sequence[bool | None] | None:
    """For each name, from left to right, whether it may point at the writer; None is doubt.

    None instead of them where the text as a whole is about the writer."""
    passages = split_passages(lowered, evidence)
    if not is_about_others(passages):
        return None
    homes = [passages[find_passage(passages, one.start)] for one in named]
    persons = [pair for pair in zip(named, homes, strict=True) if pair[0].group == "person"]
    ties = _find_strongest_ties(lowered, [one for one, _ in persons], evidence)
    of_self = is_about_writer_too(passages)
    known = _find_known_names(Story(lowered, passages, persons, ties, evidence.letter, of_self))
    return [
        False
        if one.name in known
        else (of_self and is_own_relative(lowered, one)) or _points_at_writer(lowered, one, home)
        for one, home in zip(named, homes, strict=True)
    ]


def _find_known_names(story: Story) -> set[NameKey]:
    """The names that a book, a film or news introduced; sentences are told by them as well."""
    near = _find_near_names(story)
    known = {name for name, tie in story.ties.items() if tie is Tie.WORK}
    for _ in range(ROUNDS):
        for one, home in story.persons:
            home.known |= one.name in known
            home.near |= one.name in near
        strangers = {id(home) for one, home in story.persons if one.name not in known}
        for _, home in story.persons:
            home.strangers = id(home) in strangers
        set_subjects(story.passages, letter=story.letter, of_self=story.of_self)
        now = known | (_find_introduced_names(story) - near)
        if now == known:
            break
        known = now
    return known


def _find_strongest_ties(
    lowered: str, persons: Sequence[JudgedName], evidence: Evidence
) -> dict[NameKey, Tie]:
    """The strongest tie of each name, wherever it stands."""
    ties: dict[NameKey, Tie] = {}
    for one, tie in zip(persons, find_ties(lowered, persons, evidence), strict=True):
        ties[one.name] = max(tie, ties.get(one.name, Tie.NONE))
    return ties


def _find_near_names(story: Story) -> set[NameKey]:
    """Names that are tied to the writer, or first stand beside him and are tied to nothing."""
    near = {name for name, tie in story.ties.items() if tie is Tie.WRITER}
    seen = {name for name, tie in story.ties.items() if tie is not Tie.NONE}
    for one, home in story.persons:
        if one.name not in seen:
            seen.add(one.name)
            if home.personal or (home.reading >= 0 and is_companion(story.lowered, one)):
                near.add(one.name)
    return near


def _find_introduced_names(story: Story) -> set[NameKey]:
    """Names that nothing ties, and that stand where others are the subject before they stand
    where the writer is; never those where he says who he is."""
    told: dict[NameKey, bool] = {}
    for one, home in story.persons:
        if home.subject is Subject.SELF:
            told[one.name] = False
        elif home.subject in (Subject.OTHERS, Subject.WRITER):
            told.setdefault(one.name, home.subject is Subject.OTHERS)
    return {name for name, others in told.items() if others}


def _points_at_writer(lowered: str, one: JudgedName, passage: Passage) -> bool | None:
    if passage.subject is Subject.DOUBT:
        return None
    if passage.subject is not Subject.READING:
        return passage.subject > Subject.READING
    if one.group != "person" or is_companion(lowered, one):
        return True
    before = lowered[max(passage.start, one.start - FARTHEST) : one.start]
    return not any(opener in before for opener in _OPENERS)
