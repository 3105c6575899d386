"""Checksums of files; copies with their checksum."""

import hashlib
from pathlib import Path
from typing import IO

__all__ = ["compute_sha256", "copy_and_hash"]

_CHUNK = 1 << 20
"""Bytes copied at a time: large enough that the loop costs nothing compared with SHA-256."""


def compute_sha256(path: Path) -> str:
    """Compute the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def copy_and_hash(stream: IO[bytes], target: Path) -> tuple[str, int]:
    """Write a stream to a new file; return its checksum and size."""
    total = hashlib.sha256()
    with target.open("xb") as file:
        while chunk := stream.read(_CHUNK):
            total.update(chunk)
            file.write(chunk)
        return total.hexdigest(), file.tell()
