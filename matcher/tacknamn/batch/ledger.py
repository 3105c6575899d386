"""Remember which results are there and complete, so that an interrupted run is taken up again.

A result counts as done while it is the file that was written, from the file that is there,
with the settings of this run: size, time and identity of both files and all settings are
hashed together, and the hash is noted. A text or a result that was changed since, another
profile, seed, list or version of Täcknamn gives another hash, and the text is done anew.

The notes lie in the user's cache, not beside the results. Those are passed on, and a note would
go with them: from a hash over a seed the seed can be found by trying, and from one over a
text the names in it. Without the cache, everything is done anew. A note is thirty-two
hexadecimal digits; those of one folder share a file, whose name is a hash as well.
"""

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from tacknamn.support.folders import find_checksum_cache

__all__ = ["Finished", "Ledger", "Stamp", "stamp_file"]

_BYTES = 16
"""Of a hash: two of a billion are alike in one of 10^20 caches."""
_MOST = 1 << 25
"""Bytes of notes, of a million results; the file is begun anew then."""
Stamp = tuple[int, int, int]
"""Size, time of change and identity of a file."""


def stamp_file(path: Path) -> Stamp | None:
    """What tells a file from what it was before; None where there is no plain file."""
    try:
        facts = path.stat()
    except OSError:
        return None
    return (facts.st_size, facts.st_mtime_ns, facts.st_ino) if path.is_file() else None


class Finished:
    """The results of one folder that are done with the same settings."""

    def __init__(self, home: Path, settings: bytes) -> None:
        place = os.fsencode(os.path.realpath(home))
        self._notes = find_checksum_cache().with_name("finished") / _hash(place)
        self._settings = settings
        self._known = _read(self._notes)

    def has(self, source: Stamp | None, output: Path) -> bool:
        """Whether the result is there, complete, and of this input."""
        written = stamp_file(output)
        return (
            source is not None
            and written is not None
            and self._note(source, written, output) in self._known
        )

    def add(self, source: Stamp | None, output: Path) -> None:
        """Note that a result was written, from an input that had this stamp before it was read."""
        written = stamp_file(output)
        if source is None or written is None:
            return
        note = self._note(source, written, output)
        self._known.add(note)
        with suppress(OSError):  # the next run does it again
            self._notes.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            handle = os.open(self._notes, flags, 0o600)
            try:
                os.write(handle, f"{note}\n".encode())
            finally:
                os.close(handle)

    def _note(self, source: Stamp, written: Stamp, output: Path) -> str:
        facts = repr((source, written, os.path.realpath(output)))
        return _hash(self._settings + os.fsencode(facts))


def _hash(facts: bytes) -> str:
    return blake2b(facts, digest_size=_BYTES).hexdigest()


def _read(notes: Path) -> set[str]:
    try:
        if notes.stat().st_size > _MOST:
            notes.unlink()
            return set()
        return set(notes.read_text("ascii").split())
    except (OSError, UnicodeDecodeError):
        return set()


class Ledger:
    """What earlier runs with the same settings have done, in whatever folders."""

    def __init__(self, settings: bytes | None) -> None:
        self._settings = settings
        self._homes: dict[Path, Finished] = {}

    def has(self, home: Path | None, source: Stamp | None, output: Path) -> bool:
        """Whether a result is done; never without settings."""
        finished = self._finished(home)
        return finished is not None and finished.has(source, output)

    def add(self, home: Path | None, source: Stamp | None, output: Path) -> None:
        """Note that a result was written."""
        finished = self._finished(home)
        if finished is not None:
            finished.add(source, output)

    def _finished(self, home: Path | None) -> Finished | None:
        if self._settings is None or home is None:
            return None
        if home not in self._homes:
            self._homes[home] = Finished(home, self._settings)
        return self._homes[home]
