"""Join rows to the entity that has their name.

A row joins the best identified and most populous entity that has its name and label, and its
country and parent if they are stated. Parents that contain each other do not contradict: Lund in
Skåne län is the Lund in Lunds kommun. A county has no parent: Stockholm in Stockholms län is not
that county, and Dalarna in Svealand is not Dalarnas län. Entities can join too: a curated exonym
joins the city that another source identifies by its GeoNames id.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Label
from tacknamn_builders.merging.grouping import group_rows
from tacknamn_builders.merging.mentions import label_code
from tacknamn_builders.merging.row_store import Column, EntryRows, RowStore

__all__ = ["join_by_name"]

Mask = npt.NDArray[np.bool_]
_PLACE = label_code(Label.PLACE)
"""Streets and stops never join: every town has a Storgatan."""


def join_by_name(store: RowStore, rows: EntryRows, coarse: Mask) -> EntryRows:
    """Join each row to the best identified entity of its name.

    ``coarse`` marks the store's names of counties and states."""
    # Which rows may join, and the entities that they may join.
    strength = _rate_identities(store, rows)
    joining = _find_joining_rows(rows, strength)
    targets = _collect_targets(store, rows, strength, rows.folded[joining], coarse)
    target = np.zeros(len(rows), dtype=np.int64)
    lies_in = _find_containments(store, rows)
    target[joining] = _choose_targets(
        store, rows.take(joining), strength[joining], targets, lies_in
    )
    # Where a whole entity joins another, all its rows follow. Its main name decides, because it is
    # more reliable than its variants: Rom is Rome, not Roma in Lesotho.
    keyed = np.flatnonzero((rows.key > 0) & (target > 0))
    part = rows.take(keyed)
    first = group_rows((part.key,), (~part.main, part.form)).first
    translate = np.arange(len(store.names))
    translate[part.key[first]] = target[keyed[first]]
    while (translate[translate] != translate).any():  # an entity may join one that joins a third
        translate = translate[translate]
    key = np.where((rows.key == 0) & (target > 0), target, rows.key)
    return replace(rows, key=translate[key])


def _find_joining_rows(rows: EntryRows, strength: Column) -> Column:
    """Find the rows for which a better identified entity with their name and label exists."""
    by_name = group_rows((rows.folded, rows.label))
    best = -by_name.maximum(-strength.astype(np.float64))
    return np.flatnonzero((best[by_name.ids] < strength) & (rows.label != _PLACE))


def _find_containments(store: RowStore, rows: EntryRows) -> frozenset[tuple[int, int]]:
    """Find the pairs of regions of which the first is in the second."""
    part = rows.take((rows.label == label_code(Label.REGION)) & (rows.parent > 0))
    names = (store.names.find(store.forms[form]) for form in part.form.tolist())
    pairs = zip(names, part.parent.tolist(), strict=True)
    return frozenset((name, parent) for name, parent in pairs if name)


_UNKEYED = 1000
_STRENGTH_OF_IDENTITY = {"region": 0, "geonames": 1, "country": 2, "language": 2}
"""Identities that many sources share come first, then those of single sources in their order. A
region's code contains its level in the hierarchy; its GeoNames id does not."""


def _rate_identities(store: RowStore, rows: EntryRows) -> Column:
    """Rate each row's identity: an entity joins only entities with a smaller number.

    All rows of an entity have the same strength, otherwise two entities could join each other."""
    kinds = (value.partition(":")[0] for value in store.names.values)
    of_key = np.fromiter(
        (_STRENGTH_OF_IDENTITY.get(kind, _UNKEYED) for kind in kinds), np.int64, len(store.names)
    )
    np.minimum.at(of_key, rows.key, rows.source + len(_STRENGTH_OF_IDENTITY))
    of_key[0] = _UNKEYED
    return of_key[rows.key]


_Target = tuple[int, int, int, bool]
"""Key, parent, strength, and whether it is a county or state."""
_Targets = Mapping[tuple[int, int, int], list[_Target]]
_ANYWHERE = -1


def _collect_targets(
    store: RowStore, rows: EntryRows, strength: Column, wanted: Column, coarse: Mask
) -> _Targets:
    """Collect the entities with a ``wanted`` form by form, label and country, the best first.

    The country :data:`_ANYWHERE` contains the entities of all countries."""
    keyed = np.flatnonzero((rows.key > 0) & np.isin(rows.folded, wanted))
    top = _find_top_regions(store, rows, coarse)[rows.key[keyed]]
    part, strength = rows.take(keyed), strength[keyed]
    targets: dict[tuple[int, int, int], list[_Target]] = defaultdict(list)
    for country in (part.country, np.full(len(part), _ANYWHERE)):
        by = (part.folded, part.label, country)
        order = group_rows(by, (strength, -part.count, ~part.main, part.key)).order
        names = zip(*(column[order].tolist() for column in by), strict=True)
        facts = (part.key, part.parent, strength, top)
        entities = zip(*(column[order].tolist() for column in facts), strict=True)
        for name, entity in zip(names, entities, strict=True):
            targets[name].append(entity)
    return dict(targets)


def _find_top_regions(store: RowStore, rows: EntryRows, coarse: Mask) -> Mask:
    """Mark the keys of counties and states."""
    main = rows.take((rows.key > 0) & rows.main & (rows.label == label_code(Label.REGION)))
    names = [store.names.find(store.forms[form]) or 0 for form in main.form.tolist()]
    top = np.zeros(len(store.names), dtype=bool)
    top[main.key] = coarse[names]
    return top


def _choose_targets(
    store: RowStore,
    rows: EntryRows,
    strength: Column,
    targets: _Targets,
    lies_in: frozenset[tuple[int, int]],
) -> Column:
    """Choose for each row the key of the entity that it joins, or 0."""
    facts = (rows.folded, rows.label, rows.country, rows.parent, strength)
    chosen = np.zeros(len(rows), dtype=np.int64)
    for row, fact in enumerate(zip(*(column.tolist() for column in facts), strict=True)):
        folded, label, country, parent, own_strength = fact
        # A row with a country joins entities of this country or without one, other rows any entity.
        countries = (country, 0) if country else (_ANYWHERE,)
        entities = (
            entity for code in countries for entity in targets.get((folded, label, code), ())
        )
        fitting = (
            key
            for key, known_parent, its_strength, is_top in entities
            if its_strength < own_strength
            and not (is_top and parent)
            and (
                _is_same_parent(store.names[parent], store.names[known_parent])
                # Lund in Lunds kommun, and Lund in Skåne län: one is in the other.
                or not lies_in.isdisjoint(((parent, known_parent), (known_parent, parent)))
            )
        )
        chosen[row] = next(fitting, 0)
    return chosen


def _is_same_parent(stated: str, known: str) -> bool:
    """Whether two parents may be the same: Göteborg and Göteborgs stad, or one is not stated."""
    stated, known = stated.casefold(), known.casefold()
    return stated.startswith(known) or known.startswith(stated)
