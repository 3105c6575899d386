"""Open a vault's file under a lock, so that no other process writes it.

The operating system keeps the lock on the open file and releases it when the process ends, however it
ends. On POSIX, readers share the lock. On Windows one process holds it at a time, on a byte far after
the end of the file, because a locked byte cannot be read there. The file is opened anew each time:
after a fork, parent and child would share the lock of an open file.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tacknamn.errors import VaultError

if sys.platform == "win32":
    import msvcrt

    _BINARY = os.O_BINARY

    def _try_lock(handle: int, writing: bool) -> None:
        os.lseek(handle, 1 << 40, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    _BINARY = 0

    def _try_lock(handle: int, writing: bool) -> None:
        fcntl.flock(handle, (fcntl.LOCK_EX if writing else fcntl.LOCK_SH) | fcntl.LOCK_NB)


__all__ = ["lock_file", "open_file"]

_PATIENCE = 60.0
"""Seconds to wait for other processes. Adding a thousand records takes a hundredth of a second."""
_PAUSE = 0.005
_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
"""The errors of a lock that another process holds."""


@contextmanager
def lock_file(path: Path, writing: bool, create: bool = False) -> Iterator[int]:
    """Open the file with a lock: shared for reading, exclusive for ``writing``."""
    with open_file(path, writing, create) as handle:
        _wait_for_lock(handle, path, writing)
        yield handle


@contextmanager
def open_file(path: Path, writing: bool = False, create: bool = False) -> Iterator[int]:
    """Open the file without a lock; ``create`` makes it, readable only for its owner."""
    handle = _open(path, writing, create)
    try:
        yield handle
    finally:
        os.close(handle)


def _open(path: Path, writing: bool, create: bool) -> int:
    flags = (os.O_RDWR if writing else os.O_RDONLY) | (os.O_CREAT if create else 0) | _BINARY
    try:
        if (writing or create) and path.is_symlink():
            raise VaultError(
                f"{path} is a symbolic link, which is not written through; name the file that it "
                "leads to"
            )
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise VaultError(f"{path} is not a regular file; name a vault")
        return os.open(path, flags, 0o600)
    except FileNotFoundError as exc:
        missing = "the folder of the vault" if create else "the vault"
        raise VaultError(f"{missing} {path} does not exist; check its name") from exc
    except (OSError, ValueError) as exc:  # ValueError: a name with a zero byte
        reason = exc.strerror if isinstance(exc, OSError) else "not a file name"
        raise VaultError(f"{path}: {reason}; the vault cannot be opened") from exc


def _wait_for_lock(handle: int, path: Path, writing: bool) -> None:
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return _try_lock(handle, writing)
        except OSError as exc:
            if exc.errno not in _HELD:
                raise VaultError(
                    f"{path}: {exc.strerror}; move the vault to a disk that supports file locks"
                ) from exc
            if time.monotonic() > deadline:
                raise VaultError(
                    f"{path}: another program has locked the vault for {_PATIENCE:.0f} s; wait "
                    "for it or end it, then try again"
                ) from exc
        time.sleep(_PAUSE)
