"""Open members of a received archive without trusting the archive.

A zip or tar may contain paths outside its folder, links, or a few kilobytes that expand to
terabytes. Archives are therefore never extracted: a member is requested by its exact name and read
as a stream that stops at a limit. ``check_zip`` and ``check_gzip`` read an archive completely when
it is received, so that no reader meets a damaged one.
"""

import errno
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO

from tacknamn.errors import SourceError

__all__ = [
    "LIMIT",
    "check_gzip",
    "check_zip",
    "member_names",
    "open_gzip",
    "open_tar_member",
    "open_zip_member",
    "open_zip_members",
    "save_members",
]

LIMIT = 4 << 30
"""Maximum bytes a member may expand to: four times Bolagsverket's file, the largest known one."""

_EXPANSION = 200
"""Maximum expansion of an archive, as a multiple of its size. Among the wheels and zips of the
source table, GeoNames' postal codes expand most, 13 times; a bomb of zeros expands 1,000 times."""

_SMALL = 64 << 20
"""Bytes that any archive may expand to, however small it is: 64 MiB do no harm."""

_CHUNK = 1 << 18
"""Bytes read at a time: large enough that the number of Python calls does not matter."""

_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    gzip.BadGzipFile,
    struct.error,
    NotImplementedError,  # zipfile raises it for a compression it does not know
    OverflowError,
    ValueError,  # names that are not UTF-8, offsets before the beginning of the file
)
"""Exceptions of the standard library for damaged archives; found by flipping bytes."""

_DAMAGE_ERRNOS = {None, errno.EINVAL}
"""bz2 raises an OSError without a number; a seek to before the beginning is EINVAL."""

_ENCRYPTED = 0x1
"""The bit of a zip member's flags that marks it as password-protected."""

_Stream = IO[bytes] | gzip.GzipFile
"""The type of an opened archive."""

Save = Callable[[str, IO[bytes]], None]
"""A function that receives each member: its name and its bytes."""


@contextmanager
def open_zip_member(archive: Path, name: str, limit: int = LIMIT) -> Iterator[IO[bytes]]:
    """Read member ``name`` of a zip or wheel, at most ``limit`` bytes of it."""
    with ExitStack() as stack:
        with _name_damaged_archive(archive):
            opened = stack.enter_context(zipfile.ZipFile(archive))
            member = stack.enter_context(_open_zip(archive, opened, name))
        yield _open_limited(member, archive, limit)


def open_zip_members(
    archive: Path, is_wanted: Callable[[str], object], limit: int = LIMIT
) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the name and the stream of each wanted member of a zip, at most ``limit`` bytes of it.

    The zip is opened once: Läkemedelsverket's has a member for each of 25,000 drugs."""
    with ExitStack() as stack:
        with _name_damaged_archive(archive):
            opened = stack.enter_context(zipfile.ZipFile(archive))
        for name in filter(is_wanted, opened.namelist()):
            with _name_damaged_archive(archive):
                member = _open_zip(archive, opened, name)
            with member:
                yield name, _open_limited(member, archive, limit)


@contextmanager
def open_tar_member(archive: Path, name: str, limit: int = LIMIT) -> Iterator[IO[bytes]]:
    """Read member ``name`` of a tar (compressed or not), at most ``limit`` bytes of it."""
    with ExitStack() as stack:
        with _name_damaged_archive(archive):
            opened = stack.enter_context(tarfile.open(archive))
            member = stack.enter_context(_open_tar(archive, opened, name))
        yield _open_limited(member, archive, limit)


@contextmanager
def open_gzip(path: Path, limit: int = LIMIT) -> Iterator[IO[bytes]]:
    """Read a gzip file, at most ``limit`` bytes of what it expands to."""
    with gzip.open(path) as stream:
        yield _open_limited(stream, path, limit)


def _open_zip(archive: Path, opened: zipfile.ZipFile, name: str) -> IO[bytes]:
    try:
        info = opened.getinfo(_check_member_path(archive, name))
    except KeyError:
        raise _missing_member_error(archive, name) from None
    _refuse_encrypted(archive, info)
    return opened.open(info)


def _open_tar(archive: Path, opened: tarfile.TarFile, name: str) -> IO[bytes]:
    try:
        info = opened.getmember(_check_member_path(archive, name))
    except KeyError:
        raise _missing_member_error(archive, name) from None
    return _open_plain_file(archive, opened, info)


def save_members(archive: Path, names: Sequence[str], save: Save, limit: int = LIMIT) -> None:
    """Pass each named member of a zip or tar to ``save``, in one pass over the archive.

    One pass matters for a compressed tar, which can only be read from its beginning: to read 60
    members of a 98 MB file one by one would expand it 60 times.
    """
    if zipfile.is_zipfile(archive):
        for name in names:
            with open_zip_member(archive, name, limit) as member:
                save(name, member)
    else:
        _save_tar_members(archive, names, save, limit)


