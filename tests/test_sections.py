"""The runtime reads what the builders write into a section; errors name the damaged file."""

import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import BundleError
from tacknamn.lexicon.sections import HEADER, LAYOUTS, ORDER, VERSION, Section, locate_columns
from tacknamn.lexicon.writing.section_data import pack_texts
from tacknamn_builders.bundle.section_files import write_section

MOST = {"B": 255, "I": 2**32 - 1, "Q": 2**64 - 1}
FLOATS = ("f", "d")


def letter_of(code: str) -> str:
    return code.strip("0123456789+")


def invented(name: str, rows: int) -> dict[str, Any]:
    """Columns of every type of a layout, filled with numbers up to the largest there is."""
    columns: dict[str, Any] = {}
    texts = ["å" * row for row in range(rows)]
    for column, code in LAYOUTS[name].items():
        letter = letter_of(code)
        length = rows * int(code.partition(letter)[0] or 1) + code.endswith("+")
        if code == "text":
            columns[column] = pack_texts(texts)[1]
        elif column == "offset":
            columns[column] = np.array(pack_texts(texts)[0])
        elif letter in FLOATS:
            columns[column] = np.arange(length) / 4
        else:
            steps = [MOST[letter] - MOST[letter] // (place + 1) for place in range(length)]
            columns[column] = np.array(steps, dtype=np.uint64)
    return columns


@pytest.mark.parametrize("rows", [0, 1, 3, 9])
@pytest.mark.parametrize("name", LAYOUTS)
def test_what_is_written_is_read(name: str, rows: int, tmp_path: Path) -> None:
    columns = invented(name, rows)
    write_section(tmp_path / "x.bin", name, rows, columns)
    section = Section(tmp_path / "x.bin", name)
    assert section.rows == rows
    for column, code in LAYOUTS[name].items():
        if code != "text":
            assert list(section.column(column)) == columns[column].tolist()
    if "text" in columns:
        assert [section.text(row) for row in range(rows)] == ["å" * row for row in range(rows)]


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_same_columns_are_the_same_bytes(name: str, tmp_path: Path) -> None:
    for number in (1, 2):
        write_section(tmp_path / f"{number}.bin", name, 5, invented(name, 5))
    assert (tmp_path / "1.bin").read_bytes() == (tmp_path / "2.bin").read_bytes()


@pytest.mark.parametrize("name", LAYOUTS)
def test_columns_begin_at_multiples_of_eight(name: str) -> None:
    places = locate_columns(name, 7, 13)
    assert all(start % 8 == 0 for start, _ in places.values())
    assert all(start + size <= after for (start, size), (after, _) in pairwise(places.values()))


@given(st.lists(st.text(max_size=8), max_size=8))
def test_any_texts_come_back(texts: list[str]) -> None:
    texts = [text.encode("utf-8", "ignore").decode() for text in texts]
    offset, text = pack_texts(texts)
    found = [text[a:b].decode() for a, b in pairwise(offset.tolist())]
    assert found == texts


def test_a_column_of_another_length_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pairs\.bits"):
        write_section(
            tmp_path / "x.bin",
            "pairs",
            2,
            {"bits": np.zeros(1)},
        )


def strings(folder: Path) -> Path:
    """A section of three strings."""
    path = folder / "strings.bin"
    offset, text = pack_texts(["", "Göteborg", "Lund"])
    write_section(path, "strings", 3, {"offset": offset, "text": text})
    return path


def header(magic: bytes = b"strings", version: int = VERSION, order: int = ORDER,
           rows: int = 3, size: int = 64) -> bytes:  # fmt: skip
    return HEADER.pack(magic, version, order, rows, size)


OTHER_ORDER = struct.unpack("<I", struct.pack(">I", ORDER))[0]

DAMAGE = [
    ("nothing", lambda good: b"", "truncated"),
    ("half a header", lambda good: good[:20], "truncated"),
    ("half a file", lambda good: good[:-1], "bytes and should have"),
    ("more than the file", lambda good: good + b"\0", "bytes and should have"),
    ("another section", lambda good: header(b"words", size=len(good)) + good[32:], "another section"),
    ("no section", lambda good: b"PK\x03\x04" + good[4:], "another section"),
    ("other version", lambda good: header(version=2, size=len(good)) + good[32:], "version 2"),
    ("other machine", lambda good: header(order=OTHER_ORDER, size=len(good)) + good[32:], "order"),
    ("huge rows", lambda good: header(rows=2**64 - 1, size=len(good)) + good[32:], "bytes"),
    ("one row less", lambda good: header(rows=2, size=len(good)) + good[32:], "do not fill it"),
    ("some more rows", lambda good: header(rows=20, size=len(good)) + good[32:], "too short"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "damage", "said"), DAMAGE, ids=[row[0] for row in DAMAGE])
def test_damage_is_refused_with_file_and_remedy(
    what: str, damage: Any, said: str, tmp_path: Path
) -> None:
    path = strings(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BundleError, match=said) as raised:
        Section(path, "strings")
    assert str(path) in str(raised.value)
    assert "tacknamn-build compile" in str(raised.value)


@pytest.mark.parametrize(
    "offsets",
    [[0, 9, 0, 13], [0, 5, 4, 13], [0, 2, 9, 13], [2**31, 0, 0, 13], [0, 2**32 - 1, 9, 13]],
)
def test_texts_that_point_outside_or_into_letters_are_refused(
    offsets: list[int], tmp_path: Path
) -> None:
    path = strings(tmp_path)
    good = path.read_bytes()
    path.write_bytes(good[:32] + np.array(offsets, dtype="<u4").tobytes() + good[48:])
    section = Section(path, "strings")
    with pytest.raises(BundleError, match=r"strings\.bin: row"):
        [section.text(row) for row in range(3)]


@pytest.mark.parametrize("row", [3, 4, 2**32 - 1])
def test_a_row_beyond_the_last_is_refused(row: int, tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="outside"):
        Section(strings(tmp_path), "strings").text(row)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 255))
def test_a_flipped_byte_is_refused_or_gives_another_text(
    tmp_path_factory: pytest.TempPathFactory, place: int, flip: int
) -> None:
    path = strings(tmp_path_factory.mktemp("flip"))
    data = bytearray(path.read_bytes())
    data[place % len(data)] ^= flip
    path.write_bytes(data)
    try:
        section = Section(path, "strings")
        assert all(isinstance(section.text(row), str) for row in range(section.rows))
    except BundleError as exc:
        assert "strings.bin" in str(exc)
