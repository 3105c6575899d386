"""Choose between pieces that overlap: whole names, never nested ones (E2), no exceptions (E3)."""

import re
from bisect import bisect_left
from collections.abc import Iterable

from tacknamn.tab.codes import code_pieces, is_reference
from tacknamn.tab.demography import demographic_pieces
from tacknamn.tab.moments import moment_pieces
from tacknamn.tab.organisations import general_names, organisation_pieces
from tacknamn.tab.other_things import other_pieces
from tacknamn.tab.persons import person_pieces
from tacknamn.tab.places import joined_places, place_pieces
from tacknamn.tab.quantities import joined_amounts, quantity_pieces
from tacknamn.tab.records import EntityType, Piece
from tacknamn.tab.repeats import repeated_pieces
from tacknamn.tab.sheet import Sheet
from tacknamn.tab.tables import words_of

__all__ = ["pieces_of"]

_LAW = re.compile(r"[ \u00a0]([A-Z]\w+)")
_LAW_OF = re.compile(r"\b([A-Z]\w+)(?:[ \u00a0]of)?[ \u00a0](?:of[ \u00a0])?$")
_VERSUS_BEHIND = re.compile(r"(?:[ \u00a0]and[ \u00a0][Oo]thers)?[ \u00a0](?:v|vs|c)\.[ \u00a0]")
_VERSUS_BEFORE = re.compile(r"\bvs?\.[ \u00a0](?:the[ \u00a0])?$")
_CITED = re.compile(r"\bvs?\.[^()\n;“”]{2,60}[(,;\[]")
FARTHEST_CITED, FARTHEST_LAW = 110, 24


def pieces_of(sheet: Sheet, protect: str) -> list[Piece]:
    """What a text mentions, from left to right and without overlaps."""
    persons = list(person_pieces(sheet))
    others = [
        *organisation_pieces(sheet),
        *place_pieces(sheet),
        *moment_pieces(sheet),
        *quantity_pieces(sheet),
        *code_pieces(sheet),
        *demographic_pieces(sheet),
        *other_pieces(sheet),
    ]
    first = _chosen([*persons, *others])
    known = [piece for piece in first if piece.entity_type is EntityType.PERSON]
    repeated = repeated_pieces(sheet, known, protect)
    pieces = _chosen([*persons, *others, *repeated])
    pieces = [piece for piece in pieces if not _is_exception(sheet, piece)]
    pieces = joined_amounts(sheet, joined_places(sheet, pieces))
    return [piece._replace(found=sheet.found_at(piece.start, piece.end)) for piece in pieces]


def _chosen(pieces: Iterable[Piece]) -> list[Piece]:
    """The strongest, of those the longest, without overlaps."""
    starts: list[int] = []
    chosen: list[Piece] = []
    for piece in sorted(set(pieces), key=_rank):
        place = bisect_left(starts, piece.end)
        if place and chosen[place - 1].end > piece.start:
            continue
        starts.insert(place, piece.start)
        chosen.insert(place, piece)
    return chosen


def _rank(piece: Piece) -> tuple[int, int, int, str]:
    return -piece.strength, piece.start - piece.end, piece.start, piece.rule


def _is_exception(sheet: Sheet, piece: Piece) -> bool:
    """Whether it is a part of a generic legal reference or the court that writes (E3)."""
    kind = piece.entity_type
    if kind is EntityType.DATETIME:
        return _is_of_law(sheet, piece)
    if kind is EntityType.CODE:
        return is_reference(sheet, piece.start) or _is_cited(sheet, piece)
    if kind in (EntityType.ORG, EntityType.LOC, EntityType.PERSON):
        name = sheet.lowered[piece.start : piece.end]
        return name in general_names() or _is_party(sheet, piece)
    return False


def _is_of_law(sheet: Sheet, piece: Piece) -> bool:
    """The 1991 Act, the Law of 17 June 2004."""
    behind = _LAW.match(sheet.text, piece.end)
    laws = words_of("legal_reference")
    if behind is not None and piece.rule == "year" and behind.group(1).lower() in laws:
        return True
    before = _LAW_OF.search(sheet.text, max(0, piece.start - FARTHEST_LAW), piece.start)
    return before is not None and before.group(1).lower() in laws


def _is_party(sheet: Sheet, piece: Piece) -> bool:
    """Of the name of a case: Ek v. Sweden."""
    if _VERSUS_BEHIND.match(sheet.text, piece.end):
        return True
    return _VERSUS_BEFORE.search(sheet.before(piece.start, 10)) is not None


def _is_cited(sheet: Sheet, piece: Piece) -> bool:
    """Behind the name of a case: Ek v. Sweden, no. 12345/67."""
    return _CITED.search(sheet.before(piece.start, FARTHEST_CITED)) is not None
