"""The context of a fetch: cache, mirror, permissions, time limits, progress."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tacknamn_builders.fetching.cache import Cache

__all__ = ["PATIENCE", "SILENT", "FetchContext", "Patience", "TransferProgress"]


class TransferProgress(Protocol):
    """Shows the progress of a transfer."""

    def start(self, name: str, total: int | None) -> None:
        """Begin a transfer of ``total`` bytes (None: unknown), or begin it again."""

    def advance(self, size: int) -> None:
        """Count ``size`` more bytes."""

    def done(self) -> None:
        """End the transfer, successful or not."""


class _SilentProgress:
    """Shows nothing."""

    def start(self, name: str, total: int | None) -> None:
        pass

    def advance(self, size: int) -> None:
        pass

    def done(self) -> None:
        pass


SILENT: TransferProgress = _SilentProgress()
"""Progress that shows nothing."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Time limits, in seconds."""

    connect: float = 15
    """For a connection; pip waits as long."""
    read: float = 60
    """For the head of an answer, and for each 64 kB of its body, so the least speed is about 1 kB
    per second: long, because some publishers compute their answer on request."""
    whole: float = 12 * 3600
    """For one file with all attempts: the largest, 1 GB, needs 25 kB per second."""
    tries: int = 5
    """Attempts without progress before the fetch fails."""
    back_off: float = 1
    """Pause after the first failure; it doubles with each further one: 1, 2, 4, 8."""
    longest_wait: float = 120
    """Longest pause that a server may request (Retry-After)."""
    lock: float = 600
    """For another fetch of the same source."""


PATIENCE = Patience()
"""The time limits of an interactive command."""


@dataclass(frozen=True, slots=True)
class FetchContext:
    """What one call of ``fetch_source`` uses."""

    cache: Cache
    mirror: Path | None
    offline: bool
    progress: TransferProgress
    patience: Patience
