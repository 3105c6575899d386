"""The folder in which workers share their sessions.

It is in memory where the system has such a folder (``/dev/shm``), else among temporary files, and only
its owner can open it. It is removed when the service stops. A service that was killed leaves it behind,
with files that only the clients can decrypt; the next one removes it.

A folder that the settings name stays, and so do its sessions: the key of each is derived from its id, which
its client has, so the service needs no secret to go on with them.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error
from tacknamn.support.printing import make_printable

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where one process runs the service
    fcntl = None  # type: ignore[assignment]

__all__ = ["share_sessions"]

_MEMORY = Path("/dev/shm")
_PREFIX = "tacknamn-sessions-"
_OWNER = ".owner"
"""The file that the service and its workers have locked as long as one of them runs."""


@contextmanager
def share_sessions(lasting: Path | None = None) -> Iterator[Path]:
    """Make the folder for the workers that are started from now on, and remove it at the end.

    Args:
        lasting: A folder that is made if it is missing, and not removed.
    """
    if lasting is not None:
        _make_lasting(lasting)
        yield lasting
        return
    base = _MEMORY if os.access(_MEMORY, os.W_OK | os.X_OK) else Path(tempfile.gettempdir())
    _remove_abandoned(base)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))  # readable for its owner alone
    handle = os.open(folder / _OWNER, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _try_lock(handle)
        yield folder
    finally:
        os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)


def _make_lasting(folder: Path) -> None:
    """Make a folder that only its owner can open, or check that it is one and can be written to."""
    try:
        folder.mkdir(0o700, exist_ok=True)
        fault = _find_fault(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as exc:
        fault = f"{describe_os_error(exc)}; name a folder that the service may write to"
    if fault:
        raise InputError(f"--session-folder {make_printable(str(folder))}: {fault}")


def _find_fault(folder: Path) -> str:
    """Return why a folder is not for sessions alone."""
    state = folder.lstat()
    if stat.S_ISLNK(state.st_mode):
        return "is a symbolic link; name a folder"
    if os.name == "nt":
        return ""
    if state.st_uid != os.geteuid():
        return "belongs to another user; name a folder that the service makes"
    if state.st_mode & 0o077:
        return "others can open it; name a folder that the service makes, or run chmod 700 on it"
    return ""


def _remove_abandoned(base: Path) -> None:
    """Remove the folders of services that were killed."""
    for folder in base.glob(_PREFIX + "*"):
        with suppress(OSError):  # that of another user, or one that is being removed
            handle = os.open(folder / _OWNER, os.O_RDWR)
            try:
                if _try_lock(handle):
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(handle)


def _try_lock(handle: int) -> bool:
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
