"""Locks, so that two fetches of one source follow each other.

The system gives a lock up when its holder dies, however it dies; the empty file that
carries it stays and means nothing by itself.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tacknamn.errors import SourceError

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


__all__ = ["hold_lock", "is_lock_held", "remove_lock"]

_PAUSE = 0.1
"""Seconds between two looks at a lock: nobody notices, and it costs nothing."""

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
"""What the systems say of a lock that somebody else holds."""


@contextmanager
def hold_lock(folder: Path, name: str, patience: float) -> Iterator[None]:
    """Hold the lock ``name`` of a folder; wait ``patience`` seconds for it at most."""
    path = _path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait_for(handle, path, patience)
        yield
    finally:
        os.close(handle)


def is_lock_held(folder: Path, name: str) -> bool:
    """Whether somebody alive holds the lock ``name`` of a folder, on whatever machine."""
    try:
        handle = os.open(_path(folder, name), os.O_RDWR)
    except FileNotFoundError:
        return False
    except PermissionError:  # another user's
        return True
    try:
        return not _try_lock(handle)
    finally:
        os.close(handle)


def remove_lock(folder: Path, name: str) -> None:
    """Remove the file of a lock that nobody will ask for again."""
    with suppress(OSError):
        _path(folder, name).unlink()


def _path(folder: Path, name: str) -> Path:
    return folder / ".locks" / name


def _wait_for(handle: int, path: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while not _try_lock(handle):
        if time.monotonic() > end:
            raise SourceError(
                f"another tacknamn-build has held {path} for {patience:.0f} s; wait for "
                "it, or end it and try again"
            )
        time.sleep(_PAUSE)


def _try_lock(handle: int) -> bool:
    try:
        _take(handle)
    except OSError as exc:
        if exc.errno in _HELD:
            return False
        raise
    return True
