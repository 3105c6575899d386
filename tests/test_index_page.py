"""A folder of pages has an index."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.running_command import made_bundle, pseudonymize

TEXTS = {"a": "Jag heter Amina.", "b": "Hej.", "sub/<c> & d": "Amina bor i Lund."}


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        file = tmp_path / "essays" / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path / "essays"


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("index"))


def write_pages(lists: Path, essays: Path, out: Path) -> None:
    done = pseudonymize(
        str(essays), "--format", "html", "-o", str(out), "--data", str(lists), "--seed", "7"
    )
    assert done.returncode == 0, done.stderr


def test_the_index_leads_to_every_page(lists: Path, essays: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_pages(lists, essays, out)
    page = (out / "index.html").read_text("utf-8")
    links = [unquote(unescape(link)) for link in re.findall(r'href="([^"#]+)"', page)]
    assert links == [
        "a_pseudonymized.html",
        "b_pseudonymized.html",
        "sub/<c> & d_pseudonymized.html",
    ]
    assert all((out / link).is_file() for link in links)
    assert "3 texts: 3 replaced, 0 only marked." in page
    assert "<c>" not in page
    assert "Amina" not in page


def test_a_file_of_the_user_is_never_replaced(lists: Path, essays: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "index.html").write_text("mine", "utf-8")
    write_pages(lists, essays, out)
    assert (out / "index.html").read_text("utf-8") == "mine"


def test_a_single_page_has_no_index(lists: Path, tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text(TEXTS["a"], "utf-8")
    write_pages(lists, text, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a_pseudonymized.html"]
