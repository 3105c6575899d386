"""Write the names of public authorities as texts do, with their abbreviations.

Registers have ``ARBETSMILJÖVERKET (AV)`` or, where a program changed the capitals, ``Hovrätten för
västra sverige``.
"""

import re
from collections.abc import Iterator

from tacknamn.labels import Label
from tacknamn_builders.records import Entry

__all__ = ["make_authority_entries", "restore_names", "write_authority"]

_BRACKETS = re.compile(r"(.+?)\s*\((.+)\)")
_SCHOOL = re.compile(r"universitet(et)?$|högskolan?$|^Högskolan |^Karolinska institutet|^Konstfack")
"""State universities, which are authorities by law; texts mean the school."""

_NAMES = re.compile(r"\b(västra sverige|(?:nedre|övre) norrland|skåne|blekinge|dalarna)\b")
_ABBREVIATIONS = re.compile(r"\b(ilo|esf|fao|ap)(?=-)", re.IGNORECASE)
_SEAT = re.compile(r"(?<= i )\w")
"""The first letter of a town or county after its authority: ``Kammarrätten i Göteborg``."""


def make_authority_entries(name: str, town: str) -> Iterator[Entry]:
    """Yield an authority in its town, then its abbreviation; universities have the label school."""
    match = _BRACKETS.fullmatch(name.strip())
    main = restore_names(match[1] if match else name.strip())
    label = Label.SCHOOL if _SCHOOL.search(main) else Label.PUBLIC_AUTHORITY
    key = f"myndighet:{main}" if match else ""
    yield Entry(main, label, country="SE", parent=town, key=key)
    if match:
        yield Entry(match[2].upper(), label, country="SE", parent=town, key=key, main=False)


def restore_names(name: str) -> str:
    """Restore the capitals of names within the name.

    >>> restore_names("Hovrätten över skåne och blekinge"), restore_names("Svenska fao-kommittén")
    ('Hovrätten över Skåne och Blekinge', 'Svenska FAO-kommittén')
    """
    name = _NAMES.sub(lambda match: match[0].title(), name)
    return _ABBREVIATIONS.sub(lambda match: match[0].upper(), name)


def write_authority(name: str) -> str:
    """Write a name in capitals as texts do; other names are returned unchanged.

    >>> write_authority("KAMMARRÄTTEN I GÖTEBORG"), write_authority("Lunds universitet")
    ('Kammarrätten i Göteborg', 'Lunds universitet')
    """
    if not name.isupper():
        return name
    return _SEAT.sub(lambda match: match[0].upper(), name.capitalize())
