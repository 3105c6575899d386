"""Read Swedish names and words from the mimesis package: places, streets, nationalities, schools,
work.

``address.json``, ``person.json`` and ``finance.json`` contain lists of strings. All begin with a
capital, some are listed twice. Not read are first names and surnames (744 in alphabetical order up
to ``Aabiörn``: medieval spellings without counts), streets that do not end like one (``Villa
Segeborg``, ``Fur Konferansen``), countries (babel has them with codes), continents, titles and
degrees (curation has them with their forms).
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn.replacement.places import is_street
from tacknamn_builders.readers.company_names import list_company_names
from tacknamn_builders.readers.occupation_titles import split_titles
from tacknamn_builders.readers.received_files import find_file, read_json
from tacknamn_builders.readers.street_names import write_street
from tacknamn_builders.records import Entry, Record

__all__ = ["read"]

_BRACKETS = re.compile(r"(.+?)\s*\((.+)\)")
_ABBREVIATION = re.compile(r"[A-ZÅÄÖ][A-ZÅÄÖ&]{1,5}")

_FIELDS = ("Informationsteknologi", "Arkitekt Nätverk", "Öva Chef")
"""Rows of ``occupation`` that are not occupations; those that end in ``-yrken`` are none either."""


def read(folder: Path) -> Iterator[Record]:
    """Yield the entries of the three files."""
    yield from _read_places(find_file(folder, "address.json"))
    yield from _read_persons(find_file(folder, "person.json"))
    yield from _read_companies(find_file(folder, "finance.json"))


def _read_places(path: Path) -> Iterator[Entry]:
    for city in _read_strings(path, "city"):
        yield from _split_city(city)
    for landscape in _read_strings(path, "state", "name"):
        yield Entry(landscape, Label.REGION, country="SE")
    for street in _read_strings(path, "street", "name"):
        if is_street(street):
            yield Entry(write_street(street), Label.PLACE, country="SE")


def _split_city(city: str) -> Iterator[Entry]:
    """Yield the names of a locality.

    ``Hemavan/Bierke`` has a Swedish and a Sámi name, ``Roma (Romakloster)`` has two names as well.
    ``Naglarby och Enbacka`` are two villages that statistics count as one; texts name each alone.
    """
    forms = [form.strip() for form in re.split(r"[/(]", city.rstrip(")"))]
    if len(forms) == 1:
        for form in city.split(" och "):
            yield Entry(form.strip(), Label.CITY, country="SE")
    for number, form in enumerate(forms if len(forms) > 1 else ()):
        yield Entry(form, Label.CITY, country="SE", key=f"mimesis:{forms[0]}", main=number == 0)


def _read_persons(path: Path) -> Iterator[Entry]:
    for nationality in _read_strings(path, "nationality"):
        yield Entry(_lower_first(nationality), Label.NATIONALITY)
    for language in _read_strings(path, "language"):
        yield Entry(_lower_first(language), Label.LANGUAGE)
    for occupation in _read_strings(path, "occupation"):
        if occupation not in _FIELDS and not occupation.endswith("yrken"):
            for title in split_titles(occupation):
                yield Entry(title, Label.PROF, country="SE")
    for university in _read_strings(path, "university"):
        yield from _split_abbreviation(university, Label.SCHOOL)


def _read_companies(path: Path) -> Iterator[Entry]:
    for company in _read_strings(path, "company", "name"):
        yield from _split_abbreviation(company, Label.WORK)
    for bank in _read_strings(path, "banks"):
        for number, name in enumerate(list_company_names(bank)):
            yield Entry(name, Label.WORK, country="SE", key=f"mimesis:{bank}", main=number == 0)


def _split_abbreviation(name: str, label: Label) -> Iterator[Entry]:
    """Part ``Lunds universitet (LU)``; other brackets, ``(Swedish-Finnish)``, are remarks."""
    match = _BRACKETS.fullmatch(name)
    main = match[1] if match else name
    key = f"mimesis:{main}" if match else ""
    yield Entry(main, label, country="SE", key=key)
    if match and _ABBREVIATION.fullmatch(match[2]):
        yield Entry(match[2], label, country="SE", key=key, main=False)


def _read_strings(path: Path, *keys: str) -> Iterable[str]:
    values = read_json(path, *keys)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise SourceError(f"{path.name}: {'.'.join(keys)} is not a list of names")
    return dict.fromkeys(value.strip() for value in values if value.strip())


def _lower_first(word: str) -> str:
    """Swedish writes peoples and languages with a small letter."""
    return word[0].lower() + word[1:]
