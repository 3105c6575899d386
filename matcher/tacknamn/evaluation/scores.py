"""Precision, recall and F of counted things."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from tacknamn.evaluation.span_lists import ScoredSpan

__all__ = [
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
"""F2 holds recall for twice as important as precision: what is overlooked cannot be called back."""


@dataclass(frozen=True, slots=True)
class Score:
    """How much of what was predicted is right, and how much of the gold was found."""

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
        """The share of the predicted that is right; None where nothing was predicted."""
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """The share of the gold that was found; None where there is no gold."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        return self._f(1)

    @property
    def f2(self) -> float | None:
        """The same, with recall twice as important."""
        return self._f(RECALL_WEIGHT)

    def _f(self, weight: int) -> float | None:
        """None where there is neither gold nor prediction; 0 where only one of them is.

        (1 + w²)PR / (w²P + R), in counts, so that no denominator vanishes."""
        bottom = weight * weight * self.gold + self.predicted
        return (1 + weight * weight) * self.right / bottom if bottom else None


@dataclass(frozen=True, slots=True)
class MacroScore:
    """Means over labels: each label weighs the same, however rare."""

    precision: float | None
    recall: float | None
    f1: float | None
    f2: float | None


def average_labels(scores: Collection[Score]) -> MacroScore:
    """Means over the labels that occur; a figure that a label does not have counts as 0."""
    counted = [one for one in scores if one.gold or one.predicted]
    if not counted:
        return MacroScore(None, None, None, None)
    return MacroScore(
        fmean(one.precision or 0 for one in counted),
        fmean(one.recall or 0 for one in counted),
        fmean(one.f1 or 0 for one in counted),
        fmean(one.f2 or 0 for one in counted),
    )


# Parts of a text as sorted pairs of start and end that do not touch one another.


Interval = tuple[int, int]


def merge_intervals(parts: Iterable[Interval]) -> list[Interval]:
    """The same characters in as few intervals as can be."""
    found: list[Interval] = []
    for start, end in sorted(parts):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def intersect_intervals(one: Sequence[Interval], other: Sequence[Interval]) -> Iterator[Interval]:
    """What two lists of merged intervals both cover."""
    at = to = 0
    while at < len(one) and to < len(other):
        start, end = max(one[at][0], other[to][0]), min(one[at][1], other[to][1])
        if start < end:
            yield start, end
        if one[at][1] <= other[to][1]:
            at += 1
        else:
            to += 1


def count_letters(text: str | None, parts: Iterable[Interval]) -> int:
    """Characters covered, white space left out; of an unknown text, all of them."""
    if text is None:
        return sum(end - start for start, end in parts)
    return sum([len("".join(text[start:end].split())) for start, end in parts])


# Compare the spans of one document: exact, by characters, and what is left in clear.


@dataclass(frozen=True, slots=True)
class HiddenSpans:
    """How far gold spans are hidden by any predicted span at all, whatever its label."""

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
        """The share of gold spans that are not wholly hidden; None where there are none."""
        return (self.gold - self.whole) / self.gold if self.gold else None


@dataclass(frozen=True, slots=True)
class DocumentScores:
    """The figures of one document."""

    exact: dict[str, Score]
    """Spans, by label: right are those of the same start, end and label."""
    exact_any: Score
    """Spans without regard to labels."""
    overlap: dict[str, Score]
    """Characters, white space left out, by label."""
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
    """The figures of a document; ``every`` has the predicted spans of other labels, too."""
    if not gold and not predicted:
        return NO_SPANS
    exact, overlap = {}, {}
    for label in sorted({one.label for one in (*gold, *predicted)}):
        ours, theirs = (
            [(one.start, one.end) for one in spans if one.label == label]
            for spans in (predicted, gold)
        )
        exact[label] = _score_exact(ours, theirs)
        overlap[label] = _score_overlap(text, ours, theirs)
    ours, theirs = ([(one.start, one.end) for one in spans] for spans in (predicted, gold))
    return DocumentScores(
        exact, _score_exact(ours, theirs), overlap, _score_overlap(text, ours, theirs),
        _count_hidden(text, gold, merge_intervals((one.start, one.end) for one in every)),
    )  # fmt: skip


def _score_exact(predicted: Iterable[Interval], gold: Iterable[Interval]) -> Score:
    ours, theirs = set(predicted), set(gold)
    return Score(len(ours & theirs), len(ours), len(theirs))


def _score_overlap(
    text: str | None, predicted: Iterable[Interval], gold: Iterable[Interval]
) -> Score:
    ours, theirs = merge_intervals(predicted), merge_intervals(gold)
    covered = count_letters(text, theirs)
    if ours == theirs:  # usual, and needs no further look
        return Score(covered, covered, covered)
    return Score(
        count_letters(text, intersect_intervals(ours, theirs)), count_letters(text, ours), covered
    )


def _count_hidden(
    text: str | None, gold: Iterable[ScoredSpan], every: Sequence[Interval]
) -> dict[str, HiddenSpans]:
    found: dict[str, HiddenSpans] = {}
    starts, ends = [start for start, _ in every], [end for _, end in every]
    for span in gold:
        place = [(span.start, span.end)]
        near = every[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        hidden = count_letters(text, intersect_intervals(place, near))
        whole = hidden == count_letters(text, place)
        one = HiddenSpans(int(whole), int(bool(hidden) and not whole), 1)
        found[span.label] = found.get(span.label, HiddenSpans()) + one
    return found
