"""Figures that must be reached: ``--fail-under exact.micro.f2=0.95``.

A goal names a figure as the JSON does, ``VIEW.NAME.FIGURE``, where NAME is a label, micro, macro
or any. Short names stand for the most wanted ones. Where less is better (``leak_rate``,
``calibration.error``), the value is the most that is allowed.
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
    """A figure and what it must reach."""

    metric: str
    value: float

    @property
    def at_most(self) -> bool:
        """Whether less is better."""
        return self.metric.rpartition(".")[2] in _LESS_IS_BETTER


def read_goal(wanted: str) -> Goal:
    """``METRIC=VALUE`` as a goal.

    >>> parsed("f2=0.95")
    Goal(metric='exact.micro.f2', value=0.95)
    """
    metric, sign, number = wanted.rpartition("=")
    try:
        value = float(number)
    except ValueError:
        value = -1
    if not sign or not 0 <= value <= 1:
        raise InputError(
            f"--fail-under {make_printable(wanted)}: write METRIC=VALUE with a value from 0 to 1, "
            "such as f2=0.95"
        )
    return Goal(_SHORT.get(metric, metric), value)


def describe_miss(goal: Goal, data: Mapping[str, Any]) -> str | None:
    """What to say where the goal is missed; None where it is reached.

    A figure that there is not, because nothing was predicted, is missed, too."""
    figures = _list_figures(data)
    if goal.metric not in figures:
        near = get_close_matches(goal.metric, [*_SHORT, *figures], 3) or [*_SHORT]
        raise InputError(
            f"--fail-under: no figure is called {make_printable(goal.metric)}; "
            f"there are {', '.join(near)}"
        )
    figure = figures[goal.metric]
    if figure is None:
        return f"{goal.metric}: there is no such figure"
    if figure > goal.value if goal.at_most else figure < goal.value:
        wanted = "at most" if goal.at_most else "at least"
        return f"{goal.metric} is {figure:.4f}, {wanted} {goal.value:g} was asked"
    return None


def _list_figures(data: Mapping[str, Any]) -> dict[str, float | None]:
    """All figures by their names."""
    found: dict[str, float | None] = {}
    for view in ("exact", "overlap", "tokens_scored"):
        for name, scores in _named_scores(data[view]):
            found |= {f"{view}.{name}.{figure}": scores[figure] for figure in _FIGURES}
    for name, hidden in _named_scores(data["leak"]):
        found[f"leak.{name}.leak_rate"] = hidden["leak_rate"]
    for single in _SINGLE:
        part, _, figure = single.partition(".")
        found[single] = data[part][figure]
    return found


def _named_scores(view: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Labels, then the whole: a label that is called micro must not hide the whole."""
    whole = [(name, figures) for name, figures in view.items() if name != "labels"]
    return [*view["labels"].items(), *whole]
