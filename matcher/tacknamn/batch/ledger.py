"""Record which results are complete, so that an interrupted run can be resumed.

A result is done if input file, output file and settings are still the same. Size, times and
identity of both files are hashed together with all settings, and the hash is stored. If the text,
the result, the profile, the seed, the lists or the version of Täcknamn change, the hash differs
and the text is processed again.

Programs such as ``rsync -t`` and ``touch`` set the time of an input back to an earlier one. What they
cannot set is the time at which that was done (``st_ctime``), so it counts as well. It does not count for
results, which people pass on with other permissions. File systems with whole seconds show no second
change within a second: an input of the last seconds is not noted there, and is processed again.

The hashes are stored in the user's cache folder, never next to the results. Results are passed
on, and from a hash over a seed the seed can be found by trying, as can names from a hash over a
text. Without the cache, everything is processed again. A hash has 32 hexadecimal digits; those of
one output folder share a file, whose name is a hash as well. A hash with a hyphen before it is
forgotten. What was counted in each result, for the report of a run that skips it, is in a file of its own.
"""

import os
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from tacknamn.support.folders import find_checksum_cache

__all__ = ["Ledger", "Stamp", "note_written", "stamp_file", "was_written"]

_BYTES = 16
"""Bytes of a hash. Among a billion, two are equal in one of 10^20 caches."""
_LARGEST_FILE = 1 << 25
"""Largest size of a file of hashes, for a million results. A larger file is deleted."""
_SECOND = 10**9
"""Nanoseconds."""
_COARSEST = 2 * _SECOND
"""The coarsest times of a file system in use: FAT has even seconds."""
Stamp = tuple[int, int, int, int]
"""Size, time of change, identity of a file, and the time at which any of them was set."""


def stamp_file(path: Path) -> Stamp | None:
    """Return what changes when a file changes; None if it is not a regular file."""
    try:
        facts = path.stat()
    except OSError:
        return None
    times = facts.st_mtime_ns, facts.st_ino, facts.st_ctime_ns
    return (facts.st_size, *times) if path.is_file() else None


def _may_hide_changes(stamp: Stamp) -> bool:
    """Whether a file with whole seconds was written a moment ago: a later change may look the same."""
    latest = max(stamp[1], stamp[3])
    return latest % _SECOND == 0 and abs(time.time_ns() - latest) <= _COARSEST


class _FolderLedger:
    """The results of one folder that were written with the same settings."""

    def __init__(self, home: Path, settings: bytes) -> None:
        folder = os.fsencode(os.path.realpath(home))
        self._file = find_checksum_cache().with_name("finished") / _hash(folder)
        self._counts_file = self._file.parent.with_name("counted") / self._file.name
        self._settings = settings
        self._hashes = _read_hashes(self._file)
        self._counts: dict[str, str] | None = None

    def has(self, source: Stamp | None, output: Path) -> bool:
        """Whether the result is complete and belongs to this input."""
        written = stamp_file(output)
        return (
            source is not None
            and written is not None
            and self._hash_result(source, written, output) in self._hashes
        )

    def get_counts(self, source: Stamp | None, output: Path) -> str:
        """Return what was counted in a result that is done; nothing if that is not known."""
        written = stamp_file(output)
        if source is None or written is None:
            return ""
        if self._counts is None:
            lines = (line.partition(" ") for line in _read_lines(self._counts_file))
            self._counts = {hash: counts for hash, _, counts in lines}
        return self._counts.get(self._hash_result(source, written, output), "")

    def add(self, source: Stamp | None, output: Path, counts: str = "") -> None:
        """Store that a result was written from an input that had this stamp before reading."""
        written = stamp_file(output)
        if source is None or written is None or _may_hide_changes(source):
            return
        result = self._hash_result(source, written, output)
        self._hashes.add(result)
        _append(self._file, result)
        if counts:
            _append(self._counts_file, f"{result} {counts}")

    def forget(self, source: Stamp | None, output: Path) -> None:
        """Forget a result, which is about to be replaced by one that does not fit the others."""
        written = stamp_file(output)
        if source is not None and written is not None:
            result = self._hash_result(source, written, output)
            if result in self._hashes:
                self._hashes.discard(result)
                _append(self._file, f"-{result}")

    def _hash_result(self, source: Stamp, written: Stamp, output: Path) -> str:
        facts = repr((source, written[:3], os.path.realpath(output)))
        return _hash(self._settings + os.fsencode(facts))


def _hash(facts: bytes) -> str:
    return blake2b(facts, digest_size=_BYTES).hexdigest()


def _append(file: Path, line: str) -> None:
    with suppress(OSError):  # without the note, the next run repeats the work
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, f"{line}\n".encode())
        finally:
            os.close(handle)


def _read_hashes(file: Path) -> set[str]:
    hashes: set[str] = set()
    for line in _read_lines(file):
        if line.startswith("-"):
            hashes.discard(line[1:])
        else:
            hashes.add(line)
    return hashes


def _read_lines(file: Path) -> list[str]:
    try:
        if file.stat().st_size > _LARGEST_FILE:
            file.unlink()
            return []
        return file.read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


class Ledger:
    """What earlier runs with the same settings have done, in all output folders."""

    def __init__(self, settings: bytes | None) -> None:
        self._settings = settings
        self._folders: dict[Path, _FolderLedger] = {}

    def has(self, home: Path | None, source: Stamp | None, output: Path) -> bool:
        """Whether a result is done. Without settings, none is."""
        folder = self._open_folder(home)
        return folder is not None and folder.has(source, output)

    def get_counts(self, home: Path | None, source: Stamp | None, output: Path) -> str:
        """Return what was counted in a result that is done; nothing if that is not known."""
        folder = self._open_folder(home)
        return "" if folder is None else folder.get_counts(source, output)

    def add(self, home: Path | None, source: Stamp | None, output: Path, counts: str = "") -> None:
        """Store that a result was written, and what was counted in it."""
        folder = self._open_folder(home)
        if folder is not None:
            folder.add(source, output, counts)

    def forget(self, home: Path | None, source: Stamp | None, output: Path) -> None:
        """Forget a result."""
        folder = self._open_folder(home)
        if folder is not None:
            folder.forget(source, output)

    def _open_folder(self, home: Path | None) -> _FolderLedger | None:
        if self._settings is None or home is None:
            return None
        if home not in self._folders:
            self._folders[home] = _FolderLedger(home, self._settings)
        return self._folders[home]


_WRITTEN, _NO_SOURCE = b"written", (0, 0, 0, 0)
"""Note that a file is a result, whatever it was made from and with which settings."""


def note_written(output: Path) -> None:
    """Store that a run has written a file."""
    Ledger(_WRITTEN).add(output.parent, _NO_SOURCE, output)


def was_written(output: Path) -> bool:
    """Whether a run has written a file, which has not changed since."""
    return Ledger(_WRITTEN).has(output.parent, _NO_SOURCE, output)
