"""Write a file whole or not at all, and never over what is read."""

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = [
    "WholeFile",
    "encode_utf8",
    "refuse_output_over_inputs",
    "write_whole",
]

PRIVATE, USUAL = 0o600, 0o666
"""Who may read a new file: its owner alone, or whom the user's umask lets."""


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write ``text`` beside ``path`` and rename it, so that no half of it is ever there.

    ``private`` leaves it readable for its owner alone. What is no file (``/dev/stdout``) is
    written to as it is."""
    if path.exists() and not path.is_file():
        path.write_text(text, "utf-8")
        return
    place = path.resolve()  # of a link, what it points to
    beside = place.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        handle = os.open(
            beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE if private else USUAL
        )
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        beside.replace(place)
    except BaseException as exc:
        with suppress(OSError):
            beside.unlink()
        if isinstance(exc, OSError):  # name the file that was asked for
            exc.filename = str(path)
        raise


def refuse_output_over_inputs(page: Path | None, read: Iterable[str | Path | None]) -> None:
    """Refuse to write the page of ``--html`` over what is read."""
    for file in (Path(one) for one in read if one):
        if page and page.exists() and file.exists() and page.samefile(file):
            raise InputError(f"{make_printable(str(page))}: is read, too; give --html another file")


# Write a file piece by piece, whole or not at all.
#
# ::
#
#     with WholeFile(path) as file:
#         file.write(text)
#
# The pieces go to a hidden file beside it, which is renamed when all are safe on the disk. So
# whoever sees the name sees all of it, also after a power cut, and what was there before stays
# until then. An error within the block, Ctrl-C among them, leaves nothing behind.


_USUAL = 0o666
"""Who may read a new file: whom the user's umask lets."""


class WholeFile:
    """A file that is being written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = path.resolve()  # of a link, what it points to
        self._beside = self._place.with_name(f".{secrets.token_hex(8)}.tmp")
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            self._stream = os.fdopen(os.open(self._beside, flags, _USUAL), "wb")
        except BaseException as exc:
            self._drop(exc)
            raise
        return self

    def write(self, text: str) -> None:
        """Add a piece; what is no text in UTF-8 is refused."""
        try:
            assert self._stream is not None
            self._stream.write(encode_utf8(text))
        except OSError as exc:
            self._drop(exc)
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if exc is not None:
            self._drop(exc)
            return
        try:
            assert self._stream is not None
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._beside.replace(self._place)
        except BaseException as fault:
            self._drop(fault)
            raise

    def _drop(self, exc: BaseException) -> None:
        """Leave nothing behind, and let a fault name the file that was asked for."""
        if self._stream is not None:
            with suppress(OSError):  # what is left in its buffer finds no room either
                self._stream.close()
        with suppress(OSError):
            self._beside.unlink()
        if isinstance(exc, OSError) and exc.filename in (None, str(self._beside)):
            exc.filename = str(self.path)
            exc.filename2 = None


def encode_utf8(text: str) -> bytes:
    """A text in UTF-8, precisely as it is: no line end is changed and no mark added."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            "it holds half a character (a lone surrogate), which no UTF-8 can hold; repair the "
            "program that wrote it, or choose --format jsonl"
        ) from None
