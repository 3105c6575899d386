"""Read ``sampling.json`` of a bundle: the lists that replacements are drawn from.

::

    {"country": "SE",
     "names": {"firstname_female": [812, 90, ...], ...},    rows of the entries, best first
     "cities": {"DK": [5, 17, ...], ...},                   by country, the largest first
     "streets": {"Lund": [3, ...], ...},                    by town
     "zip_codes": {"Lund": [8, ...], ...},
     "telephone_areas": {"Lund": "046", ...},
     "fakes": {"city": [{"form": "Almeboda", "gender": ""}, ...], ...}}

The file is read when the first list is asked for, and a list is checked when it is used. It
is untrusted input like the rest of the bundle. It is read by its name, and another build may
have taken the bundle's place meanwhile: its checksum must be that of the bundle that is open.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from tacknamn.errors import BundleError
from tacknamn.lexicon.bundle import Bundle

__all__ = ["Fake", "Lists"]

FILE = "sampling.json"
_TABLES = ("names", "cities", "streets", "zip_codes", "fakes")
_OPTIONAL_TABLES = ("telephone_areas",)
"""What bundles of the first builders lack."""


_COUNTRY = re.compile("[A-Z]{2}")


class Fake(NamedTuple):
    """A replacement that was made up."""

    form: str
    gender: str
    """``utr`` or ``neu`` where it is a Swedish noun that can be made definite."""


class Lists:
    """The lists of one bundle."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._path = bundle.path(FILE)
        self._entries = bundle.section("entries").rows

    @cached_property
    def country(self) -> str:
        """The country whose names are drawn, which the profile calls its own."""
        country = self._content.get("country")
        if not isinstance(country, str) or _COUNTRY.fullmatch(country) is None:
            raise self._damaged("its country is no code of two capitals")
        return country

    def names(self, label: str) -> list[int]:
        """The most borne names of a label."""
        return self._rows("names", label)

    def cities(self, country: str) -> list[int]:
        """The largest cities of a country."""
        return self._rows("cities", country)

    def streets(self, town: str) -> list[int]:
        """The streets of a town."""
        return self._rows("streets", town)

    def zip_codes(self, town: str) -> list[int]:
        """The postal codes of a town."""
        return self._rows("zip_codes", town)

    def telephone_area(self, town: str) -> str | None:
        """The digits that telephone numbers of a town begin with."""
        area = self._content["telephone_areas"].get(town)
        if area is None or (isinstance(area, str) and area.isdecimal()):
            return area
        raise self._damaged("a telephone area is no number")

    def fakes(self, name: str) -> tuple[Fake, ...]:
        """A list of made-up replacements, or the pattern ``pattern_<language>_<label>``."""
        found = self._content["fakes"].get(name, [])
        if not isinstance(found, list) or not all(map(_is_fake, found)):
            raise self._damaged("a list of made-up names is damaged")
        return tuple(Fake(one["form"], one["gender"]) for one in found)

    def _rows(self, table: str, name: str) -> list[int]:
        rows = self._content[table].get(name, [])
        if not isinstance(rows, list) or not all(type(row) is int for row in rows):
            raise self._damaged(f"a list of its {table} is no list of numbers")
        if rows and not 0 <= min(rows) <= max(rows) < self._entries:
            raise self._damaged(f"a list of its {table} points outside the entries")
        return rows

    @cached_property
    def _content(self) -> Mapping[str, Any]:
        content = _parse_lists(self._path, self._read())
        if not isinstance(content, dict):
            raise self._damaged("it is no table")
        content |= {name: content.get(name, {}) for name in _OPTIONAL_TABLES}
        if not all(isinstance(content.get(name), dict) for name in (*_TABLES, *_OPTIONAL_TABLES)):
            raise self._damaged("a table is missing")
        return content

    def _read(self) -> bytes:
        try:
            raw = self._path.read_bytes()
        except OSError as exc:
            raise BundleError(f"{self._path}: cannot be read ({exc.strerror}); {_REBUILD}") from exc
        if hashlib.sha256(raw).hexdigest() != self._bundle.manifest["files"][FILE]["sha256"]:
            raise BundleError(
                f"{self._path}: not the file of the bundle that was opened; a newer build has "
                "taken its place: open the bundle again"
            )
        return raw

    def _damaged(self, problem: str) -> BundleError:
        return BundleError(f"{self._path}: damaged ({problem}); {_REBUILD}")


_REBUILD = "build the bundle anew with `tacknamn-build compile`"


def _parse_lists(path: Path, raw: bytes) -> object:
    try:
        content: object = json.loads(raw)
    except (ValueError, RecursionError) as exc:
        raise BundleError(f"{path}: damaged ({type(exc).__name__}); {_REBUILD}") from exc
    return content


def _is_fake(one: object) -> bool:
    return (
        isinstance(one, dict)
        and isinstance(one.get("form"), str)
        and isinstance(one.get("gender"), str)
        and one["form"].isprintable()
        and bool(one["form"].strip())
    )
