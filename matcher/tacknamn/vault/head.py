"""The head of a vault's file: its first block, with the format, the salt and a proof of the key.

The head consists of two copies of these 64 bytes, so that one damaged copy does not lose the vault:

====  ==  =============================================================================
   0  16  ``tacknamn vault`` and a DOS line end, which conversions of text files destroy
  16   2  version of the format, 1
  18  16  salt, random
  34  16  proof of the key: the first half of HMAC-SHA256 of the 34 bytes before it
  50  10  zeros
  60   4  CRC-32 of the 60 bytes before it
====  ==  =============================================================================

Proof and encryption have separate keys, derived from the user's key and the salt
(:func:`tacknamn.replacement.keys.derive_key` with the uses ``vault proof`` and ``vault encryption``).

Errors contain only the part of a message that follows the name of the file.
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
    """What follows from the head and the right key."""

    encryption_key: bytes
    """Opens the frames."""
    proof: bytes
    """The first frame is bound to it."""


def make_head(key: bytes) -> bytes:
    """Make the head of a new vault."""
    signed = _SIGNED.pack(_MAGIC, _VERSION, urandom(_SALT))
    summed = _SUMMED.pack(signed, _prove_key(key, signed))
    return 2 * (summed + crc32(summed).to_bytes(4, "big"))


def is_incomplete_head(data: bytes) -> bool:
    """Whether these bytes may be the beginning of a head whose writing was interrupted."""
    return len(data) < BLOCK and data[: len(_MAGIC)] == _MAGIC[: len(data)]


def read_head(data: bytes, key: bytes, either: bool = False) -> Head:
    """Read the head in the first block of a file; with ``either``, one bad copy is accepted."""
    copies = data[:_COPY], data[_COPY:]
    intact = [copy for copy in copies if _is_intact(copy)]
    if not any(copy.startswith(_MAGIC) for copy in copies):
        raise VaultError("not a vault of Täcknamn; name another file")
    if not intact or (copies[0] != copies[1] and not either):
        position = _COPY if intact and intact[0] is copies[0] else 0
        raise VaultError(f"damaged at byte {position}")
    signed, proof = _SUMMED.unpack_from(intact[0])
    _, version, salt = _SIGNED.unpack(signed)
    if version != _VERSION:
        raise VaultError(
            f"a vault of format {version}, but this version reads format {_VERSION}; update tacknamn"
        )
    if not hmac.compare_digest(proof, _prove_key(key, signed)):
        raise VaultError("made with another key; name that key")
    return Head(derive_key(key, "vault encryption", salt), proof)


def _is_intact(copy: bytes) -> bool:
    summed = copy[: _SUMMED.size]
    return copy.startswith(_MAGIC) and crc32(summed).to_bytes(4, "big") == copy[_SUMMED.size :]


def _prove_key(key: bytes, signed: bytes) -> bytes:
    salt = signed[-_SALT:]
    return hmac.digest(derive_key(key, "vault proof", salt), signed, "sha256")[:TAG]
