"""Find files in a mirror: a folder of publishers' files, for machines without internet access.

``https://host/path?query`` is looked up as ``<mirror>/host/path?query``, where ``wget
--force-directories`` puts it. Wheels and source distributions have no fixed address; they are
looked up in ``<mirror>/packages``.
"""

from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["find_mirror_packages", "locate_in_mirror"]


def locate_in_mirror(mirror: Path, address: str) -> Path:
    """Compute the path of an address in the mirror."""
    parts = urlsplit(address)
    query = f"?{parts.query}" if parts.query else ""
    return mirror / (parts.hostname or "") / (unquote(parts.path).lstrip("/") + query)


def find_mirror_packages(mirror: Path | None) -> Path | None:
    """Find the mirror's folder of packages, if it has one."""
    folder = None if mirror is None else mirror / "packages"
    return folder if folder is not None and folder.is_dir() else None
