"""Find out which sources are received, how old they are, and where their files are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tacknamn_builders.sources.receipts import read_receipt
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["SourceStatus", "find_reference_folders", "read_statuses"]


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


def read_statuses(sources: Iterable[DataSource], raw: Path) -> Iterator[SourceStatus]:
    """Read the state of each source below ``raw``."""
    for source in sources:
        receipt = read_receipt(raw / source.id / source.version)
        times = [file.time for file in receipt.files.values()] if receipt else []
        yield SourceStatus(
            source.id,
            source.version,
            source.vintage,
            source.licence,
            source.hand_made or receipt is not None,
            receipt.size if receipt else 0,
            max(times, default=""),
        )


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
