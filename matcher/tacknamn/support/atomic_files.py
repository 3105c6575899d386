"""Write a file completely or not at all, and never over an input.

::

    with WholeFile(path) as file:
        file.write(text)

The text goes to a hidden file next to the target (:mod:`tacknamn.support.hidden_files`), which is
renamed when all of it is on the disk. So a reader of the target never sees half a file, not even
after a power cut, and the old content stays until then. After an error inside the block, Ctrl-C
included, the target is as it was and the hidden file is gone.
"""

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from tacknamn.errors import InputError
from tacknamn.support.hidden_files import (
    CLOSES_BEFORE_RENAMING,
    create_hidden_file,
    remove_leftovers,
)
from tacknamn.support.printing import make_printable
from tacknamn.support.special_files import is_own_stream

__all__ = [
    "WholeFile",
    "encode_utf8",
    "refuse_link",
    "refuse_output_over_inputs",
    "write_whole",
]

_PRIVATE, _GROUP_READS = 0o600, 0o040
"""Permissions of a file for its owner only, and what the group may get of a file with originals."""
_STANDARD_INPUT = "-"


class WholeFile:
    """A file that is being written."""

    def __init__(
        self,
        path: Path,
        private: bool = False,
        like: Sequence[Path] = (),
        has_originals: bool = False,
    ) -> None:
        """Prepare to write ``path``; links are refused.

        Args:
            private: Whether only its owner may read it.
            like: What it was made from: who may not read one of these files may not read it either.
            has_originals: Whether it has their texts. Then its mode is at most 0640.
        """
        self.path = path
        self._private = private or (has_originals and not like)
        self._like = like
        self._has_originals = has_originals
        self._target = path.parent.resolve() / path.name
        self._hidden: Path | None = None
        self._mode = _PRIVATE
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        try:
            refuse_link(self.path)
            self._hidden, handle, usual = create_hidden_file(self._target.parent)
            self._stream = os.fdopen(handle, "wb")
            self._mode = self._choose_mode(usual)
        except BaseException as exc:
            self._discard(exc)
            raise
        return self

    def _choose_mode(self, usual: int) -> int:
        """Return the permissions of the complete file; ``usual`` are those of new files."""
        if self._private:
            return _PRIVATE
        mode, group = usual, os.fstat(self.stream.fileno()).st_gid
        for path in self._like:
            mode &= _read_mode(path, group, self._has_originals)
        return _PRIVATE | (mode & _GROUP_READS if self._has_originals else mode)

    @property
    def stream(self) -> BinaryIO:
        """The open file, for content that is no text."""
        assert self._stream is not None
        return self._stream

    def write(self, text: str) -> None:
        """Append text; text that UTF-8 cannot hold is refused."""
        try:
            self.stream.write(encode_utf8(text))
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
            self._complete()
        except BaseException as error:
            self._discard(error)
            raise

    def _complete(self) -> None:
        assert self._hidden is not None
        self.stream.flush()
        os.fsync(self.stream.fileno())
        self._hidden.chmod(self._mode)
        if CLOSES_BEFORE_RENAMING:
            self.stream.close()
        self._hidden.replace(self._target)
        self.stream.close()

    def _discard(self, exc: BaseException) -> None:
        """Remove the hidden file, and let an error name the file that the caller asked for."""
        if self._stream is not None:
            with suppress(OSError):  # the rest of its buffer cannot be written either
                self._stream.close()
        if self._hidden is not None:
            with suppress(OSError):
                self._hidden.unlink()
        if isinstance(exc, OSError) and self._is_ours(exc.filename):
            exc.filename = str(self.path)
            exc.filename2 = None

    def _is_ours(self, name: object) -> bool:
        return name is None or Path(str(name)).parent == self._target.parent


def _read_mode(path: Path, group: int, has_originals: bool) -> int:
    """Return what an input permits.

    Args:
        group: The group of the result. If the input has another one, its members are others there.
        has_originals: Whether the result has its text. Then a pipe permits nothing to others.
    """
    try:
        is_piped = str(path) == _STANDARD_INPUT
        facts = os.fstat(sys.stdin.fileno()) if is_piped else path.stat()
    except (OSError, ValueError):  # it is gone, or it is no file of the system
        return _PRIVATE if has_originals else ~0
    if not stat.S_ISREG(facts.st_mode) or (is_piped and has_originals):
        return _PRIVATE if has_originals else ~0
    if facts.st_gid == group:
        return facts.st_mode
    others = 0 if has_originals else facts.st_mode & stat.S_IRWXO
    return facts.st_mode & ~stat.S_IRWXG | others << 3


def write_whole(
    path: Path,
    text: str,
    private: bool = False,
    like: Sequence[Path] = (),
    has_originals: bool = False,
) -> None:
    """Write ``text`` as the whole content of ``path``, and remove what killed runs left next to it.

    The arguments are those of :class:`WholeFile`. A stream or a device (``/dev/stdout``) is written
    to directly."""
    if _is_stream(path):
        path.write_text(text, "utf-8")
        return
    remove_leftovers(path.parent)
    with WholeFile(path, private, like, has_originals) as file:
        file.write(text)


def _is_stream(path: Path) -> bool:
    return is_own_stream(path) or (path.exists() and not path.is_file())


def refuse_link(path: Path) -> None:
    """Refuse to write to a link: it may lead to a file that was not meant."""
    if path.is_symlink():
        raise InputError(
            f"{make_printable(str(path))}: is a symbolic link, which is not written through; name "
            "what it leads to, or remove the link"
        )


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
