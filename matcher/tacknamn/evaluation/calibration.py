"""Do probabilities mean what they say: of the predictions that say 0.8, are 80 of 100 right?"""

from collections.abc import Sequence
from dataclasses import dataclass

from tacknamn.evaluation.span_lists import ScoredSpan

__all__ = ["Calibration", "CalibrationBin"]

BINS = 10
"""Bins of equal width, as in most published diagrams (Guo et al. 2017 take 15, sklearn 5)."""


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Predictions of about the same probability."""

    low: float
    """The least probability that belongs here."""
    high: float
    """The first one that does not; in the last bin, 1 belongs here."""
    predictions: int
    mean: float
    """The mean probability that they gave themselves."""
    right: float
    """The share of them that is right: start, end and label."""


class Calibration:
    """Predictions with probabilities, gathered in bins."""

    def __init__(self) -> None:
        self.unscored = 0
        """Predictions without a probability: they are left out."""
        self._counts = [0] * BINS
        self._right = [0] * BINS
        self._sums = [0.0] * BINS

    def add(self, gold: Sequence[ScoredSpan], predicted: Sequence[ScoredSpan]) -> None:
        """Take in the predictions of one document."""
        true = set(gold) if predicted else set()
        for one in predicted:
            if one.score is None:
                self.unscored += 1
                continue
            place = min(int(one.score * BINS), BINS - 1)
            self._counts[place] += 1
            self._right[place] += one in true
            self._sums[place] += one.score

    @property
    def predictions(self) -> int:
        """Predictions with a probability."""
        return sum(self._counts)

    @property
    def bins(self) -> list[CalibrationBin]:
        """The bins that are not empty, from the least probability on."""
        return [
            CalibrationBin(
                at / BINS, (at + 1) / BINS, count, self._sums[at] / count, self._right[at] / count
            )
            for at, count in enumerate(self._counts)
            if count
        ]

    @property
    def expected_error(self) -> float | None:
        """The mean distance of probability and share that is right, weighted by predictions."""
        if not self.predictions:
            return None
        distances = (one.predictions * abs(one.mean - one.right) for one in self.bins)
        return sum(distances) / self.predictions
