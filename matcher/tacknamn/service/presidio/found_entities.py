"""Results of analyzers: pieces of a text with their type, score and explanation."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

__all__ = ["FoundEntity", "explain_match", "make_explanation", "remove_duplicates"]


class FoundEntity(NamedTuple):
    """A piece of a text of which an analyzer says what it is."""

    start: int
    """The first character in the text."""
    end: int
    """The character after the last one."""
    entity_type: str
    """Presidio's type: PERSON, LOCATION and so on."""
    score: float
    explanation: Mapping[str, Any]
    """Why it was found, as Presidio reports it."""


def explain_match(
    recognizer: str, pattern_name: str, pattern: str, score: float, flags: int
) -> dict[str, Any]:
    """Explain a match of an expression."""
    text = f"Detected by `{recognizer}` using pattern `{pattern_name}`"
    return make_explanation(recognizer, pattern_name, score, text, pattern, flags)


def make_explanation(
    recognizer: str,
    pattern_name: str,
    score: float,
    text: str,
    pattern: str | None = None,
    flags: int | None = None,
) -> dict[str, Any]:
    """Return an explanation with all fields of Presidio."""
    return {
        "recognizer": recognizer,
        "pattern_name": pattern_name,
        "pattern": pattern,
        "original_score": score,
        "score": score,
        "textual_explanation": text,
        "score_context_improvement": 0,
        "supportive_context_word": "",
        "validation_result": None,
        "regex_flags": flags,
    }


def remove_duplicates(found: Iterable[FoundEntity]) -> list[FoundEntity]:
    """Return what is left without pieces within another one of the same type with at least their score.

    The order is that of Presidio: the highest score first, then from left to right."""
    ordered = sorted(
        (each for each in found if each.score > 0),
        key=lambda each: (each.entity_type, each.start, -each.end, -each.score),
    )
    left = [
        each
        for _, of_type in groupby(ordered, lambda each: each.entity_type)
        for each in _drop_covered(of_type)
    ]
    return sorted(left, key=lambda each: (-each.score, each.start, -each.end))


def _drop_covered(ordered: Iterable[FoundEntity]) -> Iterator[FoundEntity]:
    """Yield the pieces of one type that none before them covers."""
    near: list[FoundEntity] = []
    for each in ordered:
        near = [kept for kept in near if kept.end >= each.start]
        if not any(each.end <= kept.end and each.score <= kept.score for kept in near):
            near.append(each)
            yield each
