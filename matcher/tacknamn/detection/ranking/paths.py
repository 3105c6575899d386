"""Paths through the kinds of a row of pieces: the best one, and all of them together.

What is added and multiplied here lies in lists by the numbers of the kinds: this is the innermost
loop of labelling, and to look each factor up by its names takes three times as long.
"""

from typing import Final, final

from tacknamn.detection.ranking.rows import AND, BESIDE, COMMA, KINDS, RowStep
from tacknamn.detection.ranking.weights_table import Fitted

__all__ = ["Links", "compute_shares", "find_best_path"]

_NAMES: Final = list(dict.fromkeys(KINDS.values()))
_NUMBERS: Final[dict[str, int]] = {kind: number for number, kind in enumerate(_NAMES)}
_Factors = list[list[float]]
"""By the numbers of two kinds that stand side by side, what each says for the other."""


@final
class Links:
    """How much kinds side by side speak for one another, by how they stand; one means nothing."""

    def __init__(self, fitted: Fitted) -> None:
        self.forward = {link: _build_table(fitted, link) for link in (BESIDE, COMMA, AND)}
        """By the second kind and then the first."""
        self.backward = {link: _transpose(table) for link, table in self.forward.items()}
        """By the first kind and then the second."""


def _build_table(fitted: Fitted, link: str) -> _Factors:
    of_link = fitted.get(link, {})
    return [[of_link.get(one, {}).get(other, 1.0) for one in _NAMES] for other in _NAMES]


def _transpose(table: _Factors) -> _Factors:
    return [[row[number] for row in table] for number in range(len(table))]


def find_best_path(row: list[RowStep], links: Links) -> list[str]:
    """The kinds whose shares, and the factors of whose links, have the greatest product."""
    kinds = [_number_kinds(step) for step in row]
    best = list(row[0].shares.values())
    ways: list[list[int]] = []
    """Of each piece but the first, by the places of its kinds, the place of the kind of the piece
    before that the best way to it comes from."""
    for at in range(1, len(row)):
        factors, shares = links.forward[row[at].link], list(row[at].shares.values())
        befores, scores, way = kinds[at - 1], [0.0] * len(shares), [0] * len(shares)
        for place in range(len(shares)):
            way[place] = _find_likeliest(best, befores, factors[kinds[at][place]])
            before = befores[way[place]]
            scores[place] = best[way[place]] * factors[kinds[at][place]][before] * shares[place]
        best = _scale(scores)
        ways.append(way)
    place = _find_greatest(best)
    path = [_NAMES[kinds[-1][place]]]
    for at in range(len(ways) - 1, -1, -1):
        place = ways[at][place]
        path.append(_NAMES[kinds[at][place]])
    return path[::-1]


def compute_shares(row: list[RowStep], links: Links) -> list[dict[str, float]]:
    """How sure each kind of each piece is, by all paths (forward and backward)."""
    kinds = [_number_kinds(step) for step in row]
    shares = [list(step.shares.values()) for step in row]
    forward = [shares[0]]
    for at in range(1, len(row)):
        reached = _sum_over_kinds(
            forward[-1], kinds[at - 1], links.forward[row[at].link], kinds[at]
        )
        forward.append(_scale(_multiply(reached, shares[at])))
    every = [forward[-1]]
    behind = [1.0] * len(shares[-1])
    for at in range(len(row) - 2, -1, -1):
        afters = _multiply(shares[at + 1], behind)
        behind = _scale(
            _sum_over_kinds(afters, kinds[at + 1], links.backward[row[at + 1].link], kinds[at])
        )
        every.append(_scale(_multiply(forward[at], behind)))
    every.reverse()
    return [_name_scores(row[at], every[at]) for at in range(len(row))]


def _number_kinds(step: RowStep) -> list[int]:
    return [_NUMBERS[kind] for kind in step.shares]


def _name_scores(step: RowStep, scores: list[float]) -> dict[str, float]:
    return {kind: scores[place] for place, kind in enumerate(step.shares)}


def _sum_over_kinds(
    scores: list[float], kinds: list[int], factors: _Factors, others: list[int]
) -> list[float]:
    """For each of the other kinds the scores of all, each times its factor."""
    found = [0.0] * len(others)
    for at in range(len(others)):
        of_other, whole = factors[others[at]], 0.0
        for place in range(len(kinds)):
            whole += scores[place] * of_other[kinds[place]]
        found[at] = whole
    return found


def _find_likeliest(scores: list[float], kinds: list[int], factors: list[float]) -> int:
    """The place of the greatest score times its factor: of equal ones the last kind by name."""
    most, best = -1.0, 0
    for place in range(len(kinds)):
        found = scores[place] * factors[kinds[place]]
        if found > most or (found == most and _NAMES[kinds[place]] > _NAMES[kinds[best]]):
            most, best = found, place
    return best


def _find_greatest(scores: list[float]) -> int:
    """The place of the greatest one: of equal ones the first."""
    best = 0
    for place in range(1, len(scores)):
        if scores[place] > scores[best]:
            best = place
    return best


def _multiply(scores: list[float], others: list[float]) -> list[float]:
    return [scores[place] * others[place] for place in range(len(scores))]


def _scale(scores: list[float]) -> list[float]:
    """The same with a sum of one, so that long rows neither vanish nor become infinite."""
    whole = 0.0
    for score in scores:
        whole += score
    return [score / whole for score in scores]
