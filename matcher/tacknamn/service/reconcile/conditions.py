"""Conditions of a query: the country of an entity, and what it is part of."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.service.reconcile.entities import ListedEntity, read_id
from tacknamn.service.reconcile.queries import PropertyCondition
from tacknamn.text.fold import Folded, fold

__all__ = ["EntityCondition", "read_conditions"]

_UNKNOWN = 0.9
"""What is left of a score if the lists do not know a property."""
_OTHER = 0.5
"""What is left if an entity is part of something else, which may be another name of the same."""
_SHORTEST_PART = 4
"""Letters of a region's name that a longer one may begin with: Skåne of Skåne län."""
_MOST_PARENTS = 3
"""Steps from a place upwards: Lund, Lunds kommun, Skåne län."""


class EntityCondition(NamedTuple):
    """A condition, read once for all entities of a query."""

    property: str
    countries: frozenset[str]
    parents: tuple[Folded, ...]

    def weigh(self, lexicon: Lexicon, entity: ListedEntity) -> float:
        """Return 1 if an entity meets the condition, 0 if it is out of the question."""
        if self.property == "country":
            return float(entity.country in self.countries) if entity.country else _UNKNOWN
        if not entity.parent:
            return _UNKNOWN
        return 1.0 if self._is_part(lexicon, entity) else _OTHER

    def _is_part(self, lexicon: Lexicon, entity: ListedEntity) -> bool:
        return any(
            _is_same_region(fold(parent), asked)
            for parent in _list_parents(lexicon, entity)
            for asked in self.parents
        )


def read_conditions(
    lexicon: Lexicon, conditions: Iterable[PropertyCondition]
) -> list[EntityCondition]:
    """Return the conditions of a query; those without a value are left out."""
    return [
        EntityCondition(
            each.pid,
            frozenset(code for value in each.values for code in _read_country(lexicon, value)),
            tuple(map(_read_name, each.values)),
        )
        for each in conditions
        if each.values
    ]


def _read_country(lexicon: Lexicon, value: str) -> set[str]:
    """Return the codes that a country may have, which is given by code, name or id."""
    parts = read_id(value)
    if parts is not None:
        return {parts[2]}
    named = {each.country for each in lexicon.lookup(value) if each.label == Label.COUNTRY}
    return named | {value.strip().upper()}


def _read_name(value: str) -> Folded:
    parts = read_id(value)
    return fold(value if parts is None else parts[1])


def _list_parents(lexicon: Lexicon, entity: ListedEntity) -> Iterator[str]:
    """Yield what an entity is part of, and what that is part of."""
    parent = entity.parent
    for _ in range(_MOST_PARENTS):
        yield parent
        regions = (
            each.parent
            for each in lexicon.lookup(parent)
            if each.label == Label.REGION and each.country == entity.country and each.parent
        )
        parent = next(regions, "")
        if not parent:
            return


def _is_same_region(first: str, second: str) -> bool:
    """Whether two names of a region are the same, or one has a word more: Skåne, Skåne län."""
    short, long = sorted((first, second), key=len)
    return first == second or (len(short) >= _SHORTEST_PART and long.startswith(short))
