"""Read the names of countries and languages from babel's locale data (CLDR).

``sv.dat`` and ``en.dat`` are pickles of one dictionary each, which :mod:`plain_pickle` reads
without unpickling. Two of its parts are used::

    {"territories": {"SE": "Sverige", "001": "världen", ...},
     "languages": {"sv": "svenska", "de_AT": "österrikisk tyska", ...}, ...}

The first locale contains the main names, the others variants.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tacknamn.labels import Label
from tacknamn_builders.readers.plain_pickle import load_plain_pickle
from tacknamn_builders.readers.received_files import damage_error, format_error, name_damaged_file
from tacknamn_builders.records import Entry

__all__ = ["read"]

_CLASSES = ("babel.dates DateTimePattern", "babel.numbers NumberPattern", "babel.plural PluralRule")
"""Classes in the pickles, besides plain data."""

_COUNTRY = re.compile(r"[A-Z]{2}")
"""The code of a country. Groups have three digits: 001 is the world, 150 Europe."""

_NOT_COUNTRIES = frozenset(
    ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"]
)
"""Unions, test values, unknown, and islands that have a reserved code of ISO 3166 but are not
countries (Ascension, Clipperton, Sark, Ceuta, the Canaries)."""

_NOT_LANGUAGES = frozenset(["mul", "und", "zxx"])
"""Several languages, undetermined, no linguistic content."""

_AND = {"sv": "och", "en": "and"}

_BRACKETS = re.compile(r"(.*?) ?\((.+)\)(.*)")
_ADMINISTERED = re.compile(r" SAR(?: China)?$")
"""The end of Hongkong SAR and Macao SAR, which texts omit."""


def read(folder: Path, locales: Sequence[str] = ("sv", "en")) -> Iterator[Entry]:
    """Yield countries and languages, in Swedish first."""
    for locale in locales:
        path = folder / f"{locale}.dat"
        data = _load(path)
        main = locale == locales[0]
        yield from _make_countries(_find_names(path, data, "territories"), locale, main)
        yield from _make_languages(_find_names(path, data, "languages"), main)


def _make_countries(names: dict[str, str], locale: str, main: bool) -> Iterator[Entry]:
    for code, name in sorted(names.items()):
        if _COUNTRY.fullmatch(code) is None or code in _NOT_COUNTRIES:
            continue
        for number, form in enumerate(_list_forms(name, _AND.get(locale, "&"))):
            key = f"country:{code}"
            yield Entry(form, Label.COUNTRY, country=code, key=key, main=main and not number)


def _make_languages(names: dict[str, str], main: bool) -> Iterator[Entry]:
    for code, name in sorted(names.items()):
        if code in _NOT_LANGUAGES:
            continue
        for number, form in enumerate(_list_forms(name, "")):
            key = f"language:{code}"
            yield Entry(form, Label.LANGUAGE, key=key, main=main and not number)


def _list_forms(name: str, conjunction: str) -> Iterator[str]:
    """Yield the form of running text, then other forms.

    ``Myanmar (Burma)`` gives Myanmar, Burma and itself, ``Trinidad & Tobago`` also Trinidad and
    Tobago, ``S:t Lucia`` also Saint Lucia.
    """
    forms = [_ADMINISTERED.sub("", name)]
    if brackets := _BRACKETS.fullmatch(name):
        before, inside, after = brackets.groups()
        forms = [f"{before}{after}"] + ([f"{inside}{after}"] if inside[0].isupper() else [])
    if "&" in name and conjunction:
        forms = [form.replace("&", conjunction) for form in forms]
    forms += [re.sub(r"^(?:S:t|St\.) ", "Saint ", form) for form in forms]
    forms += [form.replace("’", "'") for form in forms] + [name]
    yield from dict.fromkeys(form.strip() for form in forms)


def _load(path: Path) -> Any:
    with name_damaged_file(path):
        data = path.read_bytes()
    try:
        return load_plain_pickle(data, _CLASSES)
    except ValueError as exc:
        raise damage_error(path, exc) from exc


def _find_names(path: Path, data: Any, part: str) -> dict[str, str]:
    names = data.get(part) if isinstance(data, dict) else None
    if not isinstance(names, dict):
        raise format_error(path, f"{part} is missing")
    if not all(isinstance(key, str) and isinstance(name, str) for key, name in names.items()):
        raise format_error(path, f"{part} holds something that is not a name")
    return names
