"""Types of entities: the labels that the lists have, below their coarse classes.

``city`` is a type, and ``LOC`` is its broader type: a query may name either.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.service.reconcile.entities import ListedEntity
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = [
    "describe_type",
    "find_class",
    "has_known_type",
    "has_type",
    "list_types",
    "suggest_types",
]

_CLASS_NAMES = {
    "PER": "person",
    "LOC": "place of any kind",
    "ORG": "institution",
    "DEM": "what a person is",
    "DATE": "part of a date",
    "AGE": "age",
}


@lru_cache(maxsize=512)
def find_class(label: str) -> str:
    """Return the coarse class of a label; empty for a label of a list of one's own."""
    try:
        return load_taxonomy().find_for_lexicon(label).coarse
    except InputError:
        return ""


@lru_cache(maxsize=512)
def _describe_label(label: str) -> str:
    try:
        return load_taxonomy().find_for_lexicon(label).description
    except InputError:
        return "a label of a list of one's own"


def list_types(lexicon: Lexicon) -> list[str]:
    """Return the labels that entries of the lists have, those of the user's lists first."""
    lists = (lexicon,) if lexicon.own is None else (lexicon.own, lexicon)
    return list(dict.fromkeys(label for each in lists for label in _list_labels(each)))


def _list_labels(lexicon: Lexicon) -> Iterator[str]:
    for label, number in lexicon.bundle.manifest["counts"]["labels"].items():
        if number:
            yield label


def describe_type(label: str, is_full: bool = False) -> dict[str, Any]:
    """Return a type as the protocol writes it; in full with what it means and its class."""
    name = label.replace("_", " ")
    if not is_full:
        return {"id": label, "name": name}
    broader = find_class(label)
    return {"id": label, "name": name, "description": _describe_label(label)} | (
        {"broader": [_describe_class(broader)]} if broader else {}
    )


def has_known_type(lexicon: Lexicon, types: Collection[str]) -> bool:
    """Whether the lists have one of the types of a query, or it names none."""
    labels = list_types(lexicon) if types else ()
    return not types or any(each in types or find_class(each) in types for each in labels)


def has_type(entity: ListedEntity, types: frozenset[str], needs_all: bool = False) -> bool:
    """Whether an entity has one of the types, or all of them. No types are no condition."""
    own = {str(entity.label), find_class(str(entity.label))}
    return not types or (types <= own if needs_all else not types.isdisjoint(own))


def _describe_class(name: str) -> dict[str, Any]:
    return {"id": name, "name": _CLASS_NAMES.get(name, name)}


def suggest_types(lexicon: Lexicon, prefix: str) -> list[dict[str, Any]]:
    """Return the types whose id, name or description has a word that begins with a prefix."""
    labels = list_types(lexicon)
    classes = dict.fromkeys(filter(None, map(find_class, labels)))
    types = [
        *(describe_type(label, is_full=True) for label in labels),
        *map(_describe_class, classes),
    ]
    return [each for each in types if _begins(prefix, each.values())]


def _begins(prefix: str, texts: Iterable[Any]) -> bool:
    prefix = prefix.strip().lower()
    words = f" {' '.join(text for text in texts if isinstance(text, str))}".lower()
    return f" {prefix}" in words or f"_{prefix}" in words
