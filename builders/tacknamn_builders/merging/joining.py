"""Let what sources say of a name join the thing that bears it.

A row joins, of the things of its label that bear its name, and of its country and parent where
they are stated, the best identified and most populous one. Parents that contain one another do
not contradict: Lund in Skåne län is the Lund in Lunds kommun. A county lies in no other region:
Stockholm in Stockholms län is not that county, nor Dalarna in Svealand Dalarnas län. Things may
join as well, a curated exonym the city that a source gives by its GeoNames id.
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
"""Streets and stops never join: there is a Storgatan in every town."""


def join_by_name(pool: RowStore, rows: EntryRows, coarse: Mask) -> EntryRows:
    """Let what sources say of a name join the best identified thing of that name.

    ``coarse`` tells which of the pool's names are those of counties and states."""
    strength = _rate_identities(pool, rows)
    joining = _find_joining_rows(rows, strength)
    targets = _collect_targets(pool, rows, strength, rows.folded[joining], coarse)
    found = np.zeros(len(rows), dtype=np.int64)
    lies_in = _find_containments(pool, rows)
    found[joining] = _choose_targets(pool, rows.take(joining), strength[joining], targets, lies_in)
    keyed = np.flatnonzero((rows.key > 0) & (found > 0))
    part = rows.take(keyed)
    # A thing's main name finds better than its variants: Rom is Rome, not Roma in Lesotho.
    first = group_rows((part.key,), (~part.main, part.form)).first
    translate = np.arange(len(pool.names))
    translate[part.key[first]] = found[keyed[first]]
    while (translate[translate] != translate).any():  # a thing may join one that joins a third
        translate = translate[translate]
    key = np.where((rows.key == 0) & (found > 0), found, rows.key)
    return replace(rows, key=translate[key])


def _find_joining_rows(rows: EntryRows, strength: Column) -> Column:
    """Rows that a better identified thing of their name and label stands beside."""
    by_name = group_rows((rows.folded, rows.label))
    best = -by_name.most(-strength.astype(np.float64))
    return np.flatnonzero((best[by_name.ids] < strength) & (rows.label != _PLACE))


def _find_containments(pool: RowStore, rows: EntryRows) -> frozenset[tuple[int, int]]:
    """Names of regions with the names of those that they lie in."""
    part = rows.take((rows.label == label_code(Label.REGION)) & (rows.parent > 0))
    names = (pool.names.find(pool.forms[form]) for form in part.form.tolist())
    pairs = zip(names, part.parent.tolist(), strict=True)
    return frozenset((name, parent) for name, parent in pairs if name)


_UNKEYED = 1000
_STRENGTH_OF_IDENTITY = {"region": 0, "geonames": 1, "country": 2, "language": 2}
"""Identities that the world shares come first, then those of single sources in their order.
A region's code says where in the hierarchy it stands, which its GeoNames id does not."""


def _rate_identities(pool: RowStore, rows: EntryRows) -> Column:
    """How good each row's identity is: a thing joins only one with a smaller number.

    All rows of a thing have one strength, or two things might join each other."""
    kinds = (value.partition(":")[0] for value in pool.names.values)
    of_key = np.fromiter(
        (_STRENGTH_OF_IDENTITY.get(kind, _UNKEYED) for kind in kinds), np.int64, len(pool.names)
    )
    np.minimum.at(of_key, rows.key, rows.source + len(_STRENGTH_OF_IDENTITY))
    of_key[0] = _UNKEYED
    return of_key[rows.key]


_Target = tuple[int, int, int, bool]
"""Key, parent, strength, and whether it is a county or state."""
_Targets = Mapping[tuple[int, int, int], list[_Target]]
_ANYWHERE = -1


def _collect_targets(
    pool: RowStore, rows: EntryRows, strength: Column, wanted: Column, coarse: Mask
) -> _Targets:
    """The things that bear a ``wanted`` form, by form, label and country, the best first.

    Under :data:`_ANYWHERE` stand those of all countries."""
    keyed = np.flatnonzero((rows.key > 0) & np.isin(rows.folded, wanted))
    top = _find_top_regions(pool, rows, coarse)[rows.key[keyed]]
    part, strength = rows.take(keyed), strength[keyed]
    targets: dict[tuple[int, int, int], list[_Target]] = defaultdict(list)
    for country in (part.country, np.full(len(part), _ANYWHERE)):
        by = (part.folded, part.label, country)
        order = group_rows(by, (strength, -part.count, ~part.main, part.key)).order
        names = zip(*(column[order].tolist() for column in by), strict=True)
        facts = (part.key, part.parent, strength, top)
        things = zip(*(column[order].tolist() for column in facts), strict=True)
        for name, thing in zip(names, things, strict=True):
            targets[name].append(thing)
    return dict(targets)


def _find_top_regions(pool: RowStore, rows: EntryRows, coarse: Mask) -> Mask:
    """Which keys are those of counties and states."""
    main = rows.take((rows.key > 0) & rows.main & (rows.label == label_code(Label.REGION)))
    names = [pool.names.find(pool.forms[form]) or 0 for form in main.form.tolist()]
    top = np.zeros(len(pool.names), dtype=bool)
    top[main.key] = coarse[names]
    return top


def _choose_targets(
    pool: RowStore,
    rows: EntryRows,
    strength: Column,
    targets: _Targets,
    lies_in: frozenset[tuple[int, int]],
) -> Column:
    """For each row the key of the thing it joins, or 0."""
    facts = (rows.folded, rows.label, rows.country, rows.parent, strength)
    found = np.zeros(len(rows), dtype=np.int64)
    for place, fact in enumerate(zip(*(column.tolist() for column in facts), strict=True)):
        folded, label, country, parent, own = fact
        # Where a country is stated, a thing without one will do; where none is, any thing.
        countries = (country, 0) if country else (_ANYWHERE,)
        things = (thing for one in countries for thing in targets.get((folded, label, one), ()))
        fitting = (
            key
            for key, known, theirs, top in things
            if theirs < own
            and not (top and parent)
            and (
                _is_same_parent(pool.names[parent], pool.names[known])
                # Lund in Lunds kommun, and Lund in Skåne län: one lies in the other.
                or not lies_in.isdisjoint(((parent, known), (known, parent)))
            )
        )
        found[place] = next(fitting, 0)
    return found


def _is_same_parent(stated: str, known: str) -> bool:
    """Whether two parents may be one: Göteborg and Göteborgs stad, or one not stated."""
    stated, known = stated.casefold(), known.casefold()
    return stated.startswith(known) or known.startswith(stated)
