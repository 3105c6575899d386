"""What is no text is known by its first bytes, and a file of the portal by its first element."""

import os
from pathlib import Path

import pytest

from tacknamn.formats.text_files import is_portal_file
from tests.timing import quickest, seconds

HEADS = [
    ('<swell source="A">', True),
    ("<swell>", True),
    ('\ufeff<?xml version="1.0"?>\n<swell source="A">', True),
    ("<!-- <documents> -->\r\n<!DOCTYPE swell>\n<!-- a --><swell/>", True),
    ("<!-- <swell> --><documents>", False),
    ("<swellish>", False),
    ("<documents><swell>", False),
    ("", False),
]


@pytest.mark.parametrize(("text", "is_one"), HEADS)
def test_the_first_element_tells_a_file_of_the_portal(
    text: str, is_one: bool, tmp_path: Path
) -> None:
    (tmp_path / "a.xml").write_text(text, "utf-8")
    assert is_portal_file(tmp_path / "a.xml") == is_one


@pytest.mark.parametrize("piece", ["<!---->", "<!-- a --", "<??>", "<?", " ", "<!", "<!a>", "<!-"])
def test_no_head_takes_long(piece: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(piece * 8000, "utf-8")

    def look() -> None:
        assert not is_portal_file(tmp_path / "a.xml")

    assert quickest(lambda: seconds(look), 0.5) < 0.5


def test_what_cannot_be_read_is_none(tmp_path: Path) -> None:
    assert not is_portal_file(tmp_path)
    assert not is_portal_file(tmp_path / "missing.xml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are POSIX")
def test_a_pipe_is_not_emptied(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.xml")
    assert not is_portal_file(tmp_path / "a.xml")
