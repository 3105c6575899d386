"""Read lists of one's own, from Python or from files, and compile them."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.lexicon.own.compile import compile_entries
from tacknamn.lexicon.own.csv_entries import read_entry_file
from tacknamn.lexicon.own.entries import OwnEntries, read_python_entries
from tacknamn.lexicon.own.given_lists import GivenFile, GivenRows, ListUse, OwnListOrigin
from tacknamn.lexicon.own.labels import check_label
from tacknamn.lexicon.own.memory_bundle import MemoryBundle
from tacknamn.support.recipes import RecipeReader

__all__ = [
    "OWN_LIST",
    "make_empty_bundle",
    "read_allowed",
    "read_own_list",
    "read_own_lists",
    "reopen_own_lists",
]

OWN_LIST = "own list"
"""The name of entries that come from Python."""


ALLOWED = "allowed"
"""The label of forms that are never replaced."""


def read_own_list(entries: object, label: str = "", inflected: bool = False) -> MemoryBundle:
    """Compile entries; :meth:`tacknamn.Lexicon.from_entries` describes the arguments."""
    return _compile([entries], ListUse(check_label(label) if label else "", inflected))


def read_own_lists(lists: Iterable[object]) -> MemoryBundle:
    """Compile several lists into one, to be found in texts: with definite forms."""
    return _compile(list(lists), ListUse("", inflected=True))


def read_allowed(files: Iterable[Path | str], forms: Iterable[str]) -> MemoryBundle:
    """Compile the forms that are never replaced."""
    forms = list(forms)
    lists: list[object] = [Path(file) for file in files]
    return _compile([*lists, forms] if forms else lists, ListUse(ALLOWED, inflected=True))


def make_empty_bundle() -> MemoryBundle:
    """Make a bundle without entries."""
    return _compile([], ListUse("", inflected=False))


def reopen_own_lists(recipe: RecipeReader) -> MemoryBundle:
    """Compile lists again from what a pickle says of them (:meth:`MemoryBundle.make_recipe`)."""
    origin = OwnListOrigin.open_recipe(recipe)
    return _compile([part.reopen() for part in origin.parts], origin.use)


def _compile(lists: Sequence[object], use: ListUse) -> MemoryBundle:
    given = OwnEntries(use.label)
    parts = tuple(_read(entries, given) for entries in lists)
    name = ", ".join(part.name for part in parts) or OWN_LIST
    if use.label == ALLOWED:
        # What is kept has one label, whatever the file says, and is a noun as well as a name.
        given.labels, name = [ALLOWED] * len(given), OWN_LIST
    bundle = compile_entries(name, given, use.inflected)
    bundle.origin = OwnListOrigin(use, parts)
    return bundle


def _read(entries: object, into: OwnEntries) -> GivenFile | GivenRows:
    """Add the entries of one list; return what it was."""
    before = len(into)
    if isinstance(entries, (str, os.PathLike)):
        path = Path(entries)
        into.add_source(path.name)
        part = GivenFile.identify(path)
        read_entry_file(path, into)
        return part
    into.add_source(OWN_LIST)
    read_python_entries(entries, into, "--keep, form" if into.label == ALLOWED else "entry")
    if len(into) == before:
        raise InputError("no entries; give at least one")
    return GivenRows.collect(OWN_LIST, into, before)
