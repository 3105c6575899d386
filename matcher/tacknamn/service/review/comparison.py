"""Compare what two annotators decided: kappa on words, alpha on spans, and where they differ.

Only documents that both saved are compared. A word that neither labelled counts for kappa, as usual; for
alpha, the units are the pieces that at least one of them labelled, and a piece that the other did not
label exactly so has no label there.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tacknamn.errors import Error
from tacknamn.essays.store import EssayStore
from tacknamn.evaluation.agreement import (
    NO_LABEL,
    Ratings,
    cohen_kappa,
    count_ratings,
    krippendorff_alpha,
)
from tacknamn.evaluation.span_lists import ScoredSpan
from tacknamn.service.review.descriptions import convert_places
from tacknamn.service.review.documents import OpenedDocument, open_document
from tacknamn.service.review.records import SpanPlace
from tacknamn.service.review.tools import ReviewTools
from tacknamn.service.review.turns import Turns

__all__ = ["AnnotatorComparison", "compare_users"]

MOST_DIFFERENCES = 1_000
"""Differences that are listed."""


class AnnotatorComparison:
    """The agreement of two annotators, document by document."""

    def __init__(self, first: str, second: str) -> None:
        self._users = [first, second]
        self._words: Counter[Ratings] = Counter()
        self._spans: Counter[Ratings] = Counter()
        self._differences: list[dict[str, Any]] = []

    def add(self, first: OpenedDocument, second: OpenedDocument) -> None:
        """Count a document that both saved."""
        spans = [list(_list_labelled(each)) for each in (first, second)]
        self._words += count_ratings(first.text, spans)
        labels = [{(each.start, each.end): each.label for each in side} for side in spans]
        differing: dict[SpanPlace, tuple[str, str]] = {}
        for place in sorted({*labels[0], *labels[1]}):
            pair = labels[0].get(place, NO_LABEL), labels[1].get(place, NO_LABEL)
            self._spans[pair] += 1
            if pair[0] != pair[1]:
                differing[place] = pair
        units = convert_places(first.text, differing)
        self._differences += [
            {"name": first.id, "start": units[place][0], "end": units[place][1], "a": a, "b": b}
            for place, (a, b) in differing.items()
        ]

    def describe(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "users": self._users,
            "kappa": cohen_kappa(self._words),
            "alpha": krippendorff_alpha(self._spans),
            "labels": list(self._describe_labels()),
            "differences": self._differences[:MOST_DIFFERENCES],
        }

    def _describe_labels(self) -> Iterator[dict[str, Any]]:
        labels = sorted({label for pair in self._spans for label in pair if label})
        for label in labels:
            yield {
                "label": label,
                "both": self._spans[label, label],
                "first": _count(pair[0] == label for pair in self._spans.elements()),
                "second": _count(pair[1] == label for pair in self._spans.elements()),
            }


async def compare_users(
    tools: ReviewTools, store: EssayStore, users: tuple[str, str], turns: Turns
) -> dict[str, Any]:
    """Compare all documents that two annotators have saved, one turn after the other."""
    stamps = [await asyncio.to_thread(store.list_stamps, user) for user in users]
    comparison = AnnotatorComparison(*users)
    for name in sorted(stamps[0].keys() & stamps[1].keys()):
        await turns.take(_add_pair, comparison, tools, store, name, users)
    return comparison.describe()


def _add_pair(
    comparison: AnnotatorComparison,
    tools: ReviewTools,
    store: EssayStore,
    name: str,
    users: tuple[str, str],
) -> None:
    """Compare a document that both have saved; a broken one is left out."""
    try:
        first, second = (open_document(tools, store, name, user) for user in users)
    except Error:
        return
    if first.version and second.version and first.text == second.text:
        comparison.add(first, second)


def _count(flags: Iterable[bool]) -> int:
    return sum(flags)


def _list_labelled(opened: OpenedDocument) -> Iterator[ScoredSpan]:
    for span in opened.spans:
        if span.label:
            yield ScoredSpan(span.start, span.end, span.label)
