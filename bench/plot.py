"""Draw rates as bars in SVG: one group per engine, one bar per size of the list."""

from collections.abc import Mapping, Sequence

__all__ = ["draw_bars"]

COLOURS = ("#7fb3d5", "#2e7fb8", "#134a73")
"""From light to dark with the size. They differ enough for the colour-blind and in print."""
_LEFT, _WIDTH, _BAR, _GAP, _TOP = 190, 700, 11, 12, 52
"""Pixels: width of names, longest bar, thickness of a bar, space between groups, top."""


def draw_bars(title: str, rates: Mapping[str, Sequence[float | None]], sizes: Sequence[str]) -> str:
    """Draw the rates of each engine, the fastest first."""
    longest = max((rate for row in rates.values() for rate in row if rate), default=1.0)
    group = _BAR * len(sizes) + _GAP
    height = _TOP + group * len(rates) + _GAP
    width = _LEFT + _WIDTH + 60
    namespace = 'xmlns="http://www.w3.org/2000/svg"'
    parts = [
        f'<svg {namespace} viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{_GAP}" y="18" font-size="14">{_escape(title)}</text>',
        *_draw_legend(sizes),
    ]
    ordered = sorted(rates.items(), key=lambda item: -max(rate or 0 for rate in item[1]))
    for number, (name, row) in enumerate(ordered):
        parts += _draw_group(name, row, _TOP + number * group, longest)
    return "\n".join([*parts, "</svg>\n"])


def _draw_legend(sizes: Sequence[str]) -> list[str]:
    parts = []
    for number, size in enumerate(sizes):
        x = _LEFT + number * 150
        parts.append(f'<rect x="{x}" y="30" width="12" height="12" fill="{COLOURS[number]}"/>')
        parts.append(f'<text x="{x + 18}" y="41">{_escape(size)}</text>')
    return parts


def _draw_group(name: str, row: Sequence[float | None], top: float, longest: float) -> list[str]:
    middle = top + _BAR * len(row) / 2 + 4
    parts = [f'<text x="{_LEFT - 8}" y="{middle:.0f}" text-anchor="end">{_escape(name)}</text>']
    for number, rate in enumerate(row):
        y = top + number * _BAR
        length = _WIDTH * (rate or 0) / longest
        parts.append(
            f'<rect x="{_LEFT}" y="{y}" width="{length:.1f}" height="{_BAR - 1}" '
            f'fill="{COLOURS[number]}"/>'
        )
        figure = "–" if rate is None else f"{rate:.3g}"
        parts.append(
            f'<text x="{_LEFT + length + 4:.1f}" y="{y + _BAR - 2}" font-size="10">{figure}</text>'
        )
    return parts


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
