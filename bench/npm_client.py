"""Run ``npm pack`` for one pinned package: its tarball comes as it was published, and nothing runs.

The user's own npm is asked, so that their registry, proxy and certificates hold. It works in an
empty folder, where no project says otherwise; scripts of the package are switched off.
"""

import re
import shutil
import subprocess
from pathlib import Path

from tacknamn.errors import SourceError

__all__ = ["npm_pack"]

_CODE = re.compile(r"\bcode (E\w+)")
_NOT_THERE = {"E404", "ETARGET", "ENOVERSIONS"}
_NO_NETWORK = {"EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT"}


def npm_pack(requirement: str, folder: Path) -> Path:
    """Fetch a package, as ``compromise@14.17.0``, into an empty folder; return its tarball."""
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
        raise SourceError(f"{requirement}: {_told(done.stderr)}")
    return received


def _told(complaint: str) -> str:
    """npm's complaint in a few words; what it says itself has addresses and takes ten lines."""
    found = _CODE.search(complaint)
    code = found[1] if found else "no reason"
    if code in _NOT_THERE:
        return "the registry does not have it"
    if code in _NO_NETWORK:
        return "the registry does not answer"
    return f"npm gives up, and tells {code}"
