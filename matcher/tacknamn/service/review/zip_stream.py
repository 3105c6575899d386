"""Write a zip file in parts, so that a large one is never whole in memory."""

import io
import zipfile

__all__ = ["ZipStream"]

_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of all files: the first that the format knows. The same documents give the same bytes."""
_RIGHTS = 0o600 << 16


class _Parts(io.RawIOBase):
    """Keeps what was written until it is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, part: object) -> int:
        content = bytes(part)  # type: ignore[call-overload]
        self._parts.append(content)
        return len(content)

    def take(self) -> bytes:
        content = b"".join(self._parts)
        self._parts.clear()
        return content


class ZipStream:
    """A zip file that is read while it is written."""

    def __init__(self) -> None:
        self._parts = _Parts()
        self._zip = zipfile.ZipFile(self._parts, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, content: bytes) -> None:
        """Add a file."""
        info = zipfile.ZipInfo(name, _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = _RIGHTS
        self._zip.writestr(info, content)

    def take(self) -> bytes:
        """Return what was written since the last time."""
        return self._parts.take()

    def finish(self) -> bytes:
        """Return the rest."""
        self._zip.close()
        return self._parts.take()
