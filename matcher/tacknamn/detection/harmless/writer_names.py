"""Decide which names of a text about others may identify the writer all the same.

A person is judged by what their name is tied to anywhere in the text
(:mod:`tacknamn.detection.harmless.ties`); a name without a tie by the subjects of its sentences. All
other names are judged by the subject of their sentence alone. If both speak, a tie to the writer
wins, then one to a book or film.
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
"""How often the subjects are set anew by the names that sentences introduce: one character brings
others."""
_OPENERS = (" om ", " av ", " about ", " by ")
"""Words between the reading of a book and its names: "jag läste boken av Moa Martinson"."""


NameKey = tuple[str, str]
"""A group of labels and a name in lower case."""


class JudgedName(NamedTuple):
    """A detection that may be harmless."""

    position: int
    """Its index among the detections."""
    start: int
    end: int
    group: str
    """Its group of labels (``labels.tsv``)."""
    name: NameKey
    """Mentions with the same key are judged together."""
    alone: bool
    """Whether its word says nothing about the same word elsewhere."""


class Story(NamedTuple):
    """A text and the persons in it."""

    lowered: str
    passages: Sequence[Passage]
    persons: Sequence[tuple[JudgedName, Passage]]
    """The names of persons, each with its sentence."""
    ties: Mapping[NameKey, Tie]
    """The strongest tie that each name has anywhere."""
    letter: bool
    """Whether the text greets a person."""
    of_self: bool
    """Whether the writer speaks about themselves, too."""


def judge_names(
    lowered: str, names: Sequence[JudgedName], evidence: Evidence
) -> Sequence[bool | None] | None:
    """Return for each name, from left to right, whether it may identify the writer; None in case of
    doubt.

    Return None instead of the list if the text as a whole is about the writer."""
    passages = split_passages(lowered, evidence)
    if not is_about_others(passages):
        return None
    homes = [passages[find_passage(passages, name.start)] for name in names]
    persons = [pair for pair in zip(names, homes, strict=True) if pair[0].group == "person"]
    ties = _find_strongest_ties(lowered, [name for name, _ in persons], evidence)
    of_self = is_about_writer_too(passages)
    known = _find_known_names(Story(lowered, passages, persons, ties, evidence.letter, of_self))
    return [
        False
        if name.name in known
        else (of_self and is_own_relative(lowered, name)) or _points_at_writer(lowered, name, home)
        for name, home in zip(names, homes, strict=True)
    ]


def _find_known_names(story: Story) -> set[NameKey]:
    """Return the names that a book, a film or news introduces, and set the subjects by them.

    A sentence that names a known person is about others, and so introduces the other names in it.
    This is repeated until no further name becomes known."""
    near = _find_near_names(story)
    known = {name for name, tie in story.ties.items() if tie is Tie.WORK}
    for _ in range(ROUNDS):
        for person, home in story.persons:
            home.known |= person.name in known
            home.near |= person.name in near
        strangers = {id(home) for person, home in story.persons if person.name not in known}
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
    """Return the strongest tie that each name has anywhere."""
    ties: dict[NameKey, Tie] = {}
    for person, tie in zip(persons, find_ties(lowered, persons, evidence), strict=True):
        ties[person.name] = max(tie, ties.get(person.name, Tie.NONE))
    return ties


def _find_near_names(story: Story) -> set[NameKey]:
    """Return the names that are tied to the writer, and names without a tie whose first mention
    stands in a sentence with the writer."""
    near = {name for name, tie in story.ties.items() if tie is Tie.WRITER}
    seen = {name for name, tie in story.ties.items() if tie is not Tie.NONE}
    for person, home in story.persons:
        if person.name not in seen:
            seen.add(person.name)
            is_company = home.reading >= 0 and is_companion(story.lowered, person)
            if home.personal or is_company:
                near.add(person.name)
    return near


def _find_introduced_names(story: Story) -> set[NameKey]:
    """Return the names in sentences about others that come before any sentence about the writer;
    never those in sentences that say who the writer is."""
    of_others: dict[NameKey, bool] = {}
    for person, home in story.persons:
        if home.subject is Subject.SELF:
            of_others[person.name] = False
        elif home.subject in (Subject.OTHERS, Subject.WRITER):
            of_others.setdefault(person.name, home.subject is Subject.OTHERS)
    return {name for name, is_of_others in of_others.items() if is_of_others}


def _points_at_writer(lowered: str, name: JudgedName, passage: Passage) -> bool | None:
    """Return whether a name may identify the writer, by the subject of its sentence."""
    if passage.subject is Subject.DOUBT:
        return None
    if passage.subject is not Subject.READING:
        return passage.subject > Subject.READING
    if name.group != "person" or is_companion(lowered, name):
        return True
    before = lowered[max(passage.start, name.start - FARTHEST) : name.start]
    return not any(opener in before for opener in _OPENERS)
