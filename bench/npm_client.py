"""Run ``npm pack`` for one pinned package: it downloads the tarball as published, and runs nothing.

It uses the user's own npm with its registry, proxy and certificates. It runs in an empty folder, so
that no project changes its settings. Scripts of the package are switched off.
"""

import re
import shutil
import subprocess
from pathlib import Path

from tacknamn.errors import SourceError

__all__ = ["pack_package"]

_CODE = re.compile(r"\bcode (E\w+)")
_NOT_THERE = {"E404", "ETARGET", "ENOVERSIONS"}
_NO_NETWORK = {"EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT"}


def pack_package(requirement: str, folder: Path) -> Path:
    """Download a package such as ``compromise@14.17.0`` to an empty folder; return its tarball."""
    npm = shutil.which("npm")
    if npm is None:
        raise SourceError("npm is not installed")
    done = subprocess.run(
        [npm, "pack", "--ignore-scripts", requirement],
        check=False,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    received = next(folder.glob("*.tgz"), None)
    if done.returncode or received is None:
        raise SourceError(f"{requirement}: {_summarize_error(done.stderr)}")
    return received


def _summarize_error(output: str) -> str:
    """Summarize npm's error output, which takes ten lines and contains addresses."""
    match = _CODE.search(output)
    code = match[1] if match else "no reason"
    if code in _NOT_THERE:
        return "the registry does not have it"
    if code in _NO_NETWORK:
        return "the registry does not answer"
    return f"npm failed and gives {code}"
