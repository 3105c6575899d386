"""Where received, built and downloaded files live.

In a checkout of the project ``raw/`` stands beside its ``pyproject.toml``, as ``build/`` does
(:mod:`tacknamn.support.folders`); anywhere else both stand in the user's own cache and data folders.
Three variables of the environment override that: ``TACKNAMN_RAW``, ``TACKNAMN_BUILD`` and
``TACKNAMN_CACHE``.
"""

from pathlib import Path

from tacknamn.support.folders import (
    find_build_folder,
    find_checkout,
    find_user_cache,
    read_folder_variable,
)

__all__ = ["cache_folder", "find_build_folder", "find_checkout", "raw_folder"]


def raw_folder() -> Path:
    """Where received sources live: ``<raw>/<source>/<version>/<file>``."""
    root = find_checkout()
    in_checkout = None if root is None else root / "raw"
    return read_folder_variable("TACKNAMN_RAW") or in_checkout or find_user_cache() / "raw"


def cache_folder() -> Path:
    """Where downloads are kept for all checkouts of this user."""
    return read_folder_variable("TACKNAMN_CACHE") or find_user_cache() / "downloads"