def _save_tar_members(archive: Path, names: Sequence[str], save: Save, limit: int) -> None:
    wanted = {_check_member_path(archive, name) for name in names}
    for info, member in _read_tar_members(archive, wanted):
        wanted.remove(info.name)
        save(info.name, _open_limited(member, archive, limit))
    if wanted:
        raise _missing_member_error(archive, min(wanted))


def _read_tar_members(
    archive: Path, wanted: Collection[str]
) -> Iterator[tuple[tarfile.TarInfo, IO[bytes]]]:
    """Yield the wanted members in one pass over a tar; the caller removes from ``wanted`` what it
    has."""
    with ExitStack() as stack:
        with _name_damaged_archive(archive):
            opened = stack.enter_context(tarfile.open(archive))
        while wanted and (info := _read_next_member(archive, opened)) is not None:
            if info.name in wanted:
                with _open_plain_file(archive, opened, info) as member:
                    yield info, member


def _read_next_member(archive: Path, opened: tarfile.TarFile) -> tarfile.TarInfo | None:
    with _name_damaged_archive(archive):
        return opened.next()


def member_names(archive: Path) -> list[str]:
    """The names of the members except folders, unchanged: they may be hostile."""
    with _name_damaged_archive(archive):
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as wheel:
                return [info.filename for info in wheel.infolist() if not info.is_dir()]
        with tarfile.open(archive) as opened:
            return [info.name for info in opened if not info.isdir()]


def check_zip(path: Path) -> None:
    """Read a complete zip: check member names, expansion and every checksum."""
    with _name_damaged_archive(path), zipfile.ZipFile(path) as opened:
        members = opened.infolist()
        for info in members:
            _check_member_path(path, info.filename)
            _refuse_encrypted(path, info)
        allowed = _compute_limit(path)
        if sum(info.file_size for info in members) > allowed:
            raise _expansion_error(path, allowed)
        if (damaged := opened.testzip()) is not None:
            raise zipfile.BadZipFile(f"wrong checksum of {damaged}")


def check_gzip(path: Path) -> None:
    """Read a complete gzip file: check expansion, length and checksum."""
    with open_gzip(path, _compute_limit(path)) as stream:
        while stream.read(_CHUNK):
            pass


def _compute_limit(path: Path) -> int:
    return min(LIMIT, max(_SMALL, _EXPANSION * path.stat().st_size))


class _LimitedStream(io.RawIOBase):
    """A stream that raises an error after ``limit`` bytes."""

    def __init__(self, stream: _Stream, archive: Path, limit: int) -> None:
        self._stream = stream
        self._archive = archive
        self._limit = limit
        self._left = limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:  # type: ignore[no-untyped-def]  # typeshed: WriteableBuffer
        with _name_damaged_archive(self._archive):
            chunk = self._stream.read(min(len(buffer), self._left + 1))
        if len(chunk) > self._left:
            raise _expansion_error(self._archive, self._limit)
        self._left -= len(chunk)
        buffer[: len(chunk)] = chunk
        return len(chunk)


def _open_limited(stream: _Stream, archive: Path, limit: int) -> IO[bytes]:
    return io.BufferedReader(_LimitedStream(stream, archive, limit), _CHUNK)


def _open_plain_file(archive: Path, opened: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    member = opened.extractfile(info) if info.isfile() else None
    if member is None:
        raise SourceError(f"{archive.name}: {info.name} is not a plain file; fetch it again")
    return member


def _check_member_path(archive: Path, name: str) -> str:
    """Refuse a path that leads out of the folder on any operating system."""
    windows = PureWindowsPath(name)
    if PurePosixPath(name).is_absolute() or windows.anchor or ".." in windows.parts:
        raise SourceError(
            f"{archive.name}: refusing the member path {name!r}, which leads out of its "
            "folder; the archive is hostile, report it to its publisher"
        )
    return name


def _refuse_encrypted(archive: Path, info: zipfile.ZipInfo) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise SourceError(
            f"{archive.name}: {info.filename} is encrypted; ask the publisher for a plain file"
        )


def _expansion_error(archive: Path, limit: int) -> SourceError:
    return SourceError(
        f"{archive.name} expands to more than {limit:,} bytes: "
        "it is damaged or hostile; delete it and fetch it again"
    )


def _missing_member_error(archive: Path, name: str) -> SourceError:
    return SourceError(
        f"{archive.name} has no member {name}: the publisher may have changed the archive; "
        "compare it with the source's table in sources.toml"
    )


@contextmanager
def _name_damaged_archive(archive: Path) -> Iterator[None]:
    """Turn damage found while opening and reading into an error that names the archive.

    Errors of the reader's own code pass through."""
    try:
        yield
    except _DAMAGE as exc:
        raise _damage_error(archive, exc) from exc
    except OSError as exc:
        if exc.errno in _DAMAGE_ERRNOS:
            raise _damage_error(archive, exc) from exc
        raise


def _damage_error(archive: Path, exc: Exception) -> SourceError:
    return SourceError(f"{archive.name} is damaged ({exc}); delete it and fetch it again")
