"""Create a file whole and only if its name is free, or replace one whole.

Both write to a hidden file in the same folder (:mod:`tacknamn.support.hidden_files`), so that no reader
ever sees half a file, not even after a power cut. Of two processes that create one name, exactly one
succeeds: the name is given by a hard link, which the system refuses if the name is taken.
"""

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tacknamn.support.hidden_files import (
    CLOSES_BEFORE_RENAMING,
    create_hidden_file,
    remove_leftovers,
)

__all__ = ["create_file", "replace_file", "sync_folder"]

_NO_LINKS = frozenset(
    getattr(errno, name)
    for name in ("EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")
    if hasattr(errno, name)
)
"""How file systems without hard links answer."""


def create_file(path: Path, content: bytes, mode: int) -> None:
    """Create a file; raise :class:`FileExistsError` if there is one, which stays as it is.

    Args:
        mode: The permissions at most; the user's umask may take some away.
    """
    _write_hidden(path, content, mode, _link)


def replace_file(path: Path, content: bytes, mode: int, is_synced: bool = True) -> None:
    """Create a file, or replace one by it.

    Args:
        is_synced: Whether it must survive a power cut. What can be computed again need not.
    """
    _write_hidden(path, content, mode, os.replace, is_synced)


def _write_hidden(
    path: Path,
    content: bytes,
    mode: int,
    publish: Callable[[Path, Path], None],
    is_synced: bool = True,
) -> None:
    remove_leftovers(path.parent)
    hidden, handle, usual = create_hidden_file(path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            if is_synced:
                os.fsync(stream.fileno())
            hidden.chmod(usual & mode)
            if not CLOSES_BEFORE_RENAMING:  # the lock shows others that the file is not left over
                publish(hidden, path)
        if CLOSES_BEFORE_RENAMING:
            publish(hidden, path)
        if is_synced:
            sync_folder(path.parent)
    finally:
        with suppress(OSError):
            hidden.unlink()


def _link(hidden: Path, path: Path) -> None:
    if sys.platform == "win32":
        hidden.rename(path)  # refused there if the name is taken
        return
    try:
        os.link(hidden, path)
    except OSError as exc:
        if exc.errno in _NO_LINKS:
            raise OSError(errno.ENOTSUP, "the file system has no hard links") from None
        raise


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder survive a power cut."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
