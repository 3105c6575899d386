"""Find out which sources are received, how old they are, and where their files are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tacknamn_builders.sources.receipts import (
    RECEIPT,
    Receipt,
    compute_sums,
    find_mismatch,
    read_receipt,
)
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["SourceStatus", "check_received", "find_reference_folders", "read_statuses"]


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """The state of one source."""

    source: str
    version: str
    vintage: str
    licence: str
    present: bool
    size: int
    received: str
    """The time when its files were received, or empty."""
    problem: str = ""
    """Why it cannot be compiled: ``missing``, ``no receipt`` or ``changed``; empty if it can."""


def read_statuses(sources: Iterable[DataSource], raw: Path) -> Iterator[SourceStatus]:
    """Read the state of each source below ``raw``."""
    for source in sources:
        folder = raw / source.id / source.version
        receipt = read_receipt(folder)
        times = [file.time for file in receipt.files.values()] if receipt else []
        yield SourceStatus(
            source.id,
            source.version,
            source.vintage,
            source.licence,
            source.hand_made or receipt is not None,
            receipt.size if receipt else 0,
            max(times, default=""),
            "" if source.hand_made else _find_problem(source, folder, receipt),
        )


def _find_problem(source: DataSource, folder: Path, receipt: Receipt | None) -> str:
    if not folder.is_dir() or not all((folder / file.saved_as).is_file() for file in source.files):
        return "missing"
    if receipt is None:
        return "no receipt"
    if not _may_be_changed(source, folder, receipt):
        return ""
    return "changed" if find_mismatch(source, folder, compute_sums(source, folder)) else ""


def _may_be_changed(source: DataSource, folder: Path, receipt: Receipt) -> bool:
    """Whether a file has another size, or was written after the receipt: only then its checksum is
    computed, because all files of `full` have gigabytes. ``check`` and ``compile`` compute all."""
    received = (folder / RECEIPT).stat().st_mtime_ns
    for file in source.files:
        state = (folder / file.saved_as).stat()
        known = receipt.files.get(file.saved_as)
        if known is None or state.st_size != known.size or state.st_mtime_ns > received:
            return True
    return False


def check_received(sources: Iterable[DataSource], raw: Path) -> Iterator[tuple[str, str]]:
    """Yield the id of each source below ``raw`` whose files are not what was received, with the reason."""
    for source in sources:
        folder = raw / source.id / source.version
        there = source.files and all((folder / file.saved_as).is_file() for file in source.files)
        if there and not source.hand_made:
            mismatch = find_mismatch(source, folder, compute_sums(source, folder))
            if mismatch:
                yield source.id, mismatch


def find_reference_folders(
    sources: Mapping[str, DataSource], raw: Path, mirror: Path | None
) -> dict[str, Path]:
    """Find the folder of each source whose files are all there, in ``raw`` or in the mirror."""
    folders = {}
    for id, source in sources.items():
        folder = raw / id / source.version
        if read_receipt(folder) is None and mirror is not None and source.address:
            address = urlsplit(source.address)
            folder = mirror / address.netloc / address.path.strip("/")
        if source.files and all((folder / file.saved_as).is_file() for file in source.files):
            folders[id] = folder
    return folders
