"""Places of the svensktext collection: municipalities, counties, countries, localities, roads.

Comma-separated UTF-8 with headers. The columns that are read::

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
from tacknamn_builders.readers.country_codes import alpha2
from tacknamn_builders.readers.received import find, table
from tacknamn_builders.readers.swedish_counties import county_of_letter, municipality_code
from tacknamn_builders.records import Entry, Record, Region

__all__ = ["base_name", "read"]

_NO_GENITIVE = ("ås", "äs", "fors", "Grums")
"""Endings whose s belongs to the name: Borås, Vännäs, Hagfors, Grums kommun."""

_IRREGULAR = {"Falu kommun": "Falun"}


def read(folder: Path) -> Iterator[Record]:
    """Yield everything the five files say."""
    yield from _counties(find(folder, "lan.csv"))
    yield from _municipalities(find(folder, "kommuner.csv"))
    yield from _countries(find(folder, "lander.csv"))
    for (city,) in table(find(folder, "ortsnamn.csv"), ("city",)):
        yield Entry(city.strip(), Label.CITY, country="SE")
    yield from _roads(find(folder, "vagar.csv"))


def base_name(municipality: str) -> str:
    """Take ``kommun`` and the genitive off a municipality's name.

    >>> [base_name(name) for name in ("Göteborgs kommun", "Borås kommun", "Falu kommun")]
    ['Göteborg', 'Borås', 'Falun']
    """
    name = municipality.removesuffix(" kommun")
    if municipality in _IRREGULAR:
        return _IRREGULAR[municipality]
    return name if name.endswith(_NO_GENITIVE) else name.removesuffix("s")


def _counties(path: Path) -> Iterator[Record]:
    for name, letter, population in table(path, ("name", "letter", "population")):
        county = county_of_letter(letter, path.name)
        yield Region(county.geonames, county.name)
        yield _region(path, name, population, "", f"region:{county.geonames}")
        yield _region(path, county.name, population, "", f"region:{county.geonames}", main=False)


def _municipalities(path: Path) -> Iterator[Record]:
    for number, name, population in table(path, ("code", "name", "population")):
        code = municipality_code(number, path.name)
        base = base_name(name)
        parent = code.rpartition(".")[0]
        yield Region(code, base)
        yield _region(path, name, population, parent, f"region:{code}")
        yield _region(path, base, population, parent, f"region:{code}", main=False)


def _region(
    path: Path, name: str, population: str, parent: str, key: str, main: bool = True
) -> Entry:
    try:
        count = float(population)
    except ValueError as exc:
        raise SourceError(f"{path.name}, {name}: population {exc}") from exc
    return Entry(name, Label.REGION, count, Kind.INHABITANTS, "SE", parent, key, main)


def _countries(path: Path) -> Iterator[Record]:
    columns = ("country", "capital", "alternative_name", "iso_code")
    for country, capital, alternative, iso in table(path, columns):
        code = alpha2(iso, path.name)
        key = f"country:{code}"
        yield Entry(country.strip(), Label.COUNTRY, country=code, key=key)
        if alternative:
            yield Entry(alternative.strip(), Label.COUNTRY, country=code, key=key, main=False)
        if capital:
            yield Entry(capital.strip(), Label.CITY, country=code)


def _roads(path: Path) -> Iterator[Record]:
    """A numbered road is a place that one passes or lives by, not a line that one takes."""
    for road, number in table(path, ("road", "number")):
        key = f"vag:{number}"
        yield Entry(road.strip(), Label.PLACE, country="SE", key=key)
        if not road.startswith("E"):
            yield Entry(f"väg {number}", Label.PLACE, country="SE", key=key, main=False)
