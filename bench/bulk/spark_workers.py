"""Processes with a Spark session, each for one way to process tables."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.versions import ROOT, make_environment

__all__ = ["SparkFigures", "SparkWorker", "start_spark_worker"]

KEY = bytes(range(32)).hex()


@dataclass(frozen=True, slots=True)
class SparkFigures:
    """What a job took."""

    seconds: float
    processor: float
    """Seconds of the processor in the Python workers."""
    megabytes: float
    """The most memory that a Python worker had (:mod:`bench.bulk.python_workers`)."""


class SparkWorker:
    """A process that waits for tables to process."""

    def __init__(self, process: "subprocess.Popen[str]", log: Path) -> None:
        self._process = process
        self._log = log

    def run(self, table: Path) -> SparkFigures:
        """Process a folder of Parquet files."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{table}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            sys.exit(f"a session of Spark ended:\n{self._log.read_text('utf-8')}")
        return SparkFigures(**json.loads(answer))


@contextmanager
def start_spark_worker(way: str, folder: Path, temporary: Path) -> Iterator[SparkWorker]:
    """Start a session.

    Args:
        way: How it processes tables: a function of :mod:`bench.bulk.spark_worker`.
        folder: That of the bundle, or of the spaCy pipeline.
        temporary: For Spark's log, which is printed if the session ends early.
    """
    log = temporary / f"spark-{way}.log"
    environment = make_environment(ROOT) | {"TACKNAMN_KEY": KEY}
    command = [sys.executable, "-m", "bench.bulk.spark_worker", way, str(folder)]
    with (
        log.open("w", encoding="utf-8") as stream,
        subprocess.Popen(
            command, env=environment, encoding="utf-8", cwd=ROOT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stream,
        ) as process,
    ):  # fmt: skip
        try:
            yield SparkWorker(process, log)
        finally:
            if process.stdin is not None:
                process.stdin.close()
