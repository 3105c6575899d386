"""Read places of the svensktext collection: municipalities, counties, countries, localities, roads.

The files are comma-separated UTF-8 with headers. These columns are read::

    kommuner.csv   code,name,region,population     1480,Göteborgs kommun,Västra Götalands län,…
    lan.csv        name,letter,population          Skåne län,M,1352000
    lander.csv     country,capital,alternative_name,iso_code    Myanmar,Naypyidaw,Burma,MMR
    ortsnamn.csv   city
    vagar.csv      road,number                     Riksväg 70,70
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.received_files import find_file, read_table
from tacknamn_builders.readers.region_codes import (
    convert_municipality_code,
    find_alpha2,
    find_county,
)
from tacknamn_builders.records import Entry, Record, Region

__all__ = ["find_base_name", "read"]

_NO_GENITIVE = ("ås", "äs", "fors", "Grums")
"""Endings with an s that belongs to the name: Borås, Vännäs, Hagfors, Grums kommun."""

_IRREGULAR = {"Falu kommun": "Falun"}


def read(folder: Path) -> Iterator[Record]:
    """Yield the records of the five files."""
    yield from _read_counties(find_file(folder, "lan.csv"))
    yield from _read_municipalities(find_file(folder, "kommuner.csv"))
    yield from _read_countries(find_file(folder, "lander.csv"))
    for (city,) in read_table(find_file(folder, "ortsnamn.csv"), ("city",)):
        yield Entry(city.strip(), Label.CITY, country="SE")
    yield from _read_roads(find_file(folder, "vagar.csv"))


def find_base_name(municipality: str) -> str:
    """Remove ``kommun`` and the genitive from a municipality's name.

    >>> [find_base_name(name) for name in ("Göteborgs kommun", "Borås kommun", "Falu kommun")]
    ['Göteborg', 'Borås', 'Falun']
    """
    name = municipality.removesuffix(" kommun")
    if municipality in _IRREGULAR:
        return _IRREGULAR[municipality]
    return name if name.endswith(_NO_GENITIVE) else name.removesuffix("s")


def _read_counties(path: Path) -> Iterator[Record]:
    for name, letter, population in read_table(path, ("name", "letter", "population")):
        county = find_county(letter, path.name)
        yield Region(county.geonames, county.name)
        yield _make_region(path, name, population, "", f"region:{county.geonames}")
        yield _make_region(
            path, county.name, population, "", f"region:{county.geonames}", main=False
        )


def _read_municipalities(path: Path) -> Iterator[Record]:
    for number, name, population in read_table(path, ("code", "name", "population")):
        code = convert_municipality_code(number, path.name)
        base = find_base_name(name)
        parent = code.rpartition(".")[0]
        yield Region(code, base)
        yield _make_region(path, name, population, parent, f"region:{code}")
        yield _make_region(path, base, population, parent, f"region:{code}", main=False)


def _make_region(
    path: Path, name: str, population: str, parent: str, key: str, main: bool = True
) -> Entry:
    try:
        count = float(population)
    except ValueError as exc:
        raise SourceError(f"{path.name}, {name}: population {exc}") from exc
    return Entry(name, Label.REGION, count, Kind.INHABITANTS, "SE", parent, key, main)


def _read_countries(path: Path) -> Iterator[Record]:
    columns = ("country", "capital", "alternative_name", "iso_code")
    for country, capital, alternative, iso in read_table(path, columns):
        code = find_alpha2(iso, path.name)
        key = f"country:{code}"
        yield Entry(country.strip(), Label.COUNTRY, country=code, key=key)
        if alternative:
            yield Entry(alternative.strip(), Label.COUNTRY, country=code, key=key, main=False)
        if capital:
            yield Entry(capital.strip(), Label.CITY, country=code)


def _read_roads(path: Path) -> Iterator[Record]:
    """Yield numbered roads. They are places, not transport lines: people live at them."""
    for road, number in read_table(path, ("road", "number")):
        key = f"vag:{number}"
        yield Entry(road.strip(), Label.PLACE, country="SE", key=key)
        if not road.startswith("E"):
            yield Entry(f"väg {number}", Label.PLACE, country="SE", key=key, main=False)
