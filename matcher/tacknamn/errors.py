"""Every error that Täcknamn raises on purpose, in one tree.

::

    Error
    ├── BundleError      a bundle is missing, damaged or in another format
    ├── InputError       a text, a label or an option is not usable
    ├── SourceError      a received source is missing, damaged or not as the source table says
    ├── RunError         a run over many files cannot go on, and no single file is the cause
    ├── VaultError       a vault is missing, damaged, foreign, has another key, or is read-only
    └── BackendError     a backend of others is missing or misbehaves; defined with the backends,
                         because its message names the backend

A message says what is wrong, with which file or source, and what to do next. It never quotes
the text being processed.
"""

__all__ = [
    "BundleError",
    "Error",
    "InputError",
    "RunError",
    "SourceError",
    "VaultError",
]


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
