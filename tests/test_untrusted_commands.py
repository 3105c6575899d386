"""Whatever a command is given: an answer, or one line that says what to do."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tacknamn.lexicon.bundle import MANIFEST
from tests import forks
from tests.damaging import change_manifest
from tests.fuzz.bundle_parts import Parts


def run(
    *arguments: str | Path, given: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tacknamn", *map(str, arguments)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "120"}
    return forks.run_text(command, env, given=given, cwd=cwd)


def is_reported(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """One line on stderr, exit code 2, nothing on stdout, no traceback."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    for part in said:
        assert part in done.stderr


COMMANDS = [("lookup", "Hans"), ("match",), ("complete", "G"), ("info",)]


@pytest.mark.parametrize("command", COMMANDS, ids=[row[0] for row in COMMANDS])
def test_no_bundle_says_which_command_makes_one(command: tuple[str, ...], tmp_path: Path) -> None:
    is_reported(run(*command, "--data", tmp_path, given="Hans"), "tacknamn-build compile")


def test_no_bundle_anywhere_says_so_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_BUILD", str(tmp_path))  # this checkout's build/ may have one
    monkeypatch.delenv("TACKNAMN_DATA", raising=False)
    is_reported(run("lookup", "Hans", cwd=tmp_path), "tacknamn-build compile", "TACKNAMN_DATA")


def swap_order(folder: Path) -> None:
    data = bytearray((folder / "forms.bin").read_bytes())
    data[12:16] = data[12:16][::-1]
    (folder / "forms.bin").write_bytes(data)
    parts = Parts.read(folder)
    parts.settle_manifest()
    parts.write(folder)


def truncate(folder: Path) -> None:
    data = (folder / "forms.bin").read_bytes()
    (folder / "forms.bin").write_bytes(data[:-9])


def spoil(folder: Path) -> None:
    data = bytearray((folder / "forms.bin").read_bytes())
    data[-1] ^= 1
    (folder / "forms.bin").write_bytes(data)


DAMAGE: list[tuple[str, Callable[[Path], object], str, str]] = [
    ("version", lambda f: change_manifest(f, lambda m: m.update(version=9)), MANIFEST, "version 9"),
    ("truncated", truncate, "forms.bin", "bytes instead of"),
    ("checksum", spoil, "forms.bin", "its checksum differs"),
    ("byte order", swap_order, "forms.bin", "another byte order"),
]


@pytest.mark.parametrize(("what", "damage", "file", "said"), DAMAGE, ids=[row[0] for row in DAMAGE])
def test_a_damaged_bundle_is_told_with_file_and_remedy(
    what: str, damage: Callable[[Path], object], file: str, said: str, copy: Path
) -> None:
    damage(copy)
    is_reported(run("match", "--data", copy, given="Hans"), file, said, "tacknamn-build compile")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A temporary folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


AS_NOBODY = """
import os, sys
from tacknamn import Error, Lexicon
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    Lexicon.open(sys.argv[1])
except Error as exc:
    print(exc)
"""


@pytest.mark.skipif(os.name == "nt", reason="permissions are others there")
@pytest.mark.parametrize("name", [MANIFEST, "strings.bin", "table.bin", "."])
def test_what_may_not_be_read_is_told(name: str, good: Path, open_folder: Path) -> None:
    folder = shutil.copytree(good, open_folder / "bundle")
    for path in (folder, *folder.iterdir()):
        path.chmod(0o755)
    (folder / name).chmod(0)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(folder)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    (folder / name).chmod(0o755)
    assert done.returncode == 0, done.stderr
    assert "cannot be read" in done.stdout
    assert (name if name != "." else MANIFEST) in done.stdout
    assert "tacknamn-build" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--label", "town"), "there is no label 'town'"),
        (("--min-probability", "0.5"), "give labels"),
        (("--label", "city", "--min-probability", "2"), "--min-probability"),
        (("--engine", "steam"), "choose auto, native or portable"),
        (("no-such-file.txt",), "no-such-file.txt"),
        ((".",), "directory"),
        (("latin.txt",), "latin.txt: not UTF-8 at byte 1"),
    ],
)
def test_bad_input_to_match_is_told(
    arguments: tuple[str, ...], said: str, good: Path, tmp_path: Path
) -> None:
    (tmp_path / "latin.txt").write_bytes(b"G\xf6teborg")
    is_reported(run("match", "--data", good, *arguments, cwd=tmp_path), said)


@pytest.mark.parametrize("form", ["[/]", "[red]", "\\[", "\x1b[31m", "", " ", "\udcff"])
@pytest.mark.parametrize("json_too", [False, True])
def test_any_form_can_be_looked_up_and_printed(form: str, json_too: bool, good: Path) -> None:
    done = run("lookup", form, "--data", good, *(["--json"] if json_too else []))
    assert (done.returncode, done.stderr) == (1, "")
