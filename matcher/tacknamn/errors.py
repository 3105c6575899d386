"""Every error Täcknamn raises on purpose, in one tree.

::

    Error
    ├── BundleError      a bundle is missing, damaged or of another format
    ├── InputError       a text, a label or an option that cannot be worked with
    ├── SourceError      a received source is missing, damaged or not what the table says
    └── VaultError       a vault is missing, damaged, foreign, of another key, or unwritable
                         (:mod:`tacknamn.errors`)

A message says what was wrong, with which file or source, and what to do next. It never
quotes the text being processed.
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
    """A bundle is missing, damaged or of another format."""


class InputError(Error):
    """A text, a label or an option that cannot be worked with."""


class SourceError(Error):
    """A source is missing, damaged or not what the source table says."""


# The error of vaults, a child of :class:`tacknamn.errors.Error`.


class VaultError(Error):
    """A vault is missing, damaged, foreign, of another key, or cannot be written."""


# The errors of a run over many files that are faults of none of them.


class RunError(Error):
    """A worker died, or no output can be written."""
