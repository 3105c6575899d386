"""Build the lists that replacements are drawn from: rows of ``entries``, the best first.

Only fakes and telephone areas are hand-made. The top 50 of a name list and the five largest cities
of a country follow from the merged counts, so every replacement can be traced to rows of the
sources.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Label
from tacknamn.replacement.places import is_street
from tacknamn_builders.curation.curated_tables import FakeReplacement, load_telephone_areas
from tacknamn_builders.merging.grouping import group_rows
from tacknamn_builders.merging.mentions import FIRST_NAMES, NEIGHBOURS, label_code
from tacknamn_builders.merging.row_store import Column, MergedEntries, RowStore

__all__ = ["build_sampling_tables"]

NAMES_KEPT = 1000
"""Names per list. Replacements are drawn from the first 50; ``--top`` and exhausted lists use
more."""
LEAST_NAMES = 50
"""Names that replacements are drawn from. The sources of ``default`` have only 14 neutral names at
home, so such lists are filled with names of neighbours, which are common here (mentions.py)."""
AREAS_COUNTRY = "SE"
"""The country of the telephone areas in curation."""
CITIES_KEPT = 50
"""Cities per country. Replacements are drawn from the first five."""


def build_sampling_tables(
    store: RowStore, entries: MergedEntries, country: str, fakes: Iterable[FakeReplacement]
) -> dict[str, Any]:
    """Build the tables for entries in their final order."""
    home = store.names.code(country)
    return {
        "country": country,
        "names": {
            label.value: _list_top_names(store, entries, label, home)
            for label in (*FIRST_NAMES, Label.SURNAME)
        },
        "cities": _list_largest_cities(store, entries),
        "streets": _group_by_parent(store, entries, _find_streets(store, entries)),
        "zip_codes": _group_by_parent(store, entries, entries.label == label_code(Label.ZIP_CODE)),
        "telephone_areas": _list_telephone_areas(store, entries, country),
        "fakes": _list_fakes(fakes),
    }


def _list_top_names(store: RowStore, entries: MergedEntries, label: Label, home: int) -> list[int]:
    """List the most frequent names at home; if there are few, add names of neighbours."""
    neighbours = [store.names.find(country) or -1 for country in NEIGHBOURS]
    own = (entries.country == home).astype(np.int64)
    wanted = np.flatnonzero(
        (entries.label == label_code(label)) & ((own == 1) | np.isin(entries.country, neighbours))
    )
    order = wanted[np.lexsort((wanted, -entries.mentions[wanted], -own[wanted]))]
    kept = max(LEAST_NAMES, min(NAMES_KEPT, int(own[wanted].sum())))
    return [int(row) for row in order[:kept]]


def _list_largest_cities(store: RowStore, entries: MergedEntries) -> dict[str, list[int]]:
    """List the largest cities of each country, without parts of cities: Brooklyn is also an
    area."""
    cities = (entries.label == label_code(Label.CITY)) & entries.main & (entries.count > 0)
    cities &= ~_is_also_label(entries, Label.AREA)
    wanted = np.flatnonzero(cities & (entries.country > 0))
    order: Column = wanted[np.argsort(-entries.count[wanted], kind="stable")]
    largest: dict[int, dict[int, int]] = defaultdict(dict)
    """By country, rows by name: of two towns with the same name, only the larger one."""
    columns = (order, entries.country[order], entries.folded[order])
    for row, country, folded in zip(*(column.tolist() for column in columns), strict=True):
        if len(largest[country]) < CITIES_KEPT:
            largest[country].setdefault(folded, row)
    return {store.names[country]: list(rows.values()) for country, rows in largest.items()}


def _is_also_label(entries: MergedEntries, label: Label) -> npt.NDArray[np.bool_]:
    """Mark entries whose form also has ``label`` in the same country."""
    forms = group_rows((entries.folded, entries.country))
    return (forms.maximum((entries.label == label_code(label)).astype(np.float64)) > 0)[forms.ids]


def _find_streets(store: RowStore, entries: MergedEntries) -> npt.NDArray[np.bool_]:
    """Mark places whose name is that of a street; stations also have a town as parent."""
    places = np.flatnonzero((entries.label == label_code(Label.PLACE)) & entries.main)
    streets = np.zeros(len(entries), dtype=bool)
    streets[places] = [is_street(store.forms[form]) for form in entries.form[places].tolist()]
    return streets


def _group_by_parent(
    store: RowStore, entries: MergedEntries, wanted: npt.NDArray[np.bool_]
) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = defaultdict(list)
    for row in np.flatnonzero(wanted & (entries.parent > 0)).tolist():
        rows[store.names[int(entries.parent[row])]].append(row)
    return dict(rows)


def _list_telephone_areas(store: RowStore, entries: MergedEntries, country: str) -> dict[str, str]:
    """List the areas of the towns in the bundle."""
    if country != AREAS_COUNTRY:
        return {}
    home = (entries.label == label_code(Label.CITY)) & (
        entries.country == store.names.code(country)
    )
    towns = {store.forms[form] for form in np.unique(entries.form[home]).tolist()}
    return {area.form: area.area for area in load_telephone_areas() if area.form in towns}


def _list_fakes(fakes: Iterable[FakeReplacement]) -> dict[str, list[dict[str, str]]]:
    lists: dict[str, list[dict[str, str]]] = defaultdict(list)
    for fake in fakes:
        lists[fake.list].append({"form": fake.form, "gender": fake.gender})
    return dict(lists)
