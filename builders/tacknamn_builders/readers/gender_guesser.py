"""Read Jörg Michael's dictionary of 40,000 first names of 55 countries (``nam_dict.txt``).

The file has UTF-8 lines of 87 characters: the sex, the name from column 4, a mark in column 30, and
from column 31 one hexadecimal frequency class for each country, 1 (rare) to D::

    ?F Aaf                                  1                                             $
    M  Åke                       +                118                                     $

Class 10 is two per cent of the population or more, and each step is a factor of two. Names with
umlauts occur twice, sorted both ways; the header advises to skip the lines marked ``+``. A plus
inside a name means a hyphen, a space or nothing: ``Jun+Wei``. Lines that begin with ``=`` pair
short names with long ones; they contain no further names.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name
from tacknamn_builders.readers.received_files import format_error, read_text_lines
from tacknamn_builders.records import Entry

__all__ = ["read"]

_FILE = "nam_dict.txt"

_FORMAT = "# DO NOT CHANGE:   FILE-FORMAT DEFINITION-DATE = 2008-11-16"
"""First line of the file, which names the format of this reader."""

_LABELS = {
    "M": Label.FIRSTNAME_MALE,
    "1M": Label.FIRSTNAME_MALE,
    "?M": Label.FIRSTNAME_MALE,
    "F": Label.FIRSTNAME_FEMALE,
    "1F": Label.FIRSTNAME_FEMALE,
    "?F": Label.FIRSTNAME_FEMALE,
    "?": Label.FIRSTNAME_UNKNOWN,
}

_NAME = slice(3, 29)
_SORTING = 29
_CLASSES = slice(30, 85)

_COUNTRIES = [
    "GB",
    "IE",
    "US",
    "IT",
    "MT",
    "PT",
    "ES",
    "FR",
    "BE",
    "LU",
    "NL",
    "DE",
    "DE",
    "AT",
    "CH",
    "IS",
    "DK",
    "NO",
    "SE",
    "FI",
    "EE",
    "LV",
    "LT",
    "PL",
    "CZ",
    "SK",
    "HU",
    "RO",
    "BG",
    "BA",
    "HR",
    "XK",
    "MK",
    "ME",
    "RS",
    "SI",
    "AL",
    "GR",
    "RU",
    "BY",
    "MD",
    "UA",
    "AM",
    "AZ",
    "GE",
    "-",
    "TR",
    "-",
    "IL",
    "CN",
    "IN",
    "JP",
    "KR",
    "VN",
    "-",
]
"""The columns; East Frisia counts as Germany. ``-`` marks columns of several countries: Central
Asia, Arabia with Persia, and the rest. India's column includes Sri Lanka."""

_SWEDEN = _COUNTRIES.index("SE")


def read(folder: Path) -> Iterator[Entry]:
    """Yield each name with its class in Sweden, and in the country abroad where it is most
    frequent."""
    path = folder / _FILE
    for number, line in read_text_lines(path):
        if number == 1 and not line.startswith(_FORMAT):
            raise format_error(path, "the first line names another format")
        if line.startswith(("#", "=")) or line[_SORTING : _SORTING + 1] == "+":
            continue
        yield from _make_entries(path, number, line)


def _make_entries(path: Path, number: int, line: str) -> Iterator[Entry]:
    label = _LABELS.get(line[:3].strip())
    if label is None or len(line) <= _CLASSES.stop:
        raise format_error(path, f"line {number} has no sex or too few columns")
    classes = _parse_classes(path, number, line[_CLASSES])
    for name in _list_spellings(line[_NAME].strip()):
        for country, frequency in _choose_countries(classes):
            if is_name(name):
                yield Entry(name, label, frequency, Kind.CLASS, country)


def _parse_classes(path: Path, number: int, columns: str) -> list[int]:
    try:
        return [int(column.replace(" ", "0"), 16) for column in columns]
    except ValueError as exc:
        raise format_error(
            path, f"line {number} has a frequency that is not a hexadecimal digit"
        ) from exc


def _choose_countries(classes: list[int]) -> Iterator[tuple[str, int]]:
    """Yield Sweden, and the first country abroad with the highest class."""
    if classes[_SWEDEN]:
        yield "SE", classes[_SWEDEN]
    abroad = [0 if column == _SWEDEN else value for column, value in enumerate(classes)]
    highest = max(abroad)
    if highest:
        yield _COUNTRIES[abroad.index(highest)].strip("-"), highest


def _list_spellings(name: str) -> tuple[str, ...]:
    """Replace a plus: ``Jun+Wei`` becomes Jun-Wei, Jun Wei and Junwei."""
    if "+" not in name:
        return (name,)
    together = name.replace("+", "").capitalize()
    return name.replace("+", "-"), name.replace("+", " "), together
