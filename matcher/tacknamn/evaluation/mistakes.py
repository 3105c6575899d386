"""Which labels are taken for which, span by span."""

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
"""How many spans have this gold label and that predicted one; NO_LABEL where there is none."""


def count_confusions(gold: Sequence[ScoredSpan], predicted: Sequence[ScoredSpan]) -> Confusion:
    """Every gold span with the label of the predicted span that covers most of it.

    Of several that cover as much, the right label wins, then the first. Predicted spans that
    touch no gold span have no gold label."""
    found: Confusion = Counter()
    touched: set[ScoredSpan] = set()
    reached = list(accumulate((one.end for one in predicted), max))  # grows, to be searched
    for span in gold:
        best, label = (0, False), NO_LABEL
        for one in islice(predicted, bisect_right(reached, span.start), None):
            if one.start >= span.end:
                break
            common = min(one.end, span.end) - max(one.start, span.start)
            if common > 0:
                touched.add(one)
                rank = (common, one.label == span.label)
                if rank > best:
                    best, label = rank, one.label
        found[span.label, label] += 1
    for one in predicted:
        if one not in touched:
            found[NO_LABEL, one.label] += 1
    return found


def rank_confusions(confusion: Confusion) -> list[tuple[str, str, int]]:
    """Pairs of labels that are taken for one another, both ways together, the most first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for (gold, predicted), spans in confusion.items():
        if NO_LABEL not in (gold, predicted) and gold != predicted:
            pairs[min(gold, predicted), max(gold, predicted)] += spans
    ranked = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    return [(one, other, spans) for (one, other), spans in ranked]


# Which spans are wrong, and which a second run changed.


class SpanChange(StrEnum):
    """What is told of a span; of exact spans, with their labels."""

    MISSED = "missed"
    """Gold that was not predicted."""
    FALSE = "false"
    """Predicted, but not gold."""
    FOUND = "found"
    """Gold that the first run missed and the second has."""
    LOST = "lost"
    """Gold that the first run has and the second missed."""
    ADDED = "added"
    """A false span of the second run alone."""
    REMOVED = "removed"
    """A false span of the first run alone."""


@dataclass(frozen=True, slots=True)
class ChangedSpan:
    """A span, and what is told of it."""

    change: SpanChange
    id: str
    """Its document."""
    line: int
    """The line of that in the gold file."""
    span: ScoredSpan
    text: str | None
    """The characters of the span, which only those may see who asked for them."""


class ChangeList:
    """All findings counted, the first ones of each kind kept."""

    def __init__(self, most: int) -> None:
        self._kinds: dict[SpanChange, CappedTally[ChangedSpan]] = {
            change: CappedTally(most) for change in SpanChange
        }

    def add(self, document: SpanDocument, found: Iterator[tuple[SpanChange, ScoredSpan]]) -> None:
        """Take in the findings of a document."""
        for change, span in found:
            text = None if document.text is None else document.text[span.start : span.end]
            self._kinds[change].add(ChangedSpan(change, document.id, document.line, span, text))

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        return {str(change): found.count for change, found in self._kinds.items() if found.count}

    @property
    def told(self) -> list[ChangedSpan]:
        """Those that were kept, kind by kind, as they stand in the gold file."""
        return [one for found in self._kinds.values()
                for one in sorted(found.listed, key=lambda one: (one.line, one.span))]  # fmt: skip


def find_errors(
    gold: Sequence[ScoredSpan], predicted: Sequence[ScoredSpan]
) -> Iterator[tuple[SpanChange, ScoredSpan]]:
    """What one run did wrong in a document."""
    ours, theirs = set(predicted), set(gold)
    for span in sorted(ours ^ theirs):
        yield (SpanChange.MISSED if span in theirs else SpanChange.FALSE), span


def find_changes(
    gold: Sequence[ScoredSpan], first: Sequence[ScoredSpan], second: Sequence[ScoredSpan]
) -> Iterator[tuple[SpanChange, ScoredSpan]]:
    """What a second run does otherwise in a document."""
    true, before = set(gold), set(first)
    for span in sorted(before ^ set(second)):
        if span in true:
            yield (SpanChange.LOST if span in before else SpanChange.FOUND), span
        else:
            yield (SpanChange.REMOVED if span in before else SpanChange.ADDED), span
