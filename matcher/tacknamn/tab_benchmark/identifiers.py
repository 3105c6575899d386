"""Gather what the rules of identifier types ask for: is it a state, a company, the applicant's?"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType, Markable
from tacknamn.tab_benchmark.tables import load_words, read_rows

__all__ = [
    "FACTS",
    "IdentifierDecision",
    "IdentifierRule",
    "ResolvedMarkables",
    "collect_facts",
    "decide_identifiers",
    "load_rules",
]

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


class ResolvedMarkables(NamedTuple):
    """What is known of a text's pieces, each list as long as ``pieces``."""

    pieces: Sequence[Markable]
    entities: Sequence[int]
    """The number of each piece's entity."""
    statuses: Sequence[Confidentiality]
    protected: frozenset[int]
    """The entities that are the person to protect."""


def collect_facts(sheet: AnnotatedText, seen: ResolvedMarkables) -> list[frozenset[str]]:
    """What holds of each piece."""
    counts = Counter(seen.entities)
    home = _find_home_country(sheet, seen.pieces, seen.entities)
    government = _find_government_words(sheet, seen.pieces)
    facts = []
    for piece, entity, status in zip(seen.pieces, seen.entities, seen.statuses, strict=True):
        asked = {
            "foreign": piece.rule == "nationality"
            and government.isdisjoint(_split_words(sheet, piece)),
            "protected": entity in seen.protected,
            "home": entity == home,
            "once": counts[entity] == 1,
            "confidential": status is not Confidentiality.NOT_CONFIDENTIAL,
        }
        holding = {fact for fact, holds in asked.items() if holds}
        facts.append(frozenset(holding.union(_collect_facts_of_type(sheet, piece))))
    return facts


def _find_home_country(
    sheet: AnnotatedText, pieces: Sequence[Markable], entities: Sequence[int]
) -> int:
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


def _find_government_words(sheet: AnnotatedText, pieces: Sequence[Markable]) -> set[str]:
    """The words of the government in question: turkish, of the Turkish Government. Where there is
    none, all nationalities that are mentioned: what is foreign cannot be told."""
    organisations = (piece for piece in pieces if piece.entity_type is EntityType.ORG)
    said = {word for piece in organisations for word in _split_words(sheet, piece)} & load_words(
        "demonym"
    )
    if said:
        return said
    return {
        word
        for piece in pieces
        if piece.rule == "nationality"
        for word in _split_words(sheet, piece)
    }


def _split_words(sheet: AnnotatedText, piece: Markable) -> list[str]:
    return sheet.lowered[piece.start : piece.end].split()


def _collect_facts_of_type(sheet: AnnotatedText, piece: Markable) -> Iterator[str]:
    if piece.entity_type is EntityType.PERSON:
        yield from _collect_person_facts(sheet, piece)
    elif piece.entity_type is EntityType.CODE:
        yield from {"case": ("case",)}.get(
            piece.rule, ("personal",) * piece.rule.startswith("personal")
        )
    elif piece.entity_type is EntityType.DATETIME:
        yield from _collect_date_facts(sheet, piece)
    elif piece.entity_type is EntityType.LOC:
        if piece.rule == "country":
            yield "country"
        if _PRACTICE.search(sheet.before(piece.start, 30)):
            yield "practice"
    elif piece.entity_type is EntityType.ORG:
        yield from _collect_organisation_facts(sheet, piece)
    else:
        yield "marked" if piece.rule.startswith("marked") else piece.rule
        told = _TOLD.search(sheet.before(piece.start, 24))
        if told is not None and told.group(1) in load_words("told_of"):
            yield "told_of"
        if sheet.lowered[piece.start : piece.end] in GENERAL_CONDITIONS:
            yield "general"


def _collect_person_facts(sheet: AnnotatedText, piece: Markable) -> Iterator[str]:
    if piece.rule == "label_username":
        yield "user_name"


