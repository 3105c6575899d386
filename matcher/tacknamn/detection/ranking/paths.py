"""Paths through the kinds of a row: the best one (Viterbi), and all of them together
(forward-backward).

A path takes one kind of each piece. Its score is the product of the shares of these kinds and of
the factors of the links between them. Kinds are numbered and their scores lie in lists, because this
is the innermost loop of ranking: looking each factor up by name takes three times as long. Compiled
code (``matcher/native/rows.c``) does the same without objects for numbers.
"""

from typing import Final, final

from tacknamn.detection.ranking.rows import AND, BESIDE, COMMA, KIND_NAMES, RowStep
from tacknamn.detection.ranking.weights_table import LinkFactors
from tacknamn.support import compiled

__all__ = ["Links", "compute_shares", "find_best_path", "find_paths"]

_LINKS: Final = (BESIDE, COMMA, AND)
_LINK_NUMBERS: Final[dict[str, int]] = {"": 0, **{link: at for at, link in enumerate(_LINKS)}}
_IS_NATIVE: Final = compiled.choose_implementation("auto", compiled.rows) == "native"

_Factors = list[list[float]]
"""By the numbers of two kinds that stand side by side, how much each speaks for the other."""


@final
class Links:
    """How much kinds that stand side by side speak for one another, by link. A factor of one says
    nothing."""

    def __init__(self, factors: LinkFactors) -> None:
        self.forward = {link: _build_table(factors, link) for link in _LINKS}
        """By the second kind and then the first."""
        self.backward = {link: _transpose(table) for link, table in self.forward.items()}
        """By the first kind and then the second."""
        self.native = (
            compiled.rows.Paths(tuple(KIND_NAMES), list(self.forward.values()))
            if _IS_NATIVE
            else None
        )
        """The same for compiled code."""


def find_paths(row: list[RowStep], links: Links) -> tuple[list[str], list[dict[str, float]]]:
    """Return the results of :func:`find_best_path` and :func:`compute_shares`."""
    if links.native is None:
        return find_best_path(row, links), compute_shares(row, links)
    numbers = [_LINK_NUMBERS[step.link] for step in row]
    return links.native.solve([step.shares for step in row], numbers)


def _build_table(factors: LinkFactors, link: str) -> _Factors:
    of_link = factors.get(link, {})
    return [
        [of_link.get(first, {}).get(second, 1.0) for first in KIND_NAMES] for second in KIND_NAMES
    ]


def _transpose(table: _Factors) -> _Factors:
    return [[row[number] for row in table] for number in range(len(table))]


def find_best_path(row: list[RowStep], links: Links) -> list[str]:
    """Return the kinds of the path with the greatest score, one for each piece of the row."""
    kinds = [step.kind_numbers for step in row]
    # Forward: best[i] is the score of the best path that ends in the i-th kind of this piece.
    best = list(row[0].shares.values())
    origins: list[list[int]] = []
    """For each piece but the first and each of its kinds: the index, among the kinds of the piece
    before, of the kind from which the best path comes."""
    for at in range(1, len(row)):
        factors, shares = links.forward[row[at].link], list(row[at].shares.values())
        before, scores, origin = kinds[at - 1], [0.0] * len(shares), [0] * len(shares)
        for index in range(len(shares)):
            origin[index] = _find_likeliest(best, before, factors[kinds[at][index]])
            kind_before = before[origin[index]]
            scores[index] = (
                best[origin[index]] * factors[kinds[at][index]][kind_before] * shares[index]
            )
        best = _scale(scores)
        origins.append(origin)
    # Backward: follow the origins from the best kind of the last piece.
    index = _find_greatest(best)
    path = [KIND_NAMES[kinds[-1][index]]]
    for at in range(len(origins) - 1, -1, -1):
        index = origins[at][index]
        path.append(KIND_NAMES[kinds[at][index]])
    return path[::-1]


def compute_shares(row: list[RowStep], links: Links) -> list[dict[str, float]]:
    """Return the probability of each kind of each piece, by the scores of all paths through it."""
    kinds = [step.kind_numbers for step in row]
    shares = [list(step.shares.values()) for step in row]
    # Forward: the summed scores of all paths that end in a kind of a piece.
    forward = [shares[0]]
    for at in range(1, len(row)):
        reached = _sum_over_kinds(
            forward[-1], kinds[at - 1], links.forward[row[at].link], kinds[at]
        )
        forward.append(_scale(_multiply(reached, shares[at])))
    # Backward: the summed scores of all paths that continue from there; the products of both are
    # the probabilities.
    probabilities = [forward[-1]]
    backward = [1.0] * len(shares[-1])
    for at in range(len(row) - 2, -1, -1):
        after = _multiply(shares[at + 1], backward)
        factors = links.backward[row[at + 1].link]
        backward = _scale(_sum_over_kinds(after, kinds[at + 1], factors, kinds[at]))
        probabilities.append(_scale(_multiply(forward[at], backward)))
    probabilities.reverse()
    return [_name_scores(row[at], probabilities[at]) for at in range(len(row))]


def _name_scores(step: RowStep, scores: list[float]) -> dict[str, float]:
    return {kind: scores[index] for index, kind in enumerate(step.shares)}


def _sum_over_kinds(
    scores: list[float], kinds: list[int], factors: _Factors, others: list[int]
) -> list[float]:
    """Return for each of the other kinds the sum of all scores, each multiplied by its factor."""
    sums = [0.0] * len(others)
    for at in range(len(others)):
        of_other, total = factors[others[at]], 0.0
        for index in range(len(kinds)):
            total += scores[index] * of_other[kinds[index]]
        sums[at] = total
    return sums


def _find_likeliest(scores: list[float], kinds: list[int], factors: list[float]) -> int:
    """Return the index of the greatest product of score and factor; of equal ones, that of the kind
    whose name is last in the alphabet."""
    most, best = -1.0, 0
    for index in range(len(kinds)):
        product = scores[index] * factors[kinds[index]]
        if product > most or (
            product == most and KIND_NAMES[kinds[index]] > KIND_NAMES[kinds[best]]
        ):
            most, best = product, index
    return best


def _find_greatest(scores: list[float]) -> int:
    """Return the index of the greatest score; of equal ones the first."""
    best = 0
    for index in range(1, len(scores)):
        if scores[index] > scores[best]:
            best = index
    return best


def _multiply(scores: list[float], others: list[float]) -> list[float]:
    return [scores[index] * others[index] for index in range(len(scores))]


def _scale(scores: list[float]) -> list[float]:
    """Return the scores with a sum of one, so that those of long rows neither vanish nor
    overflow."""
    total = 0.0
    for score in scores:
        total += score
    return [score / total for score in scores]
