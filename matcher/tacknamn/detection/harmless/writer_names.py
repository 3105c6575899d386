"""Decide which names of a text about others may identify the writer all the same.

A person is judged by what their name is tied to anywhere in the text
(:mod:`tacknamn.detection.harmless.ties`); a name without a tie by the subjects of its sentences. All
other names are judged by the subject of their sentence alone. If both speak, a tie to the writer
wins, then one to a book or film.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tacknamn.detection.harmless.evidence import ENOUGH, FARTHEST, Evidence
from tacknamn.detection.harmless.passages import (
    Passage,
    Subject,
    find_passage,
    is_about_others,
    is_about_writer_too,
    set_subjects,
    split_passages,
)
from tacknamn.detection.harmless.private_persons import (
    Past,
    find_private_mentions,
    find_readers,
    group_full_names,
    is_relative_of_other,
)
from tacknamn.detection.harmless.ties import (
    Tie,
    find_ties,
    is_companion,
    is_conjunction,
    is_own_relative,
    is_small_place,
)

__all__ = ["JudgedName", "NameKey", "find_relatives_of_public", "judge_names"]

ROUNDS = 4
"""How often the subjects are set anew by the names that sentences introduce: one character brings
others."""
MOST_BARE = 1
"""With more persons who have no surname anywhere, a text that is no fiction is about private ones,
unless public names show the contrary and more persons have a surname."""
MANY_FULL = 2
"""Full names that make a single first name among them doubtful, and not its whole sentence."""
CLEARLY_GENERAL = 8
"""The weight of general cues from which a person with a surname is hardly a private one."""
LEAST_GENERAL = 5
"""With less, a text with a bare first name is about a private person."""
HISTORIC = 4
"""The weight of years from which persons without surnames are historic: "hans son Erik"."""
NEAR_PUBLIC = 120
"""Characters between a well-known person and the name of a relative."""
_OF_SCHOOLS = ("skolan", "gymnasiet", "gymnasium", " school")
_OF_STUDENTS = ("högskolan", "grundskolan", "gymnasieskolan", "förskolan", "sommarskolan")
"""Endings of schools: those for children have few pupils; the others are kinds of schools."""
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
    age: bool = False
    """Whether it is somebody's age."""
    first_name: bool = False
    """Whether it is a first name."""
    public: bool = False
    """Whether it is a well-known name that nothing ties to a person in the text."""
    historic: bool = False
    """Whether it is a year of history."""
    label: str = ""
    """Its label."""


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
    passages = split_passages(lowered, evidence)
    if not is_about_others(passages):
        return None
    at = [find_passage(passages, name.start) for name in names]
    homes = [passages[index] for index in at]
    persons = [pair for pair in zip(names, homes, strict=True) if pair[0].group == "person"]
    ties, private = _find_all_ties(lowered, names, at, passages, evidence)
    of_self = is_about_writer_too(passages)
    _tie_schools(lowered, names, homes, evidence)
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


def _tie_schools(
    lowered: str, names: Sequence[JudgedName], homes: Sequence[Passage], evidence: Evidence
) -> None:
    """Tie schools for children to the writer, with their sentences: few are known to the public."""
    for name, home in zip(names, homes, strict=True):
        form = lowered[name.start : name.end].removesuffix("s")
        if not evidence.fiction and form.endswith(_OF_SCHOOLS) and not form.endswith(_OF_STUDENTS):
            home.near = home.near or name.group == "institution" or name.group == "detail"


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


