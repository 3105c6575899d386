"""Open files and folders of a store without following symbolic links.

A link could lead out of the folder, so none below it is followed: what is a link is treated as if it were
not there when reading, and is an error when writing.
"""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.essays.errors import EssayError, EssayReason
from tacknamn.support.new_files import sync_folder

__all__ = ["FILE_MODE", "decode_text", "find_folder", "make_folder", "read_file"]

FILE_MODE = 0o640
_FOLDER_MODE = 0o750
"""The permissions at most. The files have originals, so others than owner and group have none."""
_LARGEST_FILE = 1 << 26
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe would wait for its other end
)
_MISSING = frozenset((errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EMLINK, errno.ENAMETOOLONG))
"""How systems answer for a file that is not there, or is a link."""


def read_file(path: Path) -> bytes | None:
    """Return the content of a regular file; None if there is none."""
    if not getattr(os, "O_NOFOLLOW", 0) and path.is_symlink():
        return None
    try:
        handle = os.open(path, _FLAGS)
    except OSError as exc:
        if exc.errno in _MISSING:
            return None
        raise
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return None
        content = stream.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise InputError(f"the essay has more than {_LARGEST_FILE:,} bytes; split it")
    return content


def decode_text(content: bytes, what: str) -> str:
    """Decode the content of a file; line ends and blanks stay as they are."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{what} is not UTF-8; convert its file") from None


def find_folder(root: Path, *parts: str) -> Path | None:
    """Return a folder below another; None if it is not there or a link leads to it."""
    folder = root
    for part in parts:
        folder = folder / part
        try:
            mode = folder.lstat().st_mode
        except OSError as exc:
            if exc.errno in _MISSING:
                return None
            raise
        if not stat.S_ISDIR(mode):
            return None
    return folder


def make_folder(root: Path, *parts: str) -> Path:
    """Return a folder below another; create what is missing of it."""
    folder = root
    for part in parts:
        folder = folder / part
        with suppress(FileExistsError):
            folder.mkdir(_FOLDER_MODE)
            sync_folder(folder.parent)
        if not stat.S_ISDIR(folder.lstat().st_mode):
            raise EssayError(
                EssayReason.BROKEN, "a folder of the store is a file or a symbolic link; remove it"
            )
    return folder
