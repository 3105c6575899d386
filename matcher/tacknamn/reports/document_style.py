"""The style sheet of the page of a pseudonymized text, with the colour of every label group.

A replaced span has the background of its group and a solid line below it; a span that is only
marked has a dotted line and no background. Labels follow the spans in words, so that no meaning
depends on colour alone.

The two texts of a span are in the same row. The index of a span in its row is its class (``s0``,
``s1`` ...), so a fixed number of rules highlights both of them without a script.

A span has no padding: where it begins a new line, its padding would stay at the end of the line before,
as a coloured sliver. ``box-decoration-break: clone`` would move it too, but with it, ``unicode-bidi:
plaintext`` or ``dir="auto"`` around many spans, browsers take minutes for a text without line ends.

On a narrow screen the table of spans becomes a list, one span after the other.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tacknamn.reports.pages import STYLE
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = [
    "OWN",
    "PAIRS",
    "GroupColours",
    "PageGroup",
    "build_colours",
    "build_document_style",
    "find_group",
]

OWN = "own"
"""The group for labels that are not in the taxonomy, such as those of a profile."""
_OWN_TITLE = "Labels of the profile"
_LIGHT_PAPER, _DARK_PAPER = "#ffffff", "#16181c"
"""The same colours as in :mod:`tacknamn.reports.pages`."""
_COLOURS = {
    "morphology": ("#44505c", "#aebac6"),
    "names": ("#9b1c3a", "#ff9db3"),
    "geographic": ("#14622f", "#86d9a1"),
    "institutions": ("#1d4f9e", "#9cc4ff"),
    "transportation": ("#7a4a00", "#f2c27a"),
    "age": ("#6a2a8c", "#dcaaf5"),
    "dates": ("#00606b", "#7fdbe8"),
    "misc": ("#5c4d00", "#e3d27a"),
    "mark": ("#4c4f57", "#b9bfc9"),
    "other": ("#7a2f6b", "#f0b0dd"),
}
"""The colour of each group in the review page, on light and on dark paper (page.css). Groups that the page
need not tell apart, because they have no text of their own there, have a colour of their own here."""
_OWN_COLOURS = ("#3d3d3d", "#c9c9c9")
FILL, DARK_FILL = 0.13, 0.22
"""The share of a group's colour in the background of its spans, on light and on dark paper. Letters have a
contrast of 7 to 1 on it, and lines one of 3 to 1 on paper, which tests measure."""


class PageGroup(NamedTuple):
    """A label group on the page."""

    name: str
    """Its name in the style sheet."""
    title: str


class GroupColours(NamedTuple):
    """The colours of a group as ``#rrggbb``: the background of letters and the line below them."""

    fill: str
    edge: str
    dark_fill: str
    dark_edge: str


@lru_cache(maxsize=1024)
def find_group(label: str) -> PageGroup:
    """Find the group of a label, by its name or an old alias."""
    info = load_taxonomy().find(label)
    return PageGroup(info.group.name, info.group.title) if info else PageGroup(OWN, _OWN_TITLE)


def build_colours() -> dict[str, GroupColours]:
    """Build the colours of every group, by its name."""
    names = [group.name for group in load_taxonomy().groups]
    colours = {**{name: _COLOURS[name] for name in names}, OWN: _OWN_COLOURS}
    return {name: _derive_colours(*pair) for name, pair in colours.items()}


def _derive_colours(light: str, dark: str) -> GroupColours:
    return GroupColours(
        _mix(light, _LIGHT_PAPER, FILL), light, _mix(dark, _DARK_PAPER, DARK_FILL), dark
    )


def _mix(colour: str, other: str, share: float) -> str:
    pairs = zip(_split_colour(colour), _split_colour(other), strict=True)
    return _join_colour(part * share + rest * (1 - share) for part, rest in pairs)


def _split_colour(colour: str) -> list[int]:
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]


def _join_colour(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)


PAIRS = 64
"""Spans of a row that are highlighted together with their counterparts. Paragraphs have fewer. In
longer rows the other spans still have links and titles. Each pair costs one line of style."""

