"""Locks between threads that are free again in a forked process.

``fork`` copies a process, but only the thread that calls it. A lock that another thread held at that
moment is held forever in the copy. What such locks protect here is made from the start by the thread
that takes the lock next, so the copy may begin with free ones.
"""

import os
import weakref
from threading import RLock

__all__ = ["ThreadLock"]


class ThreadLock:
    """A lock for ``with``. The thread that holds it may take it again."""

    def __init__(self) -> None:
        self.renew()
        _locks.add(self)

    def renew(self) -> None:
        """Free it: its holder does not exist in this process."""
        self._lock = RLock()

    def __enter__(self) -> None:
        """Wait until no other thread holds it, and take it."""
        self._lock.acquire()

    def __exit__(self, *exception: object) -> None:
        """Release it."""
        self._lock.release()


_locks: "weakref.WeakSet[ThreadLock]" = weakref.WeakSet()


def _renew_locks() -> None:
    for lock in _locks:
        lock.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)
