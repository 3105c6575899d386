"""Read the tokens of a file."""

from hashlib import sha256
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error

__all__ = ["hash_token", "read_tokens"]

_SHORTEST = 16
"""Characters of a token. Shorter ones can be tried."""
_LARGEST_FILE = 1 << 20


def hash_token(token: bytes) -> bytes:
    """Return what is stored of a token: a hash cannot be used as one."""
    return sha256(token).digest()


def read_tokens(file: Path) -> tuple[bytes, ...]:
    """Return the hashes of the tokens in a file: one on each line; # begins a comment."""
    try:
        with file.open("rb") as stream:
            lines = stream.read(_LARGEST_FILE).split(b"\n")
    except OSError as exc:
        raise InputError(f"{file}: {describe_os_error(exc)}") from exc
    tokens = []
    for number, line in enumerate(lines, 1):
        token = line.strip()
        if not token or token.startswith(b"#"):
            continue
        if len(token) < _SHORTEST or not token.isascii() or b" " in token:
            raise InputError(
                f"{file}, line {number}: a token has at least {_SHORTEST} letters and digits; make one "
                "with `openssl rand -hex 32`"
            )
        tokens.append(hash_token(token))
    if not tokens:
        raise InputError(
            f"{file}: has no token; write one on each line, e.g. by `openssl rand -hex 32`"
        )
    return tuple(tokens)
