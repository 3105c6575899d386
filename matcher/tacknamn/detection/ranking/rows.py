"""Rows of pieces that settle each other: which pieces stand side by side, and what kinds of names
each may be.

Time grows with the row, however many names stand beside each other.
"""

from collections.abc import Iterator
from typing import Final, final

from tacknamn.detection.ranking.forms import FIRSTNAMES, INSTITUTIONS, NOUNS, PLACES
from tacknamn.detection.ranking.pieces import TextPiece
from tacknamn.detection.ranking.scores import sum_scores
from tacknamn.detection.ranking.weights import OTHER, WeightedPiece

__all__ = [
    "AND",
    "BESIDE",
    "COMMA",
    "KINDS",
    "PARTICLES",
    "RowStep",
    "build_rows",
    "find_particles",
]

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
class RowStep:
    """A piece of a row."""

    __slots__ = ("link", "shares", "weighed")

    def __init__(self, weighed: WeightedPiece, link: str, shares: dict[str, float]) -> None:
        self.weighed = weighed
        self.link = link
        """How it stands beside the one before; empty for the first one."""
        self.shares = shares
        """What part of its weights each kind has."""


def build_rows(text: str, pieces: list[WeightedPiece]) -> Iterator[list[RowStep]]:
    """The pieces, which come from left to right, with those beside them."""
    row: list[RowStep] = []
    for each in pieces:
        link = _find_link(text, row[-1].weighed.piece, each.piece) if row else ""
        if row and (not link or len(row) == LONGEST_ROW):
            yield row
            row, link = [], ""
        row.append(RowStep(each, link, _compute_shares(each.weights)))
    if row:
        yield row


def _find_link(text: str, one: TextPiece, other: TextPiece) -> str:
    size = other.start - one.end
    if size == 1:
        return BESIDE if text[one.end] == " " else ""
    if not 1 < size <= LONGEST_PARTICLES:
        return ""
    if size <= _LONGEST_LINK and (link := _LINKS.get(text[one.end : other.start])):
        return link
    return BESIDE if find_particles(text, one, other) else ""


def find_particles(text: str, one: TextPiece, other: TextPiece) -> str:
    """The small words that are all that stands between two parts of one name, as ``van der``, and
    the blank behind them; empty where there are none."""
    between = text[one.end : other.start]
    if not 2 < len(between) <= LONGEST_PARTICLES or between[0] != " " or between[-1] != " ":
        return ""
    words = between.split()
    return between[1:] if words and PARTICLES.issuperset(words) else ""


def _compute_shares(weights: dict[str, float]) -> dict[str, float]:
    masses: dict[str, float] = {}
    for label, weight in weights.items():
        kind = KINDS[label]
        masses[kind] = masses.get(kind, 0.0) + weight
    whole = sum_scores(masses)
    return {kind: mass / whole for kind, mass in masses.items()}
