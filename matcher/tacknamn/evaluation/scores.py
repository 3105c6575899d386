"""Compare the spans of one document: precision, recall and F, by span and by character; leaks.

Intervals are sorted pairs of start and end that do not touch one another.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tacknamn.evaluation.span_lists import ScoredSpan

__all__ = [
    "NO_SPANS",
    "DocumentScores",
    "HiddenSpans",
    "Interval",
    "MacroScore",
    "Score",
    "average_labels",
    "count_letters",
    "intersect_intervals",
    "merge_intervals",
    "score_document",
]

RECALL_WEIGHT = 2
"""F2 weighs recall twice as much as precision: an overlooked name cannot be taken back."""
Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Score:
    """How much of the prediction is right, and how much of the gold was found."""

    right: int = 0
    """What prediction and gold have in common."""
    predicted: int = 0
    gold: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.right + other.right, self.predicted + other.predicted, self.gold + other.gold
        )

    @property
    def precision(self) -> float | None:
        """The share of the prediction that is right; None if nothing was predicted."""
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """The share of the gold that was found; None if there is no gold."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return self._f(1)

    @property
    def f2(self) -> float | None:
        """The weighted harmonic mean, with recall twice as important."""
        return self._f(RECALL_WEIGHT)

    def _f(self, weight: int) -> float | None:
        """None without gold and prediction; 0 if only one of them is there.

        (1 + w²)PR / (w²P + R), written with counts, so that no denominator is 0."""
        bottom = weight * weight * self.gold + self.predicted
        return (1 + weight * weight) * self.right / bottom if bottom else None


@dataclass(frozen=True, slots=True)
class MacroScore:
    """Means over labels: each label weighs the same, however rare it is."""

    precision: float | None
    recall: float | None
    f1: float | None
    f2: float | None


def average_labels(scores: Collection[Score]) -> MacroScore:
    """Average over the labels that occur; a figure that a label does not have counts as 0."""
    counted = [score for score in scores if score.gold or score.predicted]
    if not counted:
        return MacroScore(None, None, None, None)
    return MacroScore(
        fmean(score.precision or 0 for score in counted),
        fmean(score.recall or 0 for score in counted),
        fmean(score.f1 or 0 for score in counted),
        fmean(score.f2 or 0 for score in counted),
    )


@dataclass(frozen=True, slots=True)
class HiddenSpans:
    """How far gold spans are hidden by predicted spans of any label."""

    whole: int = 0
    partly: int = 0
    gold: int = 0

    def __add__(self, other: "HiddenSpans") -> "HiddenSpans":
        return HiddenSpans(
            self.whole + other.whole, self.partly + other.partly, self.gold + other.gold
        )

    @property
    def clear(self) -> int:
        """Gold spans of which no character is hidden."""
        return self.gold - self.whole - self.partly

    @property
    def leak_rate(self) -> float | None:
        """The share of gold spans that are not completely hidden; None if there are none."""
        return (self.gold - self.whole) / self.gold if self.gold else None


@dataclass(frozen=True, slots=True)
class DocumentScores:
    """The figures of one document."""

    exact: dict[str, Score]
    """Spans, by label: right are those with the same start, end and label."""
    exact_any: Score
    """Spans without regard to labels."""
    overlap: dict[str, Score]
    """Characters without white space, by label."""
    overlap_any: Score
    hidden: dict[str, HiddenSpans]
    """By the label of the gold span."""


NO_SPANS = DocumentScores({}, Score(), {}, Score(), {})


def score_document(
    text: str | None,
    gold: Sequence[ScoredSpan],
    predicted: Sequence[ScoredSpan],
    every: Sequence[ScoredSpan],
) -> DocumentScores:
    """Score a document. ``every`` also has the predicted spans of labels that are not scored:
    they hide names, too."""
    if not gold and not predicted:
        return NO_SPANS
    exact, overlap = {}, {}
    for label in sorted({span.label for span in (*gold, *predicted)}):
        ours, theirs = (
            [(span.start, span.end) for span in spans if span.label == label]
            for spans in (predicted, gold)
        )
        exact[label] = _score_exact(ours, theirs)
        overlap[label] = _score_overlap(text, ours, theirs)
    ours, theirs = ([(span.start, span.end) for span in spans] for spans in (predicted, gold))
    covered = merge_intervals((span.start, span.end) for span in every)
    return DocumentScores(
        exact,
        _score_exact(ours, theirs),
        overlap,
        _score_overlap(text, ours, theirs),
        _count_hidden(text, gold, covered),
    )


def _score_exact(predicted: Iterable[Interval], gold: Iterable[Interval]) -> Score:
    ours, theirs = set(predicted), set(gold)
    return Score(len(ours & theirs), len(ours), len(theirs))


def _score_overlap(
    text: str | None, predicted: Iterable[Interval], gold: Iterable[Interval]
) -> Score:
    ours, theirs = merge_intervals(predicted), merge_intervals(gold)
    covered = count_letters(text, theirs)
    if ours == theirs:  # the usual case
        return Score(covered, covered, covered)
    common = count_letters(text, intersect_intervals(ours, theirs))
    return Score(common, count_letters(text, ours), covered)


def _count_hidden(
    text: str | None, gold: Iterable[ScoredSpan], covered: Sequence[Interval]
) -> dict[str, HiddenSpans]:
    """For each label, count the gold spans that the covered intervals hide wholly or partly."""
    counts: dict[str, HiddenSpans] = {}
    starts, ends = [start for start, _ in covered], [end for _, end in covered]
    for span in gold:
        whole_span = [(span.start, span.end)]
        near = covered[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        hidden = count_letters(text, intersect_intervals(whole_span, near))
        is_whole = hidden == count_letters(text, whole_span)
        count = HiddenSpans(int(is_whole), int(bool(hidden) and not is_whole), 1)
        counts[span.label] = counts.get(span.label, HiddenSpans()) + count
    return counts


def merge_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """Cover the same characters with as few intervals as possible."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def intersect_intervals(
    first: Sequence[Interval], second: Sequence[Interval]
) -> Iterator[Interval]:
    """The characters that two lists of merged intervals have in common."""
    at = to = 0
    while at < len(first) and to < len(second):
        start, end = max(first[at][0], second[to][0]), min(first[at][1], second[to][1])
        if start < end:
            yield start, end
        if first[at][1] <= second[to][1]:
            at += 1
        else:
            to += 1


def count_letters(text: str | None, intervals: Iterable[Interval]) -> int:
    """Count the characters in intervals without white space; if the text is unknown, all."""
    if text is None:
        return sum(end - start for start, end in intervals)
    return sum([len("".join(text[start:end].split())) for start, end in intervals])
