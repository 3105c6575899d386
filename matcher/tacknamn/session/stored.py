"""The mapping of a session as plain data: ``json.dumps`` writes it, and reading checks all of it.

::

    {"format": 1, "name": "...",
     "names": [["firstname", "anna", "Anna", "firstname_female", 1, [DRAW]], ...],
     "places": [["city", "se:1", [DRAW]], ...],
     "values": [["phone_nr", 1, "070-123 45 67"], ...],
     "published": [["Malin", "Anna", "firstname", "anna"], ...]}

A draw is its base, label, country, region, row in the lists, size of the list, and whether it stays. A
name has kind and identity, the original, the label, its number, and its draw.
"""

import secrets
from typing import Any, TypeVar

from tacknamn.errors import InputError
from tacknamn.replacement.originals import OriginalKey
from tacknamn.replacement.records import PLACE_LABELS, Draw
from tacknamn.session.mapping import SessionMapping
from tacknamn.session.values import PlaceholderTable
from tacknamn.text.fold import fold

__all__ = ["draw_name", "read_mapping", "write_mapping"]

FORMAT = 1
_NAME_BYTES = 16
_PLACE_KINDS = frozenset(map(str, PLACE_LABELS))
"""The kinds of originals that are places. Their draws are also those that others must fit."""
Checked = TypeVar("Checked")


def draw_name() -> str:
    """Return a new name for a session: with a seed, its draws depend on it."""
    return secrets.token_hex(_NAME_BYTES)


def write_mapping(mapping: SessionMapping) -> dict[str, Any]:
    """Return a mapping as plain data."""
    settled = mapping.settled
    return {
        "format": FORMAT,
        "name": settled.name,
        "names": [
            [*key, settled.bases[key], label, number, _write_draw(draw)]
            for key, (draw, label, number) in settled.draws.items()
        ],
        "places": [
            [*key, _write_draw(draw)]
            for key, draw in settled.places.items()
            if key not in settled.draws
        ],
        "values": [list(triple) for triple in mapping.values.list_triples()],
        "published": [
            [form, original, *owner] for form, (original, owner) in mapping.published.items()
        ],
    }


def _write_draw(draw: Draw) -> list[Any]:
    place = [draw.country, draw.parent]
    return [draw.base, draw.label, *place, draw.entry, draw.pool, draw.is_kept]


def read_mapping(data: Any, mapping: SessionMapping) -> None:
    """Fill an empty mapping with what :func:`write_mapping` returned."""
    try:
        if data["format"] != FORMAT:
            raise ValueError
        _read_parts(data, mapping)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise InputError("this is not the state of a session; give what dump() returned") from None


def _read_parts(data: Any, mapping: SessionMapping) -> None:
    settled = mapping.settled
    settled.name = _check(data["name"], str)
    for kind, identity, base, label, number, written in data["names"]:
        key = _read_key(kind, identity)
        draw = _read_draw(written)
        settled.draws[key] = draw, _check(label, str), _check(number, int)
        settled.bases[key] = _check(base, str)
        settled.numbers[label] = max(number, settled.numbers.get(label, 0))
        _take(draw, mapping)
        if kind in _PLACE_KINDS:
            settled.places[key] = draw
    for kind, identity, written in data["places"]:
        draw = settled.places[_read_key(kind, identity)] = _read_draw(written)
        _take(draw, mapping)
    mapping.values = PlaceholderTable(
        (_check(name, str), _check(number, int), _check(original, str))
        for name, number, original in data["values"]
    )
    mapping.index_new()
    for form, original, kind, identity in data["published"]:
        key = _read_key(kind, identity)
        if key not in settled.draws:
            raise ValueError
        mapping.publish(key, _check(form, str), _check(original, str))


def _take(draw: Draw, mapping: SessionMapping) -> None:
    if not draw.is_kept:
        mapping.settled.taken.add(fold(draw.base))


def _read_key(kind: Any, identity: Any) -> OriginalKey:
    return _check(kind, str), _check(identity, str)


def _read_draw(written: Any) -> Draw:
    base, label, country, parent, entry, pool, is_kept = written
    return Draw(
        _check(base, str),
        _check(label, str),
        base,
        country=_check(country, str),
        parent=_check(parent, str),
        entry=None if entry is None else _check(entry, int),
        pool=_check(pool, int),
        reason="as in an earlier text",
        is_kept=_check(is_kept, bool),
    )


def _check(value: Any, kind: type[Checked]) -> Checked:
    if type(value) is not kind:
        raise TypeError
    return value
