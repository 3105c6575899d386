"""Processes that pseudonymize the texts of a file with one version of Täcknamn."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from bench.versions import make_environment

__all__ = ["Seconds", "Worker", "start_worker", "write_texts"]

SCRIPT = Path(__file__).with_name("worker.py")


class Seconds(NamedTuple):
    """How long something took."""

    processor: float
    """Seconds of the processor: other programs on the machine matter little."""
    wall: float
    """Seconds of the clock."""


class Worker:
    """A process that waits for ranges of texts to process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def run(self, start: int, end: int) -> Seconds:
        """Process a range of texts, and return how long it took."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{start} {end}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit("a worker of the benchmark died; see the error above")
        return Seconds(*map(float, answer.split()))


@contextmanager
def start_worker(tree: Path, way: str, bundle: Path, texts: Path) -> Iterator[Worker]:
    """Start a process with the code of a tree.

    Args:
        way: How it processes texts: a function of :mod:`bench.bulk.worker`.
    """
    command = [sys.executable, "-P", str(SCRIPT), way, str(bundle), str(texts)]
    with subprocess.Popen(
        command, env=make_environment(tree), encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        try:
            yield Worker(process)
        finally:
            if process.stdin is not None:
                process.stdin.close()


def write_texts(texts: Sequence[str], file: Path) -> Path:
    """Write texts to a file that workers read."""
    file.write_text("".join(f"{json.dumps(text)}\n" for text in texts), "utf-8")
    return file
