"""Say of each source whether it is there, how old it is and when it was received."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn_builders.sources.receipts import read_receipt
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["SourceStatus", "read_statuses"]


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
    """When its files were received, or empty."""


def read_statuses(sources: Iterable[DataSource], raw: Path) -> Iterator[SourceStatus]:
    """The state of each source below ``raw``."""
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
