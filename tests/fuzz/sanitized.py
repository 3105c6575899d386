"""Run fuzzers and tests on compiled modules with sanitizers: ``python -m tests.fuzz.sanitized``.

A copy of the package is made in a temporary folder, with its modules compiled so that reads
and writes outside of memory, misaligned ones and undefined arithmetic end the process; the
installed modules are not touched. This is done for blocks of the usual size and for tiny
ones, whose borders a text meets everywhere. Exit code 1 when anything was found.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hatch_build import MODULES, PACKAGE, SOURCE, write_fold_table

from tests.fuzz.using import SMALL_BLOCKS

__all__ = ["COMPILER", "ROOT", "SETUPS", "Setup", "compile_package", "run"]

ROOT = Path(__file__).parent.parent.parent
COMPILER = os.environ.get("CC", "cc")
_MEMORY = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
_TINY = ("-DBLOCK_BYTES=160",)
"""The smallest block that has room for a character and a word besides its padding."""
_FOUND = 99
"""Exit code of a process in which a sanitizer found something."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One way to compile the modules, and what runs on them."""

    name: str
    flags: tuple[str, ...]
    libraries: tuple[str, ...]
    """What must be loaded before the interpreter."""
    programs: tuple[str, ...]
    environment: Mapping[str, str]


_ADDRESSES = {
    "ASAN_OPTIONS": f"detect_leaks=0:exitcode={_FOUND}:allocator_may_return_null=1",
    "UBSAN_OPTIONS": f"print_stacktrace=1:halt_on_error=1:exitcode={_FOUND}",
    "PYTHONMALLOC": "malloc",  # Python's own pools would hide reads past the end of an object
}
SETUPS = (
    Setup(
        "memory",
        _MEMORY,
        ("asan", "ubsan"),
        ("calls", "forged", "threads", "tests", "borders"),
        _ADDRESSES,
    ),
    Setup(
        "memory, tiny blocks",
        (*_MEMORY, *_TINY),
        ("asan", "ubsan"),
        ("calls", "forged", "tests", "borders"),
        {**_ADDRESSES, SMALL_BLOCKS: "1"},
    ),
    Setup(
        "memory, tiny blocks, no vectors",
        (*_MEMORY, *_TINY, "-DNO_VECTORS"),
        ("asan", "ubsan"),
        ("tests",),
        {**_ADDRESSES, SMALL_BLOCKS: "1"},
    ),
    Setup(
        "threads",
        ("-fsanitize=thread",),
        ("tsan",),
        ("threads",),
        {"TSAN_OPTIONS": f"exitcode={_FOUND}:halt_on_error=1", "PYTHONMALLOC": "malloc"},
    ),
)
_TESTS = (
    "test_capitalized_words.py",
    "test_disguises_survey.py",
    "test_engines.py",
    "test_hash_table.py",
    "test_literals.py",
    "test_near.py",
    "test_near_matching.py",
    "test_near_words.py",
)


def compile_package(
    folder: Path, flags: Sequence[str], modules: Collection[str] = tuple(MODULES)
) -> None:
    """Put a copy of the package into ``folder``, these modules compiled with ``flags`` and the others
    left out."""
    package = folder / PACKAGE.name
    unwanted = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / PACKAGE, package, ignore=unwanted)
    write_fold_table(ROOT, folder / "fold_table.h")
    includes = [f"-I{place}" for place in (folder, ROOT / SOURCE, sysconfig.get_path("include"))]
    usual = ["-std=c11", "-g", "-O1", "-fno-omit-frame-pointer", "-shared", "-fPIC"]
    for module in modules:
        target = package / f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}"
        subprocess.run(
            [
                COMPILER,
                *usual,
                *flags,
                *includes,
                str(ROOT / SOURCE / MODULES[module]),
                "-o",
                str(target),
            ],
            check=True,
        )


def run(setup: Setup, seconds: float, seed: int) -> bool:
    """Compile and run one setup; whether all went well."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            compile_package(Path(folder), setup.flags)
        except (OSError, subprocess.CalledProcessError) as exc:
            _say(f"{setup.name}: skipped, {COMPILER} cannot compile it ({type(exc).__name__})")
            return True
        environment = {**os.environ, **setup.environment, "LD_PRELOAD": _preloaded(setup)}
        environment["PYTHONPATH"] = os.pathsep.join([folder, str(ROOT / "builders"), str(ROOT)])
        environment["TACKNAMN_CACHE"] = str(Path(folder) / "cache")
        good = True
        for program in setup.programs:
            _say(f"{setup.name}: {program}")
            command = [sys.executable, *_command(program, seconds, seed)]
            code = subprocess.run(command, env=environment, cwd=ROOT).returncode
            if code:
                _say(f"{setup.name}: {program} ended with exit code {code}")
            good = good and code == 0
        return good


def _preloaded(setup: Setup) -> str:
    """The sanitizers' libraries, which the interpreter is not linked with."""
    found = [
        subprocess.run(
            [COMPILER, f"-print-file-name=lib{name}.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in setup.libraries
    ]
    return " ".join(found)


def _command(program: str, seconds: float, seed: int) -> list[str]:
    pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider"]
    if program == "tests":
        return [*pytest, "-m", "not full", *(str(ROOT / "tests" / name) for name in _TESTS)]
    if program == "borders":
        untrusted = (ROOT / "tests").glob("test_untrusted_*.py")
        return [*pytest, "-k", "block or lies", *map(str, sorted(untrusted))]
    command = ["-m", f"tests.fuzz.{program}", f"--seconds={seconds}", f"--seed={seed}"]
    return [*command, "--isolated", "--patience=300"] if program == "forged" else command


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run with the options of the command line."""
    parser = argparse.ArgumentParser(description="Run fuzzers and tests under sanitizers.")
    parser.add_argument("--seconds", type=float, default=30, help="for each fuzzer")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=[setup.name for setup in SETUPS])
    asked = parser.parse_args()
    chosen = [setup for setup in SETUPS if asked.only in (None, setup.name)]
    good = [run(setup, asked.seconds, asked.seed) for setup in chosen]
    _say("nothing was found" if all(good) else "something was found: see above")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
