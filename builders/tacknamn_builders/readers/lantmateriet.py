"""Read Lantmäteriet's place names (Ortnamn), a million names of Sweden with their kinds.

``ortnamn_se.zip`` holds one GeoPackage, which is an SQLite file. Its table ``ortnamn`` has a row for
each name on the map, with a type for lettering, a language and, in most editions, the municipality::

    ortnamn         detaljtyp   sprak   lopnummer   kommunkod
    Torneträsk      VATTTX      SV      1002        2584
    Duortnosjávri   VATTTX      NS      1003        2584

Names in Sámi and Meänkieli are rows of their own. Positions are not read.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, format_error
from tacknamn_builders.readers.region_codes import find_municipality
from tacknamn_builders.readers.sqlite_files import (
    list_columns,
    list_tables,
    open_geopackage,
    read_distinct,
)
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_FILE = "ortnamn_se.zip"
_TABLE = "ortnamn"
_NAME, _TYPE, _MUNICIPALITY = "ortnamn", "detaljtyp", "kommunkod"

_LABELS = {
    "BEBTX": Label.CITY,  # settlements: villages and farms
    "BEBTÄTTX": Label.CITY,  # built-up areas
    "GLACIÄRTX": Label.GEO,
    "NATTX": Label.GEO,  # nature reserves
    "SANKTX": Label.GEO,  # wetlands
    "TERRTX": Label.GEO,
    "VATTDELTX": Label.GEO,  # bays and other parts of waters
    "VATTDRTX": Label.GEO,  # rivers
    "VATTTX": Label.GEO,  # lakes
    "ANLTX": Label.PLACE,  # facilities
    "KULTURTX": Label.PLACE,  # ruins and monuments
    "TRAKTTX": Label.PLACE,  # tracts of land
    "KYRKATX": Label.OTHER_INSTITUTION,
}
"""The label of each type; other types are not used."""


def read(folder: Path) -> Iterator[Record]:
    """Yield each name once for each label and municipality."""
    path = find_file(folder, _FILE)
    with open_geopackage(path) as database:
        columns = list_columns(database, _TABLE) if _TABLE in list_tables(database) else []
        missing = [column for column in (_NAME, _TYPE) if column not in columns]
        if missing:
            raise format_error(path, f"table {_TABLE} has no column {', '.join(missing)}")
        chosen = [column for column in (_NAME, _TYPE, _MUNICIPALITY) if column in columns]
        for name, kind, *municipality in read_distinct(database, _TABLE, chosen):
            label = _LABELS.get(kind)
            if label is not None and name.strip():
                yield Entry(
                    name.strip(),
                    label,
                    country="SE",
                    parent=find_municipality("".join(municipality)),
                )
