"""Rows of pieces that settle each other: which pieces stand side by side, and what kinds of names
each may be.

Time grows with the row, however many names stand beside each other.
"""

from collections.abc import Iterator
from typing import Final, final

from tacknamn.labelling.forms import FIRSTNAMES, INSTITUTIONS, NOUNS, PLACES
from tacknamn.labelling.pieces import Piece
from tacknamn.labelling.scores import total
from tacknamn.labelling.weights import OTHER, Weighed

__all__ = ["AND", "BESIDE", "COMMA", "KINDS", "PARTICLES", "Step", "particle", "rows_of"]

PARTICLES: Final = frozenset(
    ("af", "al", "ap", "av", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di",
     "dos", "du", "el", "ibn", "la", "le", "san", "ter", "van", "von", "y")
)  # fmt: skip
"""Small words within the names of persons: they belong to the surname that they stand before."""
LONGEST_PARTICLES: Final = 12
"""Characters between two parts of a name: `` van den ``, `` de la ``."""
LONGEST_ROW: Final = 10_000
"""Pieces of a row; what goes on so is no name, and Ctrl-C waits for the end of a row."""
BESIDE, COMMA, AND = "beside", "comma", "and"
"""How two pieces stand side by side."""
_LINKS: Final = {", ": COMMA, " och ": AND, " and ": AND, " & ": AND}
_LONGEST_LINK: Final = max(map(len, _LINKS))
KINDS: Final[dict[str, str]] = {
    **dict.fromkeys(FIRSTNAMES, "first"),
    "surname": "surname",
    "initials": "initials",
    **dict.fromkeys(PLACES, "place"),
    **dict.fromkeys(INSTITUTIONS, "institution"),
    **dict.fromkeys(NOUNS, "noun"),
    OTHER: "none",
}
"""What labels are in a row."""


@final
class Step:
    """A piece of a row."""

    __slots__ = ("link", "shares", "weighed")

    def __init__(self, weighed: Weighed, link: str, shares: dict[str, float]) -> None:
        self.weighed = weighed
        self.link = link
        """How it stands beside the one before; empty for the first one."""
        self.shares = shares
        """What part of its weights each kind has."""


def rows_of(text: str, pieces: list[Weighed]) -> Iterator[list[Step]]:
    """The pieces, which come from left to right, with those beside them."""
    row: list[Step] = []
    for each in pieces:
        link = _link(text, row[-1].weighed.piece, each.piece) if row else ""
        if row and (not link or len(row) == LONGEST_ROW):
            yield row
            row, link = [], ""
        row.append(Step(each, link, _shares(each.weights)))
    if row:
        yield row


def _link(text: str, one: Piece, other: Piece) -> str:
    size = other.start - one.end
    if size == 1:
        return BESIDE if text[one.end] == " " else ""
    if not 1 < size <= LONGEST_PARTICLES:
        return ""
    if size <= _LONGEST_LINK and (link := _LINKS.get(text[one.end : other.start])):
        return link
    return BESIDE if particle(text, one, other) else ""


def particle(text: str, one: Piece, other: Piece) -> str:
    """The small words that are all that stands between two parts of one name, as ``van der``, and
    the blank behind them; empty where there are none."""
    between = text[one.end : other.start]
    if not 2 < len(between) <= LONGEST_PARTICLES or between[0] != " " or between[-1] != " ":
        return ""
    words = between.split()
    return between[1:] if words and PARTICLES.issuperset(words) else ""


def _shares(weights: dict[str, float]) -> dict[str, float]:
    masses: dict[str, float] = {}
    for label, weight in weights.items():
        kind = KINDS[label]
        masses[kind] = masses.get(kind, 0.0) + weight
    whole = total(masses)
    return {kind: mass / whole for kind, mass in masses.items()}
