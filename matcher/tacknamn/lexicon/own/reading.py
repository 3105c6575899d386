"""Read one list of one's own, from Python or from a file, and compile it."""

import os
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.lexicon.own.compile import compile_entries
from tacknamn.lexicon.own.csv_entries import read_entry_file
from tacknamn.lexicon.own.entries import OwnEntries, read_python_entries
from tacknamn.lexicon.own.labels import check_label
from tacknamn.lexicon.own.memory_bundle import MemoryBundle

__all__ = ["OWN_LIST", "read_own_list"]

OWN_LIST = "own list"
"""The name of entries that come from Python."""


def read_own_list(entries: object, label: str = "", inflected: bool = False) -> MemoryBundle:
    """Compile entries; :meth:`tacknamn.Lexicon.from_entries` describes the arguments."""
    given = OwnEntries(check_label(label) if label else "")
    if isinstance(entries, (str, os.PathLike)):
        path = Path(entries)
        given.add_source(path.name)
        read_entry_file(path, given)
        return compile_entries(str(path), given, inflected)
    given.add_source(OWN_LIST)
    read_python_entries(entries, given)
    if not given:
        raise InputError("no entries; give at least one")
    return compile_entries(OWN_LIST, given, inflected)
