"""Find the folders of received and downloaded files.

In a checkout of the project, ``raw/`` and ``build/`` are next to ``pyproject.toml``
(:mod:`tacknamn.support.folders`). Elsewhere they are in the user's cache and data folders. Three
environment variables override both: ``TACKNAMN_RAW``, ``TACKNAMN_BUILD`` and ``TACKNAMN_CACHE``. Where
nothing else says where ``raw/`` is, it is in the folder that ``TACKNAMN_CACHE`` names.
"""

from pathlib import Path

from tacknamn.support.folders import find_checkout, find_user_cache, read_folder_variable

__all__ = ["find_cache_folder", "find_raw_folder"]


def find_raw_folder() -> Path:
    """Find the folder of received sources: ``<raw>/<source>/<version>/<file>``."""
    root = find_checkout()
    in_checkout = None if root is None else root / "raw"
    cache = read_folder_variable("TACKNAMN_CACHE")
    return (
        read_folder_variable("TACKNAMN_RAW") or in_checkout or (cache or find_user_cache()) / "raw"
    )


def find_cache_folder() -> Path:
    """Find the folder of downloads, shared by all checkouts of this user."""
    return read_folder_variable("TACKNAMN_CACHE") or find_user_cache() / "downloads"
