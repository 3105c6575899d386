"""Take entries of several names apart where a further name says what each of them is.

The lists have *Muhammad Ali* as one first name, and so it may be; in *Muhammad Ali Hassan* the
second is a middle name (A8b). Of two surnames in one entry each is a span of its own.
"""

from collections.abc import Iterator
from typing import Final

from tacknamn.labelling.deciding import Decided
from tacknamn.labelling.forms import FIRSTNAMES, MIDDLENAME, PERSONS
from tacknamn.labelling.pieces import Piece
from tacknamn.labelling.rows import PARTICLES

__all__ = ["taken_apart"]

_UNKNOWN_FIRST: Final = "firstname_unknown"


def taken_apart(text: str, found: list[Decided]) -> list[Decided]:
    """The same, entries of several names apart."""
    doubles = {place for place, one in enumerate(found) if one.in_row and _is_double(text, one)}
    if not doubles:
        return list(found)
    apart: list[Decided] = []
    for place, one in enumerate(found):
        labels = _labels(text, found, place) if place in doubles else ()
        apart.extend(_parts(text, one, labels) if labels else [one])
    return apart


def _is_double(text: str, one: Decided) -> bool:
    piece = one.piece
    return (
        one.label in PERSONS
        and piece.form is not None
        and " " in text[piece.start : piece.end]
        and PARTICLES.isdisjoint(text[piece.start : piece.end].lower().split())
    )


def _labels(text: str, found: list[Decided], place: int) -> tuple[str, str] | tuple[()]:
    """Those of the first part and of the others; none where it stays in one."""
    own = found[place].label
    before = _beside(text, found, place - 1, place)
    after = _beside(text, found, place + 1, place)
    if own == "surname" and before:
        return own, own
    if after != "surname" or before:
        return ()
    return (own if own in FIRSTNAMES else _UNKNOWN_FIRST), MIDDLENAME


def _beside(text: str, found: list[Decided], place: int, own: int) -> str:
    """The label of the name right beside it; empty where there is none."""
    if not 0 <= place < len(found):
        return ""
    first, second = found[min(place, own)].piece, found[max(place, own)].piece
    is_beside = text[first.end : second.start] == " " and found[place].label in PERSONS
    return found[place].label if is_beside else ""


def _parts(text: str, one: Decided, labels: tuple[str, str] | tuple[()]) -> Iterator[Decided]:
    place = one.piece.start
    for number, word in enumerate(text[place : one.piece.end].split(" ")):
        end = place + len(word)
        own = one.piece
        piece = Piece(place, end, own.case, None, -1, own.affix_bits, own.edits, own.sort)
        yield one.as_part(piece, labels[min(number, 1)], one.in_row)
        place = end + 1
