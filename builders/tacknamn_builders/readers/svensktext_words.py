"""Read nationalities and public authorities of the svensktext collection.

``nationaliteter.csv`` (UTF-8 with a byte order mark) contains lists in Python's syntax::

    id,country,country_alternativename,resident_singular,resident_plural,adjective
    3,Andorra,,['andorran'],['andorraner'],andorransk

``myndigheter.tsv`` has type, name and city. Abbreviations are in brackets and in lower case,
``Arbetsmiljöverket (av)``, and so are names within the name
(:mod:`tacknamn_builders.readers.authority_names`).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers.authority_names import make_authority_entries, restore_names
from tacknamn_builders.readers.received_files import find_file, read_table
from tacknamn_builders.records import Entry, Record

__all__ = ["read_authorities", "read_nationalities", "restore_names"]

_WHICH = re.compile(r"^\([^)]*\)")
"""The mark in ``(brazzaville)kongoles`` that distinguishes two peoples with the same name."""


def read_nationalities(folder: Path) -> Iterator[Record]:
    """Yield each nationality: the singular, then plural and adjective as variants."""
    path = find_file(folder, "nationaliteter.csv")
    columns = ("country", "resident_singular", "resident_plural", "adjective")
    for country, singular, plural, adjective in read_table(path, columns):
        forms = [*_parse_words(path, singular), *_parse_words(path, plural), *adjective.split(",")]
        key = f"nationality:{country.strip()}"
        written = dict.fromkeys(_WHICH.sub("", form.strip()) for form in forms)
        for number, form in enumerate(filter(None, written)):
            yield Entry(form, Label.NATIONALITY, key=key, main=number == 0)


def _parse_words(path: Path, text: str) -> list[str]:
    try:
        words = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as exc:
        raise SourceError(f"{path.name}: {text[:40]!r} is not a list of words") from exc
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise SourceError(f"{path.name}: {text[:40]!r} is not a list of words")
    return words


def read_authorities(folder: Path) -> Iterator[Record]:
    """Yield each authority with its town; universities have the label school."""
    path = find_file(folder, "myndigheter.tsv")
    for name, city in read_table(path, ("name", "city"), delimiter="\t"):
        yield from make_authority_entries(name, city.strip())
