"""Run pip for data wheels, with one progress bar and errors of one line.

pip finds its index as always: by its configuration and its variables. Nothing of a wheel is run;
source distributions, which would run code, are not accepted.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tacknamn.errors import RunError
from tacknamn.support.child_environment import make_child_environment

__all__ = ["Progress", "download_wheel", "install_wheel", "uninstall"]

Progress = Callable[[int, int | None], None]
"""Is called with the bytes received so far, and with the size of the file if pip says it."""

_PIP = (
    sys.executable, "-P",  # not what the current folder calls pip
    "-m", "pip", "--no-input", "--no-color", "--disable-pip-version-check",
)  # fmt: skip
_WITH_RAW_PROGRESS = (24, 1)
"""The first version of pip that prints its progress for programs."""
_PROGRESS = re.compile(r"Progress (\d+) of (\d+)")
_ERROR = re.compile(r"^\s*(?:ERROR|error): (.+)$", re.MULTILINE)
_REFUSED = re.compile(
    r"Could not fetch URL .*(?:: |too many )([45]\d\d) (?:Client Error|Server Error|error)"
    r"|HTTP error ([45]\d\d) while"
)
"""An answer of the index that is an error. pip writes the first one into its log only, and goes on."""
_NOT_FOUND = "404"
"""What an index answers that does not have the package."""
_NEEDS_LOGIN = ("401", "403", "407")
_PASSING = ("429", "500", "502", "503", "504")
_CASES = (
    (r"No module named '?pip\b",
     "this Python has no pip; run `python -m ensurepip`, or install the wheel with your own tool"),
    (r"externally-managed-environment",
     "this Python belongs to the system; make a virtual environment and install tacknamn there"),
    (r"No space left on device|Disk quota exceeded", "the disk is full; free some space"),
    (r"Permission denied|Read-only file system",
     "pip may not write there; use a virtual environment"),
    (r"DO NOT MATCH THE HASHES",
     "the file that was received is not the one that the package index lists; try again later"),
)  # fmt: skip
"""Patterns of pip's messages, each with ours; the first that fits counts."""
_INDEX_CASES = (
    (r"Retrying \(|Could not fetch URL|Connection|Read timed out|resolve|SSLError|HTTP error",
     "the package index does not answer; check the connection and `pip config list`"),
    (r"No matching distribution found",
     "the package index has no lists for this program; try --build, which makes them here"),
)  # fmt: skip
"""The same, if the index did not answer with an error. Without an answer, pip also says that it found
no distribution."""


def download_wheel(
    requirement: str, folder: Path, options: Sequence[str], on_progress: Progress
) -> Path:
    """Download the wheel that fits ``requirement`` best into ``folder``."""
    arguments = ["--no-deps", "--only-binary=:all:", f"--dest={folder}", *options, requirement]
    log = folder / "pip.log"
    _run(
        ["download", *_choose_progress(), f"--log={log}", *arguments], requirement, on_progress, log
    )
    return next(folder.glob("*.whl"))


def install_wheel(path: Path) -> None:
    """Install a wheel in the place of any other version of it."""
    arguments = ["--no-deps", "--no-index", "--force-reinstall", "--progress-bar=off"]
    # An absolute path is neither an option nor a requirement, whatever the file is called.
    _run(["install", *arguments, str(path.absolute())], path.name)


def uninstall(distribution: str) -> None:
    """Remove an installed package."""
    _run(["uninstall", "--yes", distribution], distribution)


def _choose_progress() -> list[str]:
    try:
        numbers = tuple(map(int, re.findall(r"\d+", version("pip"))[:2]))
    except PackageNotFoundError:  # the error comes when it is run
        numbers = (0, 0)
    return [f"--progress-bar={'raw' if numbers >= _WITH_RAW_PROGRESS else 'off'}"]


def _run(
    arguments: Sequence[str],
    what: str,
    on_progress: Progress = lambda done, total: None,
    log: Path | None = None,
) -> None:
    with subprocess.Popen(
        [*_PIP, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # one stream, so that neither fills up while the other is read
        encoding="utf-8",
        errors="replace",
        env=make_child_environment(PYTHONUNBUFFERED="1"),
    ) as process:
        try:
            output = _follow(process, on_progress)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        logged = log.read_text("utf-8", "replace") if log is not None and log.is_file() else ""
        raise RunError(f"{what}: {_explain(output, logged)}")


def _follow(process: "subprocess.Popen[str]", on_progress: Progress) -> str:
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        found = _PROGRESS.match(line)
        if found is None:
            lines.append(line)
        else:
            on_progress(int(found[1]), int(found[2]))
    return "".join(lines)


def _explain(output: str, logged: str) -> str:
    for pattern, text in _CASES:
        if re.search(pattern, output):
            return text
    for pattern, text in _INDEX_CASES:
        if re.search(pattern, output):
            return _explain_status(output + logged) or text
    errors = _ERROR.findall(output)
    return f"pip says: {errors[-1] if errors else 'nothing'}; run pip yourself to see more"


def _explain_status(output: str) -> str:
    """Explain an index that answers with an error; empty if it did not."""
    statuses = [first or second for first, second in _REFUSED.findall(output)]
    status = next((status for status in statuses if status != _NOT_FOUND), "")
    if status in _NEEDS_LOGIN:
        return f"the package index answered {status}: it needs a login; see `pip config list`"
    if status in _PASSING:
        return f"the package index answered {status}; try again later"
    return status and f"the package index answered {status}; check its address"
