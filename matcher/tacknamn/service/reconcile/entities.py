"""Entities: entries of the lists under ids that outlast a rebuild of the lists.

A row number changes with every build, so an id consists of what identifies an entry for a person: its
label, its form, its country, and what it is part of::

    firstname_female:Anna          city:New_York:US:New_York

Blanks are written as ``_``; whatever a client may leave unencoded in an address, or what separates the
parts, is percent-encoded. Entries that agree in all four, such as two villages of one name in one region,
are one entity.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import unquote

from tacknamn.labels import AnyLabel
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.records import Candidate

__all__ = ["LONGEST_ID", "ListedEntity", "find_entity", "list_entities", "make_id", "read_id"]

LONGEST_ID = 4_000
"""Characters of an id. The longest of the lists has some hundred."""
_RESERVED = re.compile(r"[^\w .'’,()-]|_")
"""What an id has in encoded form. Letters of all languages stay readable."""
_Parts = tuple[str, str, str, str]


class ListedEntity(NamedTuple):
    """Entries of the lists that agree in form, label, country and parent."""

    id: str
    form: str
    """The form as it is usually written."""
    label: AnyLabel
    country: str
    """The code of its country; empty if it is unknown."""
    parent: str
    """What a place is part of."""
    probability: float
    """The share of the uses of the form that mean this entity."""
    count: float  # type: ignore[assignment]  # hides a method of tuples that no entity needs
    kind: str
    """What the count counts."""
    sources: tuple[str, ...]


def make_id(form: str, label: str, country: str = "", parent: str = "") -> str:
    """Return the id of an entity.

    >>> make_id("New York", "city", "US", "New York"), make_id("H&M", "work")
    ('city:New_York:US:New_York', 'work:H%26M')
    """
    return ":".join((label, *map(_encode, (form, country, parent)))).rstrip(":")


def _encode(part: str) -> str:
    return _RESERVED.sub(_encode_letter, part).replace(" ", "_")


def _encode_letter(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def read_id(id: str) -> _Parts | None:
    """Return label, form, country and parent of an id; None if it is not one.

    >>> read_id("city:New_York:US:New_York")
    ('city', 'New York', 'US', 'New York')
    """
    label, *parts = id.split(":")
    if len(id) > LONGEST_ID or not 1 <= len(parts) <= 3:
        return None
    form, country, parent = (unquote(part.replace("_", " ")) for part in (*parts, "", "", "")[:3])
    return (label, form, country, parent) if label and form else None


def list_entities(candidates: Iterable[Candidate]) -> list[ListedEntity]:
    """Return the entities of the candidates of one form, the likeliest first."""
    entities: dict[str, ListedEntity] = {}
    for each in candidates:
        id = make_id(each.form, each.label, each.country, each.parent)
        known = entities.get(id)
        if known is None:
            entities[id] = ListedEntity(
                id, each.form, each.label, each.country, each.parent,
                each.probability, each.count, each.kind.value, each.sources,
            )  # fmt: skip
        else:
            entities[id] = known._replace(
                probability=known.probability + each.probability,
                sources=tuple(dict.fromkeys((*known.sources, *each.sources))),
            )
    return sorted(entities.values(), key=lambda entity: -entity.probability)


def find_entity(lexicon: Lexicon, id: str) -> ListedEntity | None:
    """Return the entity with this id, or None.

    The lists may have learnt or lost a country or a parent since the id was made. Then it is the entity
    that does not contradict the id, if there is only one."""
    parts = read_id(id)
    if parts is None:
        return None
    label, form, *place = parts
    same = [each for each in list_entities(lexicon.lookup(form)) if each.label == label]
    exact = make_id(form, label, *place)  # as we would write it
    possible = [each for each in same if each.id == exact] or [
        each
        for each in same
        if all(
            not (asked and known) or asked == known
            for asked, known in zip(place, (each.country, each.parent), strict=True)
        )
    ]
    return possible[0] if len(possible) == 1 else None
