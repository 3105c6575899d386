"""Turn errors while fetching into one error that names the source and the remedy."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn.support.printing import make_printable

__all__ = ["SourceAbsentError", "name_source"]

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}
_IN_THE_WAY = {errno.EEXIST, errno.ENOTDIR, errno.EISDIR}


class SourceAbsentError(SourceError):
    """A source is in none of the permitted places; it is skipped, which is not a failure."""


@contextmanager
def name_source(source: str, raw: Path, cache: Path) -> Iterator[None]:
    """Turn every error into a SourceError that begins with the source's name.

    Its message may quote what a server sent, so it is made printable."""
    try:
        yield
    except SourceError as exc:
        raise SourceError(f"{source}: {make_printable(str(exc))}") from exc
    except OSError as exc:
        raise SourceError(f"{source}: {_explain_error(exc, raw, cache)}") from exc


def _explain_error(exc: OSError, raw: Path, cache: Path) -> str:
    path = exc.filename or f"{raw} or {cache}"
    if exc.errno in _FULL:
        return (
            f"the disk is full at {path}; free some space, or set TACKNAMN_RAW and "
            "TACKNAMN_CACHE to folders on another disk, and fetch again"
        )
    if exc.errno in _FORBIDDEN:
        return (
            f"no permission to write to {path}; change its owner or mode, or set TACKNAMN_RAW and "
            "TACKNAMN_CACHE to folders of your own"
        )
    if exc.errno in _IN_THE_WAY:
        return f"{path} is in the way of a file or folder with this name; move it away"
    return f"{exc.strerror or exc} ({path}); fix that and fetch again"
