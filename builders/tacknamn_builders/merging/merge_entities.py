"""Merge places, institutions and all other entities that are not personal names.

A source with identities (a GeoNames id) states which names belong to the same entity. Rows of other
sources join it by name (:mod:`~tacknamn_builders.merging.joining`). Rows that remain without a key
are one entity for each form, label, country and parent: Storgatan in Lund and Storgatan in Umeå are
two streets.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Kind, Label
from tacknamn_builders.merging.grouping import group_rows
from tacknamn_builders.merging.joining import join_by_name
from tacknamn_builders.merging.mentions import estimate_mentions, is_first_name, label_code
from tacknamn_builders.merging.regions import collect_regions, settle_parents
from tacknamn_builders.merging.row_store import KINDS, EntryRows, MergedEntries, RowStore
from tacknamn_builders.records import Parent

__all__ = ["merge_entities"]

VARIANT_SHARE = 0.05
"""Mentions of a place by a variant per mention by its main name: in wordfreq's Swedish 0.02
(Munich, Gothenburg) to 0.10 (Vienna), the median of eight cities is 0.05."""


def merge_entities(
    store: RowStore,
    rows: EntryRows,
    home: int,
    parents: Mapping[str, Parent],
    regions: Mapping[str, str],
) -> MergedEntries:
    """Merge the rows of ``store`` that are not personal names."""
    rows = rows.take(~is_first_name(rows.label) & (rows.label != label_code(Label.SURNAME)))
    known = collect_regions(store, rows, home, regions)
    parent = settle_parents(store, rows, home, parents, known)
    rows = replace(rows, parent=parent, main=_prefer_local_names(store, rows, parents))
    coarse = np.zeros(len(store.names), dtype=bool)
    coarse[list(known.coarse)] = True
    rows = join_by_name(store, _share_facts(rows, coarse), coarse)
    return _build_entries(_share_facts(rows, coarse), home)


def _prefer_local_names(
    store: RowStore, rows: EntryRows, parents: Mapping[str, Parent]
) -> npt.NDArray[np.bool_]:
    """Make the local name at a position the main name; without one, the main name stays."""
    local = np.zeros(len(store.names), dtype=np.int64)
    for code in np.unique(rows.at).tolist():
        parent = parents.get(store.names[code])
        if parent is not None:
            local[code] = store.find_folded(parent.name)
    own = local[rows.at]
    is_local = (own > 0) & (own == rows.folded) & (rows.label != label_code(Label.COUNTRY))
    has_local = np.zeros(len(store.names), dtype=bool)
    has_local[rows.key[is_local & (rows.key > 0)]] = True
    return np.where(has_local[rows.key], is_local, rows.main)


def _share_facts(rows: EntryRows, coarse: npt.NDArray[np.bool_]) -> EntryRows:
    """Give every name of an entity the entity's best facts, from the most authoritative source."""
    keyed = np.flatnonzero(rows.key > 0)
    part = rows.take(keyed)
    changed = {}
    # For each column, the best row of an entity is the first one that has a value.
    for name, lacking, tie in (
        ("count", part.count <= 0, -part.count),
        ("country", part.country == 0, part.country),
        ("parent", np.where(part.parent == 0, 2, coarse[part.parent]), part.parent),
    ):
        groups = group_rows(
            (part.key,), (lacking, part.source, ~part.main, tie, part.form, part.kind)
        )
        best = groups.first[groups.ids]
        column = getattr(rows, name).copy()
        column[keyed] = getattr(part, name)[best]
        changed[name] = column
        if name == "count":
            changed["kind"] = rows.kind.copy()
            changed["kind"][keyed] = part.kind[best]
    main = group_rows((part.key,), (~part.main, part.source, part.form))
    changed["main"] = rows.main.copy()
    changed["main"][keyed] = part.form == part.form[main.first[main.ids]]
    return replace(rows, **changed)


def _build_entries(rows: EntryRows, home: int) -> MergedEntries:
    """Build one entry for each folded form of each entity, spelled as in its best source."""
    # An entity with a key is identified by it; one without is identified by country and parent.
    parent = np.where(rows.key > 0, 0, rows.parent)
    country = np.where(rows.key > 0, 0, rows.country)
    groups = group_rows(
        (rows.folded, rows.label, rows.key, country, parent),
        (rows.source, ~rows.main, rows.form),
    )
    best = group_rows(
        (rows.folded, rows.label, rows.key, country, parent),
        (rows.count <= 0, rows.source, -rows.count, rows.kind),
    ).first
    shown = groups.first
    counted = rows.count[best] > 0
    kind = np.where(counted | (rows.kind[best] == 0), rows.kind[best], KINDS.index(Kind.NONE))
    expected = estimate_mentions(
        rows.label[shown], kind, rows.count[best], rows.country[shown] == home
    )
    main = groups.maximum(rows.main.astype(np.float64)) > 0
    return MergedEntries(
        folded=rows.folded[shown],
        form=rows.form[shown],
        label=rows.label[shown],
        kind=kind,
        count=rows.count[best],
        country=rows.country[shown],
        parent=rows.parent[shown],
        entity=rows.key[shown],
        main=main,
        mentions=np.where(
            main | (kind != KINDS.index(Kind.INHABITANTS)), expected, expected * VARIANT_SHARE
        ),
        sources=groups.any_bits(np.uint64(1) << rows.source.astype(np.uint64)),
    )
