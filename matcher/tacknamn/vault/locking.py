"""Open a vault's file while nobody else writes it.

The lock lies on the file itself and goes with whoever holds it, however he ends. On POSIX
readers share it; on Windows one holds it at a time, on a byte far behind the file's end,
since a locked byte cannot be read there. The file is opened anew each time: handles that a
fork shares would share their lock, too.
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
"""Seconds to wait for others: adding a thousand records takes a hundredth of one."""
_PAUSE = 0.005
_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}
"""What the systems say of a lock that somebody else holds."""


@contextmanager
def lock_file(path: Path, writing: bool, create: bool = False) -> Iterator[int]:
    """A handle of the file that nobody else writes, or with ``writing`` nobody else reads."""
    with open_file(path, writing, create) as handle:
        _wait_for_lock(handle, path, writing)
        yield handle


@contextmanager
def open_file(path: Path, writing: bool = False, create: bool = False) -> Iterator[int]:
    """A handle of the file, without a lock; ``create`` makes it, for its owner alone."""
    handle = _open(path, writing, create)
    try:
        yield handle
    finally:
        os.close(handle)


def _open(path: Path, writing: bool, create: bool) -> int:
    flags = (os.O_RDWR if writing else os.O_RDONLY) | (os.O_CREAT if create else 0) | _BINARY
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            raise VaultError(f"{path} is no vault: it is no file; name another")
        return os.open(path, flags, 0o600)
    except FileNotFoundError as exc:
        what = "the folder of the vault" if create else "the vault"
        raise VaultError(f"{what} {path} does not exist; is its name right?") from exc
    except (OSError, ValueError) as exc:  # ValueError: a name with a zero byte
        said = exc.strerror if isinstance(exc, OSError) else "no name of a file"
        raise VaultError(f"{path}: {said}; the vault cannot be opened") from exc


def _wait_for_lock(handle: int, path: Path, writing: bool) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return _try_lock(handle, writing)
        except OSError as exc:
            if exc.errno not in _HELD:
                raise VaultError(
                    f"{path}: {exc.strerror}; put the vault on a disk whose files can be locked"
                ) from exc
            if time.monotonic() > end:
                raise VaultError(
                    f"{path}: another program has held the vault for {_PATIENCE:.0f} s; wait "
                    "for it, or end it, and try again"
                ) from exc
        time.sleep(_PAUSE)
