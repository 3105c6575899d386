"""Goals for figures: ``--fail-under exact.micro.f2=0.95``.

A goal names a figure by its path in the JSON output, ``VIEW.NAME.FIGURE``. NAME is a label, micro,
macro or any. The most common figures have short names. For figures of which less is better
(``leak_rate``, ``calibration.error``), the value is a maximum.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = ["Goal", "describe_miss", "read_goal"]

_SHORT = {
    "precision": "exact.micro.precision",
    "recall": "exact.micro.recall",
    "f1": "exact.micro.f1",
    "f2": "exact.micro.f2",
    "leak_rate": "leak.any.leak_rate",
    "kappa": "agreement.kappa",
    "alpha": "agreement.alpha",
}
_FIGURES = ("precision", "recall", "f1", "f2")
_SINGLE = ("agreement.kappa", "agreement.alpha", "calibration.error",
           "per_document.precision", "per_document.recall")  # fmt: skip
_LESS_IS_BETTER = ("leak_rate", "error")


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure with the value that it must reach."""

    metric: str
    value: float

    @property
    def at_most(self) -> bool:
        """Whether less is better."""
        return self.metric.rpartition(".")[2] in _LESS_IS_BETTER


def read_goal(written: str) -> Goal:
    """Read a goal of the form ``METRIC=VALUE``.

    >>> read_goal("f2=0.95")
    Goal(metric='exact.micro.f2', value=0.95)
    """
    metric, sign, number = written.rpartition("=")
    try:
        value = float(number)
    except ValueError:
        value = -1
    if not sign or not 0 <= value <= 1:
        raise InputError(
            f"--fail-under {make_printable(written)}: write METRIC=VALUE with a value from 0 to 1, "
            "such as f2=0.95"
        )
    return Goal(_SHORT.get(metric, metric), value)


def describe_miss(goal: Goal, data: Mapping[str, Any]) -> str | None:
    """Describe how the goal is missed; None if it is reached.

    A figure that does not exist, because nothing was predicted, is missed as well."""
    figures = _list_figures(data)
    if goal.metric not in figures:
        similar = get_close_matches(goal.metric, [*_SHORT, *figures], 3) or [*_SHORT]
        raise InputError(
            f"--fail-under: there is no figure {make_printable(goal.metric)}; choose one like "
            f"{', '.join(similar)}"
        )
    figure = figures[goal.metric]
    if figure is None:
        return f"{goal.metric}: the figure does not exist"
    if figure > goal.value if goal.at_most else figure < goal.value:
        required = "at most" if goal.at_most else "at least"
        return f"{goal.metric} is {figure:.4f}, but {required} {goal.value:g} is required"
    return None


def _list_figures(data: Mapping[str, Any]) -> dict[str, float | None]:
    """All figures by their names."""
    figures: dict[str, float | None] = {}
    for view in ("exact", "overlap", "tokens_scored"):
        for name, scores in _named_scores(data[view]):
            figures |= {f"{view}.{name}.{figure}": scores[figure] for figure in _FIGURES}
    for name, hidden in _named_scores(data["leak"]):
        figures[f"leak.{name}.leak_rate"] = hidden["leak_rate"]
    for single in _SINGLE:
        part, _, figure = single.partition(".")
        figures[single] = data[part][figure]
    return figures


def _named_scores(view: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Labels, then all labels together, so that a label called micro does not hide the latter."""
    together = [(name, figures) for name, figures in view.items() if name != "labels"]
    return [*view["labels"].items(), *together]
