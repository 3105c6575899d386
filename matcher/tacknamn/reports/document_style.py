"""Which colour a span has: that of its label's group in the taxonomy, light and dark."""

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
"""The group of labels that the taxonomy does not have; profiles may bring some."""
_OWN_TITLE, _OWN_COLOUR = "Labels of the profile", "#dedede"
_LIGHT_INK, _DARK_PAPER = "#1a1a1a", "#161616"
"""As in :mod:`tacknamn.reports.pages`."""
EDGE, DARK_EDGE = 0.5, 0.85
"""How much of a group's colour is in its line, on light and on dark paper."""
LESS_GREY, LESS_LIGHT = 0.6, 0.5
"""What the ground on dark paper has less of than the pale one on light paper. All are chosen so
that letters can be read at 7 to 1 and lines be seen at 3 to 1 (tests measure it)."""


class PageGroup(NamedTuple):
    """A group as the page shows it."""

    name: str
    """In the style sheet."""
    title: str


class GroupColours(NamedTuple):
    """``#rrggbb`` of a group: what letters stand on, and the line beneath them."""

    fill: str
    edge: str
    dark_fill: str
    dark_edge: str


@lru_cache(maxsize=1024)
def find_group(label: str) -> PageGroup:
    """The group of a label, by its name or an old alias."""
    found = load_taxonomy().find(label)
    return PageGroup(found.group.name, found.group.title) if found else PageGroup(OWN, _OWN_TITLE)


def build_colours() -> dict[str, GroupColours]:
    """The colours of every group, by its name."""
    named = {group.name: group.colour for group in load_taxonomy().groups}
    return {name: _derive_colours(colour) for name, colour in {**named, OWN: _OWN_COLOUR}.items()}


def _derive_colours(colour: str) -> GroupColours:
    return GroupColours(
        colour,
        _mix(colour, _LIGHT_INK, EDGE),
        _darken(colour),
        _mix(colour, _DARK_PAPER, DARK_EDGE),
    )


def _darken(colour: str) -> str:
    parts = _split_colour(colour)
    grey = LESS_GREY * min(parts)
    return _join_colour((part - grey) * LESS_LIGHT for part in parts)


def _mix(colour: str, other: str, share: float) -> str:
    pairs = zip(_split_colour(colour), _split_colour(other), strict=True)
    return _join_colour(one * share + two * (1 - share) for one, two in pairs)


def _split_colour(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _join_colour(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)


# How the page of a pseudonymized text looks; it follows the style sheet that all pages share.
#
# A replaced span has the ground of its group and a solid line beneath it; one that is only marked
# has a dotted line and no ground. Labels in letters stand behind the spans: no meaning is told by
# colour alone.
#
# Counterparts stand in the same row. A span's place in its row is its class (``s0``, ``s1`` ...), so
# that a fixed number of rules lights up both of them, without a program.
#
# What makes browsers take minutes for a text without lines is not here: ``unicode-bidi: plaintext``,
# ``box-decoration-break: clone``, and ``dir="auto"`` around many spans.


PAIRS = 64
"""Spans of a row that light up together with their counterpart. Paragraphs have fewer; in longer
rows the others are linked and told by their title as well. Each costs a line of style."""

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
.text { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; text-align: start;
  padding: .15rem .25rem; line-height: 1.9; min-width: 0; }
.seen { white-space: pre-wrap; }
.span { color: var(--ink); background: var(--fill); border-bottom: 3px solid var(--edge);
  border-radius: .15em; padding: 0 .1em; text-decoration: none; scroll-margin: 30vh 0; }
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
td .span { white-space: nowrap; }
details { min-width: 16rem; }
details dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: 0; }
details dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 45rem) {
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
    """The style sheet."""
    return STYLE + _build_group_style() + _TEXT_STYLE + _build_pair_style()


def _build_group_style() -> str:
    """Two names for each group, its ground and its line, in the colours of light and dark."""
    named = build_colours().items()
    light = " ".join(f"--{name}: {one.fill}; --{name}-edge: {one.edge};" for name, one in named)
    dark = " ".join(
        f"--{name}: {one.dark_fill}; --{name}-edge: {one.dark_edge};" for name, one in named
    )
    rules = "\n".join(
        f".g-{name} {{ --fill: var(--{name}); --edge: var(--{name}-edge); }}" for name, _ in named
    )
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{rules}"


def _build_pair_style() -> str:
    lit = ",\n".join(
        f".row:has(.s{place}:is(:hover, :focus-visible)) .s{place}" for place in range(PAIRS)
    )
    return f"{lit} {{ outline: 2px solid var(--ink); outline-offset: 1px; }}\n"
