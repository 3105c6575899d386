"""Find the spans that are wrong, the spans that a second run changed, and confused labels."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate, islice

from tacknamn.evaluation.agreement import NO_LABEL
from tacknamn.evaluation.span_lists import ScoredSpan, SpanDocument
from tacknamn.support.tally import CappedTally

__all__ = [
    "ChangeList",
    "ChangedSpan",
    "Confusion",
    "SpanChange",
    "count_confusions",
    "find_changes",
    "find_errors",
    "rank_confusions",
]

Confusion = Counter[tuple[str, str]]
"""How many spans have this gold label and that predicted label; NO_LABEL if there is none."""


class SpanChange(StrEnum):
    """The kinds of errors and changes. Spans are compared exactly, with their labels."""

    MISSED = "missed"
    """Gold that was not predicted."""
    FALSE = "false"
    """Predicted, but not gold."""
    FOUND = "found"
    """Gold that the first run missed and the second run has."""
    LOST = "lost"
    """Gold that the first run has and the second run missed."""
    ADDED = "added"
    """A false span of the second run only."""
    REMOVED = "removed"
    """A false span of the first run only."""


@dataclass(frozen=True, slots=True)
class ChangedSpan:
    """A span with the kind of its error or change."""

    change: SpanChange
    id: str
    """The id of its document."""
    line: int
    """The line of the document in the gold file."""
    span: ScoredSpan
    text: str | None
    """The characters of the span. They are printed only if the user asks for them."""


class ChangeList:
    """Counts all errors or changes, and keeps the first ones of each kind."""

    def __init__(self, most: int) -> None:
        self._kinds: dict[SpanChange, CappedTally[ChangedSpan]] = {
            change: CappedTally(most) for change in SpanChange
        }

    def add(self, document: SpanDocument, changes: Iterator[tuple[SpanChange, ScoredSpan]]) -> None:
        """Add the errors or changes of a document."""
        for change, span in changes:
            text = None if document.text is None else document.text[span.start : span.end]
            changed = ChangedSpan(change, document.id, document.line, span, text)
            self._kinds[change].add(changed)

    @property
    def counts(self) -> dict[str, int]:
        """The number of each kind."""
        return {str(change): tally.count for change, tally in self._kinds.items() if tally.count}

    @property
    def listed(self) -> list[ChangedSpan]:
        """The kept ones, by kind, in the order of the gold file."""
        return [
            changed
            for tally in self._kinds.values()
            for changed in sorted(tally.listed, key=lambda changed: (changed.line, changed.span))
        ]


def find_errors(
    gold: Sequence[ScoredSpan], predicted: Sequence[ScoredSpan]
) -> Iterator[tuple[SpanChange, ScoredSpan]]:
    """Find the errors of one run in a document."""
    ours, theirs = set(predicted), set(gold)
    for span in sorted(ours ^ theirs):
        yield (SpanChange.MISSED if span in theirs else SpanChange.FALSE), span


def find_changes(
    gold: Sequence[ScoredSpan], first: Sequence[ScoredSpan], second: Sequence[ScoredSpan]
) -> Iterator[tuple[SpanChange, ScoredSpan]]:
    """Find the spans of a document that a second run changed."""
    true, before = set(gold), set(first)
    for span in sorted(before ^ set(second)):
        if span in true:
            yield (SpanChange.LOST if span in before else SpanChange.FOUND), span
        else:
            yield (SpanChange.REMOVED if span in before else SpanChange.ADDED), span


def count_confusions(gold: Sequence[ScoredSpan], predicted: Sequence[ScoredSpan]) -> Confusion:
    """Count each gold span under the label of the predicted span that covers most of it.

    If several cover the same amount, the right label wins, then the first span. Predicted spans
    that touch no gold span count under NO_LABEL."""
    counts: Confusion = Counter()
    touched: set[ScoredSpan] = set()
    # The largest end so far only grows, so it can be searched for the first span that reaches.
    reached = list(accumulate((span.end for span in predicted), max))
    for span in gold:
        best, label = (0, False), NO_LABEL
        for other in islice(predicted, bisect_right(reached, span.start), None):
            if other.start >= span.end:
                break
            common = min(other.end, span.end) - max(other.start, span.start)
            if common > 0:
                touched.add(other)
                rank = (common, other.label == span.label)
                if rank > best:
                    best, label = rank, other.label
        counts[span.label, label] += 1
    for span in predicted:
        if span not in touched:
            counts[NO_LABEL, span.label] += 1
    return counts


def rank_confusions(confusion: Confusion) -> list[tuple[str, str, int]]:
    """Pairs of labels that are confused, in both directions together, most frequent first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for (gold, predicted), spans in confusion.items():
        if NO_LABEL not in (gold, predicted) and gold != predicted:
            pairs[min(gold, predicted), max(gold, predicted)] += spans
    ranked = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    return [(first, second, spans) for (first, second), spans in ranked]
