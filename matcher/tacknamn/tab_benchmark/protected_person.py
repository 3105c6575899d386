"""Find the person to protect: by name, or the applicant, or the person mentioned most.

A company can be protected as well.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from tacknamn.tab_benchmark.aliases import strip_designators
from tacknamn.tab_benchmark.name_forms import normalize_name
from tacknamn.tab_benchmark.person_entities import is_applicant
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_protected_entities", "is_person_masked"]


class TextRange(Protocol):
    """A part of a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def find_protected_entities(
    text: str,
    markables: Sequence[Markable],
    entities: Sequence[int],
    protect: str,
    nicknames: Sequence[int] = (),
) -> frozenset[int]:
    """Find the numbers of the entities that are the person or the company to protect.

    Args:
        nicknames: The markables that are nicknames of the applicant.
    """
    pairs = list(zip(markables, entities, strict=True))
    persons = [pair for pair in pairs if pair[0].entity_type is EntityType.PERSON]
    companies = [pair for pair in pairs if pair[0].entity_type is EntityType.ORG]
    if protect.strip():
        return _find_by_name(text, persons, protect) or _find_company(text, companies, protect)
    applicants = {
        entity for markable, entity in (*persons, *companies) if is_applicant(text, markable)
    }
    return (
        frozenset(applicants)
        or frozenset(entities[index] for index in nicknames if markables[index].rule == "nickname")
        or _find_most_named(text, persons)
    )


def is_person_masked(text: str, masked: Iterable[TextRange], protect: str) -> bool:
    """Whether a masked range is the name of the person to protect, or ends with the same word."""
    words = _split_protected_name(protect)
    return any(
        words <= set(_split_name(text, part)) or _has_same_last_word(text, part, protect)
        for part in masked
    )


def _find_by_name(text: str, persons: list[tuple[Markable, int]], protect: str) -> frozenset[int]:
    """Find the entities with a mention that is the name or a longer form of it."""
    words = _split_protected_name(protect)
    return frozenset(
        entity for markable, entity in persons if words <= set(_split_name(text, markable))
    ) or frozenset(
        entity for markable, entity in persons if _has_same_last_word(text, markable, protect)
    )


def _find_company(text: str, companies: list[tuple[Markable, int]], protect: str) -> frozenset[int]:
    """Find the entities with the name of a company, with or without its designator."""
    name = strip_designators(normalize_name(protect))
    return frozenset(
        entity
        for markable, entity in companies
        if strip_designators(_read_head(text, markable)) == name
    )


def _read_head(text: str, part: TextRange) -> str:
    """Read the name of a company without the translation in its brackets."""
    return normalize_name(text[part.start : part.end]).partition(" (")[0]


def _split_protected_name(protect: str) -> set[str]:
    return set(strip_titles(normalize_name(protect)).split(" "))


def _split_name(text: str, part: TextRange) -> list[str]:
    return strip_titles(normalize_name(text[part.start : part.end])).split(" ")


def _has_same_last_word(text: str, part: TextRange, protect: str) -> bool:
    return _split_name(text, part)[-1] == strip_titles(normalize_name(protect)).split(" ")[-1]


def _find_most_named(text: str, persons: list[tuple[Markable, int]]) -> frozenset[int]:
    """Find the full name mentioned most; of several, the first."""
    full_names = {entity for markable, entity in persons if len(_split_name(text, markable)) > 1}
    counts = Counter(entity for _, entity in persons if entity in full_names)
    return frozenset(entity for entity, _ in counts.most_common(1))
