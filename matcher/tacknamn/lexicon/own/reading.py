"""Read lists of one's own, from Python or from files, and compile them."""

import os
from collections.abc import Iterable
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.lexicon.own.compile import compile_entries
from tacknamn.lexicon.own.csv_entries import read_entry_file
from tacknamn.lexicon.own.entries import OwnEntries, read_python_entries
from tacknamn.lexicon.own.labels import check_label
from tacknamn.lexicon.own.memory_bundle import MemoryBundle

__all__ = ["OWN_LIST", "make_empty_bundle", "read_allowed", "read_own_list", "read_own_lists"]

OWN_LIST = "own list"
"""The name of entries that come from Python."""


ALLOWED = "allowed"
"""The label of forms that are never replaced."""


def read_own_list(entries: object, label: str = "", inflected: bool = False) -> MemoryBundle:
    """Compile entries; :meth:`tacknamn.Lexicon.from_entries` describes the arguments."""
    given = OwnEntries(check_label(label) if label else "")
    name = _read(entries, given)
    return compile_entries(name, given, inflected)


def read_own_lists(lists: Iterable[object]) -> MemoryBundle:
    """Compile several lists into one, to be found in texts: with definite forms."""
    given = OwnEntries()
    names = [_read(entries, given) for entries in lists]
    return compile_entries(", ".join(names), given, inflected=True)


def read_allowed(files: Iterable[Path | str], forms: Iterable[str]) -> MemoryBundle:
    """Compile the forms that are never replaced."""
    given = OwnEntries(ALLOWED)
    for file in files:
        given.add_source(Path(file).name)
        read_entry_file(Path(file), given)
    forms = list(forms)
    if forms:
        _read(forms, given)
    # What is kept has one label, whatever the file says, and is a noun as well as a name.
    given.labels = [ALLOWED] * len(given)
    return compile_entries(OWN_LIST, given, inflected=True)


def make_empty_bundle() -> MemoryBundle:
    """Make a bundle without entries."""
    return compile_entries(OWN_LIST, OwnEntries())


def _read(entries: object, into: OwnEntries) -> str:
    """Add the entries of one list; return its name for messages."""
    before = len(into)
    if isinstance(entries, (str, os.PathLike)):
        path = Path(entries)
        into.add_source(path.name)
        read_entry_file(path, into)
        return str(path)
    into.add_source(OWN_LIST)
    read_python_entries(entries, into)
    if len(into) == before:
        raise InputError("no entries; give at least one")
    return OWN_LIST
