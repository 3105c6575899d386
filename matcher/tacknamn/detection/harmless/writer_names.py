"""Decide which names of a text about others may identify the writer all the same.

A person is judged by what their name is tied to anywhere in the text
(:mod:`tacknamn.detection.harmless.ties`); a name without a tie by the subjects of its sentences. All
other names are judged by the subject of their sentence alone. If both speak, a tie to the writer
wins, then one to a book or film.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tacknamn.detection.harmless.cues import FARTHEST
from tacknamn.detection.harmless.evidence import Evidence
from tacknamn.detection.harmless.names import JudgedName, NameKey
from tacknamn.detection.harmless.passages import (
    Passage,
    Subject,
    find_passages,
    is_about_others,
    is_about_writer_too,
    set_subjects,
    split_passages,
)
from tacknamn.detection.harmless.person_ties import (
    PersonTies,
    find_all_ties,
    find_clear_ties,
    find_relatives_of_public,
)
from tacknamn.detection.harmless.ties import (
    Tie,
    is_companion,
    is_own_relative,
    is_small_place,
)

__all__ = ["is_about_public_life", "judge_by_sentences", "judge_names"]

ROUNDS: Final = 4
"""How often the subjects are set anew by the names that sentences introduce: one character brings
others."""
_OF_SCHOOLS: Final = ("skolan", "gymnasiet", "gymnasium", " school")
_OF_STUDENTS: Final = ("högskolan", "grundskolan", "gymnasieskolan", "förskolan", "sommarskolan")
"""Endings of schools: those for children have few pupils; the others are kinds of schools."""
_OF_INSTITUTIONS: Final = frozenset(("institution", "detail"))
"""Groups of names of schools."""
_OPENERS: Final = (" om ", " av ", " about ", " by ")
"""Words between the reading of a book and its names: "jag läste boken av Moa Martinson"."""
_NEAR: Final = (Tie.WRITER, Tie.PRIVATE)
"""The ties of persons who stand for their sentences."""


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
    """Whether the writer speaks about themselves, too, or of private persons."""


def judge_names(
    lowered: str, names: Sequence[JudgedName], evidence: Evidence
) -> Sequence[bool | None] | None:
    """Return for each name, from left to right, whether it may identify the writer; None in case of
    doubt.

    Return None instead of the list if the text as a whole is about the writer."""
    clear = find_clear_ties(lowered, names, evidence)
    if is_about_public_life(lowered, names, clear, evidence):
        return [False] * len(names)
    return judge_by_sentences(lowered, names, clear, evidence)


def is_about_public_life(
    lowered: str, names: Sequence[JudgedName], clear: PersonTies, evidence: Evidence
) -> bool:
    """Return whether neither the writer nor a private person appears, nor a name that is near to
    them. Then no name identifies anybody, whatever its sentence is about."""
    return (
        not evidence.personal
        and not evidence.collective
        and True not in clear.private
        and not any(tie in _NEAR for tie in clear.ties.values())
        and (evidence.topic or all(name.group != "detail" for name in names))
        and not any(_is_school(lowered, name, evidence) for name in names)
        and (not clear.bare or clear.bare <= find_relatives_of_public(lowered, clear.persons))
    )


def judge_by_sentences(
    lowered: str, names: Sequence[JudgedName], clear: PersonTies, evidence: Evidence
) -> Sequence[bool | None] | None:
    """Return the same as :func:`judge_names`, by the subjects of all sentences.

    Args:
        clear: The persons among the names.
    """
    passages = split_passages(lowered, evidence)
    if not is_about_others(passages):
        return None
    at = find_passages(passages, [name.start for name in names])
    homes = [passages[index] for index in at]
    persons = [pair for pair in zip(names, homes, strict=True) if pair[0].group == "person"]
    ties, private = find_all_ties(lowered, clear, passages, evidence)
    of_self = is_about_writer_too(passages)
    for name, home in zip(names, homes, strict=True):
        home.near = home.near or _is_school(lowered, name, evidence)
    if private:
        _drop_general_anchors(passages)
    story = Story(lowered, passages, persons, ties, evidence.letter, of_self or private)
    known = _find_known_names(story)
    if private or (evidence.is_about_self and not evidence.fiction):
        _doubt_what_continues(passages, of_self=evidence.is_about_self)
    whole = evidence.topic and evidence.impersonal and not private
    return [
        False
        if name.name in known or (name.public and ties.get(name.name) is not Tie.WRITER)
        else (of_self and is_own_relative(lowered, name))
        or (not whole and name.group == "detail")
        or (private and name.group == "place" and is_small_place(lowered, name))
        or (
            private and name.group == "time" and not (name.historic or home.cited or home.described)
        )
        or ties.get(name.name) is Tie.BARE
        or evidence.is_collective_near(lowered, name.start, name.end)
        or _points_at_writer(lowered, name, home)
        for name, home in zip(names, homes, strict=True)
    ]


def _is_school(lowered: str, name: JudgedName, evidence: Evidence) -> bool:
    """Return whether a name is that of a school for children. It ties its sentence to the writer,
    because few are known to the public."""
    if evidence.fiction or name.group not in _OF_INSTITUTIONS:
        return False
    form = lowered[name.start : name.end].removesuffix("s")
    return form.endswith(_OF_SCHOOLS) and not form.endswith(_OF_STUDENTS)


def _drop_general_anchors(passages: Sequence[Passage]) -> None:
    """Leave only cues that stories about private persons do not have."""
    for passage in passages:
        passage.anchored &= not passage.general


def _doubt_what_continues(passages: Sequence[Passage], *, of_self: bool) -> None:
    """Give sentences without a cue of their own to the private persons of the text.

    Args:
        of_self: Whether the text says who the writer is. Then weak cues do not suffice: an authority
            that is cited may be about the writer's own school.
    """
    for passage in passages:
        is_clear = passage.cited or passage.described or passage.known
        if passage.subject is Subject.STILL_OTHERS or (
            of_self and passage.subject is Subject.OTHERS and not is_clear
        ):
            passage.subject = Subject.WRITER


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


def _find_near_names(story: Story) -> set[NameKey]:
    """Return the names that are tied to the writer, and names without a tie whose first mention
    stands in a sentence with the writer."""
    near = {name for name, tie in story.ties.items() if tie in _NEAR}
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
