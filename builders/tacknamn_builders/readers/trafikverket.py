"""Read street names from Trafikverket's road database (NVDB).

``gatunamn.zip`` holds one GeoPackage with one or more tables of street names, ``Gatunamn`` being part
of each table's name. A row is a stretch of a street; two of its columns are read, whose names differ
between products::

    NAMN            KOMMUN
    Storgatan       1480
    Ebbas Väg       0180

Names of forest roads (``Ovrigt_vagnamn``) are in other tables and not read.
"""

import sqlite3
from collections.abc import Iterator, Sequence
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
from tacknamn_builders.readers.street_names import write_street
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_FILE = "gatunamn.zip"
_TABLES = "gatunamn"
_NAMES = ("namn", "gatunamn")
_MUNICIPALITIES = ("kommun", "kommunkod", "kommunnr", "kommun_nr")
"""Names of the columns in small letters, the best one first."""


def read(folder: Path) -> Iterator[Record]:
    """Yield each street once for each municipality."""
    path = find_file(folder, _FILE)
    with open_geopackage(path) as database:
        tables = [table for table in list_tables(database) if _is_street_table(table)]
        if not tables:
            raise format_error(path, "no table of street names (Gatunamn)")
        for table in tables:
            yield from _read_table(path, database, table)


def _is_street_table(table: str) -> bool:
    return _TABLES in table.lower() and not table.startswith(("gpkg_", "rtree_", "sqlite_"))


def _read_table(path: Path, database: sqlite3.Connection, table: str) -> Iterator[Record]:
    columns = list_columns(database, table)
    name, municipality = _choose(columns, _NAMES), _choose(columns, _MUNICIPALITIES)
    if not name:
        raise format_error(path, f"table {table} has no column with names of streets")
    chosen = [name, municipality] if municipality else [name]
    for street, *code in read_distinct(database, table, chosen):
        form = write_street(" ".join(street.split()))
        if form:
            yield Entry(form, Label.PLACE, country="SE", parent=find_municipality("".join(code)))


def _choose(columns: Sequence[str], names: Sequence[str]) -> str:
    """Choose the first column that has one of the names; empty if none has."""
    found = {column.lower(): column for column in columns}
    return next((found[name] for name in names if name in found), "")
