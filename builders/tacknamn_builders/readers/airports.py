"""Read airports from the airportsdata package, under the names that people use.

``airports.csv`` is quoted UTF-8 with a header; the names are English and mostly ASCII::

    "icao","iata","name","city","subd","country","elevation","lat","lon","tz","lid"
    "ESSA","ARN","Stockholm-Arlanda Airport","Stockholm","Stockholm","SE",...

The names of Sweden's airports with an IATA code have no å, ä and ö (``Malmo Sturup Airport``); a
table restores them.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, read_table
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_SWEDISH = {
    "Angelholm": "Ängelholm", "Borlange": "Borlänge", "Gallivare": "Gällivare",
    "Gavle": "Gävle", "Gothenburg": "Göteborg", "Harnosand": "Härnösand",
    "Jonkoping": "Jönköping", "Lidkoping": "Lidköping", "Linkoping": "Linköping",
    "Lulea": "Luleå", "Malmo": "Malmö", "Norrkoping": "Norrköping", "Nykoping": "Nyköping",
    "Orebro": "Örebro", "Ornskoldsvik": "Örnsköldsvik", "Ostersund": "Östersund",
    "Skelleftea": "Skellefteå", "Skovde": "Skövde", "Soderhamn": "Söderhamn",
    "Solleftea": "Sollefteå", "Trollhattan": "Trollhättan", "Umea": "Umeå",
    "Vanersborg": "Vänersborg", "Vasteras": "Västerås", "Vastervik": "Västervik",
    "Vaxjo": "Växjö",
}  # fmt: skip
"""All words of the 51 Swedish names that lack å, ä or ö."""

_WORD = re.compile(r"[^\W\d_]+")
_KIND = re.compile(
    r"\s+(?:International\s+|Regional\s+|Municipal\s+)?(?:Airport|Airfield|Air Base)$",
    re.IGNORECASE,
)

_OWN_NAMES = {
    "AMS": "Schiphol", "ARN": "Arlanda", "BMA": "Bromma", "CDG": "Charles de Gaulle",
    "CPH": "Kastrup", "FCO": "Fiumicino", "GOT": "Landvetter", "HEL": "Vantaa",
    "JFK": "Kennedy Airport", "KEF": "Keflavik", "LGW": "Gatwick", "LHR": "Heathrow",
    "LTN": "Luton", "MMX": "Sturup", "MXP": "Malpensa", "NYO": "Skavsta", "ORY": "Orly",
    "OSL": "Gardermoen", "STN": "Stansted", "TRF": "Torp",
}  # fmt: skip
"""Airports that have a name of their own in Swedish text, chosen by hand. The rest of a name
without its town cannot be used: it is ``City``, ``East``, or the other one of two towns."""


def read(folder: Path) -> Iterator[Record]:
    """Yield the airports that have an IATA code; others are rarely named."""
    path = find_file(folder, "airports.csv")
    for iata, name, city, country in read_table(path, ("iata", "name", "city", "country")):
        if iata and name.strip():
            yield from _make_entries(iata, name.strip(), city.strip(), country)


def _make_entries(iata: str, name: str, city: str, country: str) -> Iterator[Entry]:
    if country == "SE":
        name, city = _restore_swedish(name), _restore_swedish(city)
    city = city.partition("/")[0].strip()
    for number, form in enumerate(dict.fromkeys(_list_forms(name, iata, country))):
        yield Entry(
            form, Label.PLACE, country=country, parent=city, key=f"airport:{iata}",
            main=number == 0,
        )  # fmt: skip


def _list_forms(name: str, iata: str, country: str) -> Iterator[str]:
    """``Stockholm-Arlanda Airport`` is also ``Arlanda`` and ``Arlanda flygplats``.

    ``Visby Airport`` is also ``Visby flygplats``, but not ``Visby``: that is the town.
    """
    yield name
    yield name.replace("-", " ")
    own = _OWN_NAMES.get(iata)
    if own:
        yield own
    if country == "SE":
        yield f"{own or _KIND.sub('', name)} flygplats"


def _restore_swedish(name: str) -> str:
    return _WORD.sub(lambda match: _SWEDISH.get(match[0], match[0]), name)
