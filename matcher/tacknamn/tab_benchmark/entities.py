"""Decide which markables mention the same entity (E4).

Markables with the same words do. So do a person's full name, its parts and a nickname (John Smith,
Mr Smith, Smith, J. Smith, alias Skagrot), a state and its country (Republic of Turkey, Turkey), a
name and its acronym or translation, and names that differ by one misspelt letter.

Each of these rules is one pass over the markables that joins pairs of them. The joined markables
are kept as disjoint sets; after the last pass every set is one entity.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tacknamn.tab_benchmark.aliases import join_aliases
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.disjoint_sets import DisjointSets
from tacknamn.tab_benchmark.misspelt_names import join_misspelt
from tacknamn.tab_benchmark.name_forms import normalize_name
from tacknamn.tab_benchmark.nickname_owners import APPLICANT, NICKNAME_RULES, find_owner
from tacknamn.tab_benchmark.person_entities import join_persons
from tacknamn.tab_benchmark.protected_person import find_protected_entities
from tacknamn.tab_benchmark.records import NAMED, Markable

__all__ = ["ResolvedEntities", "resolve_entities"]


class ResolvedEntities(NamedTuple):
    """The entities of a text."""

    numbers: list[int]
    """For each markable the number of its entity, from 1 in order of first mention."""
    protected: frozenset[int]
    """The entities that are the person to protect."""


def resolve_entities(
    annotated: AnnotatedText, markables: Sequence[Markable], protect: str
) -> ResolvedEntities:
    """Find the entities of the markables, and which of them are to be protected."""
    sets = DisjointSets(len(markables))
    names = [
        normalize_name(annotated.text[markable.start : markable.end]) for markable in markables
    ]
    _join_equal(markables, names, sets)
    join_aliases(annotated, markables, names, sets)
    join_persons(annotated, markables, names, sets, protect)
    join_misspelt(markables, names, sets)
    of_applicant = _join_nicknames(annotated, markables, sets)
    roots = [sets.smallest(index) for index in range(len(markables))]
    protected = find_protected_entities(annotated.text, markables, roots, protect, of_applicant)
    if protected:
        for index in of_applicant:  # the applicant's nickname
            sets.join(min(protected), index)
    numbers: dict[int, int] = {}
    entities = [
        numbers.setdefault(sets.smallest(index), len(numbers) + 1)
        for index in range(len(markables))
    ]
    return ResolvedEntities(entities, frozenset(entities[root] for root in protected))


def _join_equal(markables: Sequence[Markable], names: list[str], sets: DisjointSets) -> None:
    """Join markables with the same words.

    All named types share one pool, so that a mention of a person that was found as a place counts;
    the other types stay apart, since *forty* may be an age or an amount."""
    first: dict[tuple[str, str], int] = {}
    for index, (markable, name) in enumerate(zip(markables, names, strict=True)):
        kind = "name" if markable.entity_type in NAMED else markable.entity_type.value
        sets.join(first.setdefault((kind, name), index), index)


def _join_nicknames(
    annotated: AnnotatedText, markables: Sequence[Markable], sets: DisjointSets
) -> list[int]:
    """Join nicknames with their owners; return those of the applicant."""
    of_applicant = []
    for index, markable in enumerate(markables):
        if markable.rule in NICKNAME_RULES:
            owner = find_owner(annotated, markables, index)
            if owner == APPLICANT:
                of_applicant.append(index)
            elif owner >= 0:
                sets.join(owner, index)
    return of_applicant
