"""Read streets, places, water, stations and lines of Sweden from an OpenStreetMap extract.

The extract (``sweden-latest.osm.pbf``) is read with pyosmium, which is not installed by default:
``pip install 'tacknamn[osm]'``. There are three passes, so that the positions of a hundred million
nodes are never in memory. The first one reads named places and stations, which are nodes. The
second one reads named roads, which are ways, and keeps the number of their first node. The third
one reads those nodes.

The parent of a road is the town in its address tag, otherwise the nearest town or village (a
``place=*`` node). ``bridge=yes`` only says that a road or a railway is on a bridge. The bridge itself
is an object with ``man_made=bridge``, or its name is in ``bridge:name``.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.received_files import find_file
from tacknamn_builders.records import Entry, Record, format_position

__all__ = ["read"]

_TOWNS = frozenset({"city", "town", "village"})
_SETTLED = _TOWNS | {"borough", "suburb", "quarter", "neighbourhood", "hamlet", "isolated_dwelling"}
_NATURE = frozenset({"island", "islet", "archipelago"})
_LINES = frozenset({"tram", "subway", "light_rail", "train", "railway", "ferry"})
_STATIONS = frozenset({"station", "halt", "tram_stop"})
_HEIGHTS = frozenset({"water", "bay", "peak", "hill", "wood", "wetland", "peninsula", "cape",
                      "strait", "mountain_range", "fell", "valley"})  # fmt: skip
_BRIDGE_NAME = "bridge:name"
_WATERWAYS = frozenset({"river", "stream", "canal"})
_MAIN_TAGS = ("highway", "place", "railway", "natural", "waterway", "route",
              "man_made", _BRIDGE_NAME)  # fmt: skip

_CELL = 0.2
"""Degrees of a cell in the grid of towns: about 22 by 11 km in Sweden, with a few villages."""

_RINGS = 8
"""Rings of cells that are searched around a road: up to 90 km."""


@dataclass(slots=True)
class _TownGrid:
    """Towns and villages in a grid, to find the nearest one."""

    cells: dict[tuple[int, int], list[tuple[float, float, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, latitude: float, longitude: float, name: str) -> None:
        """Add a town."""
        self.cells[_find_cell(latitude, longitude)].append((latitude, longitude, name))

    def find_nearest(self, latitude: float, longitude: float) -> str:
        """Find the name of the nearest town; empty if none is near.

        Rings of cells are searched until no town outside them can be nearer than the best one.
        """
        row, column = _find_cell(latitude, longitude)
        narrow = math.cos(math.radians(latitude))  # width of a cell divided by its height
        best = math.inf, ""
        for ring in range(_RINGS + 1):
            for cell in _list_ring(row, column, ring):
                for town in self.cells.get(cell, ()):
                    best = min(best, (_measure_distance(latitude, longitude, town), town[2]))
            if best[0] <= (ring * _CELL * narrow) ** 2:
                break
        return best[1]


def read(folder: Path, file: str = "sweden-latest.osm.pbf") -> Iterator[Record]:
    """Yield places and stations, then nature and lines, then each street once for each town."""
    path = find_file(folder, file)
    osmium = _import_osmium()
    towns = _TownGrid()
    streets: dict[int, set[tuple[str, str]]] = defaultdict(set)
    try:
        yield from _read_nodes(osmium, path, towns)
        yield from _remove_duplicates(_read_ways_and_relations(osmium, path, streets))
        yield from _remove_duplicates(_read_streets(osmium, path, streets, towns))
    except (RuntimeError, ValueError) as exc:
        raise SourceError(f"{path.name} is damaged ({exc}); delete it and fetch it again") from exc


def _import_osmium() -> ModuleType:
    try:
        import osmium
    except ImportError as exc:
        raise SourceError(
            "OpenStreetMap needs pyosmium: run pip install 'tacknamn[osm]', or omit the source"
        ) from exc
    return osmium


def _read_nodes(osmium: Any, path: Path, towns: _TownGrid) -> Iterator[Entry]:
    for node in _read_named(osmium, path, osmium.osm.NODE):
        tags = node.tags
        place, name = tags.get("place", ""), tags.get("name", "").strip()
        if place in _TOWNS and name:
            towns.add(node.location.lat, node.location.lon, name)
        label = _find_label(tags)
        if label is not None and name:
            count = _parse_population(tags.get("population", "")) if label is Label.CITY else 0.0
            kind = Kind.INHABITANTS if count else Kind.NONE
            at = format_position("SE", node.location.lat, node.location.lon)
            yield Entry(name, label, count, kind, "SE", key=f"osm:n{node.id}", at=at)


def _read_ways_and_relations(
    osmium: Any, path: Path, streets: dict[int, set[tuple[str, str]]]
) -> Iterator[Entry]:
    for object in _read_named(osmium, path, osmium.osm.WAY | osmium.osm.RELATION):
        tags = object.tags
        name = tags.get("name", "").strip()
        if bridge := tags.get(_BRIDGE_NAME, "").strip():
            yield Entry(bridge, Label.PLACE, country="SE")
        if not name:
            continue
        if object.is_way() and "highway" in tags and len(object.nodes):
            streets[object.nodes[0].ref].add((name, tags.get("addr:city", "").strip()))
        else:
            label = _find_label(tags)
            if label is not None:
                yield Entry(name, label, country="SE")


def _read_streets(
    osmium: Any, path: Path, streets: dict[int, set[tuple[str, str]]], towns: _TownGrid
) -> Iterator[Entry]:
    nodes = osmium.FileProcessor(str(path), osmium.osm.NODE)
    for node in nodes.with_filter(osmium.filter.IdFilter(streets)):
        near = towns.find_nearest(node.location.lat, node.location.lon)
        for name, town in sorted(streets.pop(node.id)):
            yield Entry(name, Label.PLACE, country="SE", parent=town or near)
    for names in streets.values():  # roads whose first node is outside the extract
        for name, town in sorted(names):
            yield Entry(name, Label.PLACE, country="SE", parent=town)


def _read_named(osmium: Any, path: Path, entities: Any) -> Iterable[Any]:
    objects = osmium.FileProcessor(str(path), entities)
    objects = objects.with_filter(osmium.filter.KeyFilter("name", _BRIDGE_NAME))
    return objects.with_filter(osmium.filter.KeyFilter(*_MAIN_TAGS))  # type: ignore[no-any-return]


def _find_label(tags: Any) -> Label | None:
    """Find the label of a named object, or None; parts of cities are cities in Sweden."""
    place = tags.get("place", "")
    if place in _SETTLED:
        return Label.CITY
    if place in _NATURE or tags.get("natural", "") in _HEIGHTS:
        return Label.GEO
    if tags.get("waterway", "") in _WATERWAYS:
        return Label.GEO
    if place == "square" or tags.get("railway", "") in _STATIONS:
        return Label.PLACE
    if tags.get("man_made", "") == "bridge":
        return Label.PLACE
    return Label.TRANSPORT_NAME if tags.get("route", "") in _LINES else None


def _remove_duplicates(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield each entry once: a street consists of many objects with the same name."""
    seen: set[tuple[str, str, str]] = set()
    for entry in entries:
        known = (entry.form, entry.label, entry.parent)
        if entry.form and known not in seen:
            seen.add(known)
            yield entry


def _parse_population(text: str) -> float:
    """Parse a population; texts that are not numbers (``ca 300``) count as 0."""
    digits = text.replace(" ", "").replace("\u00a0", "")
    return float(digits) if digits.isascii() and digits.isdigit() else 0.0


def _find_cell(latitude: float, longitude: float) -> tuple[int, int]:
    return math.floor(latitude / _CELL), math.floor(longitude / _CELL)


def _list_ring(row: int, column: int, radius: int) -> Iterator[tuple[int, int]]:
    for y in range(row - radius, row + radius + 1):
        edge = abs(y - row) == radius
        for x in range(column - radius, column + radius + 1):
            if edge or abs(x - column) == radius:
                yield y, x


def _measure_distance(latitude: float, longitude: float, town: tuple[float, float, str]) -> float:
    """Compute the squared distance in degrees of latitude; exact enough for short distances."""
    east = (town[1] - longitude) * math.cos(math.radians(latitude))
    return (town[0] - latitude) ** 2 + east**2
