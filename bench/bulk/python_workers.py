"""What the Python workers of Spark use while a job runs, read from /proc.

Workers map the same files of the lists and of libraries. So the memory of a worker is counted as the
kernel shares it out (PSS): a page that three processes have counts a third for each.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

__all__ = ["WorkerUse", "watch_workers"]

PAUSE = 0.5
"""Seconds between two looks."""
KILOBYTES_IN_MB = 1024
USER_TIME = 13
"""The field of /proc/PID/stat with the processor time of a process; that of the system follows."""


class WorkerUse:
    """The use by all Python workers of this process's session."""

    def __init__(self) -> None:
        self.megabytes = 0.0
        """The most memory that a worker had."""
        self.seconds = 0.0
        """Seconds of the processor, of all workers together."""
        self._before = _sum_seconds()

    def look(self) -> None:
        """Read what the workers use now."""
        sizes = [_read_number(worker / "smaps_rollup", b"Pss") for worker in _list_workers()]
        self.megabytes = max(self.megabytes, *(size / KILOBYTES_IN_MB for size in sizes), 0.0)
        self.seconds = max(self.seconds, _sum_seconds() - self._before)


@contextmanager
def watch_workers() -> Iterator[WorkerUse]:
    """Look at the workers again and again."""
    use, is_done = WorkerUse(), Event()

    def watch() -> None:
        while not is_done.wait(PAUSE):
            use.look()

    thread = Thread(target=watch)
    thread.start()
    try:
        yield use
    finally:
        is_done.set()
        thread.join()
        use.look()


def _sum_seconds() -> float:
    ticks = 0
    for worker in _list_workers():
        fields = _read(worker / "stat").split()[USER_TIME : USER_TIME + 2]
        ticks += sum(map(int, fields))
    return ticks / os.sysconf("SC_CLK_TCK")


def _list_workers() -> Iterator[Path]:
    """Yield the processes that a daemon of this process's session forked."""
    parents = {
        process: Path("/proc") / str(_read_number(process / "status", b"PPid"))
        for process in Path("/proc").glob("[0-9]*")
    }
    for process, parent in parents.items():
        if _is_python_worker(process) and _is_python_worker(parent) and _is_ours(parent, parents):
            yield process


def _is_python_worker(process: Path) -> bool:
    return b"pyspark.daemon" in _read(process / "cmdline")


def _is_ours(process: Path, parents: Mapping[Path, Path]) -> bool:
    while process in parents and process.name != str(os.getpid()):
        process = parents[process]
    return process in parents


def _read_number(file: Path, name: bytes) -> int:
    for line in _read(file).splitlines():
        if line.startswith(name + b":"):
            return int(line.split()[1])
    return 0


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # the process has ended
        return b""
