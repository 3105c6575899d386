"""Signs of life of the workers, for the supervisor.

A worker that hangs, or was stopped, still holds its connections. Each worker counts up a number in shared
memory about once a second. The supervisor looks at the numbers at fixed intervals, and counts how often one
has not changed. It does not compare times: after the whole machine was paused, all would seem to be dead.
"""

import mmap

__all__ = ["Heartbeats"]

_SIZE = 8
"""Bytes of a number."""


class Heartbeats:
    """One number for each worker."""

    def __init__(self, workers: int) -> None:
        """Make memory that processes forked from this one share."""
        self._counts = memoryview(mmap.mmap(-1, _SIZE * workers)).cast("Q")
        self._seen = [0] * workers
        self._silent = [0] * workers

    def beat(self, place: int) -> None:
        """Give a sign of life; called by a worker."""
        self._counts[place] += 1

    def check(self, place: int) -> int:
        """Return how often in a row a worker was silent; called by the supervisor at fixed intervals."""
        count = self._counts[place]
        self._silent[place] = self._silent[place] + 1 if count == self._seen[place] else 0
        self._seen[place] = count
        return self._silent[place]

    def forget(self, place: int) -> None:
        """Let another worker begin at a place."""
        self._silent[place] = 0
