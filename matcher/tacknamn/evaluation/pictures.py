"""Choose the figures of an evaluation that are drawn, and describe the pictures."""

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

__all__ = ["draw_calibration", "draw_confusion", "draw_differences", "draw_labels", "draw_leaks"]

NAMES = 20
"""Labels in the matrix: the most frequent ones. The table of the page has all of them."""
NONE = "none"


def draw_labels(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw precision, recall and F2 of each label."""
    figures = ("precision", "recall", "f2")
    rows = {
        label: [scores[name] for name in figures]
        for label, scores in data["exact"]["labels"].items()
    }
    description = "Bars for each label; the table below has the same figures."
    text = PictureText("chart-exact", "Precision, recall and F2 by label", description)
    return (draw_bars(text, ("precision", "recall", "F2"), rows),) if rows else ()


def draw_leaks(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw the shares of each label that are not wholly hidden, and not hidden at all."""
    rows = {
        label: [hidden["leak_rate"], hidden["clear"] / hidden["gold"]]
        for label, hidden in data["leak"]["labels"].items()
        if hidden["gold"]
    }
    description = (
        "Shares of gold spans that are not wholly hidden, and of those that are not hidden at all."
    )
    text = PictureText("chart-leak", "Leak rate by label", description)
    return (draw_bars(text, ("not wholly hidden", "in clear"), rows),) if rows else ()


def draw_confusion(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw the confusion matrix: gold in rows, predicted in columns."""
    cells = {
        (cell["gold"] or NONE, cell["predicted"] or NONE): cell["spans"]
        for cell in data["confusion"]
    }
    used: Counter[str] = Counter()
    for (gold, predicted), spans in cells.items():
        used[gold] += spans
        used[predicted] += spans
    names = sorted(name for name, _ in used.most_common(NAMES) if name != NONE)
    names += [NONE] if NONE in used else []
    description = "Gold labels in rows, predicted ones in columns, numbers of spans in cells."
    text = PictureText("chart-confusion", "Confusion matrix", description)
    return (draw_matrix(text, names, cells),) if names else ()


def draw_calibration(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw the reliability diagram."""
    bins = [
        (each["low"], each["high"], each["mean"], each["right"])
        for each in data["calibration"]["bins"]
    ]
    description = (
        "If probabilities are right, the dots lie on the dashed line; below it the predictions "
        "are too confident."
    )
    text = PictureText("chart-calibration", "Reliability diagram", description)
    return (draw_reliability(text, bins),) if bins else ()


def draw_differences(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Draw the differences of two runs with their intervals."""
    rows = {
        name: (figure["interval"]["low"], figure["difference"], figure["interval"]["high"])
        for name, figure in data["comparison"]["differences"].items()
        if figure["interval"] and figure["difference"] is not None
    }
    description = (
        "Second run minus first, with the interval of 95 %; right of the middle the second is "
        "higher."
    )
    text = PictureText("chart-difference", "Differences of the two runs", description)
    return (draw_ranges(text, rows),) if rows else ()
