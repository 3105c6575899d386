"""The vault: which original stands behind each pseudonym, for those who have the key.

::

    vault = Vault.open(Path("essays.vault"), read_key(Path("essays.key")), create=True)
    vault.add_many([Record("firstname_female", "Maria", "Elsa", "essay-1")])
    vault.reveal("Elsa", document="essay-1")[0].original     # "Maria"

What has been added is on the disk when :meth:`Vault.add_many` returns. An interruption, a
power cut or a full disk costs what was being added, and nothing that was there before. Many
programs may add to one vault at a time. A vault holds no name in memory but pseudonyms, once
each, with the places of their records.

Without the key the file tells how many records it has, about, and in how many turns they were
added. It cannot tell that somebody put an older copy of it in its place.
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
from tacknamn.text.fold import Folded, fold
from tacknamn.vault.frames import BLOCK, Frame, Sealer, find_frames, has_commit_after, read_frames
from tacknamn.vault.head import Head, is_incomplete_head, make_head, read_head
from tacknamn.vault.locking import lock_file, open_file
from tacknamn.vault.records import Record, pack_record, unpack_record

__all__ = ["Vault", "salvage"]

_SEEN = 16
"""Bytes that tell a record from all others: two of a billion alike in one of 10^20 vaults."""


class Vault:
    """A vault that was opened with its key; safe to share between threads."""

    def __init__(self, path: Path, block: bytes, head: Head) -> None:
        self.path = path
        self.unfinished = 0
        """Bytes at the file's end that an interruption left; they are no records."""
        self._block = block
        self._sealer = Sealer(head.encryption_key)
        self._first = self._last = head.proof
        self._end = BLOCK
        self._places: dict[Folded, array[int]] = {}
        self._seen: set[bytes] = set()
        self._turn = Lock()

    @classmethod
    def open(cls, path: Path, key: bytes, create: bool = False) -> Self:
        """Open a vault and check every byte of it; ``create`` begins one where there is none."""
        check_key(key)
        if create:
            _create_file(path, key)
        with lock_file(path, writing=False) as handle:
            with _open_stream(handle) as stream:
                block = stream.read(BLOCK)
            vault = cls(path, block, _read_head(path, block, key))
            vault._read_on(handle)
        return vault

    def __len__(self) -> int:
        return len(self._seen)

    def __iter__(self) -> Iterator[Record]:
        """Every record, in the order in which they were added."""
        end = self._end
        with open_file(self.path) as handle, _open_stream(handle) as stream:
            for frame in read_frames(stream, self._sealer, BLOCK, self._first):
                if not frame.is_commit:
                    yield unpack_record(frame.content)
                if frame.end == end:
                    return
        if end > BLOCK:
            raise VaultError(f"{self.path} was changed by something else; open it again")

    def add(self, record: Record) -> int:
        """Add one record; many at once are added fifty times as fast."""
        return self.add_many([record])

    def add_many(self, records: Iterable[Record]) -> int:
        """Add those records that are not in it yet, all or none, and say how many they were."""
        contents = [pack_record(record) for record in records]
        with self._turn, lock_file(self.path, writing=True) as handle:
            self._read_on(handle)
            fresh = {_digest(content): content for content in contents}
            for known in self._seen & fresh.keys():
                del fresh[known]
            if fresh:
                self._append(handle, list(fresh.values()))
                self._read_on(handle)
        return len(fresh)

    def reveal(
        self, pseudonym: str, label: str | None = None, document: str | None = None
    ) -> list[Record]:
        """The records of a pseudonym, of one label or document where these are named."""
        places = self._places.get(fold(pseudonym), ())
        with open_file(self.path) as handle, _open_stream(handle) as stream:
            records = [self._record_at(stream, place) for place in places]
        return [record for record in records if record.fits(label, document)]

    def _record_at(self, stream: BinaryIO, place: int) -> Record:
        stream.seek(place)
        frame = self._sealer.next_frame(stream, place)
        if frame is None:
            raise _damage_error(self.path, place)
        return unpack_record(frame.content)

    def _read_on(self, handle: int) -> None:
        """Read what was added since the last time, by whomever."""
        size = os.fstat(handle).st_size
        with _open_stream(handle) as stream:
            if stream.read(BLOCK) != self._block or size < self._end:
                raise VaultError(f"{self.path} was changed by something else; open it again")
            for frame in read_frames(stream, self._sealer, self._end, self._last):
                self._take(frame)
            if has_commit_after(stream, self._sealer, self._end):
                raise _damage_error(self.path, self._end)
        self.unfinished = size - self._end

    def _take(self, frame: Frame) -> None:
        if not frame.is_commit:
            record = unpack_record(frame.content)
            self._places.setdefault(fold(record.pseudonym), array("Q")).append(frame.place)
            self._seen.add(_digest(frame.content))
        self._end, self._last = frame.end, frame.tag

    def _append(self, handle: int, contents: Iterable[bytes]) -> None:
        """Write frames, and when they are safe their commit; or nothing at all."""
        *sealed, commit = self._sealer.sealed(contents, self._last)
        try:
            if self.unfinished:
                os.ftruncate(handle, self._end)
                os.fsync(handle)
            os.lseek(handle, self._end, os.SEEK_SET)
            _write(handle, b"".join(sealed))
            _write(handle, commit)
        except BaseException as exc:
            with suppress(OSError):  # what cannot be cut off will be seen to be unfinished
                os.ftruncate(handle, self._end)
            if isinstance(exc, OSError):
                raise _write_error(self.path, exc) from exc
            raise


def salvage(path: Path, key: bytes) -> Iterator[Record]:
    """What is still whole of a damaged vault."""
    with lock_file(path, writing=False) as handle, _open_stream(handle) as stream:
        head = _read_head(path, stream.read(BLOCK), key, either=True)
        for frame in find_frames(stream, Sealer(head.encryption_key), BLOCK):
            if not frame.is_commit:
                yield unpack_record(frame.content)


def _create_file(path: Path, key: bytes) -> None:
    """Write the head of a new vault, unless there is one."""
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
        raise VaultError(f"{path} holds nothing: no vault was made, or not to its end")
    try:
        return read_head(block, key, either)
    except VaultError as exc:
        raise VaultError(f"{path}: {exc}") from None


def _open_stream(handle: int) -> BinaryIO:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.fdopen(handle, "rb", closefd=False)


def _digest(content: bytes) -> bytes:
    return blake2b(content.rstrip(b"\0"), digest_size=_SEEN).digest()


def _write(handle: int, data: bytes) -> None:
    """Write all of it, to the disk itself."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
    os.fsync(handle)


def _sync_folder(folder: Path) -> None:
    """See to it that a new file's name outlives a power cut, where systems let one do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _damage_error(path: Path, place: int) -> VaultError:
    return VaultError(
        f"{path}: damaged at byte {place}; put a copy of it back, or print what is whole with "
        "`tacknamn reveal VAULT --salvage`"
    )


def _write_error(path: Path, exc: OSError) -> VaultError:
    return VaultError(
        f"{path}: {exc.strerror}; nothing was added, what the vault held it holds: make room "
        "and run it again"
    )
