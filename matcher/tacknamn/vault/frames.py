"""The vault's file: a head, then sealed frames, each bound to the one before it.

Everything counts in blocks of 128 bytes; numbers are big-endian.

**The head**, one block, is twice these 64 bytes, so that neither copy is the only one:

====  ==  =============================================================================
   0  16  ``tacknamn vault`` and a line's end as in DOS: what converts texts, spoils it
  16   2  version of this format, 1
  18  16  salt, random
  34  16  proof of the key: the first half of HMAC-SHA256 of the 34 bytes before it
  50  10  zeros
  60   4  CRC-32 of the 60 bytes before it
====  ==  =============================================================================

Proof and encryption have keys of their own, derived from user's key and salt
(:func:`tacknamn.replacement.keys.derive_key`, uses ``vault proof`` and ``vault encryption``).

**A frame** is one or more blocks:

====  ==  =============================================================================
   0   2  number of blocks; 0 is a commit, which has one
   2   2  the same, all bits turned
   4  12  nonce, random: two copies of a vault may both be added to
  16      content, encrypted with AES-256-GCM; the first four bytes are authenticated, too
 -16  16  tag of AES-GCM
====  ==  =============================================================================

The content begins with the tag of the frame before it (for the first: with the proof), so
that no frame can go, come, or change its place unseen. Then follows the record
(:mod:`tacknamn.vault.records`) and zeros, so that lengths of names do not show. A commit
has nothing but zeros. It is written when the frames before it are safe on the disk, and so
says whether bad bytes are damage or an interruption:

* bad bytes with a commit somewhere behind them were whole once: the vault is damaged;
* bad bytes without one were never finished, and nobody was told that they were: they are
  passed over, and cut off before the next frame is written.

A vault of one record has three blocks: head, record, commit.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import urandom
from struct import Struct
from typing import BinaryIO

from tacknamn.errors import VaultError

__all__ = ["BLOCK", "TAG", "Frame", "Sealer", "find_frames", "has_commit_after", "read_frames"]

BLOCK = 128
TAG = 16
_START = Struct(">HH")
_NONCE = 12
_PLAIN = _START.size + _NONCE
_ROOM = BLOCK - _PLAIN - TAG
"""Bytes of content in the first block; the next ones are content from end to end."""
_FLIPPED = 0xFFFF
_COMMIT = _START.pack(0, _FLIPPED)
_WINDOW = 1 << 20
"""Bytes of a bad end that are searched at a time."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame that was found whole."""

    place: int
    """Its first byte in the file."""
    end: int
    """The byte behind its last."""
    is_commit: bool
    previous: bytes
    """Tag of the frame that it follows."""
    content: bytes
    """The record, with zeros behind it; zeros of a commit."""
    tag: bytes


class Sealer:
    """Makes frames and opens them, with one vault's key of encryption."""

    def __init__(self, key: bytes) -> None:
        try:
            from cryptography.exceptions import InvalidTag
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError as exc:
            raise VaultError(
                "vaults need the package cryptography: `pip install 'tacknamn[vault]'`"
            ) from exc
        self._cipher = AESGCM(key)
        self._invalid = InvalidTag

    def sealed(self, records: Iterable[bytes], previous: bytes) -> list[bytes]:
        """Frames for packed records, and the commit behind them."""
        made = []
        for record in records:
            blocks = 1 + max(0, -(-(TAG + len(record) - _ROOM) // BLOCK))
            made.append(self._sealed(_START.pack(blocks, blocks ^ _FLIPPED), previous + record))
            previous = made[-1][-TAG:]
        return [*made, self._sealed(_COMMIT, previous)]

    def _sealed(self, start: bytes, content: bytes) -> bytes:
        padding = -(len(content) - _ROOM) % BLOCK
        nonce = urandom(_NONCE)
        return start + nonce + self._cipher.encrypt(nonce, content + bytes(padding), start)

    def opened(self, data: bytes, place: int) -> Frame | None:
        """The frame that these bytes are; None if they are none."""
        start = data[: _START.size]
        try:
            content = self._cipher.decrypt(data[_START.size : _PLAIN], data[_PLAIN:], start)
        except self._invalid:
            return None
        return Frame(
            place=place,
            end=place + len(data),
            is_commit=start == _COMMIT,
            previous=content[:TAG],
            content=content[TAG:],
            tag=data[-TAG:],
        )

    def next_frame(self, stream: BinaryIO, place: int) -> Frame | None:
        """The frame that begins here; None where none does, or not a whole one."""
        data = stream.read(BLOCK)
        if len(data) < BLOCK:
            return None
        blocks, flipped = _START.unpack_from(data)
        if blocks ^ flipped != _FLIPPED:
            return None
        if blocks > 1:
            data += stream.read((blocks - 1) * BLOCK)
            if len(data) < blocks * BLOCK:
                return None
        return self.opened(data, place)


def read_frames(stream: BinaryIO, sealer: Sealer, place: int, previous: bytes) -> Iterator[Frame]:
    """The frames from ``place`` on, as far as each follows the one before it."""
    stream.seek(place)
    while (frame := sealer.next_frame(stream, place)) is not None and frame.previous == previous:
        yield frame
        place, previous = frame.end, frame.tag


def has_commit_after(stream: BinaryIO, sealer: Sealer, place: int) -> bool:
    """Whether a commit begins anywhere behind ``place``, wherever blocks may begin there."""
    stream.seek(place)
    window = stream.read(_WINDOW)
    while len(window) >= BLOCK:
        at = window.find(_COMMIT)
        while 0 <= at <= len(window) - BLOCK:
            if sealer.opened(window[at : at + BLOCK], place) is not None:
                return True
            at = window.find(_COMMIT, at + 1)
        fresh = stream.read(_WINDOW)
        window = window[1 - BLOCK :] + fresh if fresh else b""
    return False


def find_frames(stream: BinaryIO, sealer: Sealer, place: int) -> Iterator[Frame]:
    """Every whole frame behind ``place``, whatever lies between them, for damaged vaults."""
    size = stream.seek(0, 2)
    while place <= size - BLOCK:
        stream.seek(place)
        frame = sealer.next_frame(stream, place)
        if frame is None:
            place += 1
        else:
            yield frame
            place = frame.end
