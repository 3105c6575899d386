"""What wheels of the code are made of: the configuration of cibuildwheel, the package, the data."""

import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONFIGURED: dict[str, Any] = PROJECT["tool"]["cibuildwheel"]
SYSTEMS = {"linux", "macos", "windows"}
OPTIONS = {
    "archs", "build", "build-frontend", "build-verbosity", "before-build", "environment",
    "manylinux-aarch64-image", "manylinux-x86_64-image", "repair-wheel-command", "skip",
    "test-command", "test-requires", "test-skip",
}  # fmt: skip
"""Options of cibuildwheel that exist and that we may use."""
SELECTOR = re.compile(r"(\*|cp3\d{1,2})?-?[a-z0-9_*]+")


def test_cibuildwheel_builds_for_the_three_systems() -> None:
    assert set(CONFIGURED) & SYSTEMS == SYSTEMS
    assert all(CONFIGURED[system]["archs"] == ["auto64"] for system in SYSTEMS)
    assert CONFIGURED["linux"]["manylinux-x86_64-image"].startswith("manylinux")


def test_every_option_of_cibuildwheel_exists() -> None:
    tables = [CONFIGURED, *(CONFIGURED[system] for system in SYSTEMS)]
    for table in tables:
        assert set(table) - SYSTEMS <= OPTIONS


@pytest.mark.parametrize("selector", CONFIGURED["build"] + CONFIGURED["skip"])
def test_a_selector_of_cibuildwheel_is_one(selector: str) -> None:
    assert SELECTOR.fullmatch(selector)


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    least = int(PROJECT["project"]["requires-python"].removeprefix(">=3."))
    built = [
        int(selector.removeprefix("cp3").removesuffix("-*")) for selector in CONFIGURED["build"]
    ]
    assert built == list(range(least, least + len(built)))


@pytest.mark.skipif(find_spec("cibuildwheel") is None, reason="cibuildwheel is not installed")
@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_cibuildwheel_accepts_its_configuration(system: str) -> None:
    run = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers", "--platform", system]
    done = subprocess.run([*run, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "cp311-" in done.stdout


def test_pairs_of_masks_need_no_extra() -> None:
    """Without ``regex``, ``--expr`` failed after the two commands of the README."""
    plain = {re.split("[<>=]", package)[0] for package in PROJECT["project"]["dependencies"]}
    assert "regex" in plain
    assert "mask" not in PROJECT["project"]["optional-dependencies"]


def test_the_program_that_tests_a_wheel_exists() -> None:
    command = CONFIGURED["test-command"].split()
    assert command[0] == "python"
    assert (ROOT / command[-1].removeprefix("{project}/")).is_file()


def test_what_is_compiled_is_part_of_the_source_distribution() -> None:
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"matcher", "builders", "hatch_build.py", "LICENSE"} <= set(included)
    assert (ROOT / "matcher" / "native" / "scan.c").is_file()


WITHOUT = """
import sys
import pytest
for name in ("datasets", "duckdb", "polars", "presidio_analyzer", "pyspark", "spacy"):
    sys.modules[name] = None
sys.exit(pytest.main(["-q", "-n", "0", "--collect-only", "-m", "not full", "tests/bulk", *sys.argv[1:]]))
"""


def test_the_everyday_tests_need_no_package_of_the_extra_bulk() -> None:
    """``make test`` installs ``dev`` alone, and ended while it collected the tests of the others."""
    run = [sys.executable, "-c", WITHOUT, "tests/test_docs.py"]
    done = subprocess.run(run, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout
    assert "test_docs.py" in done.stdout and "error" not in done.stdout.lower()
