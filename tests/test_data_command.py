"""``tacknamn data``: lists from a package index, from a file, and removed, by real pip in a venv."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacknamn.lexicon.bundle import VERSION
from tests.wheels import make_wheel, rewrite_wheel, serve_index

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
DISTRIBUTION = "tacknamn-data-sv"


class Machine:
    """A virtual environment with Täcknamn and without lists."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        make = [
            sys.executable,
            "-m",
            "venv",
            "--without-pip",
            str(folder / "venv"),
        ]  # pip is shared
        subprocess.run(make, check=True)
        programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.python = programs / Path(sys.executable).name
        (site,) = (folder / "venv").glob("**/site-packages")
        paths = [ROOT / "matcher", ROOT / "builders", sysconfig.get_path("purelib")]
        (site / "shared.pth").write_text("\n".join(map(str, paths)))
        self.site = site

    def run(self, *arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        """Run ``tacknamn`` in an empty folder."""
        return self.call("tacknamn", *arguments, **more)

    def call(
        self, module: str, *arguments: str | Path, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a module."""
        hidden = ("PYTHON", "PIP_", "TACKNAMN_", "VIRTUAL_ENV")
        kept = {name: text for name, text in os.environ.items() if not name.startswith(hidden)}
        variables = {
            "PIP_CONFIG_FILE": os.devnull,
            "TACKNAMN_BUILD": str(self.folder / "build"),
            "TACKNAMN_CACHE": str(self.folder / "cache"),
        }
        return subprocess.run(
            [self.python, "-P", "-m", module, *map(str, arguments)],
            env=kept | variables | more, cwd=self.folder, capture_output=True, text=True,
        )  # fmt: skip


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("machine"))


@pytest.fixture
def empty(machine: Machine) -> Iterator[Machine]:
    """The machine, without lists before and after the test."""
    yield machine
    for path in machine.site.glob("tacknamn_data_*"):
        shutil.rmtree(path)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An index with three versions of lists, the newest of them of another format."""
    folder = tmp_path_factory.mktemp("index")
    shelf = folder / DISTRIBUTION
    shelf.mkdir()
    for town, month in (("Boden", "2026-10"), ("Lund", "2026-11")):
        shutil.move(make_wheel(folder, town, month=month), shelf)
    newest = make_wheel(folder, "Ystad", month="2026-12")
    name = newest.name.replace(f"-{VERSION}.", f"-{VERSION + 1}.")
    shutil.move(newest, shelf / name)
    with serve_index(folder) as address:
        yield address


def test_without_lists_commands_say_how_to_get_them(empty: Machine) -> None:
    listed = empty.run("data", "list")
    assert (listed.returncode, listed.stdout) == (1, "")
    assert listed.stderr == "no lists; run `tacknamn data install sv`\n"
    for command in (["lookup", "Lund"], ["info"], ["complete", "L"], ["sample", "city"]):
        done = empty.run(*command)
        assert done.returncode == 2
        assert done.stderr.startswith("error: no lists found; run `tacknamn data install sv`")
        assert done.stderr.count("\n") == 1


def test_the_newest_lists_that_the_program_can_read_are_installed(
    empty: Machine, index: str
) -> None:
    done = empty.run("data", "install", "--index-url", index)
    assert done.stdout == f"installed {DISTRIBUTION} {VERSION}.202611.0; use it with --data sv\n"
    assert empty.run("complete", "L").stdout == "Lund\n"
    (lists,) = json.loads(empty.run("data", "list", "--json").stdout)
    assert (lists["name"], lists["package"]) == ("sv", f"{DISTRIBUTION} {VERSION}.202611.0")
    assert (lists["is_used"], lists["problem"], lists["newest"]) == (True, "", "2026-11")
    assert lists["terms"] == "may be passed on under CC-BY-SA-4.0"
    removed = empty.run("data", "remove", "sv")
    assert removed.stdout == f"removed {DISTRIBUTION}\n"
    assert empty.run("complete", "L").returncode == 2


def test_the_index_may_be_that_of_pips_configuration(empty: Machine, index: str) -> None:
    done = empty.run("data", "install", "sv", "--json", PIP_INDEX_URL=index)
    facts = {"name": "sv", "package": DISTRIBUTION, "version": f"{VERSION}.202611.0"}
    assert json.loads(done.stdout) == facts


def test_a_file_takes_the_place_of_other_lists(empty: Machine, tmp_path: Path) -> None:
    for town in ("Kiruna", "Arvika"):  # the same version with other content
        done = empty.run("data", "install", make_wheel(tmp_path, town))
        assert done.returncode == 0, done.stderr
        assert empty.run("complete", "", "--data", "sv", "--label", "city").stdout == f"{town}\n"


def test_a_bad_wheel_leaves_the_installed_lists(empty: Machine, tmp_path: Path) -> None:
    assert empty.run("data", "install", make_wheel(tmp_path, "Kiruna")).returncode == 0
    bad = rewrite_wheel(
        make_wheel(tmp_path, "Arvika"),
        lambda name, old: (name, b"x" if name.endswith("strings.bin") else old),
    )
    done = empty.run("data", "install", bad)
    assert done.returncode == 2
    assert "strings.bin is not as its manifest says" in done.stderr
    assert empty.run("complete", "K").stdout == "Kiruna\n"


REFUSED = {
    "an unknown name": (("install", "fi"), "the package index has no lists for this program; try --build"),
    "no name": (("install", "../x"), "neither a wheel file nor the name of lists"),
    "no file": (("install", "x.whl"), "x.whl: cannot be read"),
    "nothing to remove": (("remove", "fi"), "no lists 'fi' are installed; installed: none"),
    "one word": ((), "data needs a second word: `data list`, `data install`, `data remove`"),
    "another word": (("get",), "data needs a second word"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=list(REFUSED))
def test_what_cannot_be_done_is_said_on_one_line(
    empty: Machine, index: str, arguments: tuple[str, ...], message: str
) -> None:
    done = empty.run("data", *arguments, PIP_INDEX_URL=index)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_index_that_does_not_answer(empty: Machine) -> None:
    done = empty.run("data", "install", "--index-url", "http://127.0.0.1:9/", PIP_RETRIES="1")
    assert done.returncode == 2
    assert "the package index does not answer" in done.stderr


ANSWERS = {
    401: "answered 401: it needs a login; see `pip config list`",
    404: "has no lists for this program; try --build",
    410: "answered 410; check its address",
    503: "answered 503; try again later",
}


@pytest.mark.parametrize("status", ANSWERS)
def test_an_index_that_answers_with_an_error(empty: Machine, tmp_path: Path, status: int) -> None:
    with serve_index(tmp_path, status) as address:
        done = empty.run("data", "install", "--index-url", address, PIP_RETRIES="1")
    assert done.returncode == 2
    assert f"the package index {ANSWERS[status]}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_half_a_wheel_from_the_index_is_refused(empty: Machine, tmp_path: Path) -> None:
    shelf = tmp_path / DISTRIBUTION
    shelf.mkdir()
    wheel = shelf / shutil.move(make_wheel(tmp_path), shelf)
    page = f'<a href="{wheel.name}#sha256={hashlib.sha256(wheel.read_bytes()).hexdigest()}">'
    (shelf / "index.html").write_text(f"<!DOCTYPE html><body>{page}{wheel.name}</a></body>")
    wheel.write_bytes(wheel.read_bytes()[:5000])
    with serve_index(tmp_path) as address:
        done = empty.run("data", "install", "--index-url", address, PIP_NO_CACHE_DIR="1")
    assert done.returncode == 2
    assert "is not the one that the package index lists" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(empty.site.glob("tacknamn_data_*"))


def test_without_pip_the_remedy_is_said(empty: Machine, index: str, tmp_path: Path) -> None:
    (tmp_path / "pip.py").write_text("raise ModuleNotFoundError(\"No module named 'pip'\")")
    done = empty.run("data", "install", "--index-url", index, PYTHONPATH=str(tmp_path))
    assert "this Python has no pip; run `python -m ensurepip`" in done.stderr


def test_builders_without_their_extra_say_how_to_get_it(empty: Machine, tmp_path: Path) -> None:
    for name in ("numpy", "requests"):
        (tmp_path / f"{name}.py").write_text(
            f"raise ModuleNotFoundError('No module named {name}', name='{name}')"
        )
    for command in ("compile", "fetch"):
        done = empty.call("tacknamn_builders", command, PYTHONPATH=str(tmp_path))
        assert done.returncode == 2
        assert "is not installed; run pip install 'tacknamn[builders]'\n" in done.stderr
    built = empty.run("data", "install", "--build", PYTHONPATH=str(tmp_path))
    assert "pip install 'tacknamn[builders]'" in built.stderr
    assert built.stderr.splitlines()[-1].startswith("error: the lists were not built: ")
