"""Annotate a text as the Text Anonymization Benchmark does: the profile ``tab``.

::

    for mention in annotations((text, pseudonymizer.detect(text)), protect="Elsa Ek"):
        mention.entity_type, mention.identifier_type, mention.entity_id
"""

from collections.abc import Sequence
from typing import Protocol

from tacknamn.errors import InputError
from tacknamn.pseudonymizing.records import Found, Span
from tacknamn.tab.choosing import pieces_of
from tacknamn.tab.confidentiality import statuses_of
from tacknamn.tab.entities import entities_of
from tacknamn.tab.facts import Seen
from tacknamn.tab.identifying import decisions
from tacknamn.tab.protecting import protected_entities
from tacknamn.tab.records import Mention
from tacknamn.tab.sheet import sheet_of

__all__ = ["Annotated", "annotations"]

LANGUAGES = ("sv", "en")


class Annotated(Protocol):
    """What a document has that can be annotated."""

    @property
    def original(self) -> str:
        """The text as it was given."""

    @property
    def detected(self) -> Sequence[Found]:
        """All that was found, whatever becomes of it."""

    @property
    def spans(self) -> Sequence[Span]:
        """What became of its parts."""


def annotations(
    source: Annotated | tuple[str, Sequence[Found]], protect: str = "", language: str = "en"
) -> tuple[Mention, ...]:
    """The mentions of a text, from left to right.

    Args:
        source: A document, or a text with what the engine found in it.
        protect: The person to protect; else the applicant, or whoever is named most.
        language: ``sv`` or ``en``; cue words of both are known in every text.
    """
    if language not in LANGUAGES:
        raise InputError(f"no annotations for the language {language!r}; there are {LANGUAGES}")
    text, founds = source if isinstance(source, tuple) else (source.original, _founds(source))
    sheet = sheet_of(text, founds)
    pieces = pieces_of(sheet, protect)
    entities = entities_of(text, pieces)
    protected = protected_entities(text, pieces, entities, protect)
    seen = Seen(pieces, entities, statuses_of(sheet, pieces), protected)
    decided = decisions(sheet, seen)
    return tuple(
        Mention(
            piece.start, piece.end, piece.entity_type, decision.identifier, f"e{entity}",
            status, piece.found, piece.rule, decision.reason,
        )
        for piece, entity, status, decision in zip(pieces, entities, seen.statuses, decided, strict=True)
    )  # fmt: skip


def _founds(document: Annotated) -> list[Found]:
    """What was found in a document; what a person marked counts as found, too."""
    by_hand = (
        Found(span.start, span.end, span.label, "manual")
        for span in document.spans
        if span.found is None
    )
    return sorted([*document.detected, *by_hand])
