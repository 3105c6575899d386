"""The head of a vault's file, whose layout :mod:`tacknamn.vault.frames` tells.

A fault is told as what follows the file's name in a message.
"""

import hmac
from binascii import crc32
from dataclasses import dataclass
from os import urandom
from struct import Struct

from tacknamn.errors import VaultError
from tacknamn.replacement.keys import derive_key
from tacknamn.vault.frames import BLOCK, TAG

__all__ = ["Head", "is_incomplete_head", "make_head", "read_head"]

_MAGIC = b"tacknamn vault\r\n"
_VERSION = 1
_SALT = 16
_SIGNED = Struct(f">16sH{_SALT}s")
_SUMMED = Struct(f">{_SIGNED.size}s{TAG}s10x")
_COPY = BLOCK // 2


@dataclass(frozen=True, slots=True)
class Head:
    """What the head and a key that fits it give."""

    encryption_key: bytes
    """Opens the frames."""
    proof: bytes
    """What the first frame follows."""


def make_head(key: bytes) -> bytes:
    """The head of a new vault."""
    signed = _SIGNED.pack(_MAGIC, _VERSION, urandom(_SALT))
    summed = _SUMMED.pack(signed, _prove_key(key, signed))
    return 2 * (summed + crc32(summed).to_bytes(4, "big"))


def is_incomplete_head(data: bytes) -> bool:
    """Whether these bytes, fewer than a head, may be one that was not written to its end."""
    return len(data) < BLOCK and data[: len(_MAGIC)] == _MAGIC[: len(data)]


def read_head(data: bytes, key: bytes, either: bool = False) -> Head:
    """The head in the first block of a file; with ``either``, one copy of it may be bad."""
    copies = data[:_COPY], data[_COPY:]
    whole = [copy for copy in copies if _is_whole(copy)]
    if not any(copy.startswith(_MAGIC) for copy in copies):
        raise VaultError("is no vault of Täcknamn; name another file")
    if not whole or (copies[0] != copies[1] and not either):
        place = _COPY if whole and whole[0] is copies[0] else 0
        raise VaultError(f"damaged at byte {place}")
    signed, proof = _SUMMED.unpack_from(whole[0])
    _, version, salt = _SIGNED.unpack(signed)
    if version != _VERSION:
        raise VaultError(f"a vault of format {version}, this is for {_VERSION}; update tacknamn")
    if not hmac.compare_digest(proof, _prove_key(key, signed)):
        raise VaultError("made with another key; name the one it was made with")
    return Head(derive_key(key, "vault encryption", salt), proof)


def _is_whole(copy: bytes) -> bool:
    summed = copy[: _SUMMED.size]
    return copy.startswith(_MAGIC) and crc32(summed).to_bytes(4, "big") == copy[_SUMMED.size :]


def _prove_key(key: bytes, signed: bytes) -> bytes:
    salt = signed[-_SALT:]
    return hmac.digest(derive_key(key, "vault proof", salt), signed, "sha256")[:TAG]
