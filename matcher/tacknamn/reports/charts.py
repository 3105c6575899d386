"""Draw figures as SVG for a page, without styles or scripts, and with text for screen readers.

Colours come from classes of the page's style sheet, so that light and dark mode work. Each picture
has a title and a description, and its figures are also in the table of its section.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from tacknamn.reports.pages import STYLE

__all__ = [
    "CHART_STYLE",
    "PAGE_STYLE",
    "PictureText",
    "draw_bars",
    "draw_matrix",
    "draw_ranges",
    "draw_reliability",
]

CHART_STYLE = """
:root { --first: #0b5cad; --second: #a03a00; --third: #5b6b00; }
@media (prefers-color-scheme: dark) {
  :root { --first: #6fb1f5; --second: #ff9d5c; --third: #c3cf5a; }
}
svg { max-width: none; font: .8rem system-ui, sans-serif; }
svg text { fill: var(--ink); }
svg .small { font-size: .7rem; }
svg .c1 { fill: var(--first); }
svg .c2 { fill: var(--second); }
svg .c3 { fill: var(--third); }
svg .grid { stroke: var(--line); stroke-width: .5; }
svg .axis { stroke: var(--ink); stroke-width: 1.5; }
svg .dashed { stroke-dasharray: 5 4; }
svg .range { stroke: var(--first); stroke-width: 3; }
"""
PAGE_STYLE = STYLE + CHART_STYLE
"""The style sheet of a page with pictures, for light and dark mode."""
WIDTH = 640
LEFT = 180
"""Room for names: 24 letters of the font size used."""
SCALE = WIDTH - LEFT - 60
"""Length of the value 1."""
ROW = 14
SIDE = 320
"""Side of the square in the reliability diagram."""
MARGIN = 50
CELL = 44
TICKS = (0, 0.25, 0.5, 0.75, 1)
STRONGEST = 0.35
"""Opacity of the strongest cell colour: text on it keeps a contrast of 7 to 1."""
LETTERS = 24
"""Letters of a name for which LEFT has room."""


@dataclass(frozen=True, slots=True)
class PictureText:
    """The title and description of a picture, for those who cannot see it."""

    id: str
    """Prefix of the ids in the picture; unique on a page."""
    title: str
    description: str


def draw_bars(
    text: PictureText, series: Sequence[str], rows: Mapping[str, Sequence[float | None]]
) -> str:
    """Draw bars from 0 to 1: for each name, one bar of each series."""
    step = ROW * len(series) + 10
    height = 30 + step * len(rows) + 30
    parts = [*_draw_legend(series), *_draw_axis(30, height - 30)]
    for row, (name, values) in enumerate(rows.items()):
        top = 34 + row * step
        parts.append(_draw_name(name, top + (step - 10) / 2 + 4))
        for at, value in enumerate(values):
            parts.append(_draw_bar(at, top + at * ROW, value))
    return _wrap_svg(text, WIDTH, height, parts)


def _draw_bar(at: int, top: float, value: float | None) -> str:
    figure = "none" if value is None else f"{value:.2f}"
    length = SCALE * (value or 0)
    return (
        f'<rect class="c{at + 1}" x="{LEFT}" y="{top}" width="{length:.1f}" height="{ROW - 3}"/>'
        f'<text class="small" x="{LEFT + length + 4:.1f}" y="{top + ROW - 5}">{figure}</text>'
    )


def draw_ranges(text: PictureText, rows: Mapping[str, tuple[float, float, float]]) -> str:
    """Draw differences with their intervals, around 0."""
    reach = max((abs(value) for row in rows.values() for value in row), default=0) or 1
    middle, half = LEFT + SCALE / 2, SCALE / 2
    height = 40 + 24 * len(rows)
    parts = [f'<line class="axis" x1="{middle}" y1="20" x2="{middle}" y2="{height - 20}"/>']
    for value, at in ((-reach, LEFT), (0, middle), (reach, LEFT + SCALE)):
        parts.append(_draw_centred(at, height - 4, f"{value:+.3f}"))
    for row, (name, (low, value, high)) in enumerate(rows.items()):
        y = 34 + row * 24
        left, dot, right = (
            f"{middle + half * figure / reach:.1f}" for figure in (low, value, high)
        )
        parts.append(_draw_name(name, y + 4))
        parts.append(f'<line class="range" x1="{left}" y1="{y}" x2="{right}" y2="{y}"/>')
        parts.append(f'<circle class="c1" cx="{dot}" cy="{y}" r="5"/>')
    return _wrap_svg(text, WIDTH, height, parts)


def draw_reliability(text: PictureText, bins: Iterable[tuple[float, float, float, float]]) -> str:
    """Draw predicted against actual probability: bins of low, high, mean and share that is right."""
    bottom = MARGIN + SIDE
    parts = []
    for tick in TICKS:
        x, y = MARGIN + SIDE * tick, bottom - SIDE * tick
        parts.append(f'<line class="grid" x1="{x}" y1="{MARGIN}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<line class="grid" x1="{MARGIN}" y1="{y}" x2="{bottom}" y2="{y}"/>')
        parts.append(_draw_centred(x, bottom + 18, f"{tick:g}"))
        parts.append(_draw_centred(MARGIN - 20, y + 4, f"{tick:g}"))
    for low, high, mean, right in bins:
        x, width = MARGIN + SIDE * low + 1, SIDE * (high - low) - 2
        top, at = bottom - SIDE * right, MARGIN + SIDE * mean
        parts.append(
            f'<rect class="c1" fill-opacity="{STRONGEST}" x="{x:.1f}" y="{top:.1f}" '
            f'width="{width:.1f}" height="{SIDE * right:.1f}"/>'
        )
        parts.append(f'<circle class="c1" cx="{at:.1f}" cy="{top:.1f}" r="4"/>')
    parts.append(
        f'<line class="axis dashed" x1="{MARGIN}" y1="{bottom}" x2="{bottom}" y2="{MARGIN}"/>'
    )
    parts.append(_draw_centred(MARGIN + SIDE / 2, bottom + 38, "predicted probability"))
    parts.append(_draw_centred(MARGIN + SIDE / 2, MARGIN - 14, "share that is right"))
    return _wrap_svg(text, SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, parts)


def draw_matrix(
    text: PictureText, names: Sequence[str], cells: Mapping[tuple[str, str], int]
) -> str:
    """Draw counts by row and column; the larger its share of the row, the stronger a cell's colour."""
    head = 130
    width, height = LEFT + CELL * len(names) + 10, head + CELL * len(names) + 10
    parts = [_draw_name("gold below, predicted →", head - 8)]
    for at, name in enumerate(names):
        x, y = LEFT + CELL * at + CELL / 2, head + CELL * at + CELL / 2
        parts.append(_draw_name(name, y + 4))
        parts.append(
            f'<text transform="translate({x + 4} {head - 8}) rotate(-60)">{_shorten(name)}</text>'
        )
        total = sum(cells.get((name, other), 0) for other in names)
        for to, other in enumerate(names):
            if count := cells.get((name, other), 0):
                parts.append(_draw_cell(LEFT + CELL * to, head + CELL * at, count, count / total))
    return _wrap_svg(text, width, height, parts)


def _draw_cell(x: float, y: float, count: int, share: float) -> str:
    return (
        f'<rect class="c1" fill-opacity="{STRONGEST * share:.2f}" x="{x}" y="{y}" '
        f'width="{CELL - 2}" height="{CELL - 2}"/>{_draw_centred(x + CELL / 2 - 1, y + 26, f"{count}")}'
    )


def _draw_legend(series: Sequence[str]) -> Iterable[str]:
    for at, name in enumerate(series):
        x = LEFT + 130 * at
        yield f'<rect class="c{at + 1}" x="{x}" y="8" width="12" height="12"/>'
        yield f'<text x="{x + 18}" y="18">{_shorten(name)}</text>'


def _draw_axis(top: float, bottom: float) -> Iterable[str]:
    for tick in TICKS:
        x = LEFT + SCALE * tick
        yield f'<line class="grid" x1="{x}" y1="{top}" x2="{x}" y2="{bottom}"/>'
        yield _draw_centred(x, bottom + 18, f"{tick:g}")


def _draw_name(name: str, y: float) -> str:
    return f'<text text-anchor="end" x="{LEFT - 8}" y="{y}">{_shorten(name)}</text>'


def _draw_centred(x: float, y: float, text: str) -> str:
    return f'<text text-anchor="middle" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _shorten(name: str) -> str:
    return escape(name if len(name) <= LETTERS else f"{name[: LETTERS - 1]}…")


def _wrap_svg(text: PictureText, width: float, height: float, parts: Iterable[str]) -> str:
    id = escape(text.id)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return "".join(
        [
            f'<svg {size} role="img" aria-labelledby="{id}-title {id}-text">',
            f'<title id="{id}-title">{escape(text.title)}</title>',
            f'<desc id="{id}-text">{escape(text.description)}</desc>',
            *parts,
            "</svg>",
        ]
    )
