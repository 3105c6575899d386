"""Towns in English addresses: what follows a street, or stands before a postal code or a state.

*27 Mill Street, Wexford*; a line *Cork* below *12 Mill Street*; *Moseley, LS2 7EW*. Many of these
towns are surnames and first names as well.
"""

from typing import Final

from tacknamn.detection.ranking.label_groups import OTHER, PLACES
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.schools import is_mostly_first
from tacknamn.records import Finding

__all__ = ["settle_addresses"]

_STREETS: Final = frozenset(("place", "street_nr"))
_STATE_LETTERS: Final = 2
"""Letters of a state's code: *MN*."""
_ENDS: Final = frozenset(("", ",", ".", "\n", ";", ")"))
UNLISTED: Final = 1.0
"""The weight of a place that no list has."""
IN_ADDRESS: Final = 150.0
"""How much more often a name is a place there."""
NO_PLACE: Final = 0.001
"""How much rarer it is anything else."""


def settle_addresses(
    text: str, weights: list[WeightedPiece], findings: list[Finding]
) -> list[WeightedPiece]:
    """Return the pieces, given from left to right, with those in addresses as places."""
    streets: set[int] = set()
    codes: set[int] = set()
    for finding in findings:
        if finding.label in _STREETS:
            streets.add(finding.end)
        elif finding.label == "zip_code" or (
            finding.label == "region" and finding.end - finding.start == _STATE_LETTERS
        ):
            codes.add(finding.start)
    if not streets and not codes:
        return weights
    settled: list[WeightedPiece] = []
    at = 0
    while at < len(weights):
        last = _find_last_word(text, weights, at)
        if _is_in_address(text, weights[at].piece, weights[last].piece.end, streets, codes):
            settled.append(_make_place(text, weights, at, last))
        else:
            settled += weights[at : last + 1]
        at = last + 1
    return settled


def _find_last_word(text: str, weights: list[WeightedPiece], first: int) -> int:
    """Return the last of the capitalized pieces that stand side by side."""
    last = first
    while (
        last + 1 < len(weights)
        and weights[last + 1].piece.start == weights[last].piece.end + 1
        and text[weights[last].piece.end] == " "
        and weights[last + 1].piece.case is not LetterCase.LOWER
    ):
        last += 1
    return last


def _is_in_address(
    text: str, piece: TextPiece, end: int, streets: set[int], codes: set[int]
) -> bool:
    start = piece.start
    if text[end : end + 1] == " " and end + 1 in codes:
        before_code = True
    else:
        before_code = text[end : end + 2] in (", ", ",\n") and end + 2 in codes
    gap = 2 if text[start - 2 : start] in (", ", ",\n") else 1
    after_street = start - gap in streets and text[start - gap : start] in (", ", ",\n", "\n")
    if before_code:
        return after_street or piece.case is not LetterCase.LOWER or piece.form is not None
    is_vocative = is_mostly_first(piece.form) and text[end : end + 1] != ","
    return (
        after_street
        and not is_vocative
        and (text[end : end + 1] in _ENDS or text[end + 1 : end + 2].isdigit())
    )


def _make_place(text: str, weights: list[WeightedPiece], first: int, last: int) -> WeightedPiece:
    """Return the piece of the words of one place."""
    weighted = weights[first]
    piece = weighted.piece
    if last > first:
        end = weights[last].piece.end
        piece = TextPiece(piece.start, end, piece.case, source=PieceSource.UNKNOWN)
    places = {label: weight for label, weight in weighted.weights.items() if label in PLACES}
    if last > first or not places:
        places = {"city": UNLISTED}
    total = 0.0
    for weight in places.values():
        total += weight
    places[OTHER] = total * NO_PLACE
    return WeightedPiece(piece, places, weighted.cue, weighted.neighbours, ("city", IN_ADDRESS))
