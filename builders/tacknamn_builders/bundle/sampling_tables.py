"""Derive what replacements are drawn from: lists of rows of ``entries``, best first.

Nothing here is hand-written but the fakes and the telephone areas: the top 50 of a name list
and the five largest cities of a country follow from the merged counts, so that every draw can
say which rows of which sources it came from.
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
"""Names per list: the seeds draw from 50, ``--top`` and exhausted lists ask for more."""
LEAST_NAMES = 50
"""What the seeds draw from. Of neutral names the sources of ``default`` know 14 at home; the
lists are filled up with those of neighbours, whose bearers are met here (mentions.py)."""
AREAS_COUNTRY = "SE"
"""The country whose telephone areas curation has."""
CITIES_KEPT = 50
"""Cities per country, of which the seeds draw from five."""


def build_sampling_tables(
    pool: RowStore, senses: MergedEntries, country: str, fakes: Iterable[FakeReplacement]
) -> dict[str, Any]:
    """Make the sampling tables for senses in their final order."""
    home = pool.names.code(country)
    return {
        "country": country,
        "names": {
            label.value: _list_top_names(pool, senses, label, home)
            for label in (*FIRST_NAMES, Label.SURNAME)
        },
        "cities": _list_largest_cities(pool, senses),
        "streets": _group_by_parent(pool, senses, _find_streets(pool, senses)),
        "zip_codes": _group_by_parent(pool, senses, senses.label == label_code(Label.ZIP_CODE)),
        "telephone_areas": _list_telephone_areas(pool, senses, country),
        "fakes": _list_fakes(fakes),
    }


def _list_top_names(pool: RowStore, senses: MergedEntries, label: Label, home: int) -> list[int]:
    """The most borne names; where home has few, those of countries whose names are met here."""
    met = [pool.names.find(country) or -1 for country in NEIGHBOURS]
    own = (senses.country == home).astype(np.int64)
    wanted = np.flatnonzero(
        (senses.label == label_code(label)) & ((own == 1) | np.isin(senses.country, met))
    )
    order = wanted[np.lexsort((wanted, -senses.mentions[wanted], -own[wanted]))]
    kept = max(LEAST_NAMES, min(NAMES_KEPT, int(own[wanted].sum())))
    return [int(row) for row in order[:kept]]


def _list_largest_cities(pool: RowStore, senses: MergedEntries) -> dict[str, list[int]]:
    """The largest cities of each country, but no part of one: Brooklyn is an area as well."""
    cities = (senses.label == label_code(Label.CITY)) & senses.main & (senses.count > 0)
    cities &= ~_is_also_label(senses, Label.AREA)
    wanted = np.flatnonzero(cities & (senses.country > 0))
    order: Column = wanted[np.argsort(-senses.count[wanted], kind="stable")]
    largest: dict[int, dict[int, int]] = defaultdict(dict)
    """By country, rows by name: of two towns of one name the larger one is kept."""
    columns = (order, senses.country[order], senses.folded[order])
    for row, country, folded in zip(*(column.tolist() for column in columns), strict=True):
        if len(largest[country]) < CITIES_KEPT:
            largest[country].setdefault(folded, row)
    return {pool.names[country]: list(rows.values()) for country, rows in largest.items()}


def _is_also_label(senses: MergedEntries, label: Label) -> npt.NDArray[np.bool_]:
    """Which senses share form and country with one of that label."""
    places = group_rows((senses.folded, senses.country))
    return (places.most((senses.label == label_code(label)).astype(np.float64)) > 0)[places.ids]


def _find_streets(pool: RowStore, senses: MergedEntries) -> npt.NDArray[np.bool_]:
    """Places that are streets by their name: stations have a town above them too."""
    places = np.flatnonzero((senses.label == label_code(Label.PLACE)) & senses.main)
    streets = np.zeros(len(senses), dtype=bool)
    streets[places] = [is_street(pool.forms[form]) for form in senses.form[places].tolist()]
    return streets


def _group_by_parent(
    pool: RowStore, senses: MergedEntries, wanted: npt.NDArray[np.bool_]
) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = defaultdict(list)
    for row in np.flatnonzero(wanted & (senses.parent > 0)).tolist():
        rows[pool.names[int(senses.parent[row])]].append(row)
    return dict(rows)


def _list_telephone_areas(pool: RowStore, senses: MergedEntries, country: str) -> dict[str, str]:
    """The areas of the towns that the bundle knows."""
    if country != AREAS_COUNTRY:
        return {}
    home = (senses.label == label_code(Label.CITY)) & (senses.country == pool.names.code(country))
    towns = {pool.forms[form] for form in np.unique(senses.form[home]).tolist()}
    return {one.form: one.area for one in load_telephone_areas() if one.form in towns}


def _list_fakes(fakes: Iterable[FakeReplacement]) -> dict[str, list[dict[str, str]]]:
    lists: dict[str, list[dict[str, str]]] = defaultdict(list)
    for fake in fakes:
        lists[fake.list].append({"form": fake.form, "gender": fake.gender})
    return dict(lists)
