"""Annotate a text by the rules of the Text Anonymization Benchmark, or find what to mask in it.

::

    for mention in annotate((text, pseudonymizer.detect(text)), protect="Elsa Ek"):
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
from tacknamn.tab_benchmark.records import EntityType, IdentifierType, TabMention
from tacknamn.text.languages import LANGUAGES

__all__ = [
    "Annotatable",
    "annotate",
    "find_masked_detections",
]


class Annotatable(Protocol):
    """What a document needs to have to be annotated."""

    @property
    def original(self) -> str:
        """The original text."""

    @property
    def detected(self) -> Sequence[Detection]:
        """Every detection, whatever the profile does with it."""

    @property
    def spans(self) -> Sequence[Span]:
        """The detections that were replaced or marked."""


def annotate(
    source: Annotatable | tuple[str, Sequence[Detection]], protect: str = "", language: str = "en"
) -> tuple[TabMention, ...]:
    """Annotate a text with mentions, from left to right.

    Args:
        source: A document, or a text with its detections.
        protect: The person to protect. By default the applicant, or the person mentioned most.
        language: ``sv`` or ``en``. Cue words of both languages apply to every text.
    """
    if language not in LANGUAGES:
        raise InputError(f"no annotations for the language {language!r}; choose one of {LANGUAGES}")
    text, detections = (
        source if isinstance(source, tuple) else (source.original, _collect_detections(source))
    )
    annotated = annotate_text(text, detections)
    markables = find_markables(annotated, protect)
    entities, protected = resolve_entities(annotated, markables, protect)
    resolved = ResolvedMarkables(
        markables, entities, find_statuses(annotated, markables), protected
    )
    decisions = decide_identifiers(annotated, resolved)
    return tuple(
        TabMention(
            markable.start,
            markable.end,
            markable.entity_type,
            decision.identifier,
            f"e{entity}",
            status,
            markable.detection,
            markable.rule,
            decision.reason,
        )
        for markable, entity, status, decision in zip(
            markables, entities, resolved.statuses, decisions, strict=True
        )
    )


def _collect_detections(document: Annotatable) -> list[Detection]:
    """Collect the detections of a document. A span marked by a person counts as one."""
    by_hand = (
        Detection(span.start, span.end, span.label, "manual")
        for span in document.spans
        if span.found is None
    )
    return sorted([*document.detected, *by_hand])


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
"""The nearest label of the taxonomy for a mention that the engine did not detect."""
LABELS_BY_RULE = {"duration": "time_span", "condition": "health_condition"}
"""A nearer label for some rules."""


def find_masked_detections(
    text: str, detections: Sequence[Detection], protect: str = "", language: str = "en"
) -> list[Detection]:
    """Find what has to be masked in a text, from left to right and without overlaps."""
    return [
        _make_detection(mention)
        for mention in annotate((text, detections), protect, language)
        if mention.identifier_type is not IdentifierType.NO_MASK
    ]


def _make_detection(mention: TabMention) -> Detection:
    rule = f"tab:{mention.rule}"
    if mention.detection is None:
        return Detection(
            mention.start,
            mention.end,
            LABELS_BY_RULE.get(mention.rule, NEAREST_LABELS[mention.entity_type]),
            rule,
        )
    return mention.detection._replace(start=mention.start, end=mention.end, rule=rule)
