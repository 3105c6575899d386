"""Add records to a vault, and find the originals of a pseudonym.

::

    vault = Vault.open(Path("essays.vault"), read_key(Path("essays.key")), create=True)
    vault.add_many([Record("firstname_female", "Maria", "Elsa", "essay-1")])
    vault.reveal("Elsa", document="essay-1")[0].original     # "Maria"

When :meth:`Vault.add_many` returns, the records are on disk. An interruption, a power failure or a
full disk costs at most the records being added, never earlier ones. Several programs may add to one
vault at the same time. In memory a vault holds no names except pseudonyms, each once, with the
positions of their records.

Without the key, the file reveals approximately how many records it has and in how many steps they
were added. A vault cannot detect that its file was replaced by an older copy.
"""

import os
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import BinaryIO, Self

from tacknamn.errors import VaultError
from tacknamn.replacement.keys import check_key
from tacknamn.replacement.records import Record
from tacknamn.text.fold import Folded, fold
from tacknamn.vault.frames import (
    BLOCK,
    Frame,
    Sealer,
    find_frames,
    has_commit_after,
    pack_record,
    read_frames,
    unpack_record,
)
from tacknamn.vault.head import Head, is_incomplete_head, make_head, read_head
from tacknamn.vault.locking import lock_file, open_file

__all__ = ["Vault", "salvage"]

_DIGEST = 16
"""Bytes that identify a record: among a billion records, two collide in one of 10^20 vaults."""


class Vault:
    """A vault that was opened with its key. Threads may share it."""

    def __init__(self, path: Path, block: bytes, head: Head) -> None:
        self.path = path
        self.unfinished = 0
        """Bytes at the end of the file that an interruption left. They contain no records."""
        self._block = block
        self._sealer = Sealer(head.encryption_key)
        self._first_tag = self._last_tag = head.proof
        self._end = BLOCK
        """Where the last frame read ends, and the next one begins."""
        self._positions: dict[Folded, array[int]] = {}
        """The positions of the frames with the records of each pseudonym."""
        self._digests: set[bytes] = set()
        self._lock = Lock()

    @classmethod
    def open(cls, path: Path, key: bytes, create: bool = False) -> Self:
        """Open a vault and check every byte of it; ``create`` makes one if there is none."""
        check_key(key)
        if create:
            _create_file(path, key)
        with lock_file(path, writing=False) as handle:
            with _open_stream(handle) as stream:
                block = stream.read(BLOCK)
            vault = cls(path, block, _read_head(path, block, key))
            vault._read_new_frames(handle)
        return vault

    def __len__(self) -> int:
        return len(self._digests)

    def __iter__(self) -> Iterator[Record]:
        """Iterate over every record, in the order in which they were added."""
        end = self._end
        with open_file(self.path) as handle, _open_stream(handle) as stream:
            for frame in read_frames(stream, self._sealer, BLOCK, self._first_tag):
                if not frame.is_commit:
                    yield unpack_record(frame.content)
                if frame.end == end:
                    return
        if end > BLOCK:
            raise _change_error(self.path)

    def add(self, record: Record) -> int:
        """Add one record. Adding many at once is fifty times faster per record."""
        return self.add_many([record])

    def add_many(self, records: Iterable[Record]) -> int:
        """Add the records that are not in the vault yet, and return how many these are.

        Either all of them are added or none."""
        contents = [pack_record(record) for record in records]
        with self._lock, lock_file(self.path, writing=True) as handle:
            self._read_new_frames(handle)  # another program may have added some of them
            fresh = {_digest(content): content for content in contents}
            for known in self._digests & fresh.keys():
                del fresh[known]
            if fresh:
                self._append(handle, list(fresh.values()))
                self._read_new_frames(handle)
        return len(fresh)

    def refresh(self) -> None:
        """Read the records that other programs added since it was opened."""
        with self._lock, lock_file(self.path, writing=False) as handle:
            self._read_new_frames(handle)

    def reveal(
        self, pseudonym: str, label: str | None = None, document: str | None = None
    ) -> list[Record]:
        """Return the records of a pseudonym, optionally only of one label or document."""
        positions = self._positions.get(fold(pseudonym), ())
        with open_file(self.path) as handle, _open_stream(handle) as stream:
            records = [self._read_record(stream, position) for position in positions]
        return [record for record in records if record.fits(label, document)]

    def _read_record(self, stream: BinaryIO, position: int) -> Record:
        stream.seek(position)
        frame = self._sealer.read_frame(stream, position)
        if frame is None:
            raise _damage_error(self.path, position)
        return unpack_record(frame.content)

    def _read_new_frames(self, handle: int) -> None:
        """Read the frames that were added since the last reading, by any program."""
        size = os.fstat(handle).st_size
        with _open_stream(handle) as stream:
            # Another head or a shorter file: something else than a vault wrote to it.
            if stream.read(BLOCK) != self._block or size < self._end:
                raise _change_error(self.path)
            for frame in read_frames(stream, self._sealer, self._end, self._last_tag):
                self._take(frame)
            # The chain ends here. A commit further on proves that what follows was valid once.
            if has_commit_after(stream, self._sealer, self._end):
                raise _damage_error(self.path, self._end)
        self.unfinished = size - self._end

    def _take(self, frame: Frame) -> None:
        if not frame.is_commit:
            record = unpack_record(frame.content)
            self._positions.setdefault(fold(record.pseudonym), array("Q")).append(frame.start)
            self._digests.add(_digest(frame.content))
        self._end, self._last_tag = frame.end, frame.tag

    def _append(self, handle: int, contents: Iterable[bytes]) -> None:
        """Write frames, then their commit once they are safely on disk; or nothing at all."""
        *frames, commit = self._sealer.seal(contents, self._last_tag)
        try:
            # Cut off the rest of an interrupted run first. If it stayed, a commit written after
            # it would turn it from unfinished bytes into damage.
            if self.unfinished:
                os.ftruncate(handle, self._end)
                os.fsync(handle)
            os.lseek(handle, self._end, os.SEEK_SET)
            # Two writes, each with its own fsync: a disk may reorder what is written between two
            # of them, and the commit must not arrive before its frames.
            _write(handle, b"".join(frames))
            _write(handle, commit)
        except BaseException as exc:
            with suppress(OSError):  # if this fails, the next reading sees that they are unfinished
                os.ftruncate(handle, self._end)
            if isinstance(exc, OSError):
                raise _write_error(self.path, exc) from exc
            raise


