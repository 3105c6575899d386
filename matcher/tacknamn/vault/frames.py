"""The frames of a vault's file: sealed records, each bound to the one before it, with commits.

Everything counts in blocks of 128 bytes; numbers are big-endian. The first block is the head
(:mod:`tacknamn.vault.head`); frames of one or more blocks follow:

====  ==  =============================================================================
   0   2  number of blocks; 0 marks a commit, which has one block
   2   2  the same number with all bits inverted
   4  12  nonce, random, because two copies of a vault may both be added to
  16      content, encrypted with AES-256-GCM; the first four bytes are authenticated too
 -16  16  tag of AES-GCM
====  ==  =============================================================================

**The chain.** The content begins with the tag of the previous frame (for the first frame: with the
proof in the head). No frame can therefore be removed, added or moved without detection. The packed
record follows, then zeros up to the end of the block, which hide the length of names.

**A packed record** begins with four lengths, two bytes for the label and four for each other field.
Then come label, original, pseudonym and document in UTF-8.

**Commits.** A commit is a frame whose content is zeros after the tag. It is written after the frames
before it are safely on disk. At the next reading, bytes that are no valid frame can mean two things,
and the commit tells them apart:

* A commit follows somewhere after the bad bytes. They were valid and reported as stored, so the vault
  is damaged.
* No commit follows. The bytes were never finished, and their records were never reported as
  stored. They are skipped, and cut off before the next frame is written.

A vault with one record has three blocks: head, record, commit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from os import urandom
from struct import Struct
from typing import BinaryIO

from tacknamn.errors import InputError, VaultError
from tacknamn.replacement.records import Record

__all__ = [
    "BLOCK",
    "TAG",
    "Frame",
    "Sealer",
    "find_frames",
    "has_commit_after",
    "pack_record",
    "read_frames",
    "unpack_record",
]

BLOCK = 128
TAG = 16
_START = Struct(">HH")
_NONCE = 12
_PLAIN = _START.size + _NONCE
"""Bytes of a frame before its encrypted content."""
_ROOM = BLOCK - _PLAIN - TAG
"""Bytes of content that fit into a single block. Every further block adds ``BLOCK`` bytes."""
_FLIPPED = 0xFFFF
_COMMIT = _START.pack(0, _FLIPPED)
_WINDOW = 1 << 20
"""Bytes that are searched for a commit at a time."""
_LENGTHS = Struct(">HIII")
_LONGEST = 1_000_000
"""Most bytes of a packed record. More would be a document rather than a name."""
_LONGEST_LABEL = 0xFFFF


def pack_record(record: Record) -> bytes:
    """Convert a record to bytes."""
    fields = (record.label, record.original, record.pseudonym, record.document)
    # surrogatepass: texts from JSON may contain half a surrogate pair.
    parts = [field.encode("utf-8", "surrogatepass") for field in fields]
    lengths = [len(part) for part in parts]
    if sum(lengths) > _LONGEST or lengths[0] > _LONGEST_LABEL:
        raise InputError(f"a vault stores names of at most {_LONGEST:,} bytes; this one is longer")
    return _LENGTHS.pack(*lengths) + b"".join(parts)


def unpack_record(content: bytes) -> Record:
    """Convert bytes back to a record."""
    ends = accumulate(_LENGTHS.unpack_from(content), initial=_LENGTHS.size)
    return Record(
        *[content[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(ends)]
    )


@dataclass(frozen=True, slots=True)
class Frame:
    """A valid frame of a file."""

    start: int
    """Its first byte in the file."""
    end: int
    """The byte after its last one."""
    is_commit: bool
    previous: bytes
    """The tag of the frame before it."""
    content: bytes
    """The record and the zeros after it; only zeros in a commit."""
    tag: bytes


class Sealer:
    """Seals and opens frames with the encryption key of a vault."""

    def __init__(self, key: bytes) -> None:
        try:
            from cryptography.exceptions import InvalidTag
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError as exc:
            raise VaultError(
                "vaults need the package cryptography: `pip install 'tacknamn[vault]'`"
            ) from exc
        self._cipher = AESGCM(key)
        self._invalid_tag = InvalidTag

    def seal(self, records: Iterable[bytes], previous: bytes) -> list[bytes]:
        """Seal packed records as frames, followed by their commit.

        ``previous`` is the tag of the last frame in the file."""
        frames = []
        for record in records:
            # Blocks for tag and record: one, and as many as the rest needs, rounded up.
            blocks = 1 + max(0, -(-(TAG + len(record) - _ROOM) // BLOCK))
            start = _START.pack(blocks, blocks ^ _FLIPPED)
            frames.append(self._seal_frame(start, previous + record))
            previous = frames[-1][-TAG:]  # the next frame is bound to this one
        return [*frames, self._seal_frame(_COMMIT, previous)]

    def _seal_frame(self, start: bytes, content: bytes) -> bytes:
        padding = -(len(content) - _ROOM) % BLOCK
        nonce = urandom(_NONCE)
        return start + nonce + self._cipher.encrypt(nonce, content + bytes(padding), start)

    def open(self, data: bytes, start: int) -> Frame | None:
        """Open the frame that consists of these bytes; None if they are no valid frame.

        ``start`` is the position of the bytes in the file."""
        header = data[: _START.size]
        try:
            content = self._cipher.decrypt(data[_START.size : _PLAIN], data[_PLAIN:], header)
        except self._invalid_tag:
            return None
        return Frame(
            start=start,
            end=start + len(data),
            is_commit=header == _COMMIT,
            previous=content[:TAG],
            content=content[TAG:],
            tag=data[-TAG:],
        )

    def read_frame(self, stream: BinaryIO, start: int) -> Frame | None:
        """Read the frame that begins here; None if no complete valid frame does."""
        data = stream.read(BLOCK)
        if len(data) < BLOCK:
            return None
        blocks, flipped = _START.unpack_from(data)
        # Random bytes rarely pass this check, so bad bytes seldom cost a decryption. It also keeps
        # a damaged number from reading up to eight megabytes.
        if blocks ^ flipped != _FLIPPED:
            return None
        if blocks > 1:
            data += stream.read((blocks - 1) * BLOCK)
            if len(data) < blocks * BLOCK:
                return None
        return self.open(data, start)


def read_frames(stream: BinaryIO, sealer: Sealer, start: int, previous: bytes) -> Iterator[Frame]:
    """Read the frames from ``start`` on, as long as each is bound to the one before it."""
    stream.seek(start)
    while (frame := sealer.read_frame(stream, start)) is not None and frame.previous == previous:
        yield frame
        start, previous = frame.end, frame.tag


def has_commit_after(stream: BinaryIO, sealer: Sealer, start: int) -> bool:
    """Whether a valid commit begins anywhere after ``start``, even between two blocks.

    Damage may have removed bytes, so that blocks no longer begin at multiples of their size."""
    stream.seek(start)
    window = stream.read(_WINDOW)
    while len(window) >= BLOCK:
        # The four bytes that begin a commit may occur by chance, so every place is tried.
        # Opening needs no position: only its success counts.
        position = window.find(_COMMIT)
        while 0 <= position <= len(window) - BLOCK:
            if sealer.open(window[position : position + BLOCK], start) is not None:
                return True
            position = window.find(_COMMIT, position + 1)
        # Keep the last bytes: a commit may reach from this window into the next.
        fresh = stream.read(_WINDOW)
        window = window[1 - BLOCK :] + fresh if fresh else b""
    return False


def find_frames(stream: BinaryIO, sealer: Sealer, start: int) -> Iterator[Frame]:
    """Find every valid frame after ``start`` in a damaged vault, whatever lies between them.

    The chain is ignored, because its broken links are what the damage left."""
    size = stream.seek(0, 2)
    while start <= size - BLOCK:
        stream.seek(start)
        frame = sealer.read_frame(stream, start)
        if frame is None:
            start += 1
        else:
            yield frame
            start = frame.end
