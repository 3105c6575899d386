"""Choose between pieces that overlap: whole names, never nested ones (E2), no exceptions (E3)."""

import re
from bisect import bisect_left
from collections.abc import Iterable

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.codes import find_codes, is_reference
from tacknamn.tab_benchmark.dates import find_dates
from tacknamn.tab_benchmark.demography import find_demographics
from tacknamn.tab_benchmark.miscellaneous import find_miscellaneous
from tacknamn.tab_benchmark.organisations import find_organisations, load_general_names
from tacknamn.tab_benchmark.persons import find_persons
from tacknamn.tab_benchmark.places import find_places, join_addresses
from tacknamn.tab_benchmark.quantities import find_quantities, join_amounts
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.repeated_names import find_repeated_names
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_markables"]

_LAW = re.compile(r"[ \u00a0]([A-Z]\w+)")
_LAW_OF = re.compile(r"\b([A-Z]\w+)(?:[ \u00a0]of)?[ \u00a0](?:of[ \u00a0])?$")
_VERSUS_BEHIND = re.compile(r"(?:[ \u00a0]and[ \u00a0][Oo]thers)?[ \u00a0](?:v|vs|c)\.[ \u00a0]")
_VERSUS_BEFORE = re.compile(r"\bvs?\.[ \u00a0](?:the[ \u00a0])?$")
_CITED = re.compile(r"\bvs?\.[^()\n;“”]{2,60}[(,;\[]")
FARTHEST_CITED, FARTHEST_LAW = 110, 24


def find_markables(sheet: AnnotatedText, protect: str) -> list[Markable]:
    """What a text mentions, from left to right and without overlaps."""
    persons = list(find_persons(sheet))
    others = [
        *find_organisations(sheet),
        *find_places(sheet),
        *find_dates(sheet),
        *find_quantities(sheet),
        *find_codes(sheet),
        *find_demographics(sheet),
        *find_miscellaneous(sheet),
    ]
    first = _choose_strongest([*persons, *others])
    known = [piece for piece in first if piece.entity_type is EntityType.PERSON]
    repeated = find_repeated_names(sheet, known, protect)
    pieces = _choose_strongest([*persons, *others, *repeated])
    pieces = [piece for piece in pieces if not _is_exception(sheet, piece)]
    pieces = join_amounts(sheet, join_addresses(sheet, pieces))
    return [piece._replace(found=sheet.found_at(piece.start, piece.end)) for piece in pieces]


def _choose_strongest(pieces: Iterable[Markable]) -> list[Markable]:
    """The strongest, of those the longest, without overlaps."""
    starts: list[int] = []
    chosen: list[Markable] = []
    for piece in sorted(set(pieces), key=_rank_markable):
        place = bisect_left(starts, piece.end)
        if place and chosen[place - 1].end > piece.start:
            continue
        starts.insert(place, piece.start)
        chosen.insert(place, piece)
    return chosen


def _rank_markable(piece: Markable) -> tuple[int, int, int, str]:
    return -piece.strength, piece.start - piece.end, piece.start, piece.rule


def _is_exception(sheet: AnnotatedText, piece: Markable) -> bool:
    """Whether it is a part of a generic legal reference or the court that writes (E3)."""
    kind = piece.entity_type
    if kind is EntityType.DATETIME:
        return _is_date_of_law(sheet, piece)
    if kind is EntityType.CODE:
        return is_reference(sheet, piece.start) or _is_cited_case(sheet, piece)
    if kind in (EntityType.ORG, EntityType.LOC, EntityType.PERSON):
        name = sheet.lowered[piece.start : piece.end]
        return name in load_general_names() or _is_party(sheet, piece)
    return False


def _is_date_of_law(sheet: AnnotatedText, piece: Markable) -> bool:
    """The 1991 Act, the Law of 17 June 2004."""
    behind = _LAW.match(sheet.text, piece.end)
    laws = load_words("legal_reference")
    if behind is not None and piece.rule == "year" and behind.group(1).lower() in laws:
        return True
    before = _LAW_OF.search(sheet.text, max(0, piece.start - FARTHEST_LAW), piece.start)
    return before is not None and before.group(1).lower() in laws


def _is_party(sheet: AnnotatedText, piece: Markable) -> bool:
    """Of the name of a case: Ek v. Sweden."""
    if _VERSUS_BEHIND.match(sheet.text, piece.end):
        return True
    return _VERSUS_BEFORE.search(sheet.before(piece.start, 10)) is not None


def _is_cited_case(sheet: AnnotatedText, piece: Markable) -> bool:
    """Behind the name of a case: Ek v. Sweden, no. 12345/67."""
    return _CITED.search(sheet.before(piece.start, FARTHEST_CITED)) is not None