def _find_all_ties(
    lowered: str,
    names: Sequence[JudgedName],
    at: Sequence[int],
    passages: Sequence[Passage],
    evidence: Evidence,
) -> tuple[dict[NameKey, Tie], bool]:
    """Return the strongest tie that each name has anywhere, and whether the text is about private
    persons.

    Args:
        at: The index of the sentence of each name.
    """
    persons = [name for name in names if name.group == "person"]
    of_persons = [index for name, index in zip(names, at, strict=True) if name.group == "person"]
    ties: dict[NameKey, Tie] = {}
    for person, tie in zip(persons, find_ties(lowered, persons, evidence), strict=True):
        of_name = Tie.WORK if person.public and evidence.impersonal else Tie.NONE
        ties[person.name] = max(tie, of_name, ties.get(person.name, Tie.NONE))
    if evidence.fiction:  # its characters live like private persons
        for person, is_reader in zip(persons, find_readers(lowered, persons), strict=True):
            if is_reader and not person.public:
                ties[person.name] = max(Tie.PRIVATE, ties[person.name])
        return ties, False
    is_historic = evidence.historic >= HISTORIC
    ages = [] if is_historic else [name.start for name in names if name.age]
    private = find_private_mentions(lowered, persons, ages, _choose_past(evidence))
    quoted = _find_quoted(lowered, persons, of_persons, passages)
    for person, is_private, is_quoted in zip(persons, private, quoted, strict=True):
        if is_private and not is_quoted:
            ties[person.name] = max(Tie.PRIVATE, ties[person.name])
    if not (evidence.impersonal or evidence.topic):  # the text is about the writer anyway
        return ties, False
    bare = set() if is_historic else _find_bare_names(lowered, persons, ties)
    bare -= {
        person.name
        for person, index in zip(persons, of_persons, strict=True)
        if passages[index].cited
    }
    # With other bare names the text may have private persons as well.
    if bare <= find_relatives_of_public(lowered, persons):
        bare = set()
    full = sum(last - first > 1 for first, last in group_full_names(lowered, persons))
    most_bare = max(MOST_BARE, full if evidence.public >= ENOUGH else 0)
    is_private = Tie.PRIVATE in ties.values() or len(bare) > most_bare
    is_public = evidence.public >= ENOUGH or full >= MANY_FULL
    of_bare = Tie.PRIVATE if is_private or not is_public else Tie.BARE
    is_private |= bool(bare) and of_bare is Tie.PRIVATE and evidence.general < LEAST_GENERAL
    return ties | dict.fromkeys(bare, of_bare), is_private


def _choose_past(evidence: Evidence) -> Past:
    """Return of whom verbs in the past tell as of private persons: biographies of public ones have
    them as well."""
    if evidence.public >= ENOUGH:
        return Past.NOR_ORIGIN if evidence.general >= CLEARLY_GENERAL else Past.NONE
    return Past.BARE if evidence.public or evidence.general >= CLEARLY_GENERAL else Past.ALL


def _find_quoted(
    lowered: str, persons: Sequence[JudgedName], at: Sequence[int], passages: Sequence[Passage]
) -> list[bool]:
    """Return for each mention whether it is part of a full name in news, or right after them:
    "... har fått en ny president. Han heter ..."."""
    quoted: list[bool] = []
    for first, last in group_full_names(lowered, persons):
        near = passages[max(0, at[first] - 1) : at[first] + 1]
        is_news = any(passage.anchored and not passage.general for passage in near)
        quoted += [last - first > 1 and is_news] * (last - first)
    return quoted


def _find_bare_names(
    lowered: str, persons: Sequence[JudgedName], ties: Mapping[NameKey, Tie]
) -> set[NameKey]:
    """Return the first names without a surname anywhere in the text, and without any tie.

    A list with a full name in it ("Adele, Robyn och Zara Larsson") makes its other names public."""
    bare: set[NameKey] = set()
    full: set[NameKey] = set()
    before, is_before_full = -1, False
    group: list[NameKey] = []
    for first, last in group_full_names(lowered, persons):
        names = [person.name for person in persons[first:last]]
        is_joined = before >= 0 and is_conjunction(lowered, before, persons[first].start)
        if not is_joined:
            group, is_before_full = [], False
        group += names
        is_before_full |= last - first > 1 or not persons[first].first_name
        (full if is_before_full else bare).update(group)
        before = persons[last - 1].end
    return {name for name in bare - full if ties[name] is Tie.NONE}


def find_relatives_of_public(lowered: str, persons: Sequence[JudgedName]) -> set[NameKey]:
    """Return the names of the relatives of well-known persons: "Marco Polo ... sin farbror Maffeo"."""
    found: set[NameKey] = set()
    end = -NEAR_PUBLIC
    for person in persons:
        is_near = person.start - end < NEAR_PUBLIC and "\n" not in lowered[end : person.start]
        if person.public:
            end = person.end
        elif is_near and (
            is_relative_of_other(lowered, person.start)
            or (found and is_conjunction(lowered, end, person.start))
        ):
            found.add(person.name)
            end = person.end
    return found


def _find_near_names(story: Story) -> set[NameKey]:
    """Return the names that are tied to the writer, and names without a tie whose first mention
    stands in a sentence with the writer."""
    near = {name for name, tie in story.ties.items() if tie in (Tie.WRITER, Tie.PRIVATE)}
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
