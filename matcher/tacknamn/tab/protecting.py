"""Find out whom to protect: by name, or the applicant, or whoever is named most."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from tacknamn.tab.likeness import plain
from tacknamn.tab.persons import untitled
from tacknamn.tab.records import EntityType, Piece

__all__ = ["is_masked", "protected_entities"]

_APPLICANT = re.compile(r",?[ \u00a0]\([“\"]?the (?:first |second )?applicant")
_THE_APPLICANT = re.compile(r"\b[Tt]he applicant,[ \u00a0]$")
FARTHEST = 20
"""Characters before a name in which *the applicant* stands."""


class Stretch(Protocol):
    """A part of a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def protected_entities(
    text: str, pieces: Sequence[Piece], entities: Sequence[int], protect: str
) -> frozenset[int]:
    """The numbers of the entities that are the person to protect."""
    persons = [
        (piece, entity)
        for piece, entity in zip(pieces, entities, strict=True)
        if piece.entity_type is EntityType.PERSON
    ]
    if protect.strip():
        return _by_name(text, persons, protect)
    applicants = {entity for piece, entity in persons if _is_applicant(text, piece)}
    return frozenset(applicants) or _most_named(text, persons)


def is_masked(text: str, masked: Iterable[Stretch], protect: str) -> bool:
    """Whether one of the stretches that were masked is the name, or ends like it."""
    wanted = _wanted(protect)
    return any(
        wanted <= set(_words(text, one)) or _ends_alike(text, one, protect) for one in masked
    )


def _by_name(text: str, persons: list[tuple[Piece, int]], protect: str) -> frozenset[int]:
    """Entities one of whose mentions is the name, or a longer form of it."""
    wanted = _wanted(protect)
    return frozenset(
        entity for piece, entity in persons if wanted <= set(_words(text, piece))
    ) or frozenset(entity for piece, entity in persons if _ends_alike(text, piece, protect))


def _wanted(protect: str) -> set[str]:
    return set(untitled(plain(protect)).split(" "))


def _words(text: str, piece: Stretch) -> list[str]:
    return untitled(plain(text[piece.start : piece.end])).split(" ")


def _ends_alike(text: str, piece: Stretch, protect: str) -> bool:
    return _words(text, piece)[-1] == untitled(plain(protect)).split(" ")[-1]


def _is_applicant(text: str, piece: Piece) -> bool:
    if _APPLICANT.match(text, piece.end):
        return True
    return _THE_APPLICANT.search(text, max(0, piece.start - FARTHEST), piece.start) is not None


def _most_named(text: str, persons: list[tuple[Piece, int]]) -> frozenset[int]:
    """The entity with a whole name that is mentioned most, the first of several."""
    whole = {entity for piece, entity in persons if len(_words(text, piece)) > 1}
    counts = Counter(entity for _, entity in persons if entity in whole)
    return frozenset(entity for entity, _ in counts.most_common(1))
