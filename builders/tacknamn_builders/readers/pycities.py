"""Read the names of the world's 3,880 first-level regions from the SQLite file of pycities.

The table ``administrative_unit`` is GeoNames' admin1CodesASCII: ``key`` (``SE.28``), ``name``
(``Västra Götaland``), ``geonames_id``. The file is untrusted: it is opened read-only, its schema
may not call functions, and the queried object must be a table, not a view.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file
from tacknamn_builders.records import Entry, Record, Region

__all__ = ["read"]

_QUERY = "SELECT key, name, geonames_id FROM administrative_unit ORDER BY key"
_IS_TABLE = "SELECT type FROM sqlite_master WHERE name = 'administrative_unit'"


def read(folder: Path) -> Iterator[Record]:
    """Yield each region, as the name of its code and as an entry."""
    path = find_file(folder, "data.db")
    try:
        with closing(_open(path)) as database:
            if database.execute(_IS_TABLE).fetchone() != ("table",):
                raise SourceError(f"{path.name}: table administrative_unit is missing")
            rows = database.execute(_QUERY).fetchall()
    except sqlite3.Error as exc:
        raise SourceError(f"{path.name} cannot be read ({exc}); fetch it again") from exc
    for code, name, geonames in rows:
        yield Region(code, name)
        yield Entry(name, Label.REGION, country=code[:2], key=f"geonames:{geonames}")


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return database
