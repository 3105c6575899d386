"""Read and make keys, and derive a separate key for each use.

A key is 32 random bytes, written as 64 hexadecimal digits: in a file, or in the variable
TACKNAMN_KEY. It is never given on the command line, where every user of the machine can read it. A
password is not a key: names are few, so an attacker who guesses passwords can test each guess on a
text. Messages about a wrong key never quote it.

Keys for drawing names, for encrypting a vault and so on are derived by HKDF (RFC 5869) with
SHA-256, so that none of them reveals another one or the key itself.
"""

import hmac
import os
import stat
from contextlib import suppress
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error
from tacknamn.support.printing import make_printable
from tacknamn.support.special_files import open_stream

__all__ = [
    "KEY_BYTES",
    "check_key",
    "derive_key",
    "describe_open_key",
    "read_key",
    "read_key_variable",
    "write_key",
]

KEY_BYTES = 32
"""The key size of SHA-256 and AES-256."""
_LONGEST = 4096
"""Bytes read from a key file: enough for blank lines, and not too many if it is another file."""
_DISTINCT = 8
"""Fewest different bytes in a key. A random key has fewer in one of 10^36; zeros are a placeholder."""
_REMEDY = "make a key with `tacknamn key FILE`"


def read_key(file: Path | None = None) -> bytes:
    """Return the key in a file, or the one that the environment contains or names.

    TACKNAMN_KEY contains a key; TACKNAMN_KEY_FILE names a file."""
    if file is not None:
        return _read_key_file(file)
    written, named = os.environ.get("TACKNAMN_KEY"), os.environ.get("TACKNAMN_KEY_FILE")
    if written is not None and named is not None:
        raise InputError(
            "TACKNAMN_KEY and TACKNAMN_KEY_FILE are both set, and may be two keys; unset one"
        )
    if written is not None:
        return _parse_key(written, "TACKNAMN_KEY")
    if named:
        return _read_key_file(Path(named))
    raise InputError(
        f"no key: {_REMEDY}, then name that file with --key-file or in TACKNAMN_KEY_FILE"
    )


def describe_open_key(file: Path | None = None) -> str:
    """Return a warning if others may read the key file that :func:`read_key` reads; else nothing."""
    named = os.environ.get("TACKNAMN_KEY_FILE")
    path = file or (Path(named) if named else None)
    if path is None or os.name == "nt":
        return ""
    with suppress(OSError):
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
            shown = make_printable(str(path))
            return (
                f"{shown}: other users of this machine may read the key, and with it undo what it "
                f"protects; `chmod 600 {shown}`"
            )
    return ""


def read_key_variable(variable: str) -> bytes:
    """Return the key that an environment variable contains."""
    if _looks_like_key(variable):
        raise InputError(
            "a key was given where the name of its variable belongs; others may have seen it, so "
            f"{_REMEDY} and set the variable to its content"
        )
    written = os.environ.get(variable)
    if written is None:
        raise InputError(f"{variable} is not set and contains no key; {_REMEDY}")
    return _parse_key(written, variable)


def check_key(key: bytes) -> bytes:
    """Return the key; raise :class:`InputError` if it is too short."""
    if len(key) < KEY_BYTES:
        raise InputError(f"a key has {KEY_BYTES} bytes, this one {len(key)}; {_REMEDY}")
    return key


def derive_key(key: bytes, use: str, salt: bytes = b"") -> bytes:
    """Derive the key for one use: 32 bytes by HKDF with SHA-256."""
    extracted = hmac.digest(salt, check_key(key), "sha256")
    return hmac.digest(extracted, b"tacknamn 1 " + use.encode() + b"\x01", "sha256")


def write_key(file: Path) -> None:
    """Write a new key to a new file that only its owner may read (on Windows: as the folder says)."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise InputError(
            f"{file} exists and was not changed, because nothing restores a lost key; name another "
            "file"
        ) from None
    except OSError as exc:
        raise InputError(f"{file}: no key was made: {describe_os_error(exc)}") from exc
    try:
        with os.fdopen(handle, "wb", buffering=0) as stream:
            text = f"{os.urandom(KEY_BYTES).hex()}\n".encode()
            if stream.write(text) < len(text):  # the disk is full
                raise OSError(0, "could not be written")
            os.fsync(stream)
    except BaseException as exc:
        with suppress(OSError):
            file.unlink()
        if isinstance(exc, OSError):
            raise InputError(f"{file}: no key was made: {describe_os_error(exc)}") from exc
        raise


def _read_key_file(file: Path) -> bytes:
    if _looks_like_key(file.name):
        raise InputError(
            "a key was given where the name of its file belongs; others may have seen it, so "
            f"{_REMEDY} and name that file"
        )
    try:
        with open_stream(file, devices=True) as stream:
            content = stream.read(_LONGEST)
    except (OSError, ValueError) as exc:  # ValueError: a name with a zero byte
        problem = describe_os_error(exc) if isinstance(exc, OSError) else "not a file name"
        remedy = f", or {_REMEDY}" if isinstance(exc, FileNotFoundError) else ""
        raise InputError(f"{file}: no key could be read: {problem}{remedy}") from exc
    return _parse_key(content.decode("ascii", "replace"), str(file))


def _looks_like_key(name: str) -> bool:
    return len(name) >= KEY_BYTES and set(name) <= set("0123456789abcdefABCDEF")


def _parse_key(text: str, origin: str) -> bytes:
    """Parse 64 hexadecimal digits; ``origin`` names the file or variable in messages."""
    digits = text.strip()
    if not digits:
        raise InputError(f"{origin} is empty and contains no key; {_REMEDY}")
    if len(digits) != 2 * KEY_BYTES or not _looks_like_key(digits):
        raise InputError(
            f"{origin} contains no key: a key is {2 * KEY_BYTES} hexadecimal digits and nothing "
            f"else; {_REMEDY}"
        )
    key = bytes.fromhex(digits)
    if len(set(key)) < _DISTINCT:
        raise InputError(f"{origin} contains a placeholder, not a random key; {_REMEDY}")
    return key
