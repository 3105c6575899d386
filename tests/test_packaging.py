"""What wheels of the code are made of: the configuration of cibuildwheel, the package, the data."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import hatch_build
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
import hatch_build
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


# ---- the cache of what was compiled -----------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree with the files that decide where the cache is and what it is named by."""
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "checkout"
    (root / hatch_build.PACKAGE / "support").mkdir(parents=True)
    for name in ("hatch_build.py", f"{hatch_build.PACKAGE}/support/folders.py"):
        shutil.copy(ROOT / name, root / name)
    (root / "names.py").write_text("NAMES = 1\n", "utf-8")
    return root


def compile_names(root: Path, builds: list[Path]) -> str:
    """Compile ``names.py``, which takes a copy; return what is there then."""

    def build(root: Path, out: Path) -> None:
        builds.append(root)
        out.mkdir()
        shutil.copy(root / "names.py", out)

    with hatch_build._open_compiled(root, "test", [root / "names.py"], build) as compiled:
        return (compiled / "names.py").read_text("utf-8")


def test_a_second_checkout_compiles_nothing(checkout: Path) -> None:
    builds: list[Path] = []
    other = checkout.with_name("other")
    shutil.copytree(checkout, other)
    assert compile_names(checkout, builds) == compile_names(other, builds) == "NAMES = 1\n"
    assert builds == [checkout]


def test_changed_sources_are_compiled_again(checkout: Path) -> None:
    builds: list[Path] = []
    compile_names(checkout, builds)
    (checkout / "names.py").write_text("NAMES = 2\n", "utf-8")
    assert compile_names(checkout, builds) == "NAMES = 2\n"
    assert len(builds) == 2


@pytest.mark.skipif(os.name == "nt", reason="has other permissions")
def test_what_others_can_write_is_not_run(checkout: Path) -> None:
    builds: list[Path] = []
    compile_names(checkout, builds)
    (kept,) = (checkout.parent / "cache" / "compiled").iterdir()
    kept.chmod(0o777)
    compile_names(checkout, builds)
    assert len(builds) == 2


@pytest.mark.skipif(os.name == "nt", reason="has other permissions")
def test_with_any_umask_a_second_checkout_compiles_nothing(checkout: Path) -> None:
    builds: list[Path] = []
    before = os.umask(0o002)
    try:
        for _ in range(2):
            compile_names(checkout, builds)
        (kept,) = (checkout.parent / "cache" / "compiled").iterdir()
        kept.chmod(0o775)  # as earlier versions kept it
        for _ in range(2):
            compile_names(checkout, builds)
    finally:
        os.umask(before)
    assert len(builds) == 2
    assert [path.stat().st_mode & 0o777 for path in kept.parent.iterdir()] == [0o700]


@pytest.mark.skipif(os.name == "nt", reason="has other permissions")
def test_what_others_can_replace_is_not_run(checkout: Path) -> None:
    builds: list[Path] = []
    compile_names(checkout, builds)
    cache = checkout.parent / "cache" / "compiled"
    cache.chmod(0o777)
    compile_names(checkout, builds)
    assert len(builds) == 2
    (kept,) = cache.iterdir()
    kept.rename(checkout / "elsewhere")
    kept.symlink_to(checkout / "elsewhere")
    compile_names(checkout, builds)
    assert len(builds) == 3 and not kept.is_symlink()


def test_old_versions_leave_the_cache(checkout: Path) -> None:
    for number in range(hatch_build.KEPT + 2):
        (checkout / "names.py").write_text(f"NAMES = {number}\n", "utf-8")
        compile_names(checkout, [])
    kept = list((checkout.parent / "cache" / "compiled").iterdir())
    assert len(kept) == hatch_build.KEPT


def test_without_a_cache_everything_is_compiled(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_CACHE", str(checkout / "names.py" / "no folder"))
    builds: list[Path] = []
    assert compile_names(checkout, builds) == "NAMES = 1\n"
    assert builds
