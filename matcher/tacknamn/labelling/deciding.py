"""Give each piece its label: alone, or in a row of names that settle each other.

Pieces side by side (Adnan Z. Amin) are labelled together by the path of greatest weight through
their labels, which counts for each pair how much oftener it stands together in text than its
parts would by chance.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tacknamn.labelling.forms import FIRSTNAMES, PLACES
from tacknamn.labelling.middle_names import with_middle_names
from tacknamn.labelling.pieces import Piece
from tacknamn.labelling.weights import Weighed

__all__ = ["PARTICLES", "Decided", "decided", "particle"]

PARTICLES = frozenset(
    ("af", "al", "ap", "av", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di",
     "dos", "du", "el", "ibn", "la", "le", "san", "ter", "van", "von", "y")
)  # fmt: skip
"""Small words within the names of persons: they belong to the surname that they stand before."""
LONGEST_PARTICLES = 12
"""Characters between two parts of a name: `` van den ``, `` de la ``."""
_TOGETHER: dict[tuple[str, str], float] = {
    ("first", "surname"): 110.0,
    ("first", "first"): 10.0,
    ("first", "initials"): 40.0,
    ("initials", "surname"): 70.0,
    ("initials", "initials"): 4.0,
    ("initials", "first"): 0.3,
    ("surname", "surname"): 8.0,
    ("surname", "initials"): 10.0,
    ("surname", "first"): 0.2,
    ("work", "work"): 1000.0,
    ("school", "school"): 1000.0,
    ("other_institution", "other_institution"): 300.0,
    ("first", "place"): 0.1,
    ("surname", "place"): 0.05,
    ("place", "first"): 0.3,
    ("place", "surname"): 0.1,
    ("place", "initials"): 0.1,
}
"""How much oftener two kinds of names stand side by side than by chance; 1 where nothing is
said. A first name before a surname: five bigrams in a thousand, of ten and seven single ones;
and half as much again, for a first name that is a word leaks where it is not told (Grace)."""

_AFTER = {
    kind: {after: factor for (before, after), factor in _TOGETHER.items() if before == kind}
    for kind, _ in _TOGETHER
}
"""The same table by the kind that comes first."""
_NONE: dict[str, float] = {}
_LARGE = 1e100
"""Products of weights beyond this are brought back before the next factor: what is multiplied at
once is far smaller, and floating-point numbers end at 1e308."""
_KINDS = dict.fromkeys(FIRSTNAMES, "first") | dict.fromkeys(PLACES, "place")
"""What labels are in that table, where not themselves."""


class Decided(NamedTuple):
    """A piece with its label."""

    piece: Piece
    label: str
    """:data:`OTHER` where it is no name."""
    probability: float
    trigger: str
    in_row: bool
    """Whether names beside it had a say."""


def decided(text: str, pieces: Iterable[Weighed]) -> list[Decided]:
    """The pieces, which come from left to right, each with its label."""
    found: list[Decided] = []
    row: list[Weighed] = []
    for each in pieces:
        if row and _is_apart(text, row[-1].piece, each.piece):
            found += _of_row(text, row) if len(row) > 1 else [_alone(row[0])]
            row = []
        row.append(each)
    if row:
        found += _of_row(text, row) if len(row) > 1 else [_alone(row[0])]
    return found


def _is_apart(text: str, one: Piece, other: Piece) -> bool:
    if other.start - one.end > LONGEST_PARTICLES:
        return True
    return particle(text, one, other) is None


def particle(text: str, one: Piece, other: Piece) -> str | None:
    """What stands between two parts of one name: nothing but a blank, or small words such as
    ``van der``; None where they are not side by side."""
    if other.start - one.end == 1:
        return "" if text[one.end] == " " else None
    between = text[one.end : other.start]
    if len(between) > LONGEST_PARTICLES or between[0] != " " or between[-1] != " ":
        return None
    words = between.split()
    return between[1:] if words and PARTICLES.issuperset(words) else None


def _alone(weighed: Weighed) -> Decided:
    piece, weights, trigger = weighed
    label = max(weights, key=weights.__getitem__)
    return Decided(piece, label, weights[label] / sum(weights.values()), trigger, False)


def _of_row(text: str, row: list[Weighed]) -> Iterator[Decided]:
    path = _path(row)
    kinds = ["", *(map(_kind, path)), ""]
    labels = with_middle_names(path, row)
    for place, (each, own) in enumerate(zip(row, path, strict=True)):
        scores = {
            label: weight
            * _TOGETHER.get((kinds[place], _kind(label)), 1.0)
            * _TOGETHER.get((_kind(label), kinds[place + 2]), 1.0)
            for label, weight in each.weights.items()
        }
        probability = scores[own] / sum(scores.values())
        piece = each.piece
        if place and own == "surname":
            small_words = particle(text, row[place - 1].piece, piece) or ""
            piece = piece._replace(start=piece.start - len(small_words))
        yield Decided(piece, labels[place], probability, each.trigger, True)


def _path(row: list[Weighed]) -> list[str]:
    """The labels whose weights, and those of their pairs, have the greatest product.

    Time grows with the row, however many names stand beside each other."""
    best = [(1.0, "")]
    ways: list[dict[str, str]] = []
    """For each piece and label, the label of the piece before on the best way there."""
    for each in row:
        total, scale = sum(each.weights.values()), _scale(best)
        found, way = [], {}
        befores = [(score, last, _AFTER.get(_KINDS.get(last, last), _NONE)) for score, last in best]
        for label, weight in each.weights.items():
            kind = _KINDS.get(label, label)
            score, way[label] = max(
                [(score * factors.get(kind, 1.0), last) for score, last, factors in befores]
            )
            found.append((score * scale * weight / total, label))
        best = found
        ways.append(way)
    path = [max(best)[1]]
    for way in reversed(ways[1:]):
        path.append(way[path[-1]])
    return path[::-1]


def _scale(best: list[tuple[float, str]]) -> float:
    """By what the weights of a long row are multiplied, so that none of them becomes infinite
    and not all of them nought."""
    most = max(best)[0]
    return 1.0 if 1 / _LARGE < most < _LARGE else 1 / most


def _kind(label: str) -> str:
    return _KINDS.get(label, label)
