"""Install the package as users do, in new environments: `make proof` (minutes, and the network)."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tacknamn.support.folders import find_build_folder
from tacknamn_builders.releasing.write_wheel import write_wheel

pytestmark = pytest.mark.full
ROOT = Path(__file__).resolve().parents[1]
LONGEST = 20
"""Seconds from the downloaded files to the first pseudonymized text."""
RELEASE = find_build_folder() / "release"
ESSAY = "Hej! Jag heter Anna Lindberg och bor i Göteborg. Ring 031-12 34 56!"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    out = tmp_path_factory.mktemp("sdist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out], cwd=ROOT, check=True
    )
    return next(out.glob("*.tar.gz"))


class Environment:
    """A new virtual environment, outside the repository and without its variables."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        self.programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        hidden = ("PYTHON", "TACKNAMN_", "VIRTUAL_ENV")
        kept = {name: text for name, text in os.environ.items() if not name.startswith(hidden)}
        self.variables: Mapping[str, str] = {
            **kept,
            "TACKNAMN_CACHE": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data"),
            **variables,
        }

    def run(self, program: str, *arguments: str | Path) -> str:
        """Run a program of the environment, and return what it prints."""
        command = [str(self.programs / program), *map(str, arguments)]
        done = subprocess.run(
            command, env=self.variables, cwd=self.folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def read_first_line(environment: Environment, program: str, *arguments: str) -> str:
    """Start a program that runs until it is stopped; return its first line."""
    command = [str(environment.programs / program), *arguments]
    with subprocess.Popen(
        command,
        env=environment.variables,
        cwd=environment.folder,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    return line


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory, source: Path) -> Path:
    """The wheel that a new environment makes of the source distribution, and its dependencies."""
    folder = tmp_path_factory.mktemp("wheels")
    Environment(tmp_path_factory.mktemp("maker")).run(
        "pip", "wheel", "--quiet", "--wheel-dir", folder, f"{source}[serve]"
    )
    return folder


def test_the_source_distribution_compiles_in_a_new_environment(
    tmp_path: Path, wheels: Path
) -> None:
    new = Environment(tmp_path)
    new.run("pip", "install", "--quiet", "--no-index", "--find-links", wheels, "tacknamn")
    new.run("python", "-P", ROOT / "tools" / "check_compiled.py")
    assert new.run("tacknamn", "--version").startswith("tacknamn ")


def test_without_a_compiler_the_installation_continues(tmp_path: Path, source: Path) -> None:
    tools = tmp_path / "tools"  # everything but compilers
    tools.mkdir()
    for name in ("sh", "env", "uname"):
        (tools / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    missing = str(tmp_path / "no-compiler")
    new = Environment(tmp_path, PATH=str(tools), CC=missing, CXX=missing)
    new.run("pip", "install", "--quiet", source)
    engine = "from tacknamn.matching.engines import resolve_engine as r; print(r())"
    assert new.run("python", "-P", "-c", engine) == "portable\n"


@pytest.mark.skipif(
    not RELEASE.is_dir(), reason="run tacknamn-build compile --profile release first"
)
def test_two_wheels_are_enough_for_the_first_text(tmp_path: Path, wheels: Path) -> None:
    code = next(wheels.glob("tacknamn-*.whl"))
    data = write_wheel(RELEASE, tmp_path)
    nothing = tmp_path / "empty"
    nothing.mkdir()
    user = Environment(tmp_path / "user", PATH=str(nothing))
    (user.folder / "essay.txt").write_text(ESSAY, "utf-8")
    start = time.monotonic()
    user.run("pip", "install", "--quiet", "--no-index", "--find-links", wheels, code, data)
    text = user.run("tacknamn", "pseudonymize", "essay.txt", "--seed", "7")
    seconds = time.monotonic() - start
    sys.stderr.write(f"installed and pseudonymized in {seconds:.1f} s: {text}\n")
    assert text.startswith("Hej! Jag heter ")
    assert not {"Anna", "Lindberg", "Göteborg", "031-12"} & set(text.split())
    masked = user.run("tacknamn", "mask", "--text", "Kund 4711", "--expr", r"kund \d+=[Kund]")
    assert masked == "[Kund]\n"
    assert "tacknamn-data-sv" in user.run("tacknamn", "info")
    with pytest.raises(AssertionError, match=r"pip install 'tacknamn\[serve\]'"):
        user.run("tacknamn", "review", ".")
    user.run("pip", "install", "--quiet", "--no-index", "--find-links", wheels, "tacknamn[serve]")
    assert read_first_line(user, "tacknamn", "review", ".", "--no-browser", "--json").startswith(
        '{"link": "http://127.0.0.1:'
    )
    with pytest.raises(AssertionError, match=r"pip install 'tacknamn\[builders\]'"):
        user.run("tacknamn-build", "compile")
    assert seconds < LONGEST
