"""Decide which entities have to be masked, by the rules in ``identifiers.tsv``.

First the facts of each mention are collected: is it a state, a company, the applicant? The first
rule for the type of the mention whose facts all hold gives its identifier type. An entity takes
the strictest identifier type of its mentions (E5), and all its mentions share it. Only a short form
that is general (*the Regional Court*) stays as it is, unless it is that of the one to protect.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import load_kinds, load_words
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType, Markable

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
        *("country", "home", "origin", "once", "practice"),
        *("state", "company", "confidential", "specific", "acronym"),
        *("age", "nationality", "foreign", "ethnic", "education", "job", "of_person"),
        *("general", "marked", "count"),
    )
)
"""Every fact that a rule may require."""
GENERAL_CONDITIONS = frozenset(
    ("injury", "injuries", "illness", "disease", "disability", "disabilities", "infection")
)
KEPT = frozenset(("general",))
"""Rules whose mentions stay unmasked although a longer name of their entity is masked."""
STEM = 4
"""Letters that a nationality shares with its country: Afghan, Afghanistan."""
FARTHEST_IN_FORCE = 120
"""Characters before and after a date that are searched for words such as *in force*."""
_LIMIT = re.compile(
    r"(?:[ \u00a0’'-]{1,2})(?:time[ -]limit|period of notice|notice|limitation|deadline)"
)
_LIMIT_BEFORE = re.compile(
    r"\b(?:within|maximum of|minimum of|at least|up to|no later than)[ \u00a0]"
    r"(?:a period of[ \u00a0])?$"
)
_ABROAD = re.compile(r"\b(?:asylum|refugees?|deport|expulsion|residence permit|aliens|immigration)")
"""Words of a case whose applicant is foreign."""
_PRACTICE = re.compile(r"\b(?:practi[sc]ing|practi[sc]es|solicitors?|lawyers?) in[ \u00a0]$")
_AGAINST = re.compile(r"\bagainst (?:the )?(?:(?:federal )?republic of |kingdom of )?$")
_SENTENCE_END = re.compile(r"\n|[.!?][ \u00a0](?=[^\W\d_a-z])")
_WORD_BEFORE = re.compile(r"([\w’'-]+)[ \u00a0]$")
_WORD = re.compile(r"[^\W\d_]+")


class ResolvedMarkables(NamedTuple):
    """The markables of a text with what has been decided about them. All lists are equally long."""

    markables: Sequence[Markable]
    entities: Sequence[int]
    """The number of each markable's entity."""
    statuses: Sequence[Confidentiality]
    protected: frozenset[int]
    """The entities that are the person to protect."""


def collect_facts(annotated: AnnotatedText, resolved: ResolvedMarkables) -> list[frozenset[str]]:
    """Collect the facts that hold for each markable."""
    counts = Counter(resolved.entities)
    home = _find_home_country(annotated, resolved.markables, resolved.entities)
    government = _find_government_words(annotated, resolved.markables)
    foreign = _find_foreign_stems(annotated, resolved.markables, government)
    facts = []
    for markable, entity, status in zip(
        resolved.markables, resolved.entities, resolved.statuses, strict=True
    ):
        facts_by_name = {
            "foreign": markable.rule == "nationality"
            and government.isdisjoint(_split_words(annotated, markable)),
            "protected": entity in resolved.protected,
            "home": entity == home,
            "origin": markable.rule == "country"
            and annotated.lowered[markable.start : markable.start + STEM] in foreign,
            "once": counts[entity] == 1,
            "confidential": status is not Confidentiality.NOT_CONFIDENTIAL,
        }
        holding = {fact for fact, holds in facts_by_name.items() if holds}
        facts.append(frozenset(holding.union(_collect_facts_of_type(annotated, markable))))
    return facts


