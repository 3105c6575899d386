"""Answer queries: the entities that a name may mean, each with a score and its reasons.

The score is out of 100::

    100 x similarity x (1 + share) / 2 x conditions

``similarity`` is 1 for the name as it is in the lists, and less for each letter that differs. ``share`` is
the entity's share of the uses of the form, among the entities that the query admits. A condition that is
not known to hold takes its part off. A candidate is a match if its form is the name, almost all uses of it
mean this entity, all conditions hold, and no similar name is far more frequent.

Two rules go before the score. A misspelt name is most likely the form that is both near and often
mentioned, so a less likely form never scores above a likelier one. A type that the lists do not have
cannot exclude anything: then the types of a query are wishes, and no candidate is a match.
"""

from collections.abc import Iterator, Sequence
from math import inf, prod
from typing import Any, NamedTuple

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.service.reconcile.conditions import EntityCondition, read_conditions
from tacknamn.service.reconcile.entities import (
    ListedEntity,
    find_entity,
    list_entities,
)
from tacknamn.service.reconcile.entity_types import (
    describe_type,
    find_class,
    has_known_type,
    has_type,
    list_types,
)
from tacknamn.service.reconcile.near_forms import find_similar_forms
from tacknamn.service.reconcile.queries import ReconcileQuery

__all__ = ["answer_query", "describe_place"]

_CERTAIN = 0.9
"""Share of the uses of a form from which on it is certain what it means."""
_OTHER_TYPE = 0.5
"""What is left of a score for another type, where the types of a query are wishes."""
_DIGITS = 2
_MOST_FREQUENT = 100
"""Frequent forms of a type that are searched for a query without a name."""


class _Form(NamedTuple):
    """One spelling of the name of a query, with the entities that it may mean."""

    entities: list[ListedEntity]
    edits: int
    similarity: float
    list_number: int = 0
    """The list that has a similar form. Only the mentions of one list can be compared."""


class _Scored(NamedTuple):
    """An entity with its reasons."""

    entity: ListedEntity
    form: _Form
    share: float
    holds: dict[str, bool]
    """The properties of the query, and whether they hold."""
    factor: float
    most: float = inf
    """The score of a likelier form, which this one does not exceed."""

    @property
    def score(self) -> float:
        return min(self.most, 50 * self.form.similarity * (1 + self.share) * self.factor)


def answer_query(lexicon: Lexicon, query: ReconcileQuery) -> list[dict[str, Any]]:
    """Return the candidates of a query, the best first."""
    if not has_known_type(lexicon, query.types):
        query = query.model_copy(update={"type_strict": "should"})
    conditions = read_conditions(lexicon, query.properties)
    scored: list[_Scored] = []
    reached: dict[int, float] = {}
    for form in _find_forms(lexicon, query):
        most = reached.get(form.list_number, inf) if form.edits else inf
        found = [each._replace(most=most) for each in _score(lexicon, form, query, conditions)]
        scored += found
        if form.edits and found:
            reached[form.list_number] = max(each.score for each in found)
    best: dict[str, _Scored] = {}
    for each in sorted(scored, key=lambda each: -each.score):
        best.setdefault(each.entity.id, each)
    is_open = not query.query or any(each.form.edits for each in scored)
    return [
        _describe(each, query, _is_match(each) and not is_open)
        for each in list(best.values())[: query.most]
    ]


def _find_forms(lexicon: Lexicon, query: ReconcileQuery) -> Iterator[_Form]:
    """Yield the spellings of a name that the lists have."""
    if not query.query:
        yield from _find_frequent(lexicon, query)
        return
    entities = list_entities(lexicon.lookup(query.query))
    if ":" in query.query and (entity := find_entity(lexicon, query.query)) is not None:
        entities = [entity._replace(probability=1.0)]
    yield _Form(entities, 0, 1.0)
    is_known = any(_has_type(each, query) for each in entities)
    for similar in find_similar_forms(lexicon, query.query, is_known):
        entities = list_entities(similar.candidates)
        yield _Form(entities, similar.edits, similar.similarity, similar.list_number)


def _find_frequent(lexicon: Lexicon, query: ReconcileQuery) -> Iterator[_Form]:
    """Yield the most frequent forms of the types of a query that has no name."""
    labels: Sequence[str | None] = [None]
    if query.types:
        labels = [each for each in list_types(lexicon) if {each, find_class(each)} & query.types]
    for label in labels:
        for form in lexicon.complete("", label, _MOST_FREQUENT):
            yield _Form(list_entities(lexicon.lookup(form)), 0, 1.0)


def _has_type(entity: ListedEntity, query: ReconcileQuery) -> bool:
    return has_type(entity, query.types, needs_all=query.type_strict == "all")


def _score(
    lexicon: Lexicon, form: _Form, query: ReconcileQuery, conditions: Sequence[EntityCondition]
) -> Iterator[_Scored]:
    """Yield the entities of a form that a query admits."""
    admitted = []
    for entity in form.entities:
        is_type = _has_type(entity, query)
        if not is_type and query.type_strict != "should":
            continue
        left = {each.property: each.weigh(lexicon, entity) for each in conditions}
        factor = prod(left.values(), start=1.0 if is_type else _OTHER_TYPE)
        if factor:
            admitted.append((entity, {id: part == 1.0 for id, part in left.items()}, factor))
    # Without a name, it is the share of all uses that makes an entity likely.
    total = sum(entity.probability * factor for entity, _, factor in admitted) if query.query else 1
    for entity, holds, factor in admitted:
        yield _Scored(entity, form, entity.probability * factor / (total or 1), holds, factor)


def _is_match(each: _Scored) -> bool:
    is_exact = not each.form.edits and each.factor == 1.0
    return is_exact and each.share >= _CERTAIN and all(each.holds.values())


def _describe(each: _Scored, query: ReconcileQuery, is_match: bool) -> dict[str, Any]:
    """Return a candidate as the protocol writes it."""
    entity = each.entity
    features: dict[str, float | bool] = {
        "similarity": round(each.form.similarity, _DIGITS + 2),
        "edits": each.form.edits,
        "share": round(each.share, _DIGITS + 2),
        "probability": round(entity.probability, _DIGITS + 2),
        **each.holds,
    }
    return {
        "id": entity.id,
        "name": entity.form,
        "description": describe_place(entity),
        "type": [describe_type(str(entity.label))],
        "score": round(each.score, _DIGITS),
        "match": is_match,
        "features": [{"id": id, "value": value} for id, value in features.items()],
    }


def describe_place(entity: ListedEntity) -> str:
    """Return what tells namesakes apart: label, parent, country.

    >>> describe_place(ListedEntity("", "Lund", "city", "SE", "Skåne", 1, 0, "none", ()))
    'city, Skåne, SE'
    """
    label = str(entity.label).replace("_", " ")
    return ", ".join(filter(None, (label, entity.parent, entity.country)))
