"""Only what is absent, empty or a bundle is replaced, and what was left is swept with care."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn.errors import Error, InputError
from tacknamn.lexicon.bundle import FORMAT, MANIFEST
from tacknamn.lexicon.writing.replace_folder import check_replaceable, replace_folder
from tests.timing import PATIENCE

OURS = f'{{"format": "{FORMAT}", "version": 1}}'


def write(place: Path) -> None:
    with replace_folder(place) as folder:
        (folder / "words.bin").write_text("new", "utf-8")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {".locks"}


@pytest.mark.parametrize("kind", ["absent", "empty", "bundle"])
def test_what_may_be_replaced_is(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "out"
    if kind != "absent":
        place.mkdir()
    if kind == "bundle":
        (place / MANIFEST).write_text(OURS, "utf-8")
    write(place)
    assert names(tmp_path) == {"out"}
    assert names(place) == {"words.bin"}


FOREIGN = ["", "{", "[]", '{"format": "zip"}', "[" * 50_000, '{"format": {}}']


@pytest.mark.parametrize("manifest", FOREIGN, ids=lambda text: text[:20])
def test_what_is_something_else_is_refused_and_stays(manifest: str, tmp_path: Path) -> None:
    place = tmp_path / "thesis"
    place.mkdir()
    (place / MANIFEST).write_text(manifest, "utf-8")
    with pytest.raises(InputError, match=r"thesis: .*--out"):
        write(place)
    assert (place / MANIFEST).read_text("utf-8") == manifest
    assert names(tmp_path) == {"thesis"}


@pytest.mark.parametrize("other", ["essays.key", ".hidden", "folder"])
def test_other_files_in_a_bundle_are_named_and_stay(other: str, tmp_path: Path) -> None:
    place = tmp_path / "out"
    place.mkdir()
    (place / MANIFEST).write_text(OURS, "utf-8")
    (place / "words.bin").write_bytes(b"")
    if other == "folder":
        (place / other).mkdir()
    else:
        (place / other).write_text("secret", "utf-8")
    with pytest.raises(InputError, match=f"would be lost: {other}; move them away") as caught:
        write(place)
    assert "secret" not in str(caught.value)
    assert names(place) == {MANIFEST, "words.bin", other}


def test_many_other_files_are_named_in_part(tmp_path: Path) -> None:
    place = tmp_path / "out"
    place.mkdir()
    (place / MANIFEST).write_text(OURS, "utf-8")
    for number in range(8):
        (place / f"{number}\x1b").touch()
    with pytest.raises(InputError, match="0\ufffd, 1\ufffd, 2\ufffd, 3\ufffd, 4\ufffd and 3 more;"):
        write(place)


def test_a_file_is_refused_and_stays(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x", "utf-8")
    with pytest.raises(InputError):
        write(tmp_path / "thesis.txt")
    assert (tmp_path / "thesis.txt").read_text("utf-8") == "x"


def test_what_turns_up_meanwhile_is_not_lost(tmp_path: Path) -> None:
    place = tmp_path / "out"
    with pytest.raises(InputError), replace_folder(place):
        place.mkdir()
        (place / "thesis.txt").write_text("x", "utf-8")
    assert names(place) == {"thesis.txt"}
    assert names(tmp_path) == {"out"}


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "large disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "large disk")
    write(tmp_path / "out")
    assert (tmp_path / "out").is_symlink()
    assert names(tmp_path / "large disk") == {"words.bin"}


def test_links_in_a_circle_are_reported(tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to(tmp_path / "out")
    with pytest.raises(Error, match="out"):
        write(tmp_path / "out")


@pytest.mark.parametrize("place", [".", "", "sub/..", "./"])
def test_the_current_folder_may_be_given(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    monkeypatch.chdir(here)
    with pytest.raises(InputError):  # it holds a folder
        write(Path(place))
    (here / "sub").rmdir()
    (here / MANIFEST).write_text(OURS, "utf-8")
    write(Path(place))
    assert names(here) == {"words.bin"}


def test_the_root_is_refused() -> None:
    with pytest.raises(InputError):
        check_replaceable(Path("/"))


LEFT = ".out.0123456789abcdef.partial"
NOT_OURS = [".out.abc.partial", ".out.partial", ".out.x.0123456789abcdef.partial", ".out.1.partial"]


def test_what_a_killed_build_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    for name in (LEFT, *NOT_OURS):
        (tmp_path / name).mkdir()
    write(tmp_path / "out")
    assert names(tmp_path) == {"out", *NOT_OURS}


def test_a_running_build_is_left_alone_by_another(tmp_path: Path) -> None:
    with replace_folder(tmp_path / "out") as slow:
        (slow / "words.bin").write_text("slow", "utf-8")
        code = "import sys; from pathlib import Path; from tests.test_replace import write; "
        command = [sys.executable, "-c", f"{code} write(Path(sys.argv[1]))", str(tmp_path / "out")]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        subprocess.run(command, env=environment, check=True, timeout=PATIENCE)
        assert slow.is_dir()
        (tmp_path / "out" / MANIFEST).write_text(OURS, "utf-8")
    assert (tmp_path / "out" / "words.bin").read_text("utf-8") == "slow"
    assert names(tmp_path) == {"out"}


def test_no_locks_pile_up(tmp_path: Path) -> None:
    for _ in range(2):
        write(tmp_path / "out")
        (tmp_path / "out" / MANIFEST).write_text(OURS, "utf-8")
    assert {path.name for path in (tmp_path / ".locks").iterdir()} == {"out"}