def _find_home_country(
    annotated: AnnotatedText, markables: Sequence[Markable], entities: Sequence[int]
) -> int:
    """Find the entity of the country in question; 0 if there is none.

    It is the country that the case is against, otherwise the one mentioned most."""
    counts: Counter[int] = Counter()
    for markable, entity in zip(markables, entities, strict=True):
        if markable.rule in ("country", "state"):
            counts[entity] += 1
        if markable.entity_type in (EntityType.LOC, EntityType.ORG) and (
            _AGAINST.search(annotated.text_before(markable.start, 40))
        ):
            return entity
    return counts.most_common(1)[0][0] if counts else 0


def _find_government_words(annotated: AnnotatedText, markables: Sequence[Markable]) -> set[str]:
    """Find the words of the government in question: *turkish* of the Turkish Government.

    Without such a government, all nationalities in the text count, because none is known to be
    foreign; none counts in a case of asylum or deportation, whose applicant is foreign."""
    organisations = (markable for markable in markables if markable.entity_type is EntityType.ORG)
    demonyms = {
        word for markable in organisations for word in _split_words(annotated, markable)
    } & load_words("demonym")
    if demonyms or _ABROAD.search(annotated.lowered):
        return demonyms
    return {
        word
        for markable in markables
        if markable.rule == "nationality"
        for word in _split_words(annotated, markable)
    }


def _find_foreign_stems(
    annotated: AnnotatedText, markables: Sequence[Markable], government: set[str]
) -> set[str]:
    """Find the first letters of foreign nationalities, with which their countries begin as well."""
    return {
        annotated.lowered[markable.start : markable.start + STEM]
        for markable in markables
        if markable.rule == "nationality"
        and government.isdisjoint(_split_words(annotated, markable))
    }


def _split_words(annotated: AnnotatedText, markable: Markable) -> list[str]:
    return annotated.lowered[markable.start : markable.end].split()


def _collect_facts_of_type(annotated: AnnotatedText, markable: Markable) -> Iterator[str]:
    if markable.entity_type is EntityType.PERSON:
        if markable.rule == "label_username":
            yield "user_name"
    elif markable.entity_type is EntityType.CODE:
        if markable.rule == "case":
            yield "case"
        elif markable.rule.startswith("personal"):
            yield "personal"
    elif markable.entity_type is EntityType.DATETIME:
        yield from _collect_date_facts(annotated, markable)
    elif markable.entity_type is EntityType.LOC:
        if markable.rule == "country":
            yield "country"
        if _PRACTICE.search(annotated.text_before(markable.start, 30)):
            yield "practice"
    elif markable.entity_type is EntityType.ORG:
        yield from _collect_organisation_facts(annotated, markable)
    else:
        yield "marked" if markable.rule.startswith("marked") else markable.rule
        match = _WORD_BEFORE.search(annotated.text_before(markable.start, 24))
        if match is not None and match.group(1) in load_words("of_person"):
            yield "of_person"
        if annotated.lowered[markable.start : markable.end] in GENERAL_CONDITIONS:
            yield "general"


def _collect_date_facts(annotated: AnnotatedText, markable: Markable) -> Iterator[str]:
    if markable.rule == "duration":
        if _LIMIT.match(annotated.lowered, markable.end) or _LIMIT_BEFORE.search(
            annotated.text_before(markable.start, 40)
        ):
            yield "time_limit"
        return
    cues = annotated.cues["in_force"]
    first = bisect_left(cues, markable.start - FARTHEST_IN_FORCE, key=lambda cue: cue.start)
    last = bisect_left(cues, markable.start + FARTHEST_IN_FORCE, key=lambda cue: cue.start)
    if any(not _has_sentence_end(annotated, cue.start, markable) for cue in cues[first:last]):
        yield "in_force"


def _has_sentence_end(annotated: AnnotatedText, position: int, markable: Markable) -> bool:
    """Whether a sentence ends between a position and a markable."""
    between = annotated.text[min(position, markable.start) : max(position, markable.start)]
    return _SENTENCE_END.search(between) is not None


