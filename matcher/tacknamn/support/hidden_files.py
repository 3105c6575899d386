"""Hidden files that a result is written to until it is complete.

Such a file is for its owner alone, because it may have originals. While it is written it is locked.
The operating system releases the lock when the process ends, however it ends, so a file without a
lock was left by a process that was killed, and the next run removes it.
"""

import os
import re
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path

if sys.platform == "win32":

    def _lock(handle: int, wait: bool = False) -> bool:
        return True  # Windows removes no file that is open

else:
    import fcntl

    def _lock(handle: int, wait: bool = False) -> bool:
        """Lock an open file; False if another process has locked it, or the file system has no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


__all__ = ["CLOSES_BEFORE_RENAMING", "HIDDEN_NAME", "create_hidden_file", "remove_leftovers"]

CLOSES_BEFORE_RENAMING = os.name == "nt"
"""Windows renames no file that is open. Elsewhere the lock is held until the file has its name."""
HIDDEN_NAME = re.compile(r"\.tacknamn-[0-9a-f]{16}\.tmp")
"""The names of these files."""
_OWN, _USUAL = 0o600, 0o666
_BINARY = getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_TRIES = 5


def create_hidden_file(folder: Path) -> tuple[Path, int, int]:
    """Create a locked file; return its path, its number, and the usual mode of new files there."""
    path = _name_hidden_file(folder)
    # Under a name of its own: another run may be about to remove it, and would remove what follows.
    mode = _find_usual_mode(_name_hidden_file(folder))
    try:
        for _ in range(_TRIES):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, _OWN)
            _lock(
                handle, wait=True
            )  # another run that found it has the lock until it has removed it
            if os.name == "nt" or os.fstat(handle).st_nlink:
                return path, handle, mode
            os.close(handle)  # another run found it before it was locked
    except BaseException:  # a signal, raised where the file was just created
        path.unlink(missing_ok=True)
        raise
    raise OSError(0, "cannot create a temporary file", str(path))


def _name_hidden_file(folder: Path) -> Path:
    return folder / f".tacknamn-{secrets.token_hex(8)}.tmp"


def _find_usual_mode(path: Path) -> int:
    """Return the mode that the user's umask and the folder give to a new file.

    Asking for the umask would change it for all threads, so an empty file is created."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, _USUAL)
        try:
            return stat.S_IMODE(os.fstat(handle).st_mode)
        finally:
            os.close(handle)
    finally:
        path.unlink(missing_ok=True)  # another run may have taken it for a leftover


def remove_leftovers(folder: Path) -> None:
    """Remove the hidden files in a folder that processes of this user left when they were killed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if HIDDEN_NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_unlocked(Path(entry.path))


def _remove_unlocked(path: Path) -> None:
    handle = os.open(path, os.O_RDWR | _BINARY | _NO_WAIT)
    try:
        facts = os.fstat(handle)
        is_own = os.name == "nt" or facts.st_uid == os.geteuid()
        is_left = stat.S_ISREG(facts.st_mode) and is_own and _lock(handle)
        if is_left and os.name != "nt":
            path.unlink()
    finally:
        os.close(handle)
    if is_left and os.name == "nt":
        path.unlink()
