"""Rows of pieces that settle each other: which pieces stand side by side, and the kinds of names
that each may be, with sums and maxima of their scores.

The time is linear in the length of a row, however many names stand side by side.
"""

from collections.abc import Iterator
from typing import Final, final

from tacknamn.detection.ranking.label_groups import FIRSTNAMES, INSTITUTIONS, NOUNS, OTHER, PLACES
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece, WeightedPiece
from tacknamn.labels import GENITIVE
from tacknamn.support import compiled

__all__ = [
    "AND",
    "BESIDE",
    "COMMA",
    "KINDS",
    "KIND_NAMES",
    "PARTICLES",
    "RowStep",
    "build_rows",
    "compute_shares_of_kinds",
    "find_likeliest",
    "find_likeliest_of",
    "find_particles",
    "sum_scores",
    "sum_scores_of",
]

PARTICLES: Final = frozenset(
    ("af", "al", "ap", "av", "bin", "bint", "da", "das", "de", "del", "della", "den", "der", "di",
     "dos", "du", "el", "ibn", "la", "le", "san", "ter", "van", "von", "y")
)  # fmt: skip
"""Lower-case words within the names of persons; they belong to the surname after them."""
LONGEST_PARTICLES: Final = 12
"""Characters between two parts of a name: `` van den ``, `` de la ``."""
LONGEST_ROW: Final = 10_000
"""Pieces of a row. A longer row is no name, and Ctrl-C waits for the end of a row."""
BESIDE, COMMA, AND = "beside", "comma", "and"
"""The links: how two pieces stand side by side."""
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
"""The kind of name that each label is in a row."""
KIND_NAMES: Final = list(dict.fromkeys(KINDS.values()))
"""The kinds, by their numbers."""
_IS_NATIVE: Final = compiled.choose_implementation("auto", compiled.rows) == "native"
_KIND_NUMBERS: Final[dict[str, int]] = {kind: number for number, kind in enumerate(KIND_NAMES)}


@final
class RowStep:
    """A piece of a row."""

    __slots__ = ("_kind_numbers", "_shares", "link", "weighted")

    def __init__(
        self, weighted: WeightedPiece, link: str, shares: dict[str, float] | None = None
    ) -> None:
        self.weighted = weighted
        self.link = link
        """How it stands next to the piece before; empty for the first one."""
        self._shares = shares
        self._kind_numbers: list[int] | None = None

    @property
    def shares(self) -> dict[str, float]:
        """The share of its weights that each kind has. Half of all pieces do not need it."""
        if self._shares is None:
            weights = self.weighted.weights
            if _IS_NATIVE:
                self._shares = compiled.rows.compute_shares(weights, KINDS)
            else:
                self._shares = compute_shares_of_kinds(weights)
        return self._shares

    @property
    def kind_numbers(self) -> list[int]:
        """The numbers of the kinds of :attr:`shares`, in the same order."""
        if self._kind_numbers is None:
            self._kind_numbers = [_KIND_NUMBERS[kind] for kind in self.shares]
        return self._kind_numbers


def build_rows(text: str, pieces: list[WeightedPiece]) -> Iterator[list[RowStep]]:
    """Group the pieces, given from left to right, into rows of those that stand side by side."""
    row: list[RowStep] = []
    for weighted in pieces:
        link = _find_link(text, row[-1].weighted.piece, weighted.piece) if row else ""
        if row and (not link or len(row) == LONGEST_ROW):
            yield row
            row, link = [], ""
        row.append(RowStep(weighted, link))
    if row:
        yield row


def _find_link(text: str, piece: TextPiece, following: TextPiece) -> str:
    """Return how two pieces stand side by side; empty if they do not."""
    size = following.start - piece.end
    if piece.affix_bits & GENITIVE and following.case is LetterCase.LOWER:
        return ""  # alis bror
    if size == 1:
        return BESIDE if text[piece.end] == " " else ""
    if not 1 < size <= LONGEST_PARTICLES:
        return ""
    if size <= _LONGEST_LINK and (link := _LINKS.get(text[piece.end : following.start])):
        return link
    return BESIDE if find_particles(text, piece, following) else ""


def find_particles(text: str, piece: TextPiece, following: TextPiece) -> str:
    """Return the particles between two parts of one name, such as ``van der``, with the blank after
    them; empty if anything else stands there."""
    between = text[piece.end : following.start]
    if not 2 < len(between) <= LONGEST_PARTICLES or between[0] != " " or between[-1] != " ":
        return ""
    words = between.split()
    return between[1:] if words and PARTICLES.issuperset(words) else ""


def compute_shares_of_kinds(weights: dict[str, float]) -> dict[str, float]:
    """Return the share of the weights of all labels that each kind has, in the order in which the
    kinds occur."""
    masses: dict[str, float] = {}
    for label, weight in weights.items():
        kind = KINDS[label]
        masses[kind] = masses.get(kind, 0.0) + weight
    total = sum_scores(masses)
    for kind, mass in masses.items():
        masses[kind] = mass / total
    return masses


# Sums and maxima of scores by name are plain loops: once compiled, these are three times as fast as
# ``sum`` and ``max``, which do not know that they handle floats.


def sum_scores(scores: dict[str, float]) -> float:
    """Return the sum of all scores."""
    total = 0.0
    for score in scores.values():
        total += score
    return total


def sum_scores_of(scores: dict[str, float], names: tuple[str, ...]) -> float:
    """Return the sum of the scores of these names."""
    total = 0.0
    for name in names:
        total += scores.get(name, 0.0)
    return total


def find_likeliest(scores: dict[str, float]) -> str:
    """Return the name with the greatest score; of equal ones the first."""
    most, best = -1.0, ""
    for name, score in scores.items():
        if score > most:
            most, best = score, name
    return best


def find_likeliest_of(scores: dict[str, float], names: tuple[str, ...]) -> str:
    """Return the one of these names with the greatest score; of equal ones the first."""
    most, best = -1.0, ""
    for name in names:
        score = scores.get(name, 0.0)
        if score > most:
            most, best = score, name
    return best
