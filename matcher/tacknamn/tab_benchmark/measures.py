"""Measure masking as the benchmark does (E8): by entity, mention, token and type.

An entity is masked if all of its mentions are. A mention is masked if all its characters are,
except for punctuation and small words (Mr, of, the): annotators disagree on whether a mention
includes them. Every annotation of a document by one annotator counts equally (micro-average).

Of entities and types the benchmark's script reads the first mention: an entity is DIRECT if that one
is. Mentions of an entity to mask count for the recall of mentions and tokens even if one of them is
NO_MASK. Tested against a slow twin (``tests/tab_slow_measures.py``).

Precision is the share of masked tokens and spans that the annotators masked too. An annotator without
any mention in a document does not count there. The weighted
precision weights a token by its information, the negative logarithm of its relative frequency in
the gold texts, and a span by that of its rarest token. The authors of the benchmark use the
probabilities of a language model instead. Frequencies need only the texts, and they too separate
rare names from common words, but they ignore the context.
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

__all__ = ["MaskedRanges", "Measures", "Ratio", "export_measures", "measure_masking"]

BOTH = "ALL"
"""The name of direct and quasi-identifiers together."""
_PASSED_OVER = re.compile(
    r"\b(?:mrs?|ms|and|or|from|until|to|about|after|as|at|before|between|by|during|for|in|into|of|"
    r"on|over|since|with|the|an?|no|nr)\b|\b[’']s\b|[,.\-;:/&()\[\]–'\" ’“”]",
    re.IGNORECASE,
)
"""The parts of a mention that need not be masked. The list is the benchmark's."""
_TOKEN = re.compile(r"\w+")
Offsets = tuple[int, int]


class MaskedRanges(NamedTuple):
    """The masked ranges of a document, without its text: what the benchmark's script reads."""

    doc_id: str
    ranges: tuple[Offsets, ...]


class Ratio(NamedTuple):
    """A part of a whole, both as counts or sums of weights."""

    part: float = 0
    whole: float = 0

    @property
    def value(self) -> float | None:
        """A number from 0 to 1; None if the whole is 0."""
        return self.part / self.whole if self.whole else None

    def add(self, part: float, whole: float = 1) -> "Ratio":
        """Return the ratio with further counts added."""
        return Ratio(self.part + part, self.whole + whole)


@dataclass(slots=True)
class Measures:
    """The measured recall and precision. The keys of the recalls are DIRECT, QUASI and ALL."""

    documents: int = 0
    annotators: int = 0
    """Annotations of whole documents: a document counts once per annotator."""
    entities: dict[str, Ratio] = field(default_factory=dict)
    """Recall of entities."""
    mentions: dict[str, Ratio] = field(default_factory=dict)
    tokens: dict[str, Ratio] = field(default_factory=dict)
    mentions_by_type: dict[str, Ratio] = field(default_factory=dict)
    tokens_by_type: dict[str, Ratio] = field(default_factory=dict)
    precision: dict[str, Ratio] = field(default_factory=dict)
    """``tokens``, ``mentions``, ``weighted_tokens`` and ``weighted_mentions``."""


def measure_masking(
    gold: Iterable[StandoffDocument], predicted: Iterable[StandoffDocument | MaskedRanges]
) -> Measures:
    """Measure how well ``predicted`` masks what ``gold`` requires.

    Documents are matched by ``doc_id``. A document without a prediction has nothing masked."""
    expected = list(gold)
    predicted_by_id = {document.doc_id: document for document in predicted}
    unknown = set(predicted_by_id) - {document.doc_id for document in expected}
    if unknown:
        raise InputError(
            f"{len(unknown)} of the predicted documents are not in the gold file; compare files with "
            "the same doc_id"
        )
    weights = _weigh_tokens(expected)
    measures = Measures()
    for document in expected:
        _add_document(
            measures,
            document,
            _find_masked_ranges(document, predicted_by_id.get(document.doc_id)),
            weights,
        )
    return measures


def _find_masked_ranges(
    gold: StandoffDocument, predicted: StandoffDocument | MaskedRanges | None
) -> list[Offsets]:
    """Find the ranges that a prediction masks, in order."""
    if predicted is None:
        return []
    if isinstance(predicted, MaskedRanges):
        if any(not 0 <= start < end <= len(gold.text) for start, end in predicted.ranges):
            raise InputError(
                "a masked range of a predicted document is outside of the gold text with the same "
                "doc_id"
            )
        return sorted(predicted.ranges)
    if predicted.text != gold.text:
        raise InputError(
            "the text of a predicted document differs from the gold text with the same doc_id"
        )
    ranges = {
        (annotation.start, annotation.end)
        for annotations in predicted.annotations.values()
        for annotation in annotations
        if annotation.identifier_type is not IdentifierType.NO_MASK
    }
    return sorted(ranges)


