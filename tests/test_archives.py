"""Members are read without trusting the archive."""

import gzip
import io
import random
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Literal

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.support.archives import (
    check_gzip,
    check_zip,
    member_names,
    open_gzip,
    open_tar_member,
    open_zip_member,
    save_members,
)

LAKES = "namn\nVänern\nVättern\n".encode()
ISLANDS = "namn\nÖland\nGotland\n".encode()


def write_zip(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members:
            archive.writestr(name, body)
    return path


def write_tar(path: Path, kind: Literal["w:gz", "w:xz"], *members: tuple[str, bytes]) -> Path:
    with tarfile.TarFile.open(path, kind) as archive:
        for name, body in members:
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return path


def write_zip_here(folder: Path) -> Path:
    return write_zip(folder / "a.zip", ("se/lakes.csv", LAKES), ("se/islands.csv", ISLANDS))


def write_gz_here(folder: Path) -> Path:
    return write_tar(
        folder / "a.tar.gz", "w:gz", ("se/lakes.csv", LAKES), ("se/islands.csv", ISLANDS)
    )


def write_xz_here(folder: Path) -> Path:
    return write_tar(
        folder / "a.tar.xz", "w:xz", ("se/lakes.csv", LAKES), ("se/islands.csv", ISLANDS)
    )


def saved(archive: Path, *names: str) -> dict[str, bytes]:
    files: dict[str, bytes] = {}

    def save(name: str, member: IO[bytes]) -> None:
        files[name] = member.read()

    save_members(archive, names, save)
    return files


EACH_KIND = pytest.mark.parametrize("write", [write_zip_here, write_gz_here, write_xz_here])


@EACH_KIND
def test_members_are_named_in_their_order(write: Callable[[Path], Path], tmp_path: Path) -> None:
    assert member_names(write(tmp_path)) == ["se/lakes.csv", "se/islands.csv"]


def test_folders_are_no_members(tmp_path: Path) -> None:
    archive = write_zip(tmp_path / "a.zip", ("se/", b""), ("se/lakes.csv", LAKES))
    assert member_names(archive) == ["se/lakes.csv"]


def test_a_file_that_is_no_archive_has_no_names(tmp_path: Path) -> None:
    (tmp_path / "a.tgz").write_bytes(LAKES)
    with pytest.raises(SourceError, match="is damaged"):
        member_names(tmp_path / "a.tgz")


def test_zip_member_is_read(tmp_path: Path) -> None:
    with open_zip_member(write_zip_here(tmp_path), "se/lakes.csv") as member:
        assert member.read() == LAKES


def test_tar_member_is_read(tmp_path: Path) -> None:
    with open_tar_member(write_gz_here(tmp_path), "se/islands.csv") as member:
        assert member.readlines() == ISLANDS.splitlines(keepends=True)


def test_gzip_is_read(tmp_path: Path) -> None:
    path = tmp_path / "lakes.gz"
    path.write_bytes(gzip.compress(LAKES))
    with open_gzip(path) as stream:
        assert stream.read() == LAKES


@EACH_KIND
def test_members_are_saved_in_any_order(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    files = saved(write(tmp_path), "se/islands.csv", "se/lakes.csv")
    assert files == {"se/lakes.csv": LAKES, "se/islands.csv": ISLANDS}


@EACH_KIND
def test_missing_member_is_named(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    with pytest.raises(SourceError, match=r"has no member se/rivers\.csv"):
        saved(write(tmp_path), "se/lakes.csv", "se/rivers.csv")


@EACH_KIND
@pytest.mark.parametrize("name", ["../lakes.csv", "/lakes.csv", r"..\lakes.csv", "C:/lakes.csv"])
def test_path_out_of_the_folder_is_refused(
    tmp_path: Path, write: Callable[[Path], Path], name: str
) -> None:
    with pytest.raises(SourceError, match="refusing the member path"):
        saved(write(tmp_path), name)


@EACH_KIND
def test_truncated_archive_is_damaged(tmp_path: Path, write: Callable[[Path], Path]) -> None:
    archive = write(tmp_path)
    archive.write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])
    with pytest.raises(SourceError, match=f"{archive.name} is damaged"):
        saved(archive, "se/lakes.csv", "se/islands.csv")


def test_link_in_a_tar_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        link = tarfile.TarInfo("lakes.csv")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    with pytest.raises(SourceError, match="not a plain file"):
        saved(path, "lakes.csv")
    with pytest.raises(SourceError, match="not a plain file"), open_tar_member(path, "lakes.csv"):
        pass


@pytest.mark.parametrize("limit", [0, 1, len(LAKES) - 1])
def test_reading_stops_at_the_limit(tmp_path: Path, limit: int) -> None:
    readers = (
        open_zip_member(write_zip_here(tmp_path), "se/lakes.csv", limit),
        open_tar_member(write_gz_here(tmp_path), "se/lakes.csv", limit),
    )
    for reader in readers:
        with pytest.raises(SourceError, match="expands to more than"), reader as member:
            member.read()


def test_limit_itself_is_allowed(tmp_path: Path) -> None:
    with open_zip_member(write_zip_here(tmp_path), "se/lakes.csv", len(LAKES)) as member:
        assert member.read() == LAKES


def test_sound_archives_are_proved(tmp_path: Path) -> None:
    check_zip(write_zip_here(tmp_path))
    path = tmp_path / "lakes.gz"
    path.write_bytes(gzip.compress(LAKES))
    check_gzip(path)


def test_encrypted_zip_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("lakes.csv", LAKES))
    body = bytearray(path.read_bytes())
    for place in (6, body.index(b"PK\x01\x02") + 8):  # flags of the member and of the directory
        body[place] |= 1
    path.write_bytes(body)
    with pytest.raises(SourceError, match="encrypted"):
        check_zip(path)
    with pytest.raises(SourceError, match="encrypted"), open_zip_member(path, "lakes.csv"):
        pass


def test_unknown_compression_is_damage(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("lakes.csv", LAKES))
    body = bytearray(path.read_bytes())
    for place in (8, body.index(b"PK\x01\x02") + 10):  # the compression, in both places
        body[place] = 99
    path.write_bytes(body)
    with pytest.raises(SourceError, match="damaged"):
        check_zip(path)


def test_zip_that_lies_about_its_size_is_damaged(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("lakes.csv", bytes(1 << 20)))
    body = bytearray(path.read_bytes())
    place = body.index(b"PK\x01\x02") + 24  # the size that the directory declares
    body[place : place + 4] = (1000).to_bytes(4, "little")
    path.write_bytes(body)
    with pytest.raises(SourceError, match="damaged"):
        check_zip(path)


def test_error_of_a_reader_does_not_name_the_archive(tmp_path: Path) -> None:
    with (
        pytest.raises(UnicodeDecodeError),
        open_zip_member(write_zip_here(tmp_path), "se/lakes.csv") as member,
    ):
        member.read().decode("ascii")


@EACH_KIND
def test_flipped_bytes_never_end_in_a_traceback(
    tmp_path: Path, write: Callable[[Path], Path]
) -> None:
    archive = write(tmp_path)
    sound = archive.read_bytes()
    chance = random.Random(1887)
    for _ in range(300):
        body = bytearray(sound)
        for _ in range(chance.choice((1, 1, 2, 5))):
            body[chance.randrange(len(body))] = chance.randrange(256)
        archive.write_bytes(body)
        with suppress(SourceError):
            saved(archive, "se/lakes.csv", "se/islands.csv")
        with suppress(SourceError):
            check_zip(archive)
