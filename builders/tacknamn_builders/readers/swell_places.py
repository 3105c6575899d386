"""Read places of the SweLL project's lists: addresses by town, islands, universities,
languages.

The files were saved by pandas: the first column is a number without a name. ``swedish_streets.csv``
(number, City, Street_name) has 107,189 rows::

    1,Alfta,Anneforsvägen
    2,Alfta,Bjurtjärnen

Every row is an address, so it is a place, even if it is the name of a hamlet or a lake; a lake is
also yielded as ``geo``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, read_json, read_table
from tacknamn_builders.readers.street_names import find_other_label, write_street
from tacknamn_builders.records import Entry, Record

__all__ = ["read_islands", "read_languages", "read_streets", "read_universities"]

_WHERE = re.compile(r"(.+?)(?:,\s*|\s*\()([^)]+)\)?")
"""``Hällsö, Tanum`` and ``Holmen (Råneå)``: islands, and the hint which of several is meant."""

_BRACKETS = re.compile(r"\s*\([^)]*\)")
_GROUP = re.compile(
    r"languages$|\bbased\b|^(?:Creoles|No linguistic|Uncoded|Multiple|Undetermined)"
)
"""Codes for groups of languages and for none, ``Creoles and pidgins, English based``."""


def read_streets(folder: Path) -> Iterator[Record]:
    """Yield each address name with its town."""
    path = find_file(folder, "swedish_streets.csv")
    for city, street in read_table(path, ("City", "Street_name")):
        form = write_street(street)
        if form:
            yield Entry(form, Label.PLACE, country="SE", parent=city.strip())
            label = find_other_label(form)
            if label is not None:
                yield Entry(form, label, country="SE", parent=city.strip())


def read_islands(folder: Path) -> Iterator[Record]:
    """Yield the 184 islands; the hint which of several is meant becomes the parent."""
    for (island,) in read_table(find_file(folder, "island_sweden.csv"), ("Island",)):
        match = _WHERE.fullmatch(island.strip())
        form, parent = (match[1], match[2]) if match else (island.strip(), "")
        yield Entry(form, Label.GEO, country="SE", parent=parent)


def read_universities(folder: Path) -> Iterator[Record]:
    """Yield the universities; further items of their lists differ only in capitals."""
    path = find_file(folder, "dict_data.json")
    for spellings in read_json(path, "dict_universities").values():
        if not isinstance(spellings, list) or not spellings:
            raise SourceError(f"{path.name}: a university without spellings")
        yield Entry(spellings[0], Label.SCHOOL, country="SE")


def read_languages(folder: Path) -> Iterator[Record]:
    """Yield the languages of ISO 639-3 in English; the real header is the first row.

    ::

        ,0,3
        0,ISO 639-3,Language Name
        1,aaa,Ghotuo
    """
    path = find_file(folder, "language.csv")
    rows = read_table(path, ("0", "3"))
    if next(rows, None) != ("ISO 639-3", "Language Name"):
        raise SourceError(f"{path.name}: columns ISO 639-3 and Language Name are missing")
    for code, name in rows:
        form = _BRACKETS.sub("", name).strip()
        if form and not _GROUP.search(form):
            yield Entry(form, Label.LANGUAGE, key=f"language:{code}")
