"""Write a file completely or not at all, and never over an input.

::

    with WholeFile(path) as file:
        file.write(text)

The text goes to a hidden file next to the target, which is renamed when all of it is on the
disk. So a reader of the target never sees half a file, not even after a power cut, and the old
content stays until then. After an error inside the block, Ctrl-C included, the target is as it
was and the hidden file is gone.
"""

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

_PRIVATE, _USUAL = 0o600, 0o666
"""Permissions of a new file: for its owner only, or what the user's umask allows."""


class WholeFile:
    """A file that is being written."""

    def __init__(self, path: Path, private: bool = False) -> None:
        """Prepare to write ``path``; a ``private`` file can be read by its owner only."""
        self.path = path
        self._target = path.resolve()  # of a link, the file that it points to
        self._hidden = self._target.with_name(f".{secrets.token_hex(8)}.tmp")
        self._permissions = _PRIVATE if private else _USUAL
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            self._stream = os.fdopen(os.open(self._hidden, flags, self._permissions), "wb")
        except BaseException as exc:
            self._discard(exc)
            raise
        return self

    @property
    def stream(self) -> BinaryIO:
        """The open file, for content that is no text."""
        assert self._stream is not None
        return self._stream

    def write(self, text: str) -> None:
        """Append text; text that UTF-8 cannot hold is refused."""
        try:
            assert self._stream is not None
            self._stream.write(encode_utf8(text))
        except OSError as exc:
            self._discard(exc)
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if exc is not None:
            self._discard(exc)
            return
        try:
            assert self._stream is not None
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            self._hidden.replace(self._target)
        except BaseException as error:
            self._discard(error)
            raise

    def _discard(self, exc: BaseException) -> None:
        """Remove the hidden file, and let an error name the file that the caller asked for."""
        if self._stream is not None:
            with suppress(OSError):  # the rest of its buffer cannot be written either
                self._stream.close()
        with suppress(OSError):
            self._hidden.unlink()
        if isinstance(exc, OSError) and exc.filename in (None, str(self._hidden)):
            exc.filename = str(self.path)
            exc.filename2 = None


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Write ``text`` as the whole content of ``path``.

    A ``private`` file can be read by its owner only. A device (``/dev/stdout``) is written to
    directly."""
    if path.exists() and not path.is_file():
        path.write_text(text, "utf-8")
        return
    with WholeFile(path, private) as file:
        file.write(text)


def encode_utf8(text: str) -> bytes:
    """Encode a text exactly as it is: line ends do not change, and no byte-order mark is added."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            "the text holds half a character (a lone surrogate), which UTF-8 cannot hold; repair "
            "the program that wrote it, or choose --format jsonl"
        ) from None


def refuse_output_over_inputs(page: Path | None, inputs: Iterable[str | Path | None]) -> None:
    """Refuse to write the page of ``--html`` over one of the input files."""
    for path in (Path(name) for name in inputs if name):
        if page and page.exists() and path.exists() and page.samefile(path):
            raise InputError(
                f"{make_printable(str(page))}: is also an input; give --html another file"
            )
