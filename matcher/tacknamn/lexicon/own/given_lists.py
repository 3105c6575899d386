"""What a list of one's own was made of, so that a pickle can say it.

A file is named by its path and checksum. Entries from Python are part of the pickle, if they are few
enough: see :mod:`tacknamn.support.recipes`.
"""

import hashlib
import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from tacknamn.errors import InputError, describe_os_error
from tacknamn.lexicon.own.entries import OwnEntries
from tacknamn.support.recipes import LONGEST_RECIPE, RecipeReader
from tacknamn.support.special_files import refuse_special_file

__all__ = ["GivenFile", "GivenRows", "ListUse", "OwnListOrigin"]

_FEWEST_CHARACTERS = 4
"""Characters of JSON that an entry has at least: a form of one letter."""


class ListUse(NamedTuple):
    """What entries are compiled for."""

    label: str
    """The label of entries without one."""
    inflected: bool
    """Whether Swedish entries are also found in their definite forms."""


@dataclass(frozen=True, slots=True)
class GivenFile:
    """A list that was a file."""

    name: str
    """Its path, as the user wrote it."""
    path: str
    """Its absolute path."""
    facts: tuple[int, ...]
    """Size, time and identity, which show a change since it was read; empty if no regular file."""
    sha256: str = ""
    """Its checksum in the process that made a pickle."""

    @classmethod
    def identify(cls, path: Path) -> "GivenFile":
        """Describe a file that is about to be read."""
        return cls(str(path), os.fsdecode(path.absolute()), _list_facts(path))

    def make_recipe(self) -> dict[str, Any]:
        """Return path and checksum, if the file is still the one that was read."""
        path = Path(self.path)
        if not self.facts:
            raise InputError(
                f"{self.name}: not a regular file, which another process could read again; save the "
                "list as a file before you pickle what uses it"
            )
        checksum = _hash_file(path)
        if self.facts != _list_facts(path):
            raise InputError(
                f"{self.name}: has changed since it was read; open the lists again before you pickle "
                "what uses them"
            )
        return {"file": self.path, "sha256": checksum}

    def reopen(self) -> Path:
        """Return the path, after a check of the content."""
        path = Path(self.path)
        if _hash_file(path) != self.sha256:
            raise InputError(
                f"{path}: differs from the list of the process that made the pickle; copy that list "
                "to this machine"
            )
        return path


@dataclass(frozen=True, slots=True)
class GivenRows:
    """A list that came from Python."""

    name: str
    rows: tuple[tuple[Any, ...], ...] | None
    """Its checked entries; None if they are too many for a pickle."""

    @classmethod
    def collect(cls, name: str, entries: OwnEntries, start: int) -> "GivenRows":
        """Keep the entries from this number on."""
        number = len(entries) - start
        if number * _FEWEST_CHARACTERS > LONGEST_RECIPE:
            return cls(name, None)
        columns = (entries.forms, entries.labels, entries.counts, entries.languages,
                   entries.countries)  # fmt: skip
        rows = zip(*(islice(column, start, None) for column in columns), strict=True)
        return cls(name, tuple(map(_shorten_row, rows)))

    def make_recipe(self) -> dict[str, Any]:
        """Return the entries."""
        if self.rows is None:
            raise InputError(
                "a list of your own has too many entries for a pickle; write it to a CSV file and "
                "give the path, or save the lexicon and open the folder"
            )
        return {"rows": self.rows}

    def reopen(self) -> tuple[tuple[Any, ...], ...] | None:
        """Return the entries."""
        return self.rows


class OwnListOrigin(NamedTuple):
    """What a bundle of one's own was compiled from."""

    use: ListUse
    parts: tuple[GivenFile | GivenRows, ...]

    def make_recipe(self) -> dict[str, Any]:
        """Return what :meth:`open_recipe` reads."""
        parts = [part.make_recipe() for part in self.parts]
        return {"label": self.use.label, "inflected": self.use.inflected, "parts": parts}

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> "OwnListOrigin":
        """Read what a pickle says of lists."""
        parts = [_read_part(part) for part in recipe.get_parts("parts")]
        use = ListUse(recipe.get("label", str), recipe.get("inflected", bool))
        return cls(use, tuple(parts))


def _read_part(recipe: RecipeReader) -> GivenFile | GivenRows:
    if recipe.has("rows"):
        return GivenRows("", tuple(recipe.get("rows", list)))
    path = recipe.get("file", str)
    return GivenFile(path, path, (), recipe.get("sha256", str))


def _shorten_row(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an entry without the values that it would have anyway."""
    form, label, count, language, country = row
    values = [form, label, count or None, None if language == "sv" else language, country or None]
    while values[-1] is None:
        values.pop()
    return tuple(values)


def _list_facts(path: Path) -> tuple[int, ...]:
    try:
        facts = path.stat()
    except (OSError, ValueError):  # the reader reports it
        return ()
    is_regular = S_ISREG(facts.st_mode)
    return (facts.st_size, facts.st_mtime_ns, facts.st_ino) if is_regular else ()


def _hash_file(path: Path) -> str:
    refuse_special_file(path)
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError) as exc:  # ValueError: a NUL in the name
        reason = describe_os_error(exc) if isinstance(exc, OSError) else "not a name of a file"
        raise InputError(f"{path}: {reason}") from exc
