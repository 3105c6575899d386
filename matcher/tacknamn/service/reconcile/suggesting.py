"""Complete what a person types: entities, properties and types, a page at a time."""

from itertools import islice
from typing import Any

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.service.problems import Problem
from tacknamn.service.reconcile.candidates import describe_place
from tacknamn.service.reconcile.entities import (
    LONGEST_ID,
    ListedEntity,
    find_entity,
    list_entities,
)
from tacknamn.service.reconcile.entity_types import (
    describe_type,
    has_type,
    list_types,
    suggest_types,
)
from tacknamn.service.reconcile.properties import PROPERTIES, describe_property
from tacknamn.svala.tokens import find_text_error

__all__ = ["SUGGESTERS", "read_number"]

_PAGE = 20
"""Suggestions of one answer."""
_MOST_FORMS = 100
"""Forms that are read for a page. Most have one entity or several; with a coarse class, some have none."""
_FURTHEST = 500
"""Suggestions that can be skipped: more is not read by a person."""


def read_number(fields: dict[str, str], name: str, usual: int, most: int) -> int:
    """Return a parameter that is a whole number from 0; greater ones are cut."""
    text = fields.get(name) or str(usual)
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise Problem("invalid", f"{name} is not a whole number from 0")
    return min(int(text), most)


def _read_prefix(fields: dict[str, str]) -> tuple[str, int]:
    prefix = fields.get("prefix", "")
    if len(prefix) > LONGEST_ID:
        raise Problem("too-large", f"prefix has more than {LONGEST_ID:,} characters")
    if error := find_text_error(prefix):
        raise InputError(f"prefix has {error}; remove it")
    return prefix, read_number(fields, "cursor", 0, _FURTHEST)


def _suggest_entities(lexicon: Lexicon, fields: dict[str, str]) -> list[dict[str, Any]]:
    """Return entities by the beginning of their form, or by their id, the most mentioned first."""
    prefix, cursor = _read_prefix(fields)
    if not prefix.strip():
        return []
    found: dict[str, ListedEntity] = {}
    if ":" in prefix and (entity := find_entity(lexicon, prefix)) is not None:
        found[entity.id] = entity
    types = frozenset(filter(None, [fields.get("type")]))
    label = next((each for each in types if each in list_types(lexicon)), None)
    for form in lexicon.complete(prefix, label, cursor + _MOST_FORMS):
        for entity in list_entities(lexicon.lookup(form)):
            if has_type(entity, types):
                found.setdefault(entity.id, entity)
        if len(found) >= cursor + _PAGE:
            break
    return [_describe(each) for each in islice(found.values(), cursor, cursor + _PAGE)]


def _describe(entity: ListedEntity) -> dict[str, Any]:
    return {
        "id": entity.id,
        "name": entity.form,
        "description": describe_place(entity),
        "notable": [describe_type(str(entity.label))],
    }


def _suggest_properties(lexicon: Lexicon, fields: dict[str, str]) -> list[dict[str, Any]]:
    """Return properties by the beginning of a word of their name."""
    prefix, cursor = _read_prefix(fields)
    prefix = prefix.strip().lower()
    return [
        describe_property(each, is_full=True)
        for each in PROPERTIES.values()
        if f" {prefix}" in f" {each.id} {each.name} {each.description}".lower()
    ][cursor : cursor + _PAGE]


def _suggest_types(lexicon: Lexicon, fields: dict[str, str]) -> list[dict[str, Any]]:
    prefix, cursor = _read_prefix(fields)
    return suggest_types(lexicon, prefix)[cursor : cursor + _PAGE]


SUGGESTERS = {
    "entity": _suggest_entities,
    "property": _suggest_properties,
    "type": _suggest_types,
}
"""What can be suggested, by the names of the protocol."""
