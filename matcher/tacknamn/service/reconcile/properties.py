"""Properties of entities: what the lists know of an entry, for queries and for data extension."""

from collections.abc import Callable
from typing import Any, NamedTuple

from tacknamn.service.problems import Problem
from tacknamn.service.reconcile.entities import ListedEntity
from tacknamn.service.reconcile.entity_types import find_class

__all__ = ["PROPERTIES", "RESTRICTING", "EntityProperty", "describe_property", "get_property"]

_DIGITS = 4
_PLACES = frozenset(("LOC", "ORG", ""))
"""Classes of labels whose entries lie somewhere. A list of one's own has any labels."""
Values = list[dict[str, Any]]


class EntityProperty(NamedTuple):
    """One property."""

    id: str
    name: str
    description: str
    get_values: Callable[[ListedEntity], Values]
    """Return its values as the protocol writes them; none if the lists do not know it."""
    classes: frozenset[str] | None = None
    """The classes of labels that have it; None is all."""

    def fits(self, label: str) -> bool:
        """Whether entities of a type have the property."""
        return self.classes is None or label in self.classes or find_class(label) in self.classes


def _text(value: str) -> Values:
    return [{"str": value}] if value else []


def _number(value: float) -> Values:
    return [{"int": int(value)} if value == int(value) else {"float": value}]


PROPERTIES = {
    each.id: each
    for each in (
        EntityProperty("country", "country", "code of ISO 3166-1", lambda e: _text(e.country)),
        EntityProperty(
            "parent",
            "part of",
            "the municipality, region or town in which a place lies",
            lambda e: _text(e.parent),
            _PLACES,
        ),
        EntityProperty(
            "label",
            "label",
            "what the entry is, by SVALA's taxonomy",
            lambda e: _text(str(e.label)),
        ),
        EntityProperty(
            "class", "class", "PER, LOC, ORG ...", lambda e: _text(find_class(str(e.label)))
        ),
        EntityProperty(
            "count",
            "count",
            "a count of the most authoritative source",
            lambda e: _number(e.count) if e.count else [],
        ),
        EntityProperty(
            "kind",
            "kind of count",
            "what the count counts: bearers, inhabitants, a share, a class, a rank",
            lambda e: _text(e.kind) if e.count else [],
        ),
        EntityProperty(
            "probability",
            "probability",
            "share of the uses of the form that mean the entry",
            lambda e: [{"float": round(e.probability, _DIGITS)}],
        ),
        EntityProperty(
            "sources",
            "sources",
            "ids of the sources that list the entry",
            lambda e: [{"str": source} for source in e.sources],
        ),
        EntityProperty("id", "id", "the id of the entry", lambda e: _text(e.id)),
    )
}
"""All properties by their ids."""
RESTRICTING = ("country", "parent")
"""Those that a query may name."""


def get_property(id: str) -> EntityProperty:
    """Return a property; a problem for an unknown one lists all."""
    known = PROPERTIES.get(id)
    if known is None:
        raise Problem("invalid", f"there is an unknown property; there are {', '.join(PROPERTIES)}")
    return known


def describe_property(each: EntityProperty, is_full: bool = False) -> dict[str, Any]:
    """Return a property as the protocol writes it."""
    described: dict[str, Any] = {"id": each.id, "name": each.name}
    if is_full:
        described["description"] = each.description
    return described
