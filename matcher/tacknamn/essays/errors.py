"""What can go wrong with a folder of essays.

A name or a graph that is not usable is an :class:`~tacknamn.errors.InputError`. No message repeats the
name of an essay or of a user: names of essays are names of persons in many folders.
"""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from tacknamn.errors import Error

__all__ = ["EssayError", "EssayReason", "translate_os_errors"]


class EssayReason(StrEnum):
    """Why an essay cannot be read or stored."""

    UNKNOWN = "unknown"
    """There is no such essay, or no such version of it."""
    CONFLICT = "conflict"
    """Another version was saved before."""
    FULL = "full"
    """There is no space left. Nothing was changed."""
    READ_ONLY = "read-only"
    """The folder may not be written."""
    BROKEN = "broken"
    """The system cannot read or write the folder."""


class EssayError(Error):
    """An essay cannot be read or stored."""

    def __init__(self, reason: EssayReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


_FULL = frozenset(
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG") if hasattr(errno, name)
)
_READ_ONLY = frozenset((errno.EACCES, errno.EPERM, errno.EROFS))


@contextmanager
def translate_os_errors() -> Iterator[None]:
    """Raise errors of the system as :class:`EssayError`, without the names of files."""
    try:
        yield
    except OSError as exc:
        raise _translate(exc) from None  # the cause has the name of the file


def _translate(exc: OSError) -> EssayError:
    if exc.errno in _FULL:
        return EssayError(
            EssayReason.FULL, "no space is left for essays; nothing was changed, free some space"
        )
    if exc.errno in _READ_ONLY:
        return EssayError(
            EssayReason.READ_ONLY, "the folder of essays may not be changed; see its permissions"
        )
    return EssayError(EssayReason.BROKEN, f"the folder of essays: {exc.strerror or 'error'}")
