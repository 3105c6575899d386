"""Read the school units of Skolverket's register (Skolenhetsregistret, API version 2).

There is one file for each county, ``school-units-NN.json`` with SCB's number of the county and, for
a county in several parts, a letter (``14a``). Each is one JSON object; the list is under
``data.attributes``::

    {"meta": {...}, "data": {"type": "schoolunit", "attributes": [
      {"schoolUnitCode": "29824923", "name": "Storskolan", "status": "AKTIV"}, ...]}}

The list has no municipalities, but the register can be asked for the units of some municipalities
(``municipality_code=0114,0115``). So each file holds one county, which becomes the parent. If a unit
has a ``municipalityCode``, that is used instead. Preschools are not in the register.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import read_json
from tacknamn_builders.readers.region_codes import (
    convert_municipality_code,
    find_county_by_number,
)
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_ACTIVE = "AKTIV"
_FILES = "school-units-*.json"


def read(folder: Path) -> Iterator[Record]:
    """Yield each active school unit."""
    paths = sorted(folder.glob(_FILES))
    if not paths:
        raise SourceError(f"{_FILES} are missing in {folder.name}: run tacknamn-build fetch")
    for path in paths:
        county = find_county_by_number(path.stem.rpartition("-")[2][:2], path.name).geonames
        units = read_json(path, "data", "attributes")
        if not isinstance(units, list):
            raise SourceError(f"{path.name}: data.attributes is not a list")
        for unit in units:
            yield from _make_entry(path, unit, county)


def _make_entry(path: Path, unit: dict[str, Any], county: str) -> Iterator[Entry]:
    try:
        name, status, code = unit["name"].strip(), unit["status"], unit["schoolUnitCode"]
    except (KeyError, TypeError, AttributeError) as exc:
        raise SourceError(f"{path.name}: a school unit without {exc}") from exc
    if name and status == _ACTIVE:
        municipality = unit.get("municipalityCode") or ""
        parent = convert_municipality_code(municipality, path.name) if municipality else county
        yield Entry(name, Label.SCHOOL, country="SE", parent=parent, key=f"skolverket:{code}")
