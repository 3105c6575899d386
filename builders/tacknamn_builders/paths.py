"""Where received, built and downloaded files live.

In a checkout of the project ``raw/`` stands beside its ``pyproject.toml``, as ``build/`` does
(:mod:`tacknamn.folders`); anywhere else both stand in the user's own cache and data folders.
Three variables of the environment override that: ``TACKNAMN_RAW``, ``TACKNAMN_BUILD`` and
``TACKNAMN_CACHE``.
"""

from pathlib import Path

from tacknamn.folders import build_folder, checkout, named_folder, user_cache

__all__ = ["build_folder", "cache_folder", "checkout", "raw_folder"]


def raw_folder() -> Path:
    """Where received sources live: ``<raw>/<source>/<version>/<file>``."""
    root = checkout()
    in_checkout = None if root is None else root / "raw"
    return named_folder("TACKNAMN_RAW") or in_checkout or user_cache() / "raw"


def cache_folder() -> Path:
    """Where downloads are kept for all checkouts of this user."""
    return named_folder("TACKNAMN_CACHE") or user_cache() / "downloads"
