"""Decide which entities have to be masked: the rules stand in ``identifiers.tsv``.

The first rule of a mention's type whose facts all hold decides what the mention is by itself. An
entity is as telling as its most telling mention (E5): all of its mentions are what the strictest
one is.
"""

from functools import lru_cache
from typing import NamedTuple

from tacknamn.tab.facts import Seen, facts_of
from tacknamn.tab.records import IdentifierType, Piece
from tacknamn.tab.sheet import Sheet
from tacknamn.tab.tables import rows

__all__ = ["Decision", "Rule", "decisions", "rules"]

_ORDER = (IdentifierType.NO_MASK, IdentifierType.QUASI, IdentifierType.DIRECT)


class Rule(NamedTuple):
    """A line of ``identifiers.tsv``."""

    name: str
    entity_type: str
    facts: frozenset[str]
    """What has to hold."""
    identifier: IdentifierType
    reason: str


class Decision(NamedTuple):
    """What an entity's mentions are told to be."""

    identifier: IdentifierType
    rule: str
    reason: str


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """The rules, in the order in which they are asked."""
    return tuple(
        Rule(name, kind, frozenset(filter(None, facts.split(","))), IdentifierType(made), reason)
        for name, kind, facts, made, reason in rows("identifiers.tsv")
    )


def decisions(sheet: Sheet, seen: Seen) -> list[Decision]:
    """For each piece what its entity is: the strictest of what its mentions are by themselves."""
    strictest: dict[int, Decision] = {}
    for piece, entity, holding in zip(
        seen.pieces, seen.entities, facts_of(sheet, seen), strict=True
    ):
        decision = _decided(piece, holding)
        other = strictest.get(entity)
        if other is None or _ORDER.index(decision.identifier) > _ORDER.index(other.identifier):
            strictest[entity] = decision
    return [strictest[entity] for entity in seen.entities]


def _decided(piece: Piece, holding: frozenset[str]) -> Decision:
    rule = next(
        rule
        for rule in rules()
        if rule.entity_type == piece.entity_type.value and rule.facts <= holding
    )
    return Decision(rule.identifier, rule.name, rule.reason)
