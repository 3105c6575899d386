"""What a fetch may use: folders, permissions, patience, and somebody to tell."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tacknamn_builders.fetching.cache import Cache

__all__ = ["PATIENCE", "SILENT", "FetchContext", "Patience", "TransferProgress"]


class TransferProgress(Protocol):
    """Somebody who watches a transfer."""

    def start(self, name: str, total: int | None) -> None:
        """A transfer of ``total`` bytes (None: unknown) begins, or begins anew."""

    def advance(self, size: int) -> None:
        """``size`` more bytes are there."""

    def done(self) -> None:
        """The transfer has ended, well or not."""


class _SilentProgress:
    """Nobody watches."""

    def start(self, name: str, total: int | None) -> None:
        pass

    def advance(self, size: int) -> None:
        pass

    def done(self) -> None:
        pass


SILENT: TransferProgress = _SilentProgress()
"""The progress that shows nothing."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for whom, in seconds."""

    connect: float = 15
    """For a connection: what pip waits, too."""
    read: float = 60
    """For the next bytes: longer, as some publishers compute their answer while we wait."""
    tries: int = 5
    """Attempts that bring nothing before we give up."""
    back_off: float = 1
    """Pause after the first failure; it doubles with each: 1, 2, 4, 8."""
    longest_wait: float = 120
    """Longest pause that a server may ask for (Retry-After)."""
    lock: float = 600
    """For another fetch of the same source."""


PATIENCE = Patience()
"""The patience of a person at a desk."""


@dataclass(frozen=True, slots=True)
class FetchContext:
    """What one call of ``fetch_source`` may use."""

    cache: Cache
    mirror: Path | None
    offline: bool
    progress: TransferProgress
    patience: Patience
