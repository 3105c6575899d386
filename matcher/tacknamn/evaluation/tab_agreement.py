"""Compare two annotators of court rulings: agreement, and a list of differences for their discussion.

The differences are those that the guidelines name for the quality check in pairs (E7): missing spans,
wrong boundaries, categories, masking decisions, confidential status; and entities, which are the
relations between mentions (E4).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tacknamn.evaluation.agreement import Ratings, cohen_kappa, count_ratings
from tacknamn.evaluation.span_lists import ScoredSpan
from tacknamn.evaluation.tab_pairs import AnnotatedPair, MentionPair, pair_mentions
from tacknamn.tab_benchmark.measures import Ratio
from tacknamn.tab_benchmark.records import IdentifierType
from tacknamn.tab_benchmark.standoff import Annotation

__all__ = ["Agreement", "AnnotatorDifference", "compare_annotators"]

MASKED = "masked"


class AnnotatorDifference(NamedTuple):
    """A place where two annotators differ."""

    doc_id: str
    start: int
    end: int
    kind: str
    """``missing``, ``boundaries``, ``entity type``, ``identifier type``, ``confidential status`` or
    ``entity``."""
    first: str
    """What the first annotator decided: a type, offsets, or nothing."""
    second: str


@dataclass(slots=True)
class Agreement:
    """How far two annotators agree."""

    annotators: tuple[str, str]
    documents: int = 0
    mentions: tuple[int, int] = (0, 0)
    """The mentions of each."""
    shares: dict[str, Ratio] = field(default_factory=dict)
    """Of mentions: ``same place`` and ``same place and type`` of all mentions of both; and for those
    at the same place, the share with the same type, decision, status and entity."""
    kappas: dict[str, float | None] = field(default_factory=dict)
    """Cohen's kappa of tokens: whether they are ``masked``, and their ``entity type``."""
    differences: list[AnnotatorDifference] = field(default_factory=list)


def compare_annotators(annotators: tuple[str, str], pairs: Sequence[AnnotatedPair]) -> Agreement:
    """Compare the documents of two annotators."""
    agreement = Agreement(annotators, len(pairs))
    agreement.mentions = (
        sum(len(each.first) for each in pairs),
        sum(len(each.second) for each in pairs),
    )
    masked: Counter[Ratings] = Counter()
    types: Counter[Ratings] = Counter()
    for pair in pairs:
        mentions = pair_mentions(pair)
        _add_shares(agreement.shares, pair, mentions)
        agreement.differences += _find_differences(pair.doc_id, mentions)
        masked += count_ratings(pair.text, [_list_masked(pair.first), _list_masked(pair.second)])
        types += count_ratings(pair.text, [_list_types(pair.first), _list_types(pair.second)])
    agreement.kappas = {MASKED: cohen_kappa(masked), "entity type": cohen_kappa(types)}
    return agreement


def _list_masked(annotations: Sequence[Annotation]) -> list[ScoredSpan]:
    return [
        ScoredSpan(each.start, each.end, MASKED)
        for each in annotations
        if each.identifier_type is not IdentifierType.NO_MASK
    ]


def _list_types(annotations: Sequence[Annotation]) -> list[ScoredSpan]:
    return [ScoredSpan(each.start, each.end, each.entity_type.value) for each in annotations]


def _read_decisions(annotation: Annotation) -> Mapping[str, str]:
    return {
        "entity type": annotation.entity_type.value,
        "identifier type": annotation.identifier_type.value,
        "confidential status": annotation.confidential_status.value,
    }


def _add_shares(
    shares: dict[str, Ratio], pair: AnnotatedPair, mentions: Sequence[MentionPair]
) -> None:
    size = len(pair.first) + len(pair.second)
    same = [each for each in mentions if each.is_same_place]
    of_type = sum(_decide(each, "entity type") for each in same)
    _add(shares, "same place", 2 * len(same), size)
    _add(shares, "same place and type", 2 * of_type, size)
    for kind in ("entity type", "identifier type", "confidential status"):
        _add(shares, kind, sum(_decide(each, kind) for each in same), len(same))
    groups = list(_compare_entities(same))
    _add(shares, "entity", sum(first == second for _, first, second in groups), len(groups))


def _add(shares: dict[str, Ratio], key: str, part: int, whole: int) -> None:
    shares[key] = shares.get(key, Ratio()).add(part, whole)


def _decide(mention: MentionPair, kind: str) -> bool:
    """Whether both decided alike on a mention of both."""
    first, second = (_read_decisions(each)[kind] for each in mention if each is not None)
    return first == second


def _compare_entities(
    mentions: Sequence[MentionPair],
) -> Iterator[tuple[MentionPair, tuple[int, ...], tuple[int, ...]]]:
    """Yield each mention of both with the mentions that each annotator joined with it.

    Only mentions at the same place count: the ids themselves are each annotator's own."""
    groups: tuple[dict[str, list[int]], ...] = ({}, {})
    for at, mention in enumerate(mentions):
        for group, each in zip(groups, mention, strict=True):
            if each is not None:
                group.setdefault(each.entity_id, []).append(at)
    for mention in mentions:
        first, second = mention
        if first is not None and second is not None:
            yield mention, tuple(groups[0][first.entity_id]), tuple(groups[1][second.entity_id])


def _find_differences(doc_id: str, mentions: Sequence[MentionPair]) -> list[AnnotatorDifference]:
    found = [*_compare_mentions(doc_id, mentions), *_list_entity_differences(doc_id, mentions)]
    return sorted(found, key=lambda each: (each.start, each.end, each.kind))


def _compare_mentions(
    doc_id: str, mentions: Sequence[MentionPair]
) -> Iterator[AnnotatorDifference]:
    for mention in mentions:
        first, second = mention
        place = (doc_id, mention.start, mention.end)
        if first is None or second is None:
            yield AnnotatorDifference(*place, "missing", _describe(first), _describe(second))
            continue
        if not mention.is_same_place:
            offsets = (f"{first.start}-{first.end}", f"{second.start}-{second.end}")
            yield AnnotatorDifference(*place, "boundaries", *offsets)
        decisions = _read_decisions(second)
        for kind, decision in _read_decisions(first).items():
            if decision != decisions[kind]:
                yield AnnotatorDifference(*place, kind, decision, decisions[kind])


def _describe(annotation: Annotation | None) -> str:
    return "" if annotation is None else f"{annotation.entity_type} {annotation.identifier_type}"


def _list_entity_differences(
    doc_id: str, mentions: Sequence[MentionPair]
) -> Iterator[AnnotatorDifference]:
    """Yield a difference for each pair of groups that differ: at its first mention."""
    same = [each for each in mentions if each.is_same_place]
    seen = set()
    for mention, first, second in _compare_entities(same):
        if first == second or (first, second) in seen:
            continue
        seen.add((first, second))
        sizes = (f"{len(first)} mentions", f"{len(second)} mentions")
        yield AnnotatorDifference(doc_id, mention.start, mention.end, "entity", *sizes)
