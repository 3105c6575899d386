"""Without the packages of the extras every command works, or ends in one line that says what to install.

``make demo`` installed no packages of the service, and ``tacknamn review`` ended in a traceback.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn.cli.app import COMMANDS
from tests.reports import environment
from tests.running_command import made_bundle

SERVICE = ("fastapi", "httptools", "prometheus_client", "starlette", "uvicorn")
"""Modules of the extra ``serve`` and of its packages, without which no request is answered."""
OPTIONAL = (*SERVICE, "cassis", "cryptography", "numpy", "openpyxl", "pandas", "pyarrow", "requests",
            "uvloop", "zstandard")  # fmt: skip
"""Modules of all extras that the programs use."""
_PROGRAM = """
import sys
sys.modules.update(dict.fromkeys({hidden!r}))
from tacknamn.cli.program import run
run("tacknamn.cli.app", "tacknamn")
"""
CALLS: dict[str, list[str]] = {
    "pseudonymize": ["essay.txt"],
    "detect": ["essay.txt"],
    "mask": ["--text", "Anna bor i Lund."],
    "sample": ["firstname_female", "-n", "2"],
    "key": ["project.key"],
    "reveal": ["essay.vault", "--key-file", "project.key"],
    "risk": ["essay.txt"],
    "evaluate": ["--predicted", "a.jsonl", "--gold", "b.jsonl"],
    "agreement": ["a.jsonl", "b.jsonl"],
    "learn": ["a.jsonl"],
    "validate": ["a.json"],
    "lookup": ["Amina"],
    "match": ["essay.txt"],
    "complete": ["Gö"],
    "info": [],
    "review": ["."],
    "serve": [],
    "data list": [],
    "data install": ["none.whl"],
    "data remove": ["none"],
}
"""A call of each command. Some end in an error, because a file is missing; none in a traceback."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls")
    made_bundle(folder)
    (folder / "essay.txt").write_text("Jag heter Amina.", "utf-8")
    return folder


def call(folder: Path, hidden: tuple[str, ...], name: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in an environment that lacks the modules."""
    program = [sys.executable, "-c", _PROGRAM.format(hidden=hidden), *name.split(), *CALLS[name]]
    variables = environment(
        TACKNAMN_DATA=str(folder / "small"), TACKNAMN_CACHE=str(folder / "cache")
    )
    return subprocess.run(
        program, env=variables, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("name", ["review", "serve"])
@pytest.mark.parametrize("missing", SERVICE)
def test_the_service_says_which_package_is_missing(folder: Path, missing: str, name: str) -> None:
    done = call(folder, (missing,), name)
    assert done.returncode == 2
    assert done.stderr == (
        f"error: the service needs {missing}, which is not installed; "
        "run pip install 'tacknamn[serve]'\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_ends_in_a_traceback(folder: Path, name: str) -> None:
    done = call(folder, OPTIONAL, name)
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr
    assert done.returncode != 2 or done.stderr.splitlines()[-1].startswith("error: ")
