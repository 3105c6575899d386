"""Read the names of the world's 3,880 first-level regions from the SQLite file of pycities.

The table ``administrative_unit`` is GeoNames' admin1CodesASCII: ``key`` (``SE.28``), ``name``
(``Västra Götaland``), ``geonames_id``. The file is untrusted
(:mod:`tacknamn_builders.readers.sqlite_files`).
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file
from tacknamn_builders.readers.sqlite_files import list_tables, open_sqlite
from tacknamn_builders.records import Entry, Record, Region

__all__ = ["read"]

_TABLE = "administrative_unit"
_QUERY = f"SELECT key, name, geonames_id FROM {_TABLE} ORDER BY key"


def read(folder: Path) -> Iterator[Record]:
    """Yield each region, as the name of its code and as an entry."""
    path = find_file(folder, "data.db")
    with open_sqlite(path) as database:
        if _TABLE not in list_tables(database):
            raise SourceError(f"{path.name}: table {_TABLE} is missing")
        rows = database.execute(_QUERY).fetchall()
    for code, name, geonames in rows:
        yield Region(code, name)
        yield Entry(name, Label.REGION, country=code[:2], key=f"geonames:{geonames}")
