"""Read the svensktext copy of SCB's names with two bearers or more (31 December 2020).

Each file has a header and UTF-8 rows, in mixed case::

    name,persons
    Aada,12

The rules are those of :mod:`tacknamn_builders.readers.scb`: the bearers of a name are those who use
it. The files contain SCB's odd entries (``A:Son``, ``Arne.``), which are dropped, and ``TRUE``,
which a spreadsheet made of the name True.
"""

from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.name_case import is_name, restore_surname
from tacknamn_builders.readers.received_files import format_error, read_table
from tacknamn_builders.readers.scb import read_first_names
from tacknamn_builders.records import Entry

__all__ = ["read", "read_received_lists", "read_received_surnames", "read_surnames"]

_SEXES = ((Label.FIRSTNAME_FEMALE, "kvinnor"), (Label.FIRSTNAME_MALE, "man"))

_RECEIVED = (
    ("tilltalsnamn-kvinnor.csv", "women by name in use"),
    ("tilltalsnamn-man.csv", "men by name in use"),
    ("fornamn-kvinnor.csv", "women by given name"),
    ("fornamn-man.csv", "men by given name"),
)
"""Each file, and the people that it counts."""


def read(folder: Path) -> Iterator[Entry]:
    """Yield women's and men's first names."""
    for label, sex in _SEXES:
        used = _read_pairs(folder / f"tilltalsnamn-{sex}.csv")
        yield from read_first_names(label, used, _read_pairs(folder / f"fornamn-{sex}.csv"))


def read_surnames(folder: Path) -> Iterator[Entry]:
    """Yield surnames."""
    for name, bearers in _read_pairs(folder / "efternamn.csv"):
        form = restore_surname(name)
        if is_name(form):
            yield Entry(form, Label.SURNAME, bearers, Kind.BEARERS, "SE")


def read_received_lists(folder: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield the lists of first names as received, with title and side, for ``check``."""
    for name, side in _RECEIVED:
        yield name, side, dict(_read_pairs(folder / name))


def read_received_surnames(folder: Path) -> Iterator[tuple[str, str, dict[str, int]]]:
    """Yield the list of surnames as received, with title and side, for ``check``."""
    yield "efternamn.csv", "surnames", dict(_read_pairs(folder / "efternamn.csv"))


def _read_pairs(path: Path) -> Iterator[tuple[str, int]]:
    for name, persons in read_table(path, ("name", "persons")):
        if not persons.isdecimal():
            raise format_error(path, f"{persons!r} persons is not a number")
        yield name, int(persons)
