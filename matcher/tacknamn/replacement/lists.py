"""Read ``sampling.json`` of a bundle: the lists that replacements are drawn from.

::

    {"country": "SE",
     "names": {"firstname_female": [812, 90, ...], ...},    rows of the entries, best first
     "cities": {"DK": [5, 17, ...], ...},                   by country, largest first
     "streets": {"Lund": [3, ...], ...},                    by town
     "zip_codes": {"Lund": [8, ...], ...},
     "telephone_areas": {"Lund": "046", ...},
     "parts": {"Lund": [77, ...], ...},                     parts of towns, by town
     "fakes": {"city": [{"form": "Almeboda", "gender": ""}, ...], ...},
     "drawn": {"sv": {"city": {"DK": [5, ...], ...}, ...}, ...}}    by language, label, country

The file is read when the first list is needed, and a list is checked when it is used. Numbers are kept
in arrays: as a list, the 120,000 of a bundle would take five megabytes. Like the rest of the bundle it is untrusted input. Its checksum must match the manifest of the bundle that is
open, because another build may have replaced the bundle in the meantime.
"""

import hashlib
import json
import re
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tacknamn.errors import BundleError
from tacknamn.labels import Label
from tacknamn.lexicon.bundle import Bundle
from tacknamn.support.lazy_property import lazy_property

__all__ = ["Fake", "Lists"]

FILE = "sampling.json"
_TABLES = ("names", "cities", "streets", "zip_codes", "fakes")
_OPTIONAL_TABLES = ("drawn", "parts", "telephone_areas")
"""Tables that bundles of the first builders lack."""
_REBUILD = "build the bundle again with `tacknamn-build compile`"
_COUNTRY = re.compile("[A-Z]{2}")


class Fake(NamedTuple):
    """An invented replacement."""

    form: str
    gender: str
    """``utr`` or ``neu`` if it is a Swedish noun with a definite form."""


class Lists:
    """The lists of one bundle."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._path = bundle.path(FILE)
        self._entries = bundle.section("entries").rows

    @lazy_property
    def country(self) -> str:
        """The country whose names are drawn: that of the bundle's profile."""
        country = self._content.get("country")
        if not isinstance(country, str) or _COUNTRY.fullmatch(country) is None:
            raise self._make_damage_error("its country is not a code of two capitals")
        return country

    def get_names(self, label: str) -> Sequence[int]:
        """Return the most frequent names of a label."""
        return self._get_rows("names", label)

    def get_cities(self, country: str) -> Sequence[int]:
        """Return the largest cities of a country."""
        return self._get_rows("cities", country)

    def get_streets(self, town: str) -> Sequence[int]:
        """Return the streets of a town."""
        return self._get_rows("streets", town)

    def get_zip_codes(self, town: str) -> Sequence[int]:
        """Return the postal codes of a town."""
        return self._get_rows("zip_codes", town)

    def get_parts(self, town: str) -> Sequence[int]:
        """Return the parts of a town at home."""
        return self._get_rows("parts", town)

    def list_towns_with_parts(self) -> list[str]:
        """Return the towns at home whose parts are known."""
        return list(self._content["parts"])

    def get_telephone_area(self, town: str) -> str | None:
        """Return the first digits of telephone numbers in a town."""
        area = self._content["telephone_areas"].get(town)
        if area is None or (isinstance(area, str) and area.isdecimal()):
            return area
        raise self._make_damage_error("a telephone area is not a number")

    def get_drawn(self, language: str, label: str, country: str = "") -> list[int]:
        """Return what is drawn in texts of a language; names of persons have no country."""
        countries = self._get_drawn_countries(language, label)
        rows = countries.get(country, [])
        self._check_rows(rows, "drawn")
        return list(rows)

    def list_drawn_countries(self, language: str) -> list[int]:
        """Return the countries that are drawn in texts of a language."""
        countries = sorted(self._get_drawn_countries(language, Label.COUNTRY))
        return [row for code in countries for row in self.get_drawn(language, Label.COUNTRY, code)]

    def _get_drawn_countries(self, language: str, label: str) -> Mapping[str, Any]:
        labels = self._content["drawn"].get(language, {})
        countries = labels.get(str(label), {}) if isinstance(labels, dict) else None
        if not isinstance(countries, dict):
            raise self._make_damage_error("a list of its drawn is not a table")
        return countries

    def get_fakes(self, name: str) -> tuple[Fake, ...]:
        """Return a list of invented replacements, or the pattern ``pattern_<language>_<label>``."""
        fakes = self._content["fakes"].get(name, [])
        if not isinstance(fakes, list) or not all(map(_is_fake, fakes)):
            raise self._make_damage_error("a list of invented names is damaged")
        return tuple(Fake(fake["form"], fake["gender"]) for fake in fakes)

    def _get_rows(self, table: str, name: str) -> Sequence[int]:
        rows: Sequence[int] = self._content[table].get(name, [])
        self._check_rows(rows, table)
        return rows

    def _check_rows(self, rows: Any, table: str) -> None:
        is_list = isinstance(rows, list) and set(map(type, rows)) <= {int}
        if not isinstance(rows, array) and not is_list:
            raise self._make_damage_error(f"a list of its {table} is not a list of numbers")
        if rows and not 0 <= min(rows) <= max(rows) < self._entries:
            raise self._make_damage_error(f"a list of its {table} points outside the entries")

    @lazy_property
    def _content(self) -> Mapping[str, Any]:
        content = _parse_lists(self._path, self._read())
        if not isinstance(content, dict):
            raise self._make_damage_error("it is not a table")
        content |= {name: content.get(name, {}) for name in _OPTIONAL_TABLES}
        if not all(isinstance(content.get(name), dict) for name in (*_TABLES, *_OPTIONAL_TABLES)):
            raise self._make_damage_error("a table is missing")
        return content

    def _read(self) -> bytes:
        try:
            raw = self._bundle.read(FILE)
        except OSError as exc:
            raise BundleError(f"{self._path}: cannot be read ({exc.strerror}); {_REBUILD}") from exc
        if hashlib.sha256(raw).hexdigest() != self._bundle.manifest["files"][FILE]["sha256"]:
            raise BundleError(
                f"{self._path}: not the file of the bundle that was opened; a newer build has "
                "replaced it: open the bundle again"
            )
        return raw

    def _make_damage_error(self, problem: str) -> BundleError:
        return BundleError(f"{self._path}: damaged ({problem}); {_REBUILD}")


def _parse_lists(path: Path, raw: bytes) -> object:
    try:
        content: object = json.loads(raw, object_hook=_pack_numbers)
    except (ValueError, RecursionError) as exc:
        raise BundleError(f"{path}: damaged ({type(exc).__name__}); {_REBUILD}") from exc
    return content


def _pack_numbers(table: dict[str, Any]) -> dict[str, Any]:
    """Replace lists of numbers in a table by arrays."""
    for name, value in table.items():
        if isinstance(value, list) and set(map(type, value)) == {int}:
            with suppress(OverflowError):  # left to be refused when it is used
                table[name] = array("I", value)
    return table


def _is_fake(value: object) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("form"), str)
        and isinstance(value.get("gender"), str)
        and value["form"].isprintable()
        and bool(value["form"].strip())
    )
