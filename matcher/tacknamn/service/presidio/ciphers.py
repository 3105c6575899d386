"""Encryption of pieces that Presidio can undo, and the way back.

AES in CBC mode with a random first block, PKCS #7 padding, and base64 for addresses: what Presidio's
``AESCipher`` writes. It is not authenticated: who changes the answer changes what is decrypted.
"""

import binascii
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from tacknamn.errors import InputError
from tacknamn.service.problems import Problem

__all__ = ["KEY_SIZES", "decrypt_text", "encrypt_text"]

KEY_SIZES = (16, 24, 32)
"""Bytes of a key."""
_BLOCK = 16


def encrypt_text(key: bytes, text: str) -> str:
    """Encrypt a text."""
    first = os.urandom(_BLOCK)
    encryptor = _make_cipher(key, first).encryptor()
    encrypted = encryptor.update(_pad(text.encode())) + encryptor.finalize()
    return urlsafe_b64encode(first + encrypted).decode("ascii")


def decrypt_text(key: bytes, text: str) -> str:
    """Decrypt what was encrypted with a key."""
    try:
        encrypted = urlsafe_b64decode(text)
        decryptor = _make_cipher(key, encrypted[:_BLOCK]).decryptor()
        padded = decryptor.update(encrypted[_BLOCK:]) + decryptor.finalize()
        return _unpad(padded).decode()
    except (binascii.Error, ValueError):  # of base64, of the cipher, of the padding, of UTF-8
        raise InputError("a piece cannot be decrypted with this key") from None


def _make_cipher(key: bytes, first: bytes) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    except ModuleNotFoundError:
        raise Problem(
            "unavailable", "the service lacks the package cryptography, which encrypt needs"
        ) from None
    return Cipher(algorithms.AES(key), modes.CBC(first))


def _pad(text: bytes) -> bytes:
    missing = _BLOCK - len(text) % _BLOCK
    return text + bytes([missing]) * missing


def _unpad(padded: bytes) -> bytes:
    size = padded[-1] if padded else 0
    if not 1 <= size <= _BLOCK or padded[-size:] != bytes([size]) * size:
        raise ValueError
    return padded[:-size]
