"""Read and write files that gzip or zstd compressed, as a stream in constant memory.

A file of a few kilobytes may unpack to gigabytes. So at most a few megabytes are unpacked ahead,
whatever the file says. A file that is cut off or damaged is an error, and its rest is not silently
missing.

zstd needs the package ``zstandard`` (``pip install 'tacknamn[zstd]'``).
"""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, cast

from tacknamn.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["COMPRESSIONS", "open_compressor", "open_unpacked", "split_compression"]

COMPRESSIONS = (".gz", ".zst")
"""The endings of compressed files."""
_GZIP_LEVEL, _ZSTD_LEVEL = 6, 3
"""The levels that the programs ``gzip`` and ``zstd`` use by default."""
_PIECE = 1 << 8
"""Compressed bytes that zstd gets at once. Four bytes may stand for 128 KiB, so this piece unpacks
to 8 MiB at most."""


def split_compression(file: str | Path) -> tuple[str, str]:
    """Split the ending of a compressed file from its name; it is empty for other files.

    >>> split_compression("letters.jsonl.gz"), split_compression("letters.jsonl")
    (('letters.jsonl', '.gz'), ('letters.jsonl', ''))
    """
    name = str(file)
    for ending in COMPRESSIONS:
        if name.lower().endswith(ending):
            return name[: -len(ending)], name[-len(ending) :].lower()
    return name, ""


class _Unpacking(Protocol):
    """What unpacks a stream: reads at most ``size`` bytes of content."""

    def read(self, size: int, /) -> bytes:
        """Return bytes of the content; none at its end."""


def open_unpacked(stream: BinaryIO, compression: str, name: str) -> BinaryIO:
    """Return the content of a compressed stream; ``name`` is the file's name for messages."""
    unpacking: _Unpacking = (
        _ZstdContent(stream, name)
        if compression == ".zst"
        else cast("_Unpacking", gzip.GzipFile(fileobj=stream, mode="rb"))
    )
    return cast("BinaryIO", io.BufferedReader(_Content(unpacking, name), 1 << 16))


class _Content(io.RawIOBase):
    """The content of a compressed file, with errors that name it."""

    def __init__(self, unpacking: _Unpacking, name: str) -> None:
        super().__init__()
        self._unpacking = unpacking
        self._name = name

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer).cast("B")
        try:
            content = self._unpacking.read(len(view))
        except (EOFError, gzip.BadGzipFile, zlib.error, _Damaged):
            raise InputError(
                f"{self._name}: is no complete compressed file (cut off, damaged, or another "
                "kind); get it again, or rename it if it is not compressed"
            ) from None
        view[: len(content)] = content
        return len(content)


class _Damaged(Exception):
    """A zstd file is cut off or damaged."""


class _ZstdContent:
    """The content of a file of zstd, which may have several frames.

    The readers of ``zstandard`` take a file that is cut off for a complete one, so the end of each
    frame is checked here."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._package = _import_zstd(name)
        self._stream = stream
        self._frame: Any = None
        """What unpacks the current frame; None between two frames."""
        self._waiting = b""
        """Compressed bytes after the end of a frame."""
        self._ready = io.BytesIO()
        """Content that was unpacked and not yet read."""

    def read(self, size: int, /) -> bytes:
        """Return at most ``size`` bytes of the content; none at its end."""
        while not (content := self._ready.read(size)):
            piece = self._waiting or self._stream.read(_PIECE)
            if not piece:
                if self._frame is not None:
                    raise _Damaged
                return b""
            self._ready = io.BytesIO(self._unpack(piece))
        return content

    def _unpack(self, piece: bytes) -> bytes:
        self._waiting = b""
        if self._frame is None:
            self._frame = self._package.ZstdDecompressor().decompressobj()
        try:
            content: bytes = self._frame.decompress(piece)
        except self._package.ZstdError:
            raise _Damaged from None
        if self._frame.eof:
            self._waiting, self._frame = self._frame.unused_data, None
        return content


@contextmanager
def open_compressor(stream: BinaryIO, compression: str, name: str) -> Iterator[BinaryIO]:
    """Open a stream whose content is compressed into ``stream``: the same bytes each time."""
    if compression == ".zst":
        compressor = _import_zstd(name).ZstdCompressor(level=_ZSTD_LEVEL)
        packing = compressor.stream_writer(stream, closefd=False)
    else:
        packing = gzip.GzipFile("", "wb", _GZIP_LEVEL, stream, mtime=0)
    with packing:
        yield packing


def _import_zstd(name: str) -> Any:
    try:
        import zstandard
    except ImportError as exc:
        raise InputError(
            f"{name}: .zst needs the package zstandard; `pip install 'tacknamn[zstd]'`, or use .gz"
        ) from exc
    return zstandard
