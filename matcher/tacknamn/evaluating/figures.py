"""Precision, recall and F of counted things."""

from collections.abc import Collection
from dataclasses import dataclass
from statistics import fmean

__all__ = ["Macro", "Score", "macro"]

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
class Macro:
    """Means over labels: each label weighs the same, however rare."""

    precision: float | None
    recall: float | None
    f1: float | None
    f2: float | None


def macro(scores: Collection[Score]) -> Macro:
    """Means over the labels that occur; a figure that a label does not have counts as 0."""
    counted = [one for one in scores if one.gold or one.predicted]
    if not counted:
        return Macro(None, None, None, None)
    return Macro(
        fmean(one.precision or 0 for one in counted),
        fmean(one.recall or 0 for one in counted),
        fmean(one.f1 or 0 for one in counted),
        fmean(one.f2 or 0 for one in counted),
    )
