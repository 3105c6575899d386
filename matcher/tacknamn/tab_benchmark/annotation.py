"""Annotate a text as the Text Anonymization Benchmark does: the profile ``tab``.

::

    for mention in annotations((text, pseudonymizer.detect(text)), protect="Elsa Ek"):
        mention.entity_type, mention.identifier_type, mention.entity_id
"""

from collections.abc import Sequence
from typing import Protocol

from tacknamn.errors import InputError
from tacknamn.records import Detection, Span
from tacknamn.tab_benchmark.annotated_text import annotate_text
from tacknamn.tab_benchmark.confidentiality import find_statuses
from tacknamn.tab_benchmark.entities import resolve_entities
from tacknamn.tab_benchmark.identifiers import ResolvedMarkables, decide_identifiers
from tacknamn.tab_benchmark.markables import find_markables
from tacknamn.tab_benchmark.protected_person import find_protected_entities
from tacknamn.tab_benchmark.records import EntityType, IdentifierType, TabMention

__all__ = [
    "Annotatable",
    "annotate",
    "find_masked_detections",
]

LANGUAGES = ("sv", "en")


class Annotatable(Protocol):
    """What a document has that can be annotated."""

    @property
    def original(self) -> str:
        """The text as it was given."""

    @property
    def detected(self) -> Sequence[Detection]:
        """All that was found, whatever becomes of it."""

    @property
    def spans(self) -> Sequence[Span]:
        """What became of its parts."""


def annotate(
    source: Annotatable | tuple[str, Sequence[Detection]], protect: str = "", language: str = "en"
) -> tuple[TabMention, ...]:
    """The mentions of a text, from left to right.

    Args:
        source: A document, or a text with what the engine found in it.
        protect: The person to protect; else the applicant, or whoever is named most.
        language: ``sv`` or ``en``; cue words of both are known in every text.
    """
    if language not in LANGUAGES:
        raise InputError(f"no annotations for the language {language!r}; there are {LANGUAGES}")
    text, founds = (
        source if isinstance(source, tuple) else (source.original, _collect_detections(source))
    )
    sheet = annotate_text(text, founds)
    pieces = find_markables(sheet, protect)
    entities = resolve_entities(text, pieces)
    protected = find_protected_entities(text, pieces, entities, protect)
    seen = ResolvedMarkables(pieces, entities, find_statuses(sheet, pieces), protected)
    decided = decide_identifiers(sheet, seen)
    return tuple(
        TabMention(
            piece.start, piece.end, piece.entity_type, decision.identifier, f"e{entity}",
            status, piece.found, piece.rule, decision.reason,
        )
        for piece, entity, status, decision in zip(pieces, entities, seen.statuses, decided, strict=True)
    )  # fmt: skip


def _collect_detections(document: Annotatable) -> list[Detection]:
    """What was found in a document; what a person marked counts as found, too."""
    by_hand = (
        Detection(span.start, span.end, span.label, "manual")
        for span in document.spans
        if span.found is None
    )
    return sorted([*document.detected, *by_hand])


# Tell the pseudonymizer what the profile ``tab`` masks: mentions that are no NO_MASK (E5).


NEAREST_LABELS = {
    EntityType.PERSON: "firstname_unknown",
    EntityType.CODE: "other_nr_seq",
    EntityType.LOC: "place",
    EntityType.ORG: "other_institution",
    EntityType.DEM: "sensitive",
    EntityType.DATETIME: "date_digits",
    EntityType.QUANTITY: "other_nr_seq",
    EntityType.MISC: "extra",
}
"""The taxonomy's nearest label, where the engine found nothing there itself."""
LABELS_BY_RULE = {"duration": "time_span", "condition": "health_condition"}
"""The same for rules that have a nearer one."""


def find_masked_detections(
    text: str, founds: Sequence[Detection], protect: str = "", language: str = "en"
) -> list[Detection]:
    """What is to be masked in a text, from left to right and without overlaps."""
    return [
        _make_detection(one)
        for one in annotate((text, founds), protect, language)
        if one.identifier_type is not IdentifierType.NO_MASK
    ]


def _make_detection(one: TabMention) -> Detection:
    rule = f"tab:{one.rule}"
    if one.found is None:
        return Detection(
            one.start, one.end, LABELS_BY_RULE.get(one.rule, NEAREST_LABELS[one.entity_type]), rule
        )
    return one.found._replace(start=one.start, end=one.end, rule=rule)
