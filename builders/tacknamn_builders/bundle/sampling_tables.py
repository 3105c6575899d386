"""Build the lists that replacements are drawn from: rows of ``entries``, the best first.

Fakes and telephone areas are hand-made. The top 50 of a name list and the 30 largest cities of a
country follow from the merged counts, so every replacement can be traced to rows of the sources.

The sources do not say which of a place's names is Swedish and which is English, nor which "cities"
are quarters. So countries, cities and regions that are drawn in texts of a language, and names of
persons for English texts, are chosen by hand (``drawn.tsv``); what is drawn are rows, as before.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Label
from tacknamn.replacement.places import is_street
from tacknamn_builders.curation.curated_tables import (
    DrawnName,
    FakeReplacement,
    load_city_parts,
    load_telephone_areas,
)
from tacknamn_builders.merging.grouping import group_rows
from tacknamn_builders.merging.mentions import FIRST_NAMES, NEIGHBOURS, label_code
from tacknamn_builders.merging.row_store import Column, MergedEntries, RowStore
from tacknamn_builders.records import Entry

__all__ = ["build_sampling_tables"]

NAMES_KEPT = 1000
"""Names per list. Replacements are drawn from the first 50; ``--top`` and exhausted lists use
more."""
LEAST_NAMES = 50
"""Names that replacements are drawn from. The sources of ``default`` have only 14 neutral names at
home, so such lists are filled with names of neighbours, which are common here (mentions.py)."""
AREAS_COUNTRY = "SE"
"""The country of the telephone areas in curation."""
_NAMES = (*FIRST_NAMES, Label.SURNAME)
CITIES_KEPT = 50
"""Cities per country. Replacements are drawn from the first 30."""


def build_sampling_tables(
    store: RowStore,
    entries: MergedEntries,
    country: str,
    fakes: Iterable[FakeReplacement],
    drawn: Iterable[DrawnName] = (),
) -> dict[str, Any]:
    """Build the tables for entries in their final order."""
    home = store.names.code(country)
    parts = _list_city_parts(store, entries, country)
    return {
        "country": country,
        "names": {
            label.value: _list_top_names(store, entries, label, home)
            for label in (*FIRST_NAMES, Label.SURNAME)
        },
        "cities": _list_largest_cities(store, entries, parts),
        "streets": _group_by_parent(store, entries, _find_streets(store, entries)),
        "zip_codes": _group_by_parent(store, entries, entries.label == label_code(Label.ZIP_CODE)),
        "telephone_areas": _list_telephone_areas(store, entries, country),
        "fakes": _list_fakes(fakes),
        "parts": parts,
        "drawn": _list_drawn(store, entries, tuple(drawn)),
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


def _list_city_parts(store: RowStore, entries: MergedEntries, country: str) -> dict[str, list[int]]:
    """List the parts of each town at home. A part has its town or the town's municipality as parent:
    Haga is in Göteborg and in Umeå."""
    curated = [part for part in load_city_parts() if part.main and part.country == country]
    forms = {store.forms.find(each) or 0 for part in curated for each in (part.form, part.parent)}
    cities = np.flatnonzero(
        (entries.label == label_code(Label.CITY))
        & entries.main
        & (entries.country == store.names.code(country))
        & np.isin(entries.form, sorted(forms - {0}))
    )
    by_form: dict[str, list[int]] = defaultdict(list)
    for row in cities[np.argsort(-entries.mentions[cities], kind="stable")].tolist():
        by_form[store.forms[int(entries.form[row])]].append(row)
    parts: dict[str, list[int]] = defaultdict(list)
    for part in curated:
        around = {store.names[int(entries.parent[row])] for row in by_form[part.parent][:1]}
        rows = (row for row in by_form[part.form] if _lies_in(store, entries, row, around, part))
        parts[part.parent] += list(rows)[:1]
    return {town: rows for town, rows in sorted(parts.items()) if rows}


def _lies_in(
    store: RowStore, entries: MergedEntries, row: int, around: set[str], part: Entry
) -> bool:
    """Whether a row is the part of a town, which lies in ``around``."""
    parent = store.names[int(entries.parent[row])]
    return parent != "" and (parent == part.parent or parent in around)


def _list_largest_cities(
    store: RowStore, entries: MergedEntries, parts: Mapping[str, list[int]]
) -> dict[str, list[int]]:
    """List the largest cities of each country, without parts of cities: Brooklyn is also an
    area, Södermalm a part of Stockholm."""
    cities = (entries.label == label_code(Label.CITY)) & entries.main & (entries.count > 0)
    cities &= ~_is_also_label(entries, Label.AREA)
    cities[[row for rows in parts.values() for row in rows]] = False
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


def _list_drawn(
    store: RowStore, entries: MergedEntries, drawn: tuple[DrawnName, ...]
) -> dict[str, dict[str, dict[str, list[int]]]]:
    """List the rows of the names that are chosen by hand: by language, label and country, the
    largest first. A name that the lists lack is left out."""
    wanted = {(_find_form(store, name), name.label, name.country) for name in drawn}
    best = _find_best_rows(store, entries, wanted)
    lists: dict[str, dict[str, dict[str, list[int]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for name in drawn:
        row = best.get((_find_form(store, name), name.label, name.country))
        if row is not None:
            for language in name.languages:
                lists[language][name.label.value][name.country].append(row)
    for of_language in lists.values():
        for of_label in of_language.values():
            for rows in of_label.values():
                rows.sort(key=lambda row: (-entries.count[row], row))
    return lists


def _find_form(store: RowStore, name: DrawnName) -> int:
    """Return the code of a name as it is spelt, 0 if no source spells it so."""
    return store.forms.find(name.form) or 0


def _find_best_rows(
    store: RowStore, entries: MergedEntries, wanted: set[tuple[int, Label, str]]
) -> dict[tuple[int, Label, str], int]:
    """Return the most mentioned row of each form with that label in that country. The names of
    persons have none; a first name counts whichever gender the lists give it."""
    forms = np.array(sorted({form for form, _, _ in wanted} - {0}), dtype=np.int64)
    labels = {label_code(label): label for label in (*FIRST_NAMES, *(key[1] for key in wanted))}
    rows = np.flatnonzero(np.isin(entries.form, forms))
    order: Column = rows[np.lexsort((rows, -entries.mentions[rows]))]
    best: dict[tuple[int, Label, str], int] = {}
    others: dict[int, int] = {}
    columns = (order, entries.form[order], entries.label[order], entries.country[order])
    for row, form, code, country in zip(*(column.tolist() for column in columns), strict=True):
        label = labels.get(code)
        if label is not None:
            best.setdefault((form, label, store.names[country]), row)
            if label in _NAMES:
                best.setdefault((form, label, ""), row)
            if label in FIRST_NAMES:
                others.setdefault(form, row)
    for form, label, country in wanted:
        if label in FIRST_NAMES and form in others:
            best.setdefault((form, label, country), others[form])
    return best