def _collect_organisation_facts(annotated: AnnotatedText, markable: Markable) -> Iterator[str]:
    if markable.rule == "state":
        yield "state"
        return
    words = [word.group() for word in _WORD.finditer(annotated.text, markable.start, markable.end)]
    lowered = [word.lower() for word in words]
    if any(word in load_words("state") for word in lowered):
        general = load_kinds("state", "demonym", "org_words")
        if all(word in general or _is_country(annotated, markable) for word in lowered):
            yield "state"
    if markable.rule in ("company", "short_company"):
        yield "company"
    elif markable.rule == "acronym":
        yield "acronym"
    head = annotated.lowered[markable.start : markable.end].partition(" (")[0]
    if not _load_general_words().issuperset(_WORD.findall(head)):
        yield "specific"


@lru_cache(maxsize=1)
def _load_general_words() -> frozenset[str]:
    """Load the words of names that every country has, with the *s* of a genitive."""
    return (load_kinds("org_words", "org_head", "demonym") | {"s"}) - load_words("name_head")


def _is_country(annotated: AnnotatedText, markable: Markable) -> bool:
    return any(
        detection.label == "country"
        for detection in annotated.detections_between(markable.start, markable.end)
    )


_ORDER = (IdentifierType.NO_MASK, IdentifierType.QUASI, IdentifierType.DIRECT)
"""From the least to the most strict."""


class IdentifierRule(NamedTuple):
    """A row of ``identifiers.tsv``."""

    name: str
    entity_type: str
    facts: frozenset[str]
    """The facts that have to hold."""
    identifier: IdentifierType
    reason: str


class IdentifierDecision(NamedTuple):
    """The identifier type of an entity, with the rule that gave it."""

    identifier: IdentifierType
    rule: str
    reason: str


@lru_cache(maxsize=1)
def load_rules() -> tuple[IdentifierRule, ...]:
    """Load the rules in the order in which they apply."""
    return tuple(
        IdentifierRule(
            name,
            kind,
            frozenset(filter(None, facts.split(","))),
            IdentifierType(identifier),
            reason,
        )
        for name, kind, facts, identifier, reason in read_table(
            __file__, "identifiers.tsv", reasons=True
        )
    )


def decide_identifiers(
    annotated: AnnotatedText, resolved: ResolvedMarkables
) -> list[IdentifierDecision]:
    """Return for each markable the decision for its entity: the strictest of its mentions."""
    strictest: dict[int, IdentifierDecision] = {}
    own = []
    for markable, entity, holding in zip(
        resolved.markables, resolved.entities, collect_facts(annotated, resolved), strict=True
    ):
        decision = _apply_rules(markable, holding)
        own.append(decision)
        other = strictest.get(entity)
        if other is None or _ORDER.index(decision.identifier) > _ORDER.index(other.identifier):
            strictest[entity] = decision
    return [
        decision
        if _is_kept(annotated, markable, decision, strictest[entity])
        else strictest[entity]
        for markable, entity, decision in zip(
            resolved.markables, resolved.entities, own, strict=True
        )
    ]


def _is_kept(
    annotated: AnnotatedText,
    markable: Markable,
    decision: IdentifierDecision,
    strictest: IdentifierDecision,
) -> bool:
    """Whether a mention is a general short form: *the Regional Court*, without an acronym."""
    return (
        decision.rule in KEPT
        and strictest.identifier is not IdentifierType.DIRECT
        and annotated.text[markable.end - 1] != ")"
    )


@lru_cache(maxsize=1)
def _load_rules_by_type() -> dict[EntityType, list[IdentifierRule]]:
    return {
        kind: [rule for rule in load_rules() if rule.entity_type == kind.value]
        for kind in EntityType
    }


def _apply_rules(markable: Markable, holding: frozenset[str]) -> IdentifierDecision:
    rule = next(
        rule for rule in _load_rules_by_type()[markable.entity_type] if rule.facts <= holding
    )
    return IdentifierDecision(rule.identifier, rule.name, rule.reason)
