"""Check whether probabilities are right: of the predictions with 0.8, are 80 of 100 correct?"""

from collections.abc import Sequence
from dataclasses import dataclass

from tacknamn.evaluation.span_lists import ScoredSpan

__all__ = ["Calibration", "CalibrationBin"]

BINS = 10
"""Bins of equal width, as in most published diagrams (Guo et al. 2017 use 15, sklearn 5)."""


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Predictions with similar probabilities."""

    low: float
    """The lowest probability of this bin."""
    high: float
    """The lowest probability of the next bin. The last bin includes 1."""
    predictions: int
    mean: float
    """The mean of their probabilities."""
    right: float
    """The share of them with correct start, end and label."""


class Calibration:
    """Collects predictions with probabilities in bins."""

    def __init__(self) -> None:
        self.unscored = 0
        """Predictions without a probability, which are left out."""
        self._counts = [0] * BINS
        self._right = [0] * BINS
        self._sums = [0.0] * BINS

    def add(self, gold: Sequence[ScoredSpan], predicted: Sequence[ScoredSpan]) -> None:
        """Add the predictions of one document."""
        true = set(gold) if predicted else set()
        for span in predicted:
            if span.score is None:
                self.unscored += 1
                continue
            number = min(int(span.score * BINS), BINS - 1)
            self._counts[number] += 1
            self._right[number] += span in true
            self._sums[number] += span.score

    @property
    def predictions(self) -> int:
        """The number of predictions with a probability."""
        return sum(self._counts)

    @property
    def bins(self) -> list[CalibrationBin]:
        """The bins that are not empty, in ascending order."""
        return [
            CalibrationBin(
                number / BINS,
                (number + 1) / BINS,
                count,
                self._sums[number] / count,
                self._right[number] / count,
            )
            for number, count in enumerate(self._counts)
            if count
        ]

    @property
    def expected_error(self) -> float | None:
        """The mean distance between probability and share that is right, weighted by predictions."""
        if not self.predictions:
            return None
        distances = (each.predictions * abs(each.mean - each.right) for each in self.bins)
        return sum(distances) / self.predictions
