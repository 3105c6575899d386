"""Open SQLite files that publishers send, GeoPackages among them, without trusting them.

A file may contain views, triggers and columns that call functions, and values of any type. So it is
opened read-only, its schema may not call unsafe functions, only plain tables are read, and a value
that is neither text nor a whole number counts as empty.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn_builders.readers.received_files import format_error
from tacknamn_builders.support.archives import member_names, open_zip_member

__all__ = ["list_columns", "list_tables", "open_geopackage", "open_sqlite", "read_distinct"]

_GEOPACKAGE = ".gpkg"


@contextmanager
def open_sqlite(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file for reading; an error of SQLite names it."""
    try:
        with closing(_connect(path)) as database:
            yield database
    except (sqlite3.Error, UnicodeDecodeError) as exc:  # a name that is not UTF-8
        raise SourceError(f"{path.name} cannot be read ({exc}); fetch it again") from exc


@contextmanager
def open_geopackage(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the only GeoPackage in a zip; SQLite cannot read it there, so it is copied."""
    names = [name for name in member_names(path) if name.lower().endswith(_GEOPACKAGE)]
    if len(names) != 1:
        raise format_error(path, f"{len(names)} GeoPackages instead of one")
    with tempfile.TemporaryDirectory(prefix="tacknamn-") as folder:
        copy = Path(folder) / path.with_suffix(_GEOPACKAGE).name
        with open_zip_member(path, names[0]) as member, copy.open("wb") as file:
            shutil.copyfileobj(member, file)
        with open_sqlite(copy) as database:
            yield database


def list_tables(database: sqlite3.Connection) -> list[str]:
    """List the plain tables; views and virtual tables could compute anything."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    return sorted(name for (name,) in database.execute(query) if isinstance(name, str))


def list_columns(database: sqlite3.Connection, table: str) -> list[str]:
    """List the columns of a table."""
    return [row[1] for row in database.execute(f"PRAGMA table_info({_quote(table)})")]


def read_distinct(
    database: sqlite3.Connection, table: str, columns: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the different values of some columns, sorted; blobs and missing values are empty."""
    listed = ", ".join(_quote(column) for column in columns)
    query = f"SELECT DISTINCT {listed} FROM {_quote(table)} ORDER BY {listed}"
    for row in database.execute(query):
        yield tuple(str(value) if isinstance(value, str | int) else "" for value in row)


def _connect(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return database


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
