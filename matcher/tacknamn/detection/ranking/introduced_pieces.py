"""Weigh introduced names as pieces, and put them in the place of those that they cover."""

from typing import Final

from tacknamn.detection.ranking.introductions import Introduction, has_first_name
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, OTHER
from tacknamn.detection.ranking.pieces import PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import sum_scores

__all__ = ["add_introduced"]

SURE: Final = 1000.0
"""How many times rather than not an introduced word is a name."""
_ANY_FIRST: Final = "firstname_unknown"


def add_introduced(
    weights: list[WeightedPiece], introductions: list[Introduction]
) -> list[WeightedPiece]:
    """Return the weighted pieces together with the introduced names, from left to right.

    An introduced name replaces a piece of the same length or a shorter one."""
    result: list[WeightedPiece] = []
    at = 0
    for introduction in introductions:
        while at < len(weights) and weights[at].piece.end <= introduction.start:
            result.append(weights[at])
            at += 1
        overlaps = at < len(weights) and weights[at].piece.start < introduction.end
        if overlaps and not _covers(introduction, weights[at].piece):
            continue
        while at < len(weights) and weights[at].piece.start < introduction.end:
            at += 1
        result.append(_weigh(introduction))
    return result + weights[at:]


def _covers(introduction: Introduction, piece: TextPiece) -> bool:
    if piece.start == introduction.start and not has_first_name(piece.form):
        return True  # abdullahi jama, as one surname
    return introduction.start <= piece.start and piece.end <= introduction.end


def _weigh(introduction: Introduction) -> WeightedPiece:
    form, label = introduction.form, "surname" if introduction.is_surname else _ANY_FIRST
    if form is None or introduction.is_surname:
        weights = {label: 1.0}
    else:
        weights = {
            label: candidate.mentions
            for label, candidate in form.candidates.items()
            if label in FIRSTNAMES
        }
    weights[OTHER] = sum_scores(weights) / SURE
    source = PieceSource.UNKNOWN if form is None else PieceSource.LISTED
    piece = TextPiece(
        introduction.start,
        introduction.end,
        introduction.case,
        form,
        introduction.entry,
        introduction.affix_bits,
        source=source,
    )
    return WeightedPiece(piece, weights, introduction.cue, None, (label, SURE))
