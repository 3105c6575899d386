"""Gather what the rules of identifier types ask for: is it a state, a company, the applicant's?"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tacknamn.tab.records import Confidential, EntityType, Piece
from tacknamn.tab.sheet import Sheet
from tacknamn.tab.tables import words_of

__all__ = ["FACTS", "Seen", "facts_of"]

FACTS = frozenset(
    (
        *("protected", "user_name", "personal", "case", "in_force", "time_limit"),
        *("country", "home", "once", "practice"),
        *("state", "company", "confidential", "specific", "acronym"),
        *("age", "nationality", "foreign", "ethnic", "education", "job", "told_of"),
        *("general", "marked", "count"),
    )
)
"""All that a rule may ask for."""
GENERAL_CONDITIONS = frozenset(
    ("injury", "injuries", "illness", "disease", "disability", "disabilities", "infection")
)
FARTHEST_IN_FORCE = 120
"""Characters to either side of a date in which it is said that something is in force."""
_LIMIT = re.compile(
    r"(?:[ \u00a0’'-]{1,2})(?:time[ -]limit|period of notice|notice|limitation|deadline)"
)
_LIMIT_BEFORE = re.compile(
    r"\b(?:within|maximum of|minimum of|at least|up to|no later than)[ \u00a0]"
    r"(?:a period of[ \u00a0])?$"
)
_PRACTICE = re.compile(r"\b(?:practi[sc]ing|practi[sc]es|solicitors?|lawyers?) in[ \u00a0]$")
_AGAINST = re.compile(r"\bagainst (?:the )?(?:(?:federal )?republic of |kingdom of )?$")
_SENTENCE_END = re.compile(r"\n|[.!?][ \u00a0](?=[^\W\d_a-z])")
_TOLD = re.compile(r"([\w’'-]+)[ \u00a0]$")
_WORD = re.compile(r"[^\W\d_]+")


class Seen(NamedTuple):
    """What is known of a text's pieces, each list as long as ``pieces``."""

    pieces: Sequence[Piece]
    entities: Sequence[int]
    """The number of each piece's entity."""
    statuses: Sequence[Confidential]
    protected: frozenset[int]
    """The entities that are the person to protect."""


def facts_of(sheet: Sheet, seen: Seen) -> list[frozenset[str]]:
    """What holds of each piece."""
    counts = Counter(seen.entities)
    home = _home(sheet, seen.pieces, seen.entities)
    government = _government(sheet, seen.pieces)
    facts = []
    for piece, entity, status in zip(seen.pieces, seen.entities, seen.statuses, strict=True):
        asked = {
            "foreign": piece.rule == "nationality" and government.isdisjoint(_words(sheet, piece)),
            "protected": entity in seen.protected,
            "home": entity == home,
            "once": counts[entity] == 1,
            "confidential": status is not Confidential.NOT_CONFIDENTIAL,
        }
        holding = {fact for fact, holds in asked.items() if holds}
        facts.append(frozenset(holding.union(_by_type(sheet, piece))))
    return facts


def _home(sheet: Sheet, pieces: Sequence[Piece], entities: Sequence[int]) -> int:
    """The entity of the state in question: that which a case is against, else the country that is
    named most; 0 where there is none."""
    counts: Counter[int] = Counter()
    for piece, entity in zip(pieces, entities, strict=True):
        if piece.entity_type is EntityType.LOC and piece.rule == "country":
            counts[entity] += 1
        if piece.entity_type in (EntityType.LOC, EntityType.ORG) and (
            _AGAINST.search(sheet.before(piece.start, 40))
        ):
            return entity
    return counts.most_common(1)[0][0] if counts else 0


def _government(sheet: Sheet, pieces: Sequence[Piece]) -> set[str]:
    """The words of the government in question: turkish, of the Turkish Government. Where there is
    none, all nationalities that are mentioned: what is foreign cannot be told."""
    organisations = (piece for piece in pieces if piece.entity_type is EntityType.ORG)
    said = {word for piece in organisations for word in _words(sheet, piece)} & words_of("demonym")
    if said:
        return said
    return {
        word for piece in pieces if piece.rule == "nationality" for word in _words(sheet, piece)
    }


def _words(sheet: Sheet, piece: Piece) -> list[str]:
    return sheet.lowered[piece.start : piece.end].split()


def _by_type(sheet: Sheet, piece: Piece) -> Iterator[str]:
    if piece.entity_type is EntityType.PERSON:
        yield from _of_person(sheet, piece)
    elif piece.entity_type is EntityType.CODE:
        yield from {"case": ("case",)}.get(
            piece.rule, ("personal",) * piece.rule.startswith("personal")
        )
    elif piece.entity_type is EntityType.DATETIME:
        yield from _of_moment(sheet, piece)
    elif piece.entity_type is EntityType.LOC:
        if piece.rule == "country":
            yield "country"
        if _PRACTICE.search(sheet.before(piece.start, 30)):
            yield "practice"
    elif piece.entity_type is EntityType.ORG:
        yield from _of_organisation(sheet, piece)
    else:
        yield "marked" if piece.rule.startswith("marked") else piece.rule
        told = _TOLD.search(sheet.before(piece.start, 24))
        if told is not None and told.group(1) in words_of("told_of"):
            yield "told_of"
        if sheet.lowered[piece.start : piece.end] in GENERAL_CONDITIONS:
            yield "general"


def _of_person(sheet: Sheet, piece: Piece) -> Iterator[str]:
    if piece.rule == "label_username":
        yield "user_name"


def _of_moment(sheet: Sheet, piece: Piece) -> Iterator[str]:
    if piece.rule == "duration":
        if _LIMIT.match(sheet.lowered, piece.end) or _LIMIT_BEFORE.search(
            sheet.before(piece.start, 40)
        ):
            yield "time_limit"
        return
    cues = sheet.cues["in_force"]
    first = bisect_left(cues, piece.start - FARTHEST_IN_FORCE, key=lambda cue: cue.start)
    last = bisect_left(cues, piece.start + FARTHEST_IN_FORCE, key=lambda cue: cue.start)
    if any(not _ends(sheet, cue.start, piece) for cue in cues[first:last]):
        yield "in_force"


def _ends(sheet: Sheet, place: int, piece: Piece) -> bool:
    """Whether a sentence ends between a place and a piece."""
    between = sheet.text[min(place, piece.start) : max(place, piece.start)]
    return _SENTENCE_END.search(between) is not None


def _of_organisation(sheet: Sheet, piece: Piece) -> Iterator[str]:
    words = [word.group() for word in _WORD.finditer(sheet.text, piece.start, piece.end)]
    lowered = [word.lower() for word in words]
    if any(word in words_of("state") for word in lowered):
        general = words_of("state") | words_of("demonym") | words_of("org_words")
        if all(word in general or _is_country(sheet, piece) for word in lowered):
            yield "state"
    if piece.rule in ("company", "acronym"):
        yield piece.rule
    head = sheet.lowered[piece.start : piece.end].partition(" (")[0]
    known = words_of("org_words") | words_of("org_head") | words_of("demonym") | {"s"}
    if any(word not in known for word in _WORD.findall(head)):
        yield "specific"


def _is_country(sheet: Sheet, piece: Piece) -> bool:
    return any(found.label == "country" for found in sheet.founds_in(piece.start, piece.end))
