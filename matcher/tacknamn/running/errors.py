"""The errors of a run over many files that are faults of none of them."""

from tacknamn.errors import Error

__all__ = ["RunError"]


class RunError(Error):
    """A worker died, or no output can be written."""