def _collect_date_facts(sheet: AnnotatedText, piece: Markable) -> Iterator[str]:
    if piece.rule == "duration":
        if _LIMIT.match(sheet.lowered, piece.end) or _LIMIT_BEFORE.search(
            sheet.before(piece.start, 40)
        ):
            yield "time_limit"
        return
    cues = sheet.cues["in_force"]
    first = bisect_left(cues, piece.start - FARTHEST_IN_FORCE, key=lambda cue: cue.start)
    last = bisect_left(cues, piece.start + FARTHEST_IN_FORCE, key=lambda cue: cue.start)
    if any(not _has_sentence_end(sheet, cue.start, piece) for cue in cues[first:last]):
        yield "in_force"


def _has_sentence_end(sheet: AnnotatedText, place: int, piece: Markable) -> bool:
    """Whether a sentence ends between a place and a piece."""
    between = sheet.text[min(place, piece.start) : max(place, piece.start)]
    return _SENTENCE_END.search(between) is not None


def _collect_organisation_facts(sheet: AnnotatedText, piece: Markable) -> Iterator[str]:
    words = [word.group() for word in _WORD.finditer(sheet.text, piece.start, piece.end)]
    lowered = [word.lower() for word in words]
    if any(word in load_words("state") for word in lowered):
        general = load_words("state") | load_words("demonym") | load_words("org_words")
        if all(word in general or _is_country(sheet, piece) for word in lowered):
            yield "state"
    if piece.rule in ("company", "acronym"):
        yield piece.rule
    head = sheet.lowered[piece.start : piece.end].partition(" (")[0]
    known = load_words("org_words") | load_words("org_head") | load_words("demonym") | {"s"}
    if any(word not in known for word in _WORD.findall(head)):
        yield "specific"


def _is_country(sheet: AnnotatedText, piece: Markable) -> bool:
    return any(found.label == "country" for found in sheet.founds_in(piece.start, piece.end))


# Decide which entities have to be masked: the rules stand in ``identifiers.tsv``.
#
# The first rule of a mention's type whose facts all hold decides what the mention is by itself. An
# entity is as telling as its most telling mention (E5): all of its mentions are what the strictest
# one is.


_ORDER = (IdentifierType.NO_MASK, IdentifierType.QUASI, IdentifierType.DIRECT)


class IdentifierRule(NamedTuple):
    """A line of ``identifiers.tsv``."""

    name: str
    entity_type: str
    facts: frozenset[str]
    """What has to hold."""
    identifier: IdentifierType
    reason: str


class IdentifierDecision(NamedTuple):
    """What an entity's mentions are told to be."""

    identifier: IdentifierType
    rule: str
    reason: str


@lru_cache(maxsize=1)
def load_rules() -> tuple[IdentifierRule, ...]:
    """The rules, in the order in which they are asked."""
    return tuple(
        IdentifierRule(
            name, kind, frozenset(filter(None, facts.split(","))), IdentifierType(made), reason
        )
        for name, kind, facts, made, reason in read_rows("identifiers.tsv")
    )


def decide_identifiers(sheet: AnnotatedText, seen: ResolvedMarkables) -> list[IdentifierDecision]:
    """For each piece what its entity is: the strictest of what its mentions are by themselves."""
    strictest: dict[int, IdentifierDecision] = {}
    for piece, entity, holding in zip(
        seen.pieces, seen.entities, collect_facts(sheet, seen), strict=True
    ):
        decision = _apply_rules(piece, holding)
        other = strictest.get(entity)
        if other is None or _ORDER.index(decision.identifier) > _ORDER.index(other.identifier):
            strictest[entity] = decision
    return [strictest[entity] for entity in seen.entities]


def _apply_rules(piece: Markable, holding: frozenset[str]) -> IdentifierDecision:
    rule = next(
        rule
        for rule in load_rules()
        if rule.entity_type == piece.entity_type.value and rule.facts <= holding
    )
    return IdentifierDecision(rule.identifier, rule.name, rule.reason)
