"""Towns and countries at the end of a journey: *fortsatte vi till Split*, *tåget mot Borås*.

Clubs are called like towns, and in news a team plays *mot Borås*. So a preposition alone does not
say that the name is a town, but a verb or noun of a journey before it does.
"""

from typing import Final

from tacknamn.detection.ranking.label_groups import INSTITUTIONS, PLACES
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.support.expressions import compile_lazily

__all__ = ["TOWARDS", "is_goal", "weigh_as_goal"]

TOWARDS: Final = frozenset(("från", "mot", "till", "via"))
"""Prepositions before the goals of journeys."""
_JOURNEY: Final = compile_lazily(
    r"(?<!\w)(?:åk(?:er|te|a|t)|res(?:er|te|a|t|an|or)|kör(?:a|de|t)?|for|flög|flyg(?:er|a|et)?"
    r"|fortsätt(?:er|a)|fortsatt(?:e)?|cykl(?:ar|ade|a|at)|segl(?:ar|ade|a|at)|lift(?:ar|ade)"
    r"|vandr(?:ar|ade)|flydd?(?:e|r|tt)?|fly|flytt(?:ar|ade|a|at|en)?|kom(?:mer|mit|ma)?"
    r"|återvänd(?:er|e|a)|anländ(?:er|e)|skickades|utvisa(?:s|des)|(?:på )?väg(?:en)?"
    r"|(?:pendel|fjärr|natt)?tåg(?:et)?|buss(?:en)?|färja(?:n)?|båt(?:en)?|flyget|bil(?:en)?"
    r"|biljett(?:en|er)?|pendl(?:ar|ade|a)|tog (?:oss|mig|sig)|längtar|längtade)"
    r"(?: [\w,]+){0,3} (?:från|mot|till|via) \Z"
)
_STEMS: Final = (
    "åk", "res", "kör", "for", "flö", "fly", "fort", "cykl", "segl", "lift", "vandr", "kom", "återvänd",
    "anländ", "skickades", "utvisa", "väg", "tåg", "buss", "färj", "båt", "bil", "pendl", "tog ", "längta",
)  # fmt: skip
"""How these words begin. Before most names none of them stands."""
_REACH: Final = 56
"""Characters before a name in which the word may stand."""
GOAL: Final = 150.0
"""How much more often a name after such words is a place."""
NO_CLUB: Final = 0.01
"""How much rarer it is an institution."""


def is_goal(text: str, piece: TextPiece) -> bool:
    """Return whether a name of the lists that is mostly a place stands where a journey goes."""
    form = piece.form
    if form is None or piece.case is LetterCase.LOWER:
        return False
    place = other = 0.0
    for label, candidate in form.candidates.items():
        if label in PLACES:
            place = max(place, candidate.mentions)
        else:
            other = max(other, candidate.mentions)
    if place <= other:
        return False
    first = max(0, piece.start - _REACH)
    for stem in _STEMS:
        if text.find(stem, first, piece.start) >= 0:
            return _JOURNEY.search(text, first, piece.start) is not None
    return False


def weigh_as_goal(weights: dict[str, float]) -> tuple[str, float]:
    """Multiply the weights of a place. Return the label that is likelier now, and the factor."""
    best, most = "city", 0.0
    for label in PLACES.intersection(weights):
        weights[label] *= GOAL
        if weights[label] > most:
            best, most = label, weights[label]
    for label in INSTITUTIONS.intersection(weights):
        weights[label] *= NO_CLUB
    return best, GOAL
