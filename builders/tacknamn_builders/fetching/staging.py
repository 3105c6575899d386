"""Replace the folder of a source in ``raw/`` as a whole: it is complete or absent.

New content is written into a hidden folder next to it, which is then renamed. An existing folder is
first renamed too; :meth:`SourceFolder.recover` restores it after an interruption between the two
steps.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tacknamn_builders.sources.receipts import (
    Receipt,
    compute_sums,
    find_mismatch,
    read_receipt,
)
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["SourceFolder"]


@dataclass(frozen=True, slots=True)
class SourceFolder:
    """The folder of one source in ``raw/``."""

    raw: Path
    source: DataSource

    @property
    def folder(self) -> Path:
        """``raw/<source>/<version>``."""
        return self.raw / self.source.id / self.source.version

    def read_receipt(self) -> Receipt | None:
        """Read the receipt; None unless all files are complete and match the source table."""
        if not all((self.folder / file.saved_as).is_file() for file in self.source.files):
            return None
        receipt = read_receipt(self.folder)
        if receipt is None or find_mismatch(
            self.source, self.folder, compute_sums(self.source, self.folder)
        ):
            return None
        return receipt

    def recover(self) -> None:
        """Restore the last good state after an interrupted fetch."""
        if self._old.exists() and not self.folder.exists():
            self._old.rename(self.folder)
        for left_over in (self._old, self._new):
            if left_over.exists():
                shutil.rmtree(left_over)

    @contextmanager
    def replace_content(self) -> Iterator[Path]:
        """Yield an empty folder to fill; it replaces the old one when the block succeeds."""
        self._new.mkdir(parents=True)
        try:
            yield self._new
            self._swap_folders()
        finally:
            shutil.rmtree(self._new, ignore_errors=True)

    def _swap_folders(self) -> None:
        if self.folder.exists():
            self.folder.rename(self._old)
        try:
            self._new.rename(self.folder)
        except OSError:
            self.recover()
            raise
        shutil.rmtree(self._old, ignore_errors=True)

    @property
    def _new(self) -> Path:
        return self.folder.with_name(f".{self.source.version}.new")

    @property
    def _old(self) -> Path:
        return self.folder.with_name(f".{self.source.version}.old")
