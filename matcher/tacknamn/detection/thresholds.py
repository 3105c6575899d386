"""The least probability that a detection of a label must have.

Without a threshold, the ranking decides: it reports a name that is rather a name than not, and a
little below, because a leak does more harm than a word too many. A threshold moves one label along
the table of docs/accuracy.md: a higher one leaves more in the text, a lower one finds more.
"""

from collections.abc import Mapping
from typing import Final

from tacknamn.detection.ranking.label_groups import INSTITUTIONS, PERSONS, PLACES
from tacknamn.errors import InputError
from tacknamn.records import Detection
from tacknamn.support.suggest import suggest_names

__all__ = ["THRESHOLD_LABELS", "check_threshold", "drop_improbable"]

THRESHOLD_LABELS: Final = tuple(sorted(PERSONS | PLACES | INSTITUTIONS))
"""The labels that the ranking gives a probability. What patterns and cues find is certain."""
_LONGEST_SHOWN: Final = 80
"""Characters of an unknown label that a message shows."""


def check_threshold(label: str, least: float) -> float:
    """Return the threshold of a label as a number.

    >>> check_threshold("surname", 0.9)
    0.9
    """
    if label not in THRESHOLD_LABELS:
        shown = label[:_LONGEST_SHOWN]
        raise InputError(
            f"{shown!r} is no label with a probability; {suggest_names(shown, THRESHOLD_LABELS)}"
        )
    if not 0 <= least <= 1:
        raise InputError(f"the threshold of {label} must be from 0 to 1, such as 0.9")
    return float(least)


def drop_improbable(
    detections: list[Detection], thresholds: Mapping[str, float]
) -> list[Detection]:
    """Return the detections that reach the threshold of their label."""
    return [
        detection
        for detection in detections
        if detection.probability >= thresholds.get(detection.label, 0.0)
    ]
