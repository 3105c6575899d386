"""Read the school units of Skolverket's register (Skolenhetsregistret, API version 2).

The file is one JSON object; the list is under ``data.attributes``::

    {"meta": {...}, "data": {"type": "schoolunit", "attributes": [
      {"schoolUnitCode": "29824923", "name": "Storskolan", "status": "AKTIV"}, ...]}}

The list has no municipalities; only the page of a unit has its ``municipalityCode``, and ten
thousand pages are too many to fetch. If the field is present, it becomes the parent.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, read_json
from tacknamn_builders.readers.region_codes import convert_municipality_code
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_ACTIVE = "AKTIV"


def read(folder: Path) -> Iterator[Record]:
    """Yield each active school unit."""
    path = find_file(folder, "school-units.json")
    units = read_json(path, "data", "attributes")
    if not isinstance(units, list):
        raise SourceError(f"{path.name}: data.attributes is not a list")
    for unit in units:
        yield from _make_entry(path, unit)


def _make_entry(path: Path, unit: dict[str, Any]) -> Iterator[Entry]:
    try:
        name, status, code = unit["name"].strip(), unit["status"], unit["schoolUnitCode"]
    except (KeyError, TypeError, AttributeError) as exc:
        raise SourceError(f"{path.name}: a school unit without {exc}") from exc
    if name and status == _ACTIVE:
        municipality = unit.get("municipalityCode") or ""
        parent = convert_municipality_code(municipality, path.name) if municipality else ""
        yield Entry(name, Label.SCHOOL, country="SE", parent=parent, key=f"skolverket:{code}")
