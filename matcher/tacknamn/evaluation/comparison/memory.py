"""Measure the memory of this process and its children, as the operating system counts it.

Linux reports for each process its current memory and its peak, and the peak can be reset. Other
systems only report the peak of this process since its start.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["has_children", "measure_current", "measure_peak", "reset_peak"]

_PROCESSES = Path("/proc")
_PARENT = 1
"""The position of the parent's id after the program name in ``/proc/N/stat``."""
KILOBYTE = 1024


def measure_peak() -> int | None:
    """Return the peak since the last :func:`reset_peak`, in bytes, added over the processes."""
    return _sum_status("VmHWM:") if (_PROCESSES / "self").exists() else _peak_since_start()


def measure_current() -> int | None:
    """Return the current memory in bytes; None if the system does not report it."""
    return _sum_status("VmRSS:") if (_PROCESSES / "self").exists() else None


def reset_peak() -> bool:
    """Reset the peak; return whether the system supports that."""
    try:
        for process in _list_family():
            (_PROCESSES / str(process) / "clear_refs").write_text("5", "ascii")
    except OSError:
        return False
    return True


def has_children() -> bool:
    """Whether this process has started others that still run."""
    return len(list(_list_family())) > 1


def _sum_status(field: str) -> int:
    return sum(_read_status(process, field) for process in _list_family())


def _read_status(process: int, field: str) -> int:
    try:
        lines = (_PROCESSES / str(process) / "status").read_text("utf-8", "replace").splitlines()
    except OSError:  # the process has ended
        return 0
    values = [line.split()[1] for line in lines if line.startswith(field)]
    return int(values[0]) * KILOBYTE if values else 0


def _list_family() -> Iterator[int]:
    """The ids of this process and its descendants."""
    children: dict[int, list[int]] = {}
    for process, parent in _list_processes():
        children.setdefault(parent, []).append(process)
    waiting = [os.getpid()]
    while waiting:
        process = waiting.pop()
        yield process
        waiting += children.get(process, [])


def _list_processes() -> Iterator[tuple[int, int]]:
    """The ids of all processes, with those of their parents."""
    for stat in _PROCESSES.glob("[0-9]*/stat"):
        try:
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:  # the process has ended
            continue
        yield int(stat.parent.name), int(fields[_PARENT])


def _peak_since_start() -> int | None:
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * KILOBYTE
