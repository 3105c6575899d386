"""Measure masking as the benchmark does (E8): by entity, mention, token and type.

An entity is masked when all of its mentions are. A mention is masked when all its characters
are, but for punctuation and small words on whose place in a span annotators differ (Mr, of,
the). What several annotators said of a document is counted for each of them (micro-average).

Precision is that of masked tokens and spans: the share that the annotators masked, too. Weighed
by information, a token counts with the negative logarithm of its relative frequency in the gold
texts, a span with that of its rarest token. The benchmark's authors take a language model's
probabilities instead; ours needs nothing but the texts, and tells rare names from common words
in the same way, without knowing the context.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log2
from typing import NamedTuple

from tacknamn.errors import InputError
from tacknamn.tab_benchmark.records import IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument

__all__ = ["Measures", "Ratio", "export_measures", "measure_masking"]

BOTH = "ALL"
"""The name of direct and quasi-identifiers taken together."""
_PASSED_OVER = re.compile(
    r"\b(?:mrs?|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|"
    r"on|over|since|with|the|an?|no|nr)\b|[’']s|[,.\-;:/&()\[\]–'\" ’“”]",
    re.IGNORECASE,
)
"""What of a mention need not be masked; the list is the benchmark's."""
_TOKEN = re.compile(r"\w+")
Offsets = tuple[int, int]