_TEXT_STYLE = """
body { max-width: 110rem; }
nav ul { padding: 0; }
nav li { display: inline-block; margin-right: 1.5rem; }
.legend { columns: 22rem; padding: 0; list-style: none; }
.legend li { padding: .25rem 0; break-inside: avoid; }
.texts { border-top: 2px solid var(--line); }
.row { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 2rem; }
.alone { max-width: 60rem; }
.alone .row { grid-template-columns: minmax(0, 1fr); }
.row:not(.head) { content-visibility: auto; contain-intrinsic-size: auto 4rem; }
.head { position: sticky; top: 0; z-index: 1; background: var(--paper); font-weight: bold;
  border-bottom: 2px solid var(--line); }
.text { white-space: pre-wrap; overflow-wrap: break-word; tab-size: 4; text-align: start;
  padding: .15rem .25rem; line-height: 1.9; min-width: 0; }
.seen { white-space: pre-wrap; }
.span { color: var(--ink); background: var(--fill); border-bottom: 3px solid var(--edge);
  text-decoration: none; scroll-margin: 30vh 0; }
.mark { background: none; border-bottom-style: dotted; }
.tag { font-size: .75rem; color: var(--quiet); text-decoration: none;
  white-space: nowrap; -webkit-user-select: none; user-select: none; }
a.tag:hover { text-decoration: underline; }
.odd { font: .75rem ui-monospace, monospace; color: var(--quiet); border: 1px solid var(--line);
  border-radius: .2em; padding: 0 .1em; -webkit-user-select: none;
  user-select: none; }
.span:target, tr:target { outline: 3px solid var(--link); outline-offset: 1px; }
.span:focus-visible { position: relative; }
.span:focus-visible::after { content: attr(title); position: absolute; left: 0; top: 100%;
  z-index: 2; width: max-content; max-width: 20rem; padding: .25rem .5rem; font-size: .85rem;
  line-height: 1.4; white-space: normal; background: var(--paper); border: 1px solid var(--line); }
td .span { white-space: nowrap; padding: 0 .1em; }
td.seen { max-width: 24rem; }
details { min-width: 16rem; }
details dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .75rem;
  margin: 0; }
details dd { margin: 0; overflow-wrap: break-word; }
@media (max-width: 45rem) {
  .spans, .spans caption, .spans tbody, .spans tr, .spans th, .spans td { display: block; max-width: none; }
  .spans thead { display: none; }
  .spans tr { padding: .5rem 0; }
  .spans td, .spans th { padding: .1rem 0; text-align: start; white-space: pre-wrap; }
  .spans td[data-title]::before, .spans th[data-title]::before { content: attr(data-title) ": ";
    color: var(--quiet); }
  .spans td:empty { display: none; }
  details { min-width: 0; }
  .row { grid-template-columns: minmax(0, 1fr); border-bottom: 1px solid var(--line); }
  .head { position: static; }
  .row:not(.head) > .text + .text { border-left: .35rem solid var(--line); }
}
@media print {
  body { max-width: none; }
  .head { position: static; }
  .row:not(.head) { content-visibility: visible; break-inside: auto; }
  tr { break-inside: avoid; }
  ::details-content { content-visibility: visible; block-size: auto; }
}
"""


@lru_cache(maxsize=1)
def build_document_style() -> str:
    """Build the style sheet."""
    return STYLE + _build_group_style() + _TEXT_STYLE + _build_pair_style()


def _build_group_style() -> str:
    """Build two variables for each group, background and line, in light and dark colours."""
    named = build_colours().items()
    light = " ".join(
        f"--{name}: {colour.fill}; --{name}-edge: {colour.edge};" for name, colour in named
    )
    dark = " ".join(
        f"--{name}: {colour.dark_fill}; --{name}-edge: {colour.dark_edge};"
        for name, colour in named
    )
    rules = "\n".join(
        f".g-{name} {{ --fill: var(--{name}); --edge: var(--{name}-edge); }}" for name, _ in named
    )
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{rules}"


def _build_pair_style() -> str:
    lit = ",\n".join(
        f".row:has(.s{index}:is(:hover, :focus-visible)) .s{index}" for index in range(PAIRS)
    )
    return f"{lit} {{ outline: 2px solid var(--ink); outline-offset: 1px; }}\n"
