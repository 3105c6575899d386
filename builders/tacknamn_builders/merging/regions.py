"""Bring the names of regions that things lie in to one name each.

Sources say where a town lies by a code (``SE.28.1490``), by position, or by a name: ``Borås``,
``Borås kommun`` and ``Borås stad`` are one municipality, ``Skåne`` and ``Skåne län`` one county,
and ``Stockholm`` is both, of which only the place in the hierarchy tells which is meant. A code
and every name of the region that bears it (``region:SE.28.1490``) become its main name, so that
a walk from name to name ends at the county: Borås, Borås kommun, Västra Götalands län. Only
parents of towns and regions are brought to one name; a street lies in the town that it states.
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
"""Levels by the dots of a code: counties and states, municipalities."""

_CODE = re.compile(r"[A-Z]{2}\.\S+")
_KEY = "region:"
_CITY, _REGION = label_code(Label.CITY), label_code(Label.REGION)


@dataclass(frozen=True, slots=True)
class KnownRegions:
    """What is known of a build's regions."""

    names: Mapping[str, str]
    """The main name of the region behind a code."""
    codes: Mapping[int, Mapping[str, str]]
    """By level, the code behind each name of a region at home, casefolded."""
    coarse: frozenset[int]
    """The pool's numbers of counties and states: less exact than a municipality."""

    def of_code(self, code: str) -> str:
        """The name behind ``SE.28.1480``, else behind ``SE.28``; a name stays as it is."""
        if not _CODE.fullmatch(code):
            return code
        return self.names.get(code) or self.names.get(code.rpartition(".")[0]) or ""

    def of_seat(self, town: str, county: str) -> str:
        """The municipality that is called like ``town``, if it lies in ``county``."""
        code = self.codes[SECOND].get(town.casefold(), "")
        return self.names[code] if self.names.get(code.rpartition(".")[0]) == county else ""

    def of_name(self, name: str, *levels: int) -> str:
        """The main name of a region at home on the first of the levels that knows ``name``."""
        for level in levels:
            code = self.codes[level].get(name.casefold())
            if code:
                return self.names[code]
        return name


def collect_regions(
    pool: RowStore, rows: EntryRows, home: int, stated: Mapping[str, str]
) -> KnownRegions:
    """Gather the regions of a build; ``stated`` are the names that sources give to codes."""
    main, bearing = _collect_names_by_code(pool, rows)
    names = {**stated, **main}
    codes: Mapping[int, dict[str, str]] = {FIRST: {}, SECOND: {}}
    for code in sorted(names):
        level = code.count(".")
        if code.startswith(f"{pool.names[home]}.") and level in codes:
            for name in filter(None, (names[code], *bearing.get(code, ()), stated.get(code))):
                codes[level].setdefault(name.casefold(), code)
    first = {pool.names.code(name) for code, name in names.items() if code.count(".") == FIRST}
    return KnownRegions(names, codes, frozenset(first - {0}))


def _collect_names_by_code(
    pool: RowStore, rows: EntryRows
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """The main name and all names of the regions that have a code for identity, by code."""
    part = rows.take((rows.label == _REGION) & (rows.key > 0))
    order = group_rows((part.key,), (~part.main, part.source, part.form)).order
    bearing: dict[str, list[str]] = {}
    for key, form in zip(part.key[order].tolist(), part.form[order].tolist(), strict=True):
        if pool.names[key].startswith(_KEY):
            bearing.setdefault(pool.names[key].removeprefix(_KEY), []).append(pool.forms[form])
    return {code: forms[0] for code, forms in bearing.items()}, bearing


def settle_parents(
    pool: RowStore, rows: EntryRows, home: int, parents: Mapping[str, Parent], regions: KnownRegions
) -> Column:
    """Each row's parent by its main name: by position first, then by code, then by name."""
    values = pool.names.values
    by_position = np.zeros(len(values), dtype=np.int64)
    for code in np.unique(rows.at).tolist():
        around = parents.get(values[code])
        if around is not None:
            at_home = values[code].startswith(f"{values[home]} ")
            by_position[code] = pool.names.code(_find_surrounding_region(around, regions, at_home))
    placed = by_position[rows.at]
    parent = np.where(placed > 0, placed, _settle_by_code_or_name(pool, rows, home, regions))
    return _settle_by_seat(pool, rows, parent, home, regions)


def _find_surrounding_region(parent: Parent, regions: KnownRegions, at_home: bool) -> str:
    """The municipality at home; elsewhere, or where there is none, the region."""
    if not at_home:
        return parent.region
    if parent.municipality:
        return regions.of_name(parent.municipality, SECOND, FIRST)
    return regions.of_name(parent.region, FIRST)


def _settle_by_code_or_name(
    pool: RowStore, rows: EntryRows, home: int, regions: KnownRegions
) -> Column:
    stated = np.unique(rows.parent).tolist()
    size = len(pool.names)
    named, of_region, of_town = (np.arange(size) for _ in range(3))
    for code in stated:
        value = pool.names[code]
        name = regions.of_code(value)
        named[code] = pool.names.code(name)
        same = name == value  # it was a name, and may be that of several levels
        of_region[code] = pool.names.code(regions.of_name(name, FIRST) if same else name)
        of_town[code] = pool.names.code(regions.of_name(name, SECOND, FIRST) if same else name)
    at_home = rows.country == home
    town = at_home & (rows.label == _CITY)
    region = at_home & (rows.label == _REGION)
    parent = np.where(town, of_town[rows.parent], named[rows.parent])
    return np.where(region, of_region[rows.parent], parent)


def _settle_by_seat(
    pool: RowStore, rows: EntryRows, parent: Column, home: int, regions: KnownRegions
) -> Column:
    """Put towns of which only the county is known into the municipality of their name.

    Nobody says in which municipality Malmö lies: it is that of Malmö."""
    coarse = np.isin(parent, list(regions.coarse))
    towns = (rows.label == _CITY) & (rows.country == home) & coarse
    parent = parent.copy()
    for row in np.flatnonzero(towns).tolist():
        seat = regions.of_seat(pool.forms[rows.form[row]], pool.names[parent[row]])
        parent[row] = pool.names.code(seat) or parent[row]
    return parent
