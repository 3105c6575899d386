"""Find amounts of money and measures with their units, shares, and how many there were (E1)."""

import re
from collections.abc import Iterator

from tacknamn.tab.numbers import number_before, number_behind
from tacknamn.tab.records import EntityType, Piece
from tacknamn.tab.sheet import Sheet

__all__ = ["joined_amounts", "quantity_pieces"]

MONEY, MEASURE, COUNT = 89, 76, 40
"""Strengths: a sum of money is sure, a number of persons gives way to all else."""
WORDS_BETWEEN = 2
"""Words between a number and what it counts: seven other such persons."""
WORDS_BEFORE_CURRENCY = 1
"""Words between a sum and its currency: 3,000 Polish zlotys."""
_GAP = re.compile(
    r"[ \u00a0]?[(\[;][ \u00a0]?(?:[A-Z]{3}[;,][ \u00a0])?"
    r"(?:approx\.|approximately|about|i\.e\.|or)?[ \u00a0]?"
)
"""What stands between a sum and its value in another currency."""
_CODE = re.compile(r"[ \u00a0]\([A-Z]{3}\)")
_CLOSED = re.compile(r"[)\]]{1,2}")


def quantity_pieces(sheet: Sheet) -> Iterator[Piece]:
    """What tells how much."""
    for cue in sheet.cues["currency"]:
        yield from _money(sheet, cue.start, cue.end)
    for cue in sheet.cues["measure"]:
        start = number_before(sheet.lowered, cue.start)
        if start is not None:
            yield _piece(start, cue.end, "measure", MEASURE)
    for cue in sheet.cues["counted"]:
        start = number_before(sheet.lowered, cue.start, WORDS_BETWEEN)
        if start is not None and not sheet.lowered.startswith("one", start):
            yield _piece(start, cue.end, "count", COUNT)


def _piece(start: int, end: int, rule: str, strength: int) -> Piece:
    return Piece(start, end, EntityType.QUANTITY, rule, strength)


def _money(sheet: Sheet, start: int, end: int) -> Iterator[Piece]:
    """4267 SEK, $37.5 million, 3,000 Polish zlotys (PLN)."""
    behind = number_behind(sheet.lowered, end)
    is_code = sheet.text[start:end].isupper() or not sheet.text[start].isalpha()
    if is_code and behind is not None:
        yield _piece(start, behind, "money", MONEY)
        return
    before = number_before(sheet.lowered, start, WORDS_BEFORE_CURRENCY)
    if before is not None and (is_code or sheet.text[start].islower() or end - start > 3):
        code = _CODE.match(sheet.text, end)
        yield _piece(before, code.end() if code else end, "money", MONEY)


def joined_amounts(sheet: Sheet, pieces: list[Piece]) -> list[Piece]:
    """The same, with an amount and its exchanged value in brackets as one: PLN 200 [EUR 50]."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is None or not _is_exchanged(sheet, last, piece):
            joined.append(piece)
            continue
        closed = _CLOSED.match(sheet.text, piece.end)
        joined[-1] = last._replace(end=closed.end() if closed else piece.end)
    return joined


def _is_exchanged(sheet: Sheet, last: Piece, piece: Piece) -> bool:
    both = last.rule == piece.rule == "money"
    return both and _GAP.fullmatch(sheet.text, last.end, piece.start) is not None
