"""Remember which bundles passed the checksum test, so that each is tested once.

Computing the checksums of a bundle takes a tenth of a second per hundred megabytes; mapping it
takes a millisecond. So the user's cache notes size, times and identity of every file that passed, and a hash of
its ends. A bundle whose files are still the same is not read again. The ends are read each time, because a
disk that loses data, as in a power cut, leaves zeros without a new time. The cache only saves time: where
it cannot be read or written, checksums are computed each time.
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
    """Whether these files of a bundle are unchanged since they passed."""
    try:
        return _find_note(folder).read_text("utf-8") == _describe_files(folder, names)
    except (OSError, UnicodeDecodeError):
        return False


def remember_verified(folder: Path, names: Iterable[str]) -> None:
    """Note that these files of a bundle passed."""
    from tacknamn.support.atomic_files import write_whole  # here: most bundles have passed before

    with contextlib.suppress(OSError):
        note = _find_note(folder)
        note.parent.mkdir(parents=True, exist_ok=True)
        write_whole(note, _describe_files(folder, names))


def _find_note(folder: Path) -> Path:
    """Return the path of a bundle's note, named after the hash of the bundle's path."""
    path = os.fsencode(folder.absolute())
    return find_checksum_cache() / hashlib.sha256(path).hexdigest()


_END = 4096
"""Bytes of an end: a page, in which disks and caches keep files."""


def _describe_files(folder: Path, names: Iterable[str]) -> str:
    facts: dict[str, list[int | str]] = {}
    for name in (*names, "manifest.json"):
        with (folder / name).open("rb", buffering=0) as file:
            stat = os.fstat(file.fileno())
            ends = file.read(_END)
            file.seek(max(0, stat.st_size - _END))
            ends += file.read(_END)
        checksum = hashlib.blake2b(ends, digest_size=8).hexdigest()
        times = (stat.st_size, stat.st_mtime_ns, stat.st_ino, stat.st_ctime_ns)
        facts[name] = [*times, checksum]
    return json.dumps(facts)
