"""Compare the spans of one document: exact, by characters, and what is left in clear."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tacknamn.evaluating.documents import Span
from tacknamn.evaluating.figures import Score
from tacknamn.evaluating.intervals import Interval, common, letters, merged

__all__ = ["Hidden", "Measured", "measured"]


@dataclass(frozen=True, slots=True)
class Hidden:
    """How far gold spans are hidden by any predicted span at all, whatever its label."""

    whole: int = 0
    partly: int = 0
    gold: int = 0

    def __add__(self, other: "Hidden") -> "Hidden":
        return Hidden(self.whole + other.whole, self.partly + other.partly, self.gold + other.gold)

    @property
    def clear(self) -> int:
        """Gold spans of which no character is hidden."""
        return self.gold - self.whole - self.partly

    @property
    def leak_rate(self) -> float | None:
        """The share of gold spans that are not wholly hidden; None where there are none."""
        return (self.gold - self.whole) / self.gold if self.gold else None


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one document."""

    exact: dict[str, Score]
    """Spans, by label: right are those of the same start, end and label."""
    exact_any: Score
    """Spans without regard to labels."""
    overlap: dict[str, Score]
    """Characters, white space left out, by label."""
    overlap_any: Score
    hidden: dict[str, Hidden]
    """By the label of the gold span."""


NOTHING = Measured({}, Score(), {}, Score(), {})


def measured(
    text: str | None, gold: Sequence[Span], predicted: Sequence[Span], every: Sequence[Span]
) -> Measured:
    """The figures of a document; ``every`` has the predicted spans of other labels, too."""
    if not gold and not predicted:
        return NOTHING
    exact, overlap = {}, {}
    for label in sorted({one.label for one in (*gold, *predicted)}):
        ours, theirs = (
            [(one.start, one.end) for one in spans if one.label == label]
            for spans in (predicted, gold)
        )
        exact[label] = _exact(ours, theirs)
        overlap[label] = _overlap(text, ours, theirs)
    ours, theirs = ([(one.start, one.end) for one in spans] for spans in (predicted, gold))
    return Measured(
        exact, _exact(ours, theirs), overlap, _overlap(text, ours, theirs),
        _hidden(text, gold, merged((one.start, one.end) for one in every)),
    )  # fmt: skip


def _exact(predicted: Iterable[Interval], gold: Iterable[Interval]) -> Score:
    ours, theirs = set(predicted), set(gold)
    return Score(len(ours & theirs), len(ours), len(theirs))


def _overlap(text: str | None, predicted: Iterable[Interval], gold: Iterable[Interval]) -> Score:
    ours, theirs = merged(predicted), merged(gold)
    covered = letters(text, theirs)
    if ours == theirs:  # usual, and needs no further look
        return Score(covered, covered, covered)
    return Score(letters(text, common(ours, theirs)), letters(text, ours), covered)


def _hidden(text: str | None, gold: Iterable[Span], every: Sequence[Interval]) -> dict[str, Hidden]:
    found: dict[str, Hidden] = {}
    starts, ends = [start for start, _ in every], [end for _, end in every]
    for span in gold:
        place = [(span.start, span.end)]
        near = every[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        hidden = letters(text, common(place, near))
        whole = hidden == letters(text, place)
        one = Hidden(int(whole), int(bool(hidden) and not whole), 1)
        found[span.label] = found.get(span.label, Hidden()) + one
    return found
