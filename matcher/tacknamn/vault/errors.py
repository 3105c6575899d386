"""The error of vaults, a child of :class:`tacknamn.errors.Error`."""

from tacknamn.errors import Error

__all__ = ["VaultError"]


class VaultError(Error):
    """A vault is missing, damaged, foreign, of another key, or cannot be written."""
