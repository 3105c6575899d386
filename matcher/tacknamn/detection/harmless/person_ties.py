"""Find all that a text ties its persons to: the writer, a book or film, a private life.

A first name without a surname anywhere, and without a tie, is *bare*, as those of private persons are.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tacknamn.detection.harmless.evidence import ENOUGH, Evidence
from tacknamn.detection.harmless.names import JudgedName, NameKey
from tacknamn.detection.harmless.passages import Passage, find_passages
from tacknamn.detection.harmless.private_persons import (
    Past,
    find_private_mentions,
    find_readers,
    group_full_names,
    is_relative_of_other,
)
from tacknamn.detection.harmless.ties import Tie, find_ties, is_conjunction

__all__ = ["PersonTies", "find_all_ties", "find_clear_ties", "find_relatives_of_public"]

MOST_BARE: Final = 1
"""With more persons who have no surname anywhere, a text that is no fiction is about private ones,
unless public names show the contrary and more persons have a surname."""
MANY_FULL: Final = 2
"""Full names that make a single first name among them doubtful, and not its whole sentence."""
CLEARLY_GENERAL: Final = 8
"""The weight of general cues from which a person with a surname is hardly a private one."""
LEAST_GENERAL: Final = 5
"""With less, a text with a bare first name is about a private person."""
HISTORIC: Final = 4
"""The weight of years from which persons without surnames are historic: "hans son Erik"."""
NEAR_PUBLIC: Final = 120
"""Characters between a well-known person and the name of a relative."""


class PersonTies(NamedTuple):
    """The persons of a text and what words next to their names say of them."""

    persons: Sequence[JudgedName]
    """Their mentions, from left to right."""
    full_names: Sequence[tuple[int, int]]
    """The first and the last index (exclusive) of the mentions of each full name."""
    ties: Mapping[NameKey, Tie]
    """The strongest tie that each name has anywhere."""
    private: Sequence[bool]
    """Whether the text tells of a private life at each mention; sentences may speak against it."""
    bare: frozenset[NameKey]
    """The bare names if there are no private mentions; sentences may speak against them, too."""


def find_clear_ties(lowered: str, names: Sequence[JudgedName], evidence: Evidence) -> PersonTies:
    """Return what words next to the names of persons say of them."""
    persons = [name for name in names if name.group == "person"]
    if not persons:
        return PersonTies((), (), {}, (), frozenset())
    full_names = group_full_names(lowered, persons)
    ties: dict[NameKey, Tie] = {}
    for person, tie in zip(persons, find_ties(lowered, persons, evidence), strict=True):
        of_name = Tie.WORK if person.public and evidence.impersonal else Tie.NONE
        ties[person.name] = max(tie, of_name, ties.get(person.name, Tie.NONE))
    if evidence.fiction:  # its characters live like private persons
        readers = find_readers(lowered, persons, full_names)
        for person, is_reader in zip(persons, readers, strict=True):
            if is_reader and not person.public:
                ties[person.name] = max(Tie.PRIVATE, ties[person.name])
        return PersonTies(persons, full_names, ties, (), frozenset())
    is_historic = evidence.historic >= HISTORIC
    ages = [] if is_historic else [name.start for name in names if name.age]
    private = find_private_mentions(
        lowered, persons, full_names, ages, _choose_past(evidence), evidence.pronouns
    )
    bare: set[NameKey] = set()
    if not is_historic and True not in private:
        bare = _find_bare_names(lowered, persons, full_names, ties)
    return PersonTies(persons, full_names, ties, private, frozenset(bare))


def find_all_ties(
    lowered: str, clear: PersonTies, passages: Sequence[Passage], evidence: Evidence
) -> tuple[Mapping[NameKey, Tie], bool]:
    """Return the strongest tie that each name has anywhere, and whether the text is about private
    persons.

    Args:
        clear: What words next to the names say.
    """
    persons, full_names = clear.persons, clear.full_names
    ties = dict(clear.ties)
    if evidence.fiction or not persons:
        return ties, False
    at = find_passages(passages, [person.start for person in persons])
    bare: set[NameKey] = set(clear.bare)
    if True in clear.private:
        quoted = _find_quoted(full_names, at, passages)
        for person, is_private, is_quoted in zip(persons, clear.private, quoted, strict=True):
            if is_private and not is_quoted:
                ties[person.name] = max(Tie.PRIVATE, ties[person.name])
        if evidence.historic < HISTORIC:
            bare = _find_bare_names(lowered, persons, full_names, ties)
    if not (evidence.impersonal or evidence.topic):  # the text is about the writer anyway
        return ties, False
    bare -= {
        person.name for person, index in zip(persons, at, strict=True) if passages[index].cited
    }
    # With other bare names the text may have private persons as well.
    if bare and bare <= find_relatives_of_public(lowered, persons):
        bare = set()
    full = sum(last - first > 1 for first, last in full_names)
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
    full_names: Sequence[tuple[int, int]], at: Sequence[int], passages: Sequence[Passage]
) -> list[bool]:
    """Return for each mention whether it is part of a full name in news, or right after them:
    "... har fått en ny president. Han heter ..."."""
    quoted: list[bool] = []
    for first, last in full_names:
        near = passages[max(0, at[first] - 1) : at[first] + 1]
        is_news = any(passage.anchored and not passage.general for passage in near)
        quoted += [last - first > 1 and is_news] * (last - first)
    return quoted


def _find_bare_names(
    lowered: str,
    persons: Sequence[JudgedName],
    full_names: Sequence[tuple[int, int]],
    ties: Mapping[NameKey, Tie],
) -> set[NameKey]:
    """Return the first names without a surname anywhere in the text, and without any tie.

    A list with a full name in it ("Adele, Robyn och Zara Larsson") makes its other names public."""
    bare: set[NameKey] = set()
    full: set[NameKey] = set()
    before, is_before_full = -1, False
    group: list[NameKey] = []
    for first, last in full_names:
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
