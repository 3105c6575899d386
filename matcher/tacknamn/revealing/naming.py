"""Decide, in a text about others, which names point at the writer all the same.

Persons are told by what their names are tied to, in any place (:mod:`tacknamn.revealing.ties`),
and where nothing ties them by who is the subject where they stand; all else by the latter alone.
Where both speak, the writer's tie wins, then that of the book or film.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tacknamn.revealing.evidence import Evidence
from tacknamn.revealing.passages import Passage, Subject, passages_of, place_in, tell
from tacknamn.revealing.ties import Mention, Tie, company, ties_of

__all__ = ["Named", "pointing_in"]

_OPENERS = (" om ", " av ", " about ", " by ")
"""What parts the book from how it was read: "jag läste boken av Moa Martinson"."""


class Named(NamedTuple):
    """A found name that may be left."""

    place: int
    """Its index among what was found."""
    start: int
    end: int
    group: str
    """Of ``labels.tsv``."""
    name: tuple[str, str]
    """The group, and what is named, lower-case."""
    alone: bool
    """Whether its word says nothing of the same word elsewhere."""


def pointing_in(lowered: str, named: Sequence[Named], evidence: Evidence) -> list[bool]:
    """For each name, from left to right, whether it may point at the writer."""
    passages = passages_of(lowered, evidence)
    homes = [place_in(passages, one.start) for one in named]
    persons = [at for at, one in enumerate(named) if one.group == "person"]
    ties = _ties(lowered, [named[at] for at in persons], evidence)
    tell(passages, frozenset())
    known = _introduced([(named[at].name, passages[homes[at]]) for at in persons], ties)
    tell(passages, frozenset(homes[at] for at in persons if named[at].name in known))
    pointing = []
    for one, home in zip(named, homes, strict=True):
        tie = ties.get(one.name, Tie.NONE)
        if one.group == "person" and (tie is not Tie.NONE or one.name in known):
            pointing.append(tie is Tie.WRITER)
        else:
            pointing.append(_points(lowered, one, passages[home]))
    return pointing


def _ties(lowered: str, persons: Sequence[Named], evidence: Evidence) -> dict[tuple[str, str], Tie]:
    """The strongest tie of each name, wherever it stands."""
    mentions = [Mention(one.start, one.end) for one in persons]
    ties: dict[tuple[str, str], Tie] = {}
    for one, tie in zip(persons, ties_of(lowered, mentions, evidence), strict=True):
        ties[one.name] = max(tie, ties.get(one.name, Tie.NONE))
    return ties


def _introduced(
    persons: Sequence[tuple[tuple[str, str], Passage]], ties: dict[tuple[str, str], Tie]
) -> set[tuple[str, str]]:
    """The names of characters, authors and those in the news.

    They are tied to a work, or stand first where it is the subject, and never where the writer
    says who he is."""
    first: dict[tuple[str, str], Subject] = {}
    close = set()
    for name, passage in persons:
        first.setdefault(name, passage.subject)
        if passage.subject is Subject.SELF:
            close.add(name)
    return {
        name
        for name, subject in first.items()
        if ties[name] is Tie.WORK
        or (ties[name] is Tie.NONE and subject is Subject.OTHERS and name not in close)
    }


def _points(lowered: str, one: Named, passage: Passage) -> bool:
    if passage.subject is not Subject.READING:
        return passage.subject > Subject.READING
    if one.group != "person" or company(lowered, Mention(one.start, one.end)):
        return True
    return not any(opener in lowered[passage.start : one.start] for opener in _OPENERS)
