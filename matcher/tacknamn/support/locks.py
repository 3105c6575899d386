"""Locks, so that two processes that write the same folder wait for each other.

The operating system releases a lock when its holder ends, however it ends. The empty lock file
stays and means nothing by itself.
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


__all__ = ["hold_lock", "is_lock_held", "remove_last_lock", "remove_lock", "try_lock"]

_PAUSE = 0.1
"""Seconds between two attempts to take a lock: too short to notice, and cheap."""

_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
"""Error numbers for a lock that another process holds."""


@contextmanager
def hold_lock(folder: Path, name: str, patience: float) -> Iterator[None]:
    """Hold the lock ``name`` of a folder; wait for it at most ``patience`` seconds."""
    path = _path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait_for(handle, path, patience)
        yield
    finally:
        os.close(handle)


def is_lock_held(folder: Path, name: str) -> bool:
    """Whether a running process holds the lock ``name`` of a folder, on this or another machine."""
    try:
        handle = os.open(_path(folder, name), os.O_RDWR)
    except FileNotFoundError:
        return False
    except PermissionError:  # the lock of another user
        return True
    try:
        return not try_lock(handle)
    finally:
        os.close(handle)


def remove_lock(folder: Path, name: str) -> None:
    """Remove the file of a lock that will not be used again."""
    with suppress(OSError):
        _path(folder, name).unlink()


def remove_last_lock(folder: Path, name: str) -> None:
    """Remove the file of a lock, and the folder of locks if no other is left."""
    remove_lock(folder, name)
    with suppress(OSError):
        _path(folder, name).parent.rmdir()


def _path(folder: Path, name: str) -> Path:
    return folder / ".locks" / name


def _wait_for(handle: int, path: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while not try_lock(handle):
        if time.monotonic() > end:
            raise SourceError(
                f"another tacknamn-build has held {path} for {patience:.0f} s; wait for "
                "it to finish, or end it, and try again"
            )
        time.sleep(_PAUSE)


def try_lock(handle: int) -> bool:
    """Lock an open file; return False if another process has locked it."""
    try:
        _take(handle)
    except OSError as exc:
        if exc.errno in _HELD:
            return False
        raise
    return True