def _weigh_tokens(documents: Sequence[StandoffDocument]) -> Mapping[str, float]:
    """Compute the information of each token in bits. Rare tokens have more."""
    counts: Counter[str] = Counter()
    for document in documents:
        counts.update(_TOKEN.findall(document.text.lower()))
    total = counts.total()
    return {token: log2(total / count) for token, count in counts.items()}


def _add_document(
    measures: Measures,
    gold: StandoffDocument,
    ranges: Sequence[Offsets],
    weights: Mapping[str, float],
) -> None:
    covered = _mark_covered(len(gold.text), ranges)
    measures.documents += 1
    measures.annotators += len(gold.annotations)
    for annotations in gold.annotations.values():
        for mentions in _group_masked_mentions(annotations):
            _add_entity(measures, gold.text, mentions, covered)
        if not annotations:
            continue
        masked = [
            (annotation.start, annotation.end)
            for annotation in annotations
            if annotation.identifier_type is not IdentifierType.NO_MASK
        ]
        _add_precision(measures.precision, gold.text, ranges, masked, weights)


def _mark_covered(size: int, ranges: Iterable[Offsets]) -> bytearray:
    covered = bytearray(size)
    for start, end in ranges:
        covered[start:end] = b"\1" * (end - start)
    return covered


def _group_masked_mentions(annotations: Sequence[Annotation]) -> Iterator[list[Annotation]]:
    """Group the mentions of each entity that has to be masked."""
    by_id: dict[str, list[Annotation]] = {}
    for annotation in annotations:
        by_id.setdefault(annotation.entity_id, []).append(annotation)
    for mentions in by_id.values():
        if any(annotation.identifier_type is not IdentifierType.NO_MASK for annotation in mentions):
            yield mentions


def _add_entity(
    measures: Measures, text: str, mentions: Sequence[Annotation], covered: bytearray
) -> None:
    first = mentions[0]
    direct = first.identifier_type is IdentifierType.DIRECT
    kinds = ("DIRECT" if direct else "QUASI", BOTH)
    needed = [
        annotation
        for annotation in mentions
        if annotation.identifier_type is not IdentifierType.NO_MASK
    ]
    whole = all(
        _is_masked(text, annotation.start, annotation.end, covered) for annotation in needed
    )
    for kind in kinds:
        _count(measures.entities, kind, whole)
    for annotation in mentions:
        hidden = _is_masked(text, annotation.start, annotation.end, covered)
        for kind in kinds:
            _count(measures.mentions, kind, hidden)
        _count(measures.mentions_by_type, first.entity_type.value, hidden)
        for match in _TOKEN.finditer(text, annotation.start, annotation.end):
            hidden = _is_masked(text, *match.span(), covered)
            for kind in kinds:
                _count(measures.tokens, kind, hidden)
            _count(measures.tokens_by_type, first.entity_type.value, hidden)


def _count(shares: dict[str, Ratio], key: str, part: float, whole: float = 1) -> None:
    shares[key] = shares.get(key, Ratio()).add(part, whole)


def _is_masked(text: str, start: int, end: int, covered: bytearray) -> bool:
    if all(covered[start:end]):
        return True
    masked = bytearray(covered[start:end])
    for match in _PASSED_OVER.finditer(text[start:end]):
        masked[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return all(masked)


def _add_precision(
    precision: dict[str, Ratio],
    text: str,
    ranges: Sequence[Offsets],
    masked: Sequence[Offsets],
    weights: Mapping[str, float],
) -> None:
    """Count masked ranges. A range is correct if a single gold mention contains all of it."""
    reaches = _find_reaches(len(text), masked)
    for start, end in ranges:
        tokens = [match.span() for match in _TOKEN.finditer(text, start, end)]
        bits = [
            weights.get(text[token_start:token_end].lower(), 0.0)
            for token_start, token_end in tokens
        ]
        is_right = reaches[start] >= end
        _count(precision, "mentions", is_right)
        most = max(bits, default=0.0)
        _count(precision, "weighted_mentions", is_right * most, most)
        for (token_start, token_end), weight in zip(tokens, bits, strict=True):
            _count(precision, "tokens", reaches[token_start] >= token_end)
            _count(
                precision, "weighted_tokens", (reaches[token_start] >= token_end) * weight, weight
            )


def _find_reaches(size: int, masked: Sequence[Offsets]) -> list[int]:
    """Return for each character the end of the mention that contains it; 0 without one."""
    reaches = [0] * size
    for start, end in sorted(masked, key=lambda offsets: offsets[1]):
        reaches[start:end] = [end] * (end - start)
    return reaches


def export_measures(measures: Measures) -> dict[str, object]:
    """Convert measures to plain data for JSON."""
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
