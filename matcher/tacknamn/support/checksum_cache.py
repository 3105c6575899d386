"""Remember which bundles were found whole, so that they are summed once and not each time.

Summing a bundle takes a tenth of a second for each hundred megabytes, mapping it a
millisecond. So the size, the time of change and the identity of every file that passed are
kept in the user's cache; a bundle of which they are still the same is not read again. The
cache speeds up and nothing else: without it, or when it cannot be written, files are summed.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from tacknamn.support.folders import find_checksum_cache

__all__ = ["is_verified", "remember_verified"]


def is_verified(folder: Path, names: Iterable[str]) -> bool:
    """Whether these files of a bundle are those that passed before."""
    try:
        return _find_note(folder).read_text("utf-8") == _describe_files(folder, names)
    except (OSError, UnicodeDecodeError):
        return False


def remember_verified(folder: Path, names: Iterable[str]) -> None:
    """Remember that these files of a bundle have passed."""
    with contextlib.suppress(OSError):
        note = _find_note(folder)
        note.parent.mkdir(parents=True, exist_ok=True)
        fresh = note.with_suffix(f".{os.getpid()}")
        fresh.write_text(_describe_files(folder, names), "utf-8")
        fresh.replace(note)


def _find_note(folder: Path) -> Path:
    place = os.fsencode(folder.absolute())
    return find_checksum_cache() / hashlib.sha256(place).hexdigest()


def _describe_files(folder: Path, names: Iterable[str]) -> str:
    facts = {}
    for name in (*names, "manifest.json"):
        stat = (folder / name).stat()
        facts[name] = [stat.st_size, stat.st_mtime_ns, stat.st_ino, stat.st_ctime_ns]
    return json.dumps(facts)
