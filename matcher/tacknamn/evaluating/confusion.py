"""Which labels are taken for which, span by span."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, islice

from tacknamn.evaluating.documents import Span
from tacknamn.evaluating.tokens import NO_LABEL

__all__ = ["Confusion", "confused", "most_confused"]

Confusion = Counter[tuple[str, str]]
"""How many spans have this gold label and that predicted one; NO_LABEL where there is none."""


def confused(gold: Sequence[Span], predicted: Sequence[Span]) -> Confusion:
    """Every gold span with the label of the predicted span that covers most of it.

    Of several that cover as much, the right label wins, then the first. Predicted spans that
    touch no gold span have no gold label."""
    found: Confusion = Counter()
    touched: set[Span] = set()
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


def most_confused(confusion: Confusion) -> list[tuple[str, str, int]]:
    """Pairs of labels that are taken for one another, both ways together, the most first."""
    pairs: Counter[tuple[str, str]] = Counter()
    for (gold, predicted), spans in confusion.items():
        if NO_LABEL not in (gold, predicted) and gold != predicted:
            pairs[min(gold, predicted), max(gold, predicted)] += spans
    ranked = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    return [(one, other, spans) for (one, other), spans in ranked]
