"""Replace the codes and names of parent regions by one main name for each region.

Sources state where a town is by a code (``SE.28.1490``), by position, or by a name. ``Borås``,
``Borås kommun`` and ``Borås stad`` are the same municipality, ``Skåne`` and ``Skåne län`` the same
county; ``Stockholm`` is both, and only the level in the hierarchy decides which one is meant. A
code and every name of its region (``region:SE.28.1490``) become the region's main name. So a walk
from parent to parent ends at the county: Borås, Borås kommun, Västra Götalands län. Only the
parents of towns and regions are replaced; a street keeps the town that its source states.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tacknamn.labels import Label
from tacknamn_builders.merging.grouping import group_rows
from tacknamn_builders.merging.mentions import label_code
from tacknamn_builders.merging.row_store import Column, EntryRows, RowStore
from tacknamn_builders.records import Parent

__all__ = ["KnownRegions", "collect_regions", "settle_parents"]

FIRST, SECOND = 1, 2
"""Levels, counted by the dots of a code: counties and states, municipalities."""

_CODE = re.compile(r"[A-Z]{2}\.\S+")
_KEY = "region:"
_CITY, _REGION = label_code(Label.CITY), label_code(Label.REGION)


@dataclass(frozen=True, slots=True)
class KnownRegions:
    """The names and codes of a build's regions."""

    names: Mapping[str, str]
    """The main name of the region with a code."""
    codes: Mapping[int, Mapping[str, str]]
    """For each level, the code of each name of a region at home, casefolded."""
    coarse: frozenset[int]
    """The store's numbers of counties and states, which are less exact than municipalities."""

    def find_by_code(self, code: str) -> str:
        """Find the name of ``SE.28.1480``, otherwise of ``SE.28``; a name is returned unchanged."""
        if not _CODE.fullmatch(code):
            return code
        return self.names.get(code) or self.names.get(code.rpartition(".")[0]) or ""

    def find_by_seat(self, town: str, county: str) -> str:
        """Find the municipality that is named like ``town``, if it is in ``county``."""
        code = self.codes[SECOND].get(town.casefold(), "")
        return self.names[code] if self.names.get(code.rpartition(".")[0]) == county else ""

    def find_by_name(self, name: str, *levels: int) -> str:
        """Find the main name of a region at home, on the first level that has ``name``."""
        for level in levels:
            code = self.codes[level].get(name.casefold())
            if code:
                return self.names[code]
        return name


def collect_regions(
    store: RowStore, rows: EntryRows, home: int, stated: Mapping[str, str]
) -> KnownRegions:
    """Collect the regions of a build; ``stated`` are the names that sources give to codes."""
    main, names_by_code = _collect_names_by_code(store, rows)
    names = {**stated, **main}
    codes: Mapping[int, dict[str, str]] = {FIRST: {}, SECOND: {}}
    for code in sorted(names):
        level = code.count(".")
        if code.startswith(f"{store.names[home]}.") and level in codes:
            for name in filter(None, (names[code], *names_by_code.get(code, ()), stated.get(code))):
                codes[level].setdefault(name.casefold(), code)
    first = {store.names.code(name) for code, name in names.items() if code.count(".") == FIRST}
    return KnownRegions(names, codes, frozenset(first - {0}))


def _collect_names_by_code(
    store: RowStore, rows: EntryRows
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Collect the main name and all names of the regions whose key is a code, by code."""
    part = rows.take((rows.label == _REGION) & (rows.key > 0))
    order = group_rows((part.key,), (~part.main, part.source, part.form)).order
    names_by_code: dict[str, list[str]] = {}
    for key, form in zip(part.key[order].tolist(), part.form[order].tolist(), strict=True):
        if store.names[key].startswith(_KEY):
            names_by_code.setdefault(store.names[key].removeprefix(_KEY), []).append(
                store.forms[form]
            )
    return {code: forms[0] for code, forms in names_by_code.items()}, names_by_code


def settle_parents(
    store: RowStore,
    rows: EntryRows,
    home: int,
    parents: Mapping[str, Parent],
    regions: KnownRegions,
) -> Column:
    """Find the main name of each row's parent: by position, otherwise by code or name."""
    values = store.names.values
    by_position = np.zeros(len(values), dtype=np.int64)
    for code in np.unique(rows.at).tolist():
        parent = parents.get(values[code])
        if parent is not None:
            at_home = values[code].startswith(f"{values[home]} ")
            by_position[code] = store.names.code(_find_surrounding_region(parent, regions, at_home))
    known = by_position[rows.at]
    settled = np.where(known > 0, known, _settle_by_code_or_name(store, rows, home, regions))
    return _settle_by_seat(store, rows, settled, home, regions)


def _find_surrounding_region(parent: Parent, regions: KnownRegions, at_home: bool) -> str:
    """Return the municipality at home; abroad, or without a municipality, the region."""
    if not at_home:
        return parent.region
    if parent.municipality:
        return regions.find_by_name(parent.municipality, SECOND, FIRST)
    return regions.find_by_name(parent.region, FIRST)


def _settle_by_code_or_name(
    store: RowStore, rows: EntryRows, home: int, regions: KnownRegions
) -> Column:
    """Find the main name of each stated parent.

    A name may exist on several levels: the parent of a region is a county, the parent of a town is
    a municipality, or a county if no municipality has the name."""
    stated = np.unique(rows.parent).tolist()
    size = len(store.names)
    main, parent_of_region, parent_of_town = (np.arange(size) for _ in range(3))
    for code in stated:
        value = store.names[code]
        name = regions.find_by_code(value)
        main[code] = store.names.code(name)
        is_name = name == value  # not a code, so its level is still open
        county = regions.find_by_name(name, FIRST) if is_name else name
        municipality = regions.find_by_name(name, SECOND, FIRST) if is_name else name
        parent_of_region[code] = store.names.code(county)
        parent_of_town[code] = store.names.code(municipality)
    at_home = rows.country == home
    town = at_home & (rows.label == _CITY)
    region = at_home & (rows.label == _REGION)
    parent = np.where(town, parent_of_town[rows.parent], main[rows.parent])
    return np.where(region, parent_of_region[rows.parent], parent)


def _settle_by_seat(
    store: RowStore, rows: EntryRows, parent: Column, home: int, regions: KnownRegions
) -> Column:
    """Put towns with a county only into the municipality of the same name.

    No source states in which municipality Malmö is: it is the one named Malmö."""
    coarse = np.isin(parent, list(regions.coarse))
    towns = (rows.label == _CITY) & (rows.country == home) & coarse
    parent = parent.copy()
    for row in np.flatnonzero(towns).tolist():
        seat = regions.find_by_seat(store.forms[rows.form[row]], store.names[parent[row]])
        parent[row] = store.names.code(seat) or parent[row]
    return parent
