"""Which figures of an evaluation are drawn, and what their pictures say."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tacknamn.reports.charts import (
    PictureText,
    draw_bars,
    draw_matrix,
    draw_ranges,
    draw_reliability,
)

__all__ = ["draw_calibration", "draw_confusion", "draw_differences", "draw_labels",
           "draw_leaks"]  # fmt: skip

NAMES = 20
"""Labels in the matrix: the most frequent ones. The table below has them all."""
NONE = "none"


def draw_labels(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Precision, recall and F2 of every label."""
    figures = ("precision", "recall", "f2")
    rows = {label: [one[name] for name in figures]
            for label, one in data["exact"]["labels"].items()}  # fmt: skip
    told = "Bars for each label; the table below has the same figures."
    words = PictureText("chart-exact", "Precision, recall and F2 by label", told)
    return (draw_bars(words, ("precision", "recall", "F2"), rows),) if rows else ()


def draw_leaks(data: Mapping[str, Any]) -> tuple[str, ...]:
    """How much of every label is not wholly hidden, and how much wholly in clear."""
    rows = {
        label: [one["leak_rate"], one["clear"] / one["gold"]]
        for label, one in data["leak"]["labels"].items()
        if one["gold"]
    }
    told = "Shares of gold spans that are not wholly hidden, and of those wholly in clear."
    words = PictureText("chart-leak", "Leak rate by label", told)
    return (draw_bars(words, ("not wholly hidden", "in clear"), rows),) if rows else ()


def draw_confusion(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The matrix: gold in rows, predicted in columns."""
    cells = {(one["gold"] or NONE, one["predicted"] or NONE): one["spans"]
             for one in data["confusion"]}  # fmt: skip
    used: Counter[str] = Counter()
    for (gold, predicted), spans in cells.items():
        used[gold] += spans
        used[predicted] += spans
    names = sorted(name for name, _ in used.most_common(NAMES) if name != NONE)
    names += [NONE] if NONE in used else []
    told = "Gold labels in rows, predicted ones in columns, spans in cells."
    words = PictureText("chart-confusion", "Confusion matrix", told)
    return (draw_matrix(words, names, cells),) if names else ()


def draw_calibration(data: Mapping[str, Any]) -> tuple[str, ...]:
    """The reliability diagram."""
    bins = [(one["low"], one["high"], one["mean"], one["right"])
            for one in data["calibration"]["bins"]]  # fmt: skip
    told = (
        "Where probabilities mean what they say, dots lie on the dashed line; below it the "
        "predictions are too sure of themselves."
    )
    words = PictureText("chart-calibration", "Reliability diagram", told)
    return (draw_reliability(words, bins),) if bins else ()


def draw_differences(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Differences of two runs with their intervals."""
    rows = {
        name: (one["interval"]["low"], one["difference"], one["interval"]["high"])
        for name, one in data["comparison"]["differences"].items()
        if one["interval"] and one["difference"] is not None
    }
    told = "Second run less first, with the interval of 95 %; right of the middle is more."
    words = PictureText("chart-difference", "Differences of the two runs", told)
    return (draw_ranges(words, rows),) if rows else ()
