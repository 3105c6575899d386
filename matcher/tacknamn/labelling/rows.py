"""Rows of pieces that settle each other: which pieces stand side by side, and the best and all
paths through the kinds of names that they may be.

Time grows with the row, however many names stand beside each other.
"""

from collections.abc import Iterator
from typing import final

from tacknamn.labelling.forms import FIRSTNAMES, INSTITUTIONS, NOUNS, PLACES
from tacknamn.labelling.pieces import Piece
from tacknamn.labelling.scores import likeliest, total
from tacknamn.labelling.weights import OTHER, Weighed
from tacknamn.labelling.weights_table import Fitted

__all__ = [
    "BESIDE",
    "KINDS",
    "PARTICLES",
    "Links",
    "Step",
    "best_path",
    "particle",
    "rows_of",
    "shares_of",
]

PARTICLES = frozenset(
    ("af", "al", "ap", "av", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di",
     "dos", "du", "el", "ibn", "la", "le", "san", "ter", "van", "von", "y")
)  # fmt: skip
"""Small words within the names of persons: they belong to the surname that they stand before."""
LONGEST_PARTICLES = 12
"""Characters between two parts of a name: `` van den ``, `` de la ``."""
LONGEST_ROW = 10_000
"""Pieces of a row; what goes on so is no name, and Ctrl-C waits for the end of a row."""
BESIDE, COMMA, AND = "beside", "comma", "and"
"""How two pieces stand side by side."""
_LINKS = {", ": COMMA, " och ": AND, " and ": AND, " & ": AND}
_LONGEST_LINK = max(map(len, _LINKS))
KINDS = {
    **dict.fromkeys(FIRSTNAMES, "first"),
    "surname": "surname",
    "initials": "initials",
    **dict.fromkeys(PLACES, "place"),
    **dict.fromkeys(INSTITUTIONS, "institution"),
    **dict.fromkeys(NOUNS, "noun"),
    OTHER: "none",
}
"""What labels are in a row."""
_ALL_KINDS = tuple(dict.fromkeys(KINDS.values()))
_Factors = dict[str, dict[str, dict[str, float]]]


class Links:
    """How much kinds side by side speak for one another, ready for looking up: one means nothing.

    By how they stand side by side, ``into`` has the second kind and then the first, ``out_of``
    the first and then the second."""

    def __init__(self, fitted: Fitted) -> None:
        self.into: _Factors = {}
        self.out_of: _Factors = {}
        for link in (BESIDE, COMMA, AND):
            of_link = fitted.get(link, {})
            self.out_of[link] = {
                one: {other: of_link.get(one, {}).get(other, 1.0) for other in _ALL_KINDS}
                for one in _ALL_KINDS
            }
            self.into[link] = {
                other: {one: self.out_of[link][one][other] for one in _ALL_KINDS}
                for other in _ALL_KINDS
            }


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


def best_path(row: list[Step], links: Links) -> list[str]:
    """The kinds whose shares, and the factors of whose links, have the greatest product."""
    best = row[0].shares
    ways: list[dict[str, str]] = []
    """For each piece but the first, and kind, the kind of the piece before on the best way."""
    for step in row[1:]:
        into = links.into[step.link]
        befores = list(best.items())
        found, way = {}, {}
        for kind, share in step.shares.items():
            most, way[kind] = _most(befores, into[kind])
            found[kind] = most * share
        best = _scaled(found)
        ways.append(way)
    path = [likeliest(best)]
    for way in reversed(ways):
        path.append(way[path[-1]])
    return path[::-1]


def shares_of(row: list[Step], links: Links) -> list[dict[str, float]]:
    """How sure each kind of each piece is, by all paths (forward and backward)."""
    forward = [row[0].shares]
    for step in row[1:]:
        into = links.into[step.link]
        befores = list(forward[-1].items())
        found = {kind: share * _sum(befores, into[kind]) for kind, share in step.shares.items()}
        forward.append(_scaled(found))
    behind = dict.fromkeys(row[-1].shares, 1.0)
    every = [forward[-1]]
    for place in range(len(row) - 2, -1, -1):
        step = row[place + 1]
        out_of = links.out_of[step.link]
        afters = [(kind, share * behind[kind]) for kind, share in step.shares.items()]
        behind = _scaled({kind: _sum(afters, out_of[kind]) for kind in row[place].shares})
        every.append(_scaled({kind: forward[place][kind] * behind[kind] for kind in behind}))
    return every[::-1]


def _sum(scores: list[tuple[str, float]], factors: dict[str, float]) -> float:
    """The scores of all kinds, each times its factor."""
    whole = 0.0
    for kind, score in scores:
        whole += score * factors[kind]
    return whole


def _most(scores: list[tuple[str, float]], factors: dict[str, float]) -> tuple[float, str]:
    """The greatest of them, and whose it is: of equal ones the last by name."""
    most, best = -1.0, ""
    for kind, score in scores:
        found = score * factors[kind]
        if found > most or (found == most and kind > best):
            most, best = found, kind
    return most, best


def _scaled(scores: dict[str, float]) -> dict[str, float]:
    """The same with a sum of one, so that long rows neither vanish nor become infinite."""
    whole = total(scores)
    return {kind: score / whole for kind, score in scores.items()}
