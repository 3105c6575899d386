"""How much memory this process and those that it has started take: what the system counts for them.

Linux tells of each process what it has in memory, and the most that it ever had; the latter can be
set back. Elsewhere, only the most that this process ever had is known.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["has_others", "now", "peak", "start_anew"]

_PROCESSES = Path("/proc")
_PARENT = 1
"""The place of the parent's number behind the name of the program, in ``/proc/N/stat``."""
KILOBYTE = 1024


def peak() -> int | None:
    """Bytes that these processes had at most since the last :func:`start_anew`, together."""
    return _told("VmHWM:") if (_PROCESSES / "self").exists() else _most_ever()


def now() -> int | None:
    """Bytes that they have; None where the system does not tell."""
    return _told("VmRSS:") if (_PROCESSES / "self").exists() else None


def start_anew() -> bool:
    """Forget the most that there was so far; whether the system can do that."""
    try:
        for process in _family():
            (_PROCESSES / str(process) / "clear_refs").write_text("5", "ascii")
    except OSError:
        return False
    return True


def has_others() -> bool:
    """Whether this process has started others that still run."""
    return len(list(_family())) > 1


def _told(what: str) -> int:
    return sum(_of_process(process, what) for process in _family())


def _of_process(process: int, what: str) -> int:
    try:
        lines = (_PROCESSES / str(process) / "status").read_text("utf-8", "replace").splitlines()
    except OSError:  # it has ended
        return 0
    found = [line.split()[1] for line in lines if line.startswith(what)]
    return int(found[0]) * KILOBYTE if found else 0


def _family() -> Iterator[int]:
    """This process, and those below it."""
    below: dict[int, list[int]] = {}
    for process, parent in _parents():
        below.setdefault(parent, []).append(process)
    waiting = [os.getpid()]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += below.get(one, [])


def _parents() -> Iterator[tuple[int, int]]:
    for stat in _PROCESSES.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        yield int(stat.parent.name), int(fields[_PARENT])


def _most_ever() -> int | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * KILOBYTE
