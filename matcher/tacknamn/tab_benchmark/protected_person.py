"""Find out whom to protect: by name, or the applicant, or whoever is named most."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from tacknamn.tab_benchmark.entities import normalize_name
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_protected_entities", "is_person_masked"]

_APPLICANT = re.compile(r",?[ \u00a0]\([“\"]?the (?:first |second )?applicant")
_THE_APPLICANT = re.compile(r"\b[Tt]he applicant,[ \u00a0]$")
FARTHEST = 20
"""Characters before a name in which *the applicant* stands."""


class TextRange(Protocol):
    """A part of a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def find_protected_entities(
    text: str, pieces: Sequence[Markable], entities: Sequence[int], protect: str
) -> frozenset[int]:
    """The numbers of the entities that are the person to protect."""
    persons = [
        (piece, entity)
        for piece, entity in zip(pieces, entities, strict=True)
        if piece.entity_type is EntityType.PERSON
    ]
    if protect.strip():
        return _find_by_name(text, persons, protect)
    applicants = {entity for piece, entity in persons if _is_applicant(text, piece)}
    return frozenset(applicants) or _find_most_named(text, persons)


def is_person_masked(text: str, masked: Iterable[TextRange], protect: str) -> bool:
    """Whether one of the stretches that were masked is the name, or ends like it."""
    wanted = _split_protected_name(protect)
    return any(
        wanted <= set(_split_name(text, one)) or _has_same_last_word(text, one, protect)
        for one in masked
    )


def _find_by_name(text: str, persons: list[tuple[Markable, int]], protect: str) -> frozenset[int]:
    """Entities one of whose mentions is the name, or a longer form of it."""
    wanted = _split_protected_name(protect)
    return frozenset(
        entity for piece, entity in persons if wanted <= set(_split_name(text, piece))
    ) or frozenset(entity for piece, entity in persons if _has_same_last_word(text, piece, protect))


def _split_protected_name(protect: str) -> set[str]:
    return set(strip_titles(normalize_name(protect)).split(" "))


def _split_name(text: str, piece: TextRange) -> list[str]:
    return strip_titles(normalize_name(text[piece.start : piece.end])).split(" ")


def _has_same_last_word(text: str, piece: TextRange, protect: str) -> bool:
    return _split_name(text, piece)[-1] == strip_titles(normalize_name(protect)).split(" ")[-1]


def _is_applicant(text: str, piece: Markable) -> bool:
    if _APPLICANT.match(text, piece.end):
        return True
    return _THE_APPLICANT.search(text, max(0, piece.start - FARTHEST), piece.start) is not None


def _find_most_named(text: str, persons: list[tuple[Markable, int]]) -> frozenset[int]:
    """The entity with a whole name that is mentioned most, the first of several."""
    whole = {entity for piece, entity in persons if len(_split_name(text, piece)) > 1}
    counts = Counter(entity for _, entity in persons if entity in whole)
    return frozenset(entity for entity, _ in counts.most_common(1))
