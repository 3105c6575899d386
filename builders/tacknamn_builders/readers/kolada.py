"""Read the units of Kolada: schools, preschools and units of care, each in its municipality.

``units.jsonl`` has a page of the answer on each line::

    {"values": [{"id": "V11E000001", "title": "Förskolan Påhittet, Storgatan 20 A", "municipality":
    "0180"}, ...], "next_url": "https://api.kolada.se/v3/ou?page=2", "count": 5000}

The first letters of ``id`` say what a unit is: ``V11E`` a preschool, ``V15E`` a compulsory school,
``V17E`` an upper secondary school; the others are units of care. Many titles end with the address of
the unit, which is cut off. A title that is an address only is dropped, and so are family day
nurseries, which are named after the person who runs them.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import (
    find_file,
    format_error,
    name_damaged_file,
    read_text_lines,
)
from tacknamn_builders.readers.region_codes import find_municipality
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_SCHOOL = re.compile(r"V1[157]E|.*skol", re.IGNORECASE)
_PERSONAL = re.compile(
    r"familjedaghem|familjehem|dagbarnvårdare|pedagogisk omsorg|personlig assist", re.IGNORECASE
)
_ROAD = r"\S*(?:gatan?|väg(?:en)?|gränd(?:en)?|stig(?:en)?|torg(?:et)?|plan|back(?:en|e)|allén?)"
_ADDRESS = re.compile(
    rf"(?:,|\s[-–])\s(?:[^,]*\d|[^,]*{_ROAD}$).*"  # , Rinkebysvängen 20 A
    rf"|(?:^(?:\w+\s)?|\s){_ROAD}\s\d.*",  # Solhemmet Storgatan 5
    re.IGNORECASE,
)
_SHORTEST = 3


def read(folder: Path) -> Iterator[Record]:
    """Yield each unit once for each municipality."""
    path = find_file(folder, "units.jsonl")
    seen: set[tuple[str, str]] = set()
    for unit in _read_units(path):
        try:
            id, title, code = unit["id"], unit["title"], unit["municipality"]
            form = _cut_address(title)
            known = form, find_municipality(code or "")
            is_school = _SCHOOL.match(id) or _SCHOOL.match(form)
        except (KeyError, TypeError, AttributeError) as exc:
            raise SourceError(f"{path.name}: a unit without {exc}") from exc
        if form and known not in seen:
            seen.add(known)
            label = Label.SCHOOL if is_school else Label.OTHER_INSTITUTION
            yield Entry(form, label, country="SE", parent=known[1], key=f"kolada:{id}")


def _read_units(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in read_text_lines(path):
        with name_damaged_file(path):
            page = json.loads(line)
        if not isinstance(page, dict) or not isinstance(page.get("values"), list):
            raise format_error(path, f"line {number} has no list of values")
        yield from page["values"]


def _cut_address(title: str) -> str:
    """Cut the address off a title; empty if nothing that may be listed is left.

    >>> _cut_address("Förskolan Svängen, Påhittsvägen 20 A"), _cut_address("Storgatan 5")
    ('Förskolan Svängen', '')
    """
    if _PERSONAL.search(title):
        return ""
    form = _ADDRESS.sub("", title).strip(" ,-–")
    return form if len(form) >= _SHORTEST else ""
