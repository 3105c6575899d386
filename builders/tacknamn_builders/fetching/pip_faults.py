"""Say in one sentence what pip says in twenty lines, and what to do about it."""

import re
import sys

from tacknamn.errors import SourceError

__all__ = ["explained", "nothing_found"]

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


def nothing_found(complaint: str) -> bool:
    """Whether the indexes answered and have no such package or version."""
    return _NOTHING in complaint and _case(complaint) is None


def explained(complaint: str, requirement: str) -> SourceError:
    """One clear error for what pip wrote before it gave up."""
    text = _case(complaint) or "pip says: {last}; run pip yourself to see more"
    errors = _ERROR.findall(complaint)
    sums = _SUMS.search(complaint)
    facts = {
        "last": errors[-1] if errors else "nothing",
        "python": sys.executable,
        "sums": f"the SHA-256 {sums[2]}, not {sums[1]}" if sums else "another SHA-256",
    }
    return SourceError(f"{requirement}: {text.format(**facts)}")


def _case(complaint: str) -> str | None:
    return next((text for pattern, text in _CASES if re.search(pattern, complaint)), None)
