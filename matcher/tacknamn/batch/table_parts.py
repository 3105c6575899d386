"""The finished pieces of a table whose run goes on: files in a hidden folder next to the output.

::

    out.parquet
    .out.parquet.parts/
        00000000.arrows     the pseudonymized rows of a piece, as a stream of Arrow
        00000000.json       what was counted in it
        00000000.tsv        who became whom in it, if --table asks for that

Each process writes its pieces itself, so rows do not travel between processes. A piece is complete
or absent. That it belongs to the same input and settings is recorded in the user's cache, as for
whole results (:mod:`tacknamn.batch.ledger`), and nothing next to the results says how they were
made. When the output is complete, the folder is removed.
"""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tacknamn.batch.replacement_table import ReplacementCounts, read_counts, write_counts
from tacknamn.batch.summary import BatchSummary
from tacknamn.errors import InputError, describe_os_error
from tacknamn.formats.tables.table_files import open_part, write_part
from tacknamn.support.atomic_files import WholeFile
from tacknamn.support.printing import make_printable

__all__ = [
    "TablePart",
    "find_parts_folder",
    "make_parts_folder",
    "remove_parts",
    "remove_unfinished",
]

_COUNTED = (
    "rows", "documents", "words", "actions", "labels", "unchanged", "warnings", "unexamined"
)  # fmt: skip
"""The counts of a part that are kept."""


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
        content = json.dumps({name: getattr(counts, name) for name in _COUNTED})
        with WholeFile(self.counts_file, private=True) as file:
            file.write(content)
        if replacements is not None:
            write_counts(self.replacements_file, sorted(replacements.items()))

    def open(self) -> AbstractContextManager[Any]:
        """Return the rows as a table that is mapped into memory."""
        return open_part(self.rows_file)

    def read_counts(self) -> BatchSummary:
        """Return what was counted."""
        counts = BatchSummary()
        for name, value in json.loads(self.counts_file.read_text("utf-8")).items():
            setattr(counts, name, Counter(value) if isinstance(value, dict) else value)
        return counts

    def read_replacements(self) -> Iterator[tuple[tuple[str, str, str], int]]:
        """Yield what was replaced, if that was counted."""
        if self.replacements_file.exists():
            yield from read_counts(self.replacements_file)


def find_parts_folder(output: Path) -> Path:
    """Return the folder for the pieces of an output."""
    return output.with_name(f".{output.name}.parts")


def make_parts_folder(folder: Path, kept: set[Path]) -> None:
    """Create the folder, and remove what is in it from earlier runs, except what is kept."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        names = {path.stem for path in kept}
        for path in folder.iterdir():
            if path.stem not in names:
                path.unlink()
    except OSError as exc:
        name = make_printable(str(folder))
        raise InputError(f"{name}: {describe_os_error(exc)}") from None


def remove_unfinished(folder: Path) -> None:
    """Remove what processes were writing when they ended."""
    for path in folder.glob(".*.tmp"):
        with suppress(OSError):
            path.unlink()


def remove_parts(folder: Path) -> None:
    """Remove the folder with all pieces."""
    shutil.rmtree(folder, ignore_errors=True)
