"""A bundle in memory: what a list of one's own is compiled into, and how it is saved."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError
from tacknamn.lexicon.bundle import FORMAT, MANIFEST, REQUIRED, VERSION, Bundle
from tacknamn.lexicon.own.given_lists import OwnListOrigin
from tacknamn.lexicon.ranks import compute_ranks
from tacknamn.lexicon.sections import LAYOUTS, Section
from tacknamn.lexicon.writing.near_forms import ALL_LABELS, choose_near_forms
from tacknamn.lexicon.writing.near_sections import list_near_sections
from tacknamn.lexicon.writing.replace_folder import replace_folder
from tacknamn.lexicon.writing.section_data import Columns, join_section
from tacknamn.support.thread_locks import ThreadLock

__all__ = ["MemoryBundle"]

_LATE = ("near", "deletions", "ranks")
"""Sections that are made when one of them is first needed: few lists are searched for misspelt words,
or complete a prefix."""


class MemoryBundle(Bundle):
    """A bundle whose sections and files are bytes."""

    def __init__(
        self,
        name: str,
        facts: Mapping[str, Any],
        sections: Iterable[tuple[str, int, Columns]],
        files: Mapping[str, bytes],
    ) -> None:
        """Make a bundle.

        Args:
            name: What messages call it.
            facts: Its manifest, without format and files.
        """
        self.folder = Path(name)
        self._data: dict[str, bytes] = {}
        self._sections: dict[str, Section] = {}
        for section in sections:
            self._add(*section)
        self._files = dict(files)
        sums = {file: _describe_file(data) for file, data in self._files.items()}
        self.manifest = {"format": FORMAT, "version": VERSION, **facts, "files": sums}
        self._lock = ThreadLock()
        self.origin: OwnListOrigin | None = None
        """What it was compiled from."""

    def make_recipe(self) -> dict[str, Any]:
        """Return what compiles the same lists in another process."""
        if self.origin is None:
            raise InputError(
                f"{self.folder}: a list in memory; save it with Lexicon.save and open the folder"
            )
        return self.origin.make_recipe()

    def _add(self, name: str, rows: int, columns: Columns) -> None:
        self._data[name] = join_section(name, rows, columns)
        self._sections[name] = Section(self.folder / name, name, self._data[name])

    def section(self, name: str) -> Section:
        """Return a binary section."""
        if name in _LATE:
            with self._lock:
                if name not in self._sections:
                    self._add_late_sections()
        return self._sections[name]

    def _add_late_sections(self) -> None:
        forms, words, entries = (self._sections[name] for name in ("forms", "words", "entries"))
        for section in list_near_sections(choose_near_forms(forms, words, ALL_LABELS)):
            self._add(*section)
        columns = (entries.column("label").tolist(), entries.column("mentions").tolist())
        maxima = compute_ranks(forms.column("entry").tolist(), *columns)
        self._add("ranks", len(maxima), {"maximum": maxima})

    def read(self, name: str) -> bytes:
        """Return the content of a file that is no section."""
        return self._files[name]

    def save(self, folder: Path) -> None:
        """Write it as a bundle that can be opened; it replaces an older one in this folder."""
        self.section("ranks")
        files = {f"{name}.bin": self._data[name] for name in LAYOUTS} | self._files
        sums = {name: _describe_file(files[name]) for name in sorted(files)}
        with replace_folder(folder) as fresh:
            for name in REQUIRED:
                (fresh / name).write_bytes(files[name])
            text = json.dumps(
                {**self.manifest, "files": sums}, ensure_ascii=False, indent=1, sort_keys=True
            )
            (fresh / MANIFEST).write_text(text + "\n", "utf-8")


def _describe_file(data: bytes) -> dict[str, Any]:
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
