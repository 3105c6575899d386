"""Which colour a span has: that of its label's group in the taxonomy, light and dark."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tacknamn.taxonomy import load_taxonomy

__all__ = ["OWN", "Colours", "Shown", "colours", "group_of"]

OWN = "own"
"""The group of labels that the taxonomy does not have; profiles may bring some."""
_OWN_TITLE, _OWN_COLOUR = "Labels of the profile", "#dedede"
_LIGHT_INK, _DARK_PAPER = "#1a1a1a", "#161616"
"""As in :mod:`tacknamn.reporting.page_style`."""
EDGE, DARK_EDGE = 0.5, 0.85
"""How much of a group's colour is in its line, on light and on dark paper."""
LESS_GREY, LESS_LIGHT = 0.6, 0.5
"""What the ground on dark paper has less of than the pale one on light paper. All are chosen so
that letters can be read at 7 to 1 and lines be seen at 3 to 1 (tests measure it)."""


class Shown(NamedTuple):
    """A group as the page shows it."""

    name: str
    """In the style sheet."""
    title: str


class Colours(NamedTuple):
    """``#rrggbb`` of a group: what letters stand on, and the line beneath them."""

    fill: str
    edge: str
    dark_fill: str
    dark_edge: str


@lru_cache(maxsize=1024)
def group_of(label: str) -> Shown:
    """The group of a label, by its name or an old alias."""
    found = load_taxonomy().find(label)
    return Shown(found.group.name, found.group.title) if found else Shown(OWN, _OWN_TITLE)


def colours() -> dict[str, Colours]:
    """The colours of every group, by its name."""
    named = {group.name: group.colour for group in load_taxonomy().groups}
    return {name: _colours(colour) for name, colour in {**named, OWN: _OWN_COLOUR}.items()}


def _colours(colour: str) -> Colours:
    return Colours(
        colour,
        _mixed(colour, _LIGHT_INK, EDGE),
        _darkened(colour),
        _mixed(colour, _DARK_PAPER, DARK_EDGE),
    )


def _darkened(colour: str) -> str:
    parts = _parts(colour)
    grey = LESS_GREY * min(parts)
    return _written((part - grey) * LESS_LIGHT for part in parts)


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(_parts(colour), _parts(other), strict=True)
    return _written(one * share + two * (1 - share) for one, two in pairs)


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _written(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)
