"""Files that are created whole and only once, or replaced whole."""

import os
import resource
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacknamn.support.new_files import create_file, replace_file


@contextmanager
def short_of_space(size: int) -> Iterator[None]:
    """No file of this process may grow beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_created_once(tmp_path: Path) -> None:
    file = tmp_path / "a"
    create_file(file, b"first", 0o640)
    with pytest.raises(FileExistsError):
        create_file(file, b"second", 0o640)
    assert file.read_bytes() == b"first"
    assert names(tmp_path) == ["a"]


def test_of_many_at_once_one_wins(tmp_path: Path) -> None:
    def create(number: int) -> bool:
        try:
            create_file(tmp_path / "a", b"%d" % number * 10_000, 0o640)
        except FileExistsError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(create, range(40)))
    assert sum(results) == 1
    winner = results.index(True)
    assert (tmp_path / "a").read_bytes() == b"%d" % winner * 10_000
    assert names(tmp_path) == ["a"]


def test_a_file_is_replaced(tmp_path: Path) -> None:
    replace_file(tmp_path / "a", b"first", 0o640)
    replace_file(tmp_path / "a", b"second", 0o640)
    assert (tmp_path / "a").read_bytes() == b"second"
    assert names(tmp_path) == ["a"]


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o640), (0o077, 0o600), (0o002, 0o640)])
def test_the_mode_is_a_limit(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        create_file(tmp_path / "a", b"", 0o640)
        replace_file(tmp_path / "b", b"", 0o640)
    finally:
        os.umask(before)
    for name in "ab":
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == mode


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    replace_file(tmp_path / "a", b"old", 0o640)
    with short_of_space(1_000):
        for write in (create_file, replace_file):
            with pytest.raises(OSError, match="too large"):
                write(tmp_path / ("b" if write is create_file else "a"), b"x" * 2_000, 0o640)
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    left = tmp_path / f".tacknamn-{'0' * 16}.tmp"
    left.write_text("half")
    create_file(tmp_path / "a", b"", 0o640)
    assert names(tmp_path) == ["a"]
