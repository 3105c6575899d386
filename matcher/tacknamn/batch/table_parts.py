"""The finished pieces of a table whose run goes on: files in a hidden folder next to the output.

::

    out.parquet
    .out.parquet.parts/
        00000000.arrows     the pseudonymized rows of a piece, as a stream of Arrow
        00000000.json       what was counted in it
        00000000.tsv        who became whom in it, if --table asks for that
        lock                is locked by the run that writes here

Each process writes its pieces itself, so rows do not travel between processes. A piece is complete
or absent. That it belongs to the same input and settings is recorded in the user's cache, as for
whole results (:mod:`tacknamn.batch.ledger`), and nothing next to the results says how they were
made. When the output is complete, the folder is removed. Another run with the same output is refused
until then: it would remove the parts.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacknamn.batch.replacement_table import ReplacementCounts, read_counts, write_counts
from tacknamn.batch.summary import BatchSummary
from tacknamn.errors import InputError, describe_os_error
from tacknamn.formats.tables.table_files import open_part, write_part
from tacknamn.support.atomic_files import WholeFile, refuse_link
from tacknamn.support.hidden_files import HIDDEN_NAME
from tacknamn.support.locks import try_lock
from tacknamn.support.printing import make_printable

__all__ = ["PartsFolder", "TablePart"]

_LOCK = "lock"
_OWN_NAME = re.compile(rf"{_LOCK}|\d{{8}}\.(arrows|json|tsv)|{HIDDEN_NAME.pattern}", re.ASCII)
"""The files that runs write. Only these are removed."""
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_TRIES = 10
"""How often a run that ends may remove the folder in which the next one is about to lock it."""


@dataclass(frozen=True, slots=True)
class TablePart:
    """A finished piece, or the place for it."""

    folder: Path
    number: int

    @property
    def rows_file(self) -> Path:
        """The file of the rows. It is written last, so the piece is complete if it is there."""
        return self.folder / f"{self.number:08}.arrows"

    @property
    def counts_file(self) -> Path:
        return self.rows_file.with_suffix(".json")

    @property
    def replacements_file(self) -> Path:
        return self.rows_file.with_suffix(".tsv")

    @contextmanager
    def open_rows(self, schema: Any) -> Iterator[Callable[[Any], None]]:
        """Return what appends record batches to the rows."""
        with (
            WholeFile(self.rows_file, private=True) as file,
            write_part(file.stream, schema) as write,
        ):
            yield write

    def write_counts(self, counts: BatchSummary, replacements: ReplacementCounts | None) -> None:
        """Write what was counted."""
        with WholeFile(self.counts_file, private=True) as file:
            file.write(counts.write_counts())
        if replacements is not None:
            write_counts(self.replacements_file, sorted(replacements.items()))

    def open(self) -> AbstractContextManager[Any]:
        """Return the rows as a table that is mapped into memory."""
        return open_part(self.rows_file)

    def read_counts(self) -> BatchSummary:
        """Return what was counted."""
        return BatchSummary.read_counts(self.counts_file.read_text("utf-8"))

    def read_replacements(self) -> Iterator[tuple[tuple[str, str, str], int]]:
        """Yield what was replaced, if that was counted."""
        if self.replacements_file.exists():
            yield from read_counts(self.replacements_file)


class PartsFolder:
    """The folder for the pieces of an output. One run at a time holds it."""

    def __init__(self, output: Path) -> None:
        self.path = output.with_name(f".{output.name}.parts")
        self._output = output
        self._lock: int | None = None

    @property
    def is_held(self) -> bool:
        """Whether this run holds it."""
        return self._lock is not None

    def hold(self) -> None:
        """Create and lock the folder; raise :class:`InputError` if another run has locked it."""
        try:
            for _ in range(_TRIES):
                if self._try_to_hold():
                    return
        except OSError as exc:
            name = make_printable(str(self.path))
            raise InputError(f"{name}: {describe_os_error(exc)}") from None
        raise self._make_error()

    def _try_to_hold(self) -> bool:
        refuse_link(self.path)
        self.path.mkdir(mode=0o700, exist_ok=True)
        try:
            self._refuse_foreign()
            handle = os.open(self.path / _LOCK, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
        except FileNotFoundError:  # another run has just removed the folder
            return False
        try:
            is_locked = True
            with suppress(OSError):  # the file system has no locks
                is_locked = try_lock(handle)
            if not is_locked:
                raise self._make_error()
            if os.name == "nt" or os.fstat(handle).st_nlink:
                self._lock, handle = handle, -1
                return True
            return False  # another run removed it before it was locked
        finally:
            if handle >= 0:
                os.close(handle)

    def _refuse_foreign(self) -> None:
        """Refuse a folder that no run has made: all that is in it would be in the way."""
        if os.name != "nt" and self.path.lstat().st_uid != os.geteuid():
            raise self._make_foreign_error("belongs to another user")
        for entry in os.scandir(self.path):
            if not _OWN_NAME.fullmatch(entry.name) or not entry.is_file(follow_symlinks=False):
                name = make_printable(entry.name)
                raise self._make_foreign_error(f"has {name}, which no run has written")

    def _make_foreign_error(self, fault: str) -> InputError:
        return InputError(
            f"{make_printable(str(self.path))}: {fault}; parts of a table need this folder, so move "
            "it, or name another output"
        )

    def _list_own(self) -> list[Path]:
        """Return the files of runs that are in it."""
        return [path for path in self.path.iterdir() if _OWN_NAME.fullmatch(path.name)]

    def _make_error(self) -> InputError:
        return InputError(
            f"another run is writing {make_printable(str(self._output))}; wait until it has ended, or "
            "name another output"
        )

    def remove_others(self, kept: set[Path]) -> None:
        """Remove what is in it from earlier runs, except what is kept."""
        names = {_LOCK, *(path.stem for path in kept)}
        try:
            for path in self._list_own():
                if path.stem not in names:
                    path.unlink()
        except OSError as exc:
            name = make_printable(str(self.path))
            raise InputError(f"{name}: {describe_os_error(exc)}") from None

    def has_parts(self) -> bool:
        """Whether a piece is complete."""
        return any(self.path.glob("*.arrows"))

    def release(self, keeps_parts: bool) -> None:
        """Remove the folder, or only what processes were writing when they ended; then unlock it."""
        if self._lock is None:
            return
        handle, self._lock = self._lock, None
        if os.name == "nt":  # it removes no file that is open
            os.close(handle)
        with suppress(OSError):
            is_kept = keeps_parts and self.has_parts()
            for path in self._list_own():
                if not is_kept or HIDDEN_NAME.fullmatch(path.name):
                    with suppress(OSError):
                        path.unlink()
            if not is_kept:
                self.path.rmdir()
        if os.name != "nt":
            os.close(handle)
