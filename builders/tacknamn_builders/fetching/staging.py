"""Where a source lands: its folder in ``raw/``, complete or absent.

New contents are written into a hidden folder beside it and renamed. Where a folder is
replaced, the old one steps aside first and is put back if that is where we were stopped.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tacknamn_builders.sources.receipts import Receipt, read_receipt
from tacknamn_builders.sources.source_table import DataSource, SourceFile
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["SourceFolder"]


@dataclass(frozen=True, slots=True)
class SourceFolder:
    """The place of one source in ``raw/``."""

    raw: Path
    source: DataSource

    @property
    def folder(self) -> Path:
        """``raw/<source>/<version>``."""
        return self.raw / self.source.id / self.source.version

    def receipt(self) -> Receipt | None:
        """The receipt of what is there; None unless all of it is what the table asks for."""
        receipt = read_receipt(self.folder)
        if receipt is None or not self._asked_for(receipt):
            return None
        return receipt if all(self._whole(receipt, file) for file in self.source.files) else None

    def recover(self) -> None:
        """Clear up after a fetch that was stopped: the last good state, and nothing else."""
        if self._aside.exists() and not self.folder.exists():
            self._aside.rename(self.folder)
        for left_over in (self._aside, self._beside):
            if left_over.exists():
                shutil.rmtree(left_over)

    @contextmanager
    def staged(self) -> Iterator[Path]:
        """Give an empty folder to write to; it takes its place when the block succeeds."""
        self._beside.mkdir(parents=True)
        try:
            yield self._beside
            self._swap()
        finally:
            shutil.rmtree(self._beside, ignore_errors=True)

    def _swap(self) -> None:
        if self.folder.exists():
            self.folder.rename(self._aside)
        try:
            self._beside.rename(self.folder)
        except OSError:
            self.recover()
            raise
        shutil.rmtree(self._aside, ignore_errors=True)

    @property
    def _beside(self) -> Path:
        return self.folder.with_name(f".{self.source.version}.new")

    @property
    def _aside(self) -> Path:
        return self.folder.with_name(f".{self.source.version}.old")

    def _asked_for(self, receipt: Receipt) -> bool:
        """Whether a receipt was written for the table's row as it reads today."""
        of_archive = receipt.archive.sha256 if receipt.archive else ""
        return (
            of_archive == self.source.sha256
            and {file.saved_as for file in self.source.files} <= receipt.files.keys()
            and all(
                file.sha256 in ("", receipt.files[file.saved_as].sha256)
                for file in self.source.files
            )
        )

    def _whole(self, receipt: Receipt, file: SourceFile) -> bool:
        path = self.folder / file.saved_as
        received = receipt.files[file.saved_as]
        return (
            path.is_file()
            and path.stat().st_size == received.size
            and compute_sha256(path) == received.sha256
        )
