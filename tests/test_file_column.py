"""Rows that are read from the file when they are asked for, in Python and in compiled code."""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.lexicon.file_column import FileColumn

try:
    from tacknamn import _read
except ImportError:  # nothing was compiled at install time
    _read = None  # type: ignore[assignment]

BEFORE = b"what stands before the column"
MOST = {"B": 2**8 - 1, "I": 2**32 - 1, "Q": 2**64 - 1}
READERS = [
    pytest.param(FileColumn, id="python"),
    pytest.param(
        _read and _read.Read,
        id="compiled",
        marks=pytest.mark.skipif(_read is None, reason="nothing was compiled"),
    ),
]

pytestmark = pytest.mark.skipif(not hasattr(os, "pread"), reason="files are mapped here")


class Opened:
    """An open file with its descriptor, as sections have it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self.number = self._file.fileno()

    def close(self) -> None:
        self._file.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "column.bin"


@pytest.fixture
def opened(path: Path) -> Iterator[Opened]:
    path.write_bytes(BEFORE)
    file = Opened(path)
    yield file
    file.close()


def column(reader: Any, opened: Opened, path: Path, code: str, numbers: list[Any]) -> Any:
    """A column of these numbers; the file continues after it."""
    data = struct.pack(f"={len(numbers)}{code}", *numbers)
    path.write_bytes(BEFORE + data + b"more")
    return reader(opened, len(BEFORE), len(data), code)


def numbers_of(code: str) -> st.SearchStrategy[Any]:
    if code in MOST:
        return st.integers(0, MOST[code])
    return st.floats(allow_nan=False, width=32 if code == "f" else 64)


columns = st.sampled_from("BIQfd").flatmap(
    lambda code: st.tuples(st.just(code), st.lists(numbers_of(code), max_size=50))
)


@pytest.mark.parametrize("reader", READERS)
@given(given=columns, begin=st.integers(-60, 60), end=st.integers(-60, 60))
def test_a_column_is_read_as_a_list_of_its_numbers_is(
    reader: Any, given: tuple[str, list[Any]], begin: int, end: int, tmp_path_factory: Any
) -> None:
    path = tmp_path_factory.mktemp("read") / "column.bin"
    path.write_bytes(BEFORE)
    opened = Opened(path)
    code, numbers = given
    read = column(reader, opened, path, code, numbers)
    assert len(read) == len(numbers)
    assert list(read) == numbers
    assert list(read[begin:end]) == numbers[begin:end]
    assert bytes(read) == struct.pack(f"={len(numbers)}{code}", *numbers)
    if -len(numbers) <= begin < len(numbers):
        assert read[begin] == numbers[begin]
    else:
        with pytest.raises(IndexError):
            read[begin]
    opened.close()


@pytest.mark.parametrize("reader", READERS)
def test_a_part_is_a_column_and_says_where_it_lies(reader: Any, opened: Opened, path: Path) -> None:
    whole = column(reader, opened, path, "B", [1, 0, 0, 0, 2, 0, 0, 0, 9])
    part = whole.part(4, 4, "I")
    assert list(part) == [2]
    assert part.place == (opened.number, len(BEFORE) + 4, 4)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("at", [2, slice(0, 3), slice(1500, 3000)])
def test_a_file_that_was_cut_off_meanwhile_points_outside(
    reader: Any, at: int | slice, opened: Opened, path: Path
) -> None:
    read = column(reader, opened, path, "I", list(range(3000)))
    os.truncate(path, len(BEFORE) + 8)
    with pytest.raises(IndexError):
        read[at]


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_gone_is_a_fault_of_the_system(
    reader: Any, opened: Opened, path: Path
) -> None:
    read = column(reader, opened, path, "I", [1, 2])
    opened.close()
    with pytest.raises(OSError):
        read[0]


@pytest.mark.skipif(_read is None, reason="nothing was compiled")
@pytest.mark.parametrize(
    ("start", "size", "code"),
    [(-1, 8, "I"), (0, -8, "I"), (0, 8, "x"), (0, 8, ""), (0, 8, "II"), (0, 2**62, "I"),
     (2**62, 8, "I")],
)  # fmt: skip
def test_what_is_no_column_is_refused(start: int, size: int, code: str, opened: Opened) -> None:
    with pytest.raises(ValueError):
        _read.Read(opened, start, size, code)


@pytest.mark.skipif(_read is None, reason="nothing was compiled")
def test_what_is_no_file_is_refused() -> None:
    with pytest.raises(AttributeError):
        _read.Read(object(), 0, 8, "I")  # type: ignore[arg-type]
