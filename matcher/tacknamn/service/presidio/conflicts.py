"""Which of overlapping results are replaced, decided as Presidio's anonymizer does.

In this order: overlapping results of one type become one; of results in the same place, the one with the
highest score stays, the last of equals; a result within another one goes; results of one type with nothing
but blanks between them become one. Results of two types that overlap in part both stay.
"""

import re
from collections.abc import Iterable

from tacknamn.pipeline.ranges import Piece

__all__ = ["resolve_conflicts"]

_BLANKS = re.compile(r" +$")
"""Matches what is before a final line break too, as the expression of Presidio."""


def resolve_conflicts(text: str, pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces that are replaced."""
    ordered = sorted(pieces, key=lambda piece: (piece.start, piece.end))
    return _join_across_blanks(text, _drop_contained(_merge_types(ordered)))


def _merge_types(ordered: list[Piece]) -> list[Piece]:
    """Merge overlapping pieces of one type. Each takes the position of the last that is merged."""
    by_type: dict[str, tuple[int, Piece]] = {}
    merged: list[tuple[int, Piece]] = []
    for position, piece in enumerate(ordered):
        known = by_type.get(piece.entity_type)
        if known is not None:
            # An empty piece is merged with nothing, and ends the piece before it.
            if piece.start < min(piece.end, known[1].end):
                piece = known[1]._replace(
                    end=max(known[1].end, piece.end), score=max(known[1].score, piece.score)
                )
            else:
                merged.append(known)
        by_type[piece.entity_type] = position, piece
    return [piece for _, piece in sorted([*merged, *by_type.values()])]


def _drop_contained(pieces: list[Piece]) -> list[Piece]:
    """Drop pieces within others, and those that others in the same place outdo."""
    best: dict[tuple[int, int], int] = {}
    for position, piece in enumerate(pieces):
        place = piece.start, piece.end
        if place not in best or piece.score >= pieces[best[place]].score:
            best[place] = position
    kept, reached = [], -1
    for start, end in sorted(best, key=lambda place: (place[0], -place[1])):
        if end > reached:
            kept.append(best[start, end])
            reached = end
    return [pieces[position] for position in sorted(kept)]


def _join_across_blanks(text: str, pieces: list[Piece]) -> list[Piece]:
    """Join each piece with the one before it, if they have one type and only blanks are between them."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and joined[-1].entity_type == piece.entity_type:
            last = joined[-1]
            if _BLANKS.match(text[last.end : piece.start]):
                joined.pop()
                piece = piece._replace(start=last.start)
        joined.append(piece)
    return joined
