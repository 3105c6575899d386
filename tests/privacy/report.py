"""Write figures: as a table for the screen, as JSON, and as tables of docs/privacy.md."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from tests.privacy.figures import AttackFigure, find_forced, read_forced

__all__ = ["list_failures", "render_figures", "write_json"]

_HEAD = ("attack", "profile", "mode", "rounds", "right", "chance", "points", "95 %", "")


def render_figures(figures: Iterable[AttackFigure]) -> str:
    """Return a table for the screen."""
    rows = [_HEAD, *map(_list_cells, figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if at < 3 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _list_cells(figure: AttackFigure) -> tuple[str, ...]:
    low, high = figure.interval
    return (
        figure.attack,
        figure.profile,
        figure.mode,
        str(figure.rounds),
        f"{figure.success:.1%}" if figure.rounds else "refused",
        f"{figure.chance:.1%}",
        f"{100 * figure.difference:+.1f}",
        f"{low:.0%}-{high:.0%}" if figure.rounds else "",
        _judge(figure),
    )


def _judge(figure: AttackFigure) -> str:
    if not figure.is_better_than_chance:
        return ""
    forced = find_forced(figure, read_forced())
    return f"forced: {forced.rule}" if forced else "LEAK"


def list_failures(figures: Iterable[AttackFigure]) -> list[AttackFigure]:
    """List the attacks that succeed too often, without a rule that forces it."""
    forced = read_forced()
    return [
        figure
        for figure in figures
        if figure.is_better_than_chance and find_forced(figure, forced) is None
    ]


def write_json(figures: Sequence[AttackFigure]) -> str:
    """Return the figures as JSON."""
    rows = [
        asdict(figure)
        | {
            "success": round(figure.success, 4),
            "points": round(100 * figure.difference, 1),
            "interval": [round(end, 4) for end in figure.interval],
            "judgement": _judge(figure),
        }
        for figure in figures
    ]
    return json.dumps({"format": "tacknamn-privacy", "figures": rows}, ensure_ascii=False, indent=1)
