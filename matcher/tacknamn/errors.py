"""Every error that Täcknamn raises on purpose, in one tree.

::

    Error
    ├── BundleError      a bundle is missing, damaged or in another format
    ├── InputError       a text, a label or an option is not usable
    ├── SourceError      a received source is missing, damaged or not as the source table says
    ├── RunError         a run over many files cannot go on, and no single file is the cause
    ├── VaultError       a vault is missing, damaged, foreign, has another key, or is read-only
    ├── EssayError       an essay cannot be read or stored; defined with the essays
    └── BackendError     a backend of others is missing or misbehaves; defined with the backends,
                         because its message names the backend

A message says what is wrong, with which file or source, and what to do next. It never quotes
the text being processed.
"""

import errno

__all__ = [
    "FATAL",
    "BundleError",
    "Error",
    "InputError",
    "RunError",
    "SourceError",
    "VaultError",
    "describe_os_error",
]

FATAL = frozenset(
    getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EROFS", "EMFILE") if hasattr(errno, name)
)
"""Errors of the operating system that the next file would meet as well: a full disk."""
_REMEDIES = {
    errno.ENOENT: "check the name",
    errno.ENOTDIR: "check the name",
    errno.EISDIR: "name the files in it",
    errno.EACCES: "check its permissions",
    errno.EPERM: "check its permissions",
    errno.ENOSPC: "free some space",
}
"""What the user can do about an error of the operating system."""


class Error(Exception):
    """Root of the tree: catch this to catch them all."""


class BundleError(Error):
    """A bundle is missing, damaged or in another format."""


class InputError(Error):
    """A text, a label or an option is not usable."""


class SourceError(Error):
    """A received source is missing, damaged or not as the source table says."""


class RunError(Error):
    """A worker process died, or the output cannot be written."""


class VaultError(Error):
    """A vault is missing, damaged, foreign, has another key, or cannot be written."""


def describe_os_error(exc: OSError) -> str:
    """Return the reason of an error with its remedy, to follow the name of a file.

    >>> describe_os_error(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    'No such file or directory; check the name'
    """
    remedy = _REMEDIES.get(exc.errno or 0, "")
    reason = exc.strerror or "; ".join(map(str, exc.args))  # pyarrow's have no number
    return f"{reason}; {remedy}" if remedy else reason