class Ratio(NamedTuple):
    """How much of something."""

    part: float = 0
    whole: float = 0

    @property
    def value(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.part / self.whole if self.whole else None

    def plus(self, part: float, whole: float = 1) -> "Ratio":
        """The share with more counted."""
        return Ratio(self.part + part, self.whole + whole)


@dataclass(slots=True)
class Measures:
    """What was measured. The keys of the recalls are DIRECT, QUASI and ALL."""

    documents: int = 0
    annotators: int = 0
    """Annotations of whole documents: each document counts once for each of its annotators."""
    entities: dict[str, Ratio] = field(default_factory=dict)
    """Recall of entities."""
    mentions: dict[str, Ratio] = field(default_factory=dict)
    tokens: dict[str, Ratio] = field(default_factory=dict)
    mentions_by_type: dict[str, Ratio] = field(default_factory=dict)
    tokens_by_type: dict[str, Ratio] = field(default_factory=dict)
    precision: dict[str, Ratio] = field(default_factory=dict)
    """``tokens`` and ``mentions``, and ``weighted_tokens`` and ``weighted_mentions``."""


def measure_masking(
    gold: Iterable[StandoffDocument], predicted: Iterable[StandoffDocument]
) -> Measures:
    """How well ``predicted`` masks what ``gold`` says has to be masked.

    Documents are told by their ``doc_id``; one that was not predicted has nothing masked."""
    expected = list(gold)
    made = {document.doc_id: document for document in predicted}
    unknown = set(made) - {document.doc_id for document in expected}
    if unknown:
        raise InputError(
            f"{len(unknown)} of the predicted documents are none of the gold ones; compare files "
            "with the same doc_id"
        )
    weights = _weigh_tokens(expected)
    measures = Measures()
    for document in expected:
        _add_document(
            measures, document, _find_masked_ranges(document, made.get(document.doc_id)), weights
        )
    return measures


def _find_masked_ranges(gold: StandoffDocument, made: StandoffDocument | None) -> list[Offsets]:
    """Where a prediction masks, in order."""
    if made is None:
        return []
    if made.text != gold.text:
        raise InputError("a predicted document has another text than the gold one of its doc_id")
    places = {
        (one.start, one.end)
        for annotations in made.annotations.values()
        for one in annotations
        if one.identifier_type is not IdentifierType.NO_MASK
    }
    return sorted(places)


def _weigh_tokens(documents: Sequence[StandoffDocument]) -> Mapping[str, float]:
    """The information of each token: the rarer, the more, in bits."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(_TOKEN.findall(document.text.lower()))
    total = counts.total()
    return {token: log2(total / count) for token, count in counts.items()}


def _add_document(
    measures: Measures,
    gold: StandoffDocument,
    places: Sequence[Offsets],
    weights: Mapping[str, float],
) -> None:
    cover = _mark_covered(len(gold.text), places)
    measures.documents += 1
    measures.annotators += len(gold.annotations)
    for annotations in gold.annotations.values():
        for mentions in _group_masked_mentions(annotations):
            _add_entity(measures, gold.text, mentions, cover)
        masked = [
            (one.start, one.end)
            for one in annotations
            if one.identifier_type is not IdentifierType.NO_MASK
        ]
        _add_precision(measures.precision, gold.text, places, masked, weights)


def _mark_covered(size: int, places: Iterable[Offsets]) -> bytearray:
    cover = bytearray(size)
    for start, end in places:
        cover[start:end] = b"\1" * (end - start)
    return cover


def _group_masked_mentions(annotations: Sequence[Annotation]) -> Iterator[list[Annotation]]:
    """The mentions of each entity that has to be masked."""
    by_id: dict[str, list[Annotation]] = {}
    for one in annotations:
        by_id.setdefault(one.entity_id, []).append(one)
    for mentions in by_id.values():
        if any(one.identifier_type is not IdentifierType.NO_MASK for one in mentions):
            yield mentions


def _add_entity(
    measures: Measures, text: str, mentions: Sequence[Annotation], cover: bytearray
) -> None:
    direct = any(one.identifier_type is IdentifierType.DIRECT for one in mentions)
    kinds = ("DIRECT" if direct else "QUASI", BOTH)
    needed = [one for one in mentions if one.identifier_type is not IdentifierType.NO_MASK]
    whole = all(_is_masked(text, one.start, one.end, cover) for one in needed)
    for kind in kinds:
        _count(measures.entities, kind, whole)
    for one in mentions:
        hidden = _is_masked(text, one.start, one.end, cover)
        for kind in kinds:
            _count(measures.mentions, kind, hidden)
        _count(measures.mentions_by_type, one.entity_type.value, hidden)
        for found in _TOKEN.finditer(text, one.start, one.end):
            hidden = _is_masked(text, *found.span(), cover)
            for kind in kinds:
                _count(measures.tokens, kind, hidden)
            _count(measures.tokens_by_type, one.entity_type.value, hidden)


def _count(shares: dict[str, Ratio], key: str, part: float, whole: float = 1) -> None:
    shares[key] = shares.get(key, Ratio()).plus(part, whole)


def _is_masked(text: str, start: int, end: int, cover: bytearray) -> bool:
    if all(cover[start:end]):
        return True
    left = bytearray(cover[start:end])
    for found in _PASSED_OVER.finditer(text[start:end]):
        left[found.start() : found.end()] = b"\1" * (found.end() - found.start())
    return all(left)


def _add_precision(
    precision: dict[str, Ratio],
    text: str,
    places: Sequence[Offsets],
    masked: Sequence[Offsets],
    weights: Mapping[str, float],
) -> None:
    """A masked piece is right where one masked mention of gold holds all of it."""
    reaches = _find_reaches(len(text), masked)
    for start, end in places:
        tokens = [found.span() for found in _TOKEN.finditer(text, start, end)]
        bits = [weights.get(text[one:other].lower(), 0.0) for one, other in tokens]
        right = reaches[start] >= end
        _count(precision, "mentions", right)
        most = max(bits, default=0.0)
        _count(precision, "weighted_mentions", right * most, most)
        for (one, other), weight in zip(tokens, bits, strict=True):
            _count(precision, "tokens", reaches[one] >= other)
            _count(precision, "weighted_tokens", (reaches[one] >= other) * weight, weight)


def _find_reaches(size: int, masked: Sequence[Offsets]) -> list[int]:
    """For each character how far the mention reaches that holds it, 0 where none does."""
    reaches = [0] * size
    for start, end in sorted(masked, key=lambda place: place[1]):
        reaches[start:end] = [end] * (end - start)
    return reaches


def export_measures(measures: Measures) -> dict[str, object]:
    """The same as plain numbers, for JSON."""
    shares = ("entities", "mentions", "tokens", "mentions_by_type", "tokens_by_type", "precision")
    data: dict[str, object] = {
        "documents": measures.documents,
        "annotators": measures.annotators,
    }
    for name in shares:
        named: dict[str, Ratio] = getattr(measures, name)
        data[name] = {
            key: {"value": share.value, "part": share.part, "whole": share.whole}
            for key, share in sorted(named.items())
        }
    return data