def salvage(path: Path, key: bytes) -> Iterator[Record]:
    """Read every intact record of a damaged vault."""
    with lock_file(path, writing=False) as handle, _open_stream(handle) as stream:
        head = _read_head(path, stream.read(BLOCK), key, either=True)
        for frame in find_frames(stream, Sealer(head.encryption_key), BLOCK):
            if not frame.is_commit:
                yield unpack_record(frame.content)


def _create_file(path: Path, key: bytes) -> None:
    """Write the head of a new vault, unless the file has one."""
    with lock_file(path, writing=True, create=True) as handle:
        if not is_incomplete_head(os.read(handle, BLOCK)):
            return
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            _write(handle, make_head(key))
            _sync_folder(path.absolute().parent)
        except BaseException as exc:
            with suppress(OSError):
                os.ftruncate(handle, 0)
            if isinstance(exc, OSError):
                raise _write_error(path, exc) from exc
            raise


def _read_head(path: Path, block: bytes, key: bytes, either: bool = False) -> Head:
    if is_incomplete_head(block):
        raise VaultError(f"{path} is empty: its creation was not finished; create the vault again")
    try:
        return read_head(block, key, either)
    except VaultError as exc:
        raise VaultError(f"{path}: {exc}") from None


def _open_stream(handle: int) -> BinaryIO:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.fdopen(handle, "rb", closefd=False)


def _digest(content: bytes) -> bytes:
    return blake2b(content.rstrip(b"\0"), digest_size=_DIGEST).digest()


def _write(handle: int, data: bytes) -> None:
    """Write all of the data and wait until it is on disk."""
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[os.write(handle, remaining) :]
    os.fsync(handle)


def _sync_folder(folder: Path) -> None:
    """Make the name of a new file survive a power failure, on systems that allow it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _change_error(path: Path) -> VaultError:
    return VaultError(f"{path} was changed by another program; open it again")


def _damage_error(path: Path, position: int) -> VaultError:
    return VaultError(
        f"{path}: damaged at byte {position}; restore a copy of it, or print the intact records with "
        "`tacknamn reveal VAULT --salvage`"
    )


def _write_error(path: Path, exc: OSError) -> VaultError:
    return VaultError(
        f"{path}: {exc.strerror}; nothing was added, and earlier records are intact: free some space "
        "and run the command again"
    )
