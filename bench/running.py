"""Run each engine in a separate process, in turn, and collect the figures."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.agreement import Spans, compute_agreement
from bench.peers.engine import Engine

__all__ = ["BUDGET", "COMPARED", "ROUNDS", "EngineFigures", "list_inputs", "measure_engines"]

ROUNDS = 3
"""Rounds alternate between the engines, so that a busy minute affects all of them."""
BUDGET = 3.0
"""Seconds that one scan may take. Slow engines scan only the first part of the text, fast ones scan
all of it several times."""
COMPARED = 38
"""Documents whose spans are compared: all different ones. The others repeat them."""


@dataclass(frozen=True, slots=True)
class EngineFigures:
    """The figures of one engine with one list."""

    engine: str
    rate: float | None = None
    """Megabytes a second in the best round; None if it did not run."""
    share: float = 0.0
    """Share of the text that it scanned within the budget."""
    agreeing: float | None = None
    """Share of its spans and the native engine's that both found."""
    matches: int = 0
    """Matches in the documents that are compared."""
    build: float = 0.0
    """Seconds to set the engine up."""
    memory: float = 0.0
    """Megabytes by which its process grew."""
    version: str = ""
    problem: str = ""
    """The reason why it did not run."""


class Worker:
    """The process of one engine."""

    def __init__(self, engine: Engine, inputs: Sequence[str]) -> None:
        self.engine = engine
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker", engine.name, *inputs],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.start = self._read_answer()

    @property
    def runs(self) -> bool:
        """Whether the process runs and answers."""
        return "problem" not in self.start

    def send(self, command: str) -> dict[str, Any]:
        """Send a command and return the answer."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it died, so there is no answer either
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        return self._read_answer()

    def close(self) -> None:
        """End the process."""
        with suppress(BrokenPipeError):
            self._process.communicate()

    def _read_answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            return {"problem": f"its process died ({self._process.wait()})"}
        answer: dict[str, Any] = json.loads(line)
        return answer


def pick_cores() -> list[int]:
    """List the cores that may be used, the one to use first."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    return sorted(os.sched_getaffinity(0), reverse=True)


def measure_engines(
    engines: Sequence[Engine], inputs: Sequence[str], megabytes: float
) -> list[EngineFigures]:
    """Measure engines on one list. The spans of all others are compared with those of the first."""
    with _start_workers(engines, inputs) as workers:
        for worker in workers:
            if worker.runs:
                worker.send(f"pin {pick_cores()[: worker.engine.cores]}")
        best: dict[str, dict[str, float]] = {}
        for _ in range(ROUNDS):
            for worker in workers:
                if worker.runs:
                    _scan(worker, best)
        spans = {worker.engine.name: _find_spans(worker) for worker in workers if worker.runs}
        return [
            _make_figures(worker, best, spans, engines[0].name, megabytes) for worker in workers
        ]


@contextmanager
def _start_workers(engines: Sequence[Engine], inputs: Sequence[str]) -> Iterator[list[Worker]]:
    """Start a process for each engine, on all cores, and wait until they are ready."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        workers = list(threads.map(lambda engine: Worker(engine, inputs), engines))
    try:
        yield workers
    finally:
        for worker in workers:
            worker.close()


def _scan(worker: Worker, best: dict[str, dict[str, float]]) -> None:
    name = worker.engine.name
    scan = worker.send(f"scan {BUDGET}")
    if "problem" in scan:
        worker.start = scan
        return
    rate = scan["megabytes"] / scan["seconds"]
    if name not in best or rate > best[name]["rate"]:
        best[name] = {"rate": rate, "megabytes": scan["megabytes"]}


def _find_spans(worker: Worker) -> Spans:
    """Return the spans that an engine finds in some documents; none if it reports none."""
    if not worker.engine.reports_spans:
        return []
    spans: Spans = worker.send(f"spans {COMPARED}").get("spans", [])
    return spans


def _make_figures(
    worker: Worker,
    best: dict[str, dict[str, float]],
    spans: dict[str, Spans],
    reference: str,
    megabytes: float,
) -> EngineFigures:
    name, start = worker.engine.name, worker.start
    if not worker.runs:
        return EngineFigures(name, problem=str(start["problem"]))
    is_compared = bool(spans[name]) and name != reference
    return EngineFigures(
        name,
        rate=best[name]["rate"],
        share=min(1.0, best[name]["megabytes"] / megabytes),
        agreeing=compute_agreement(spans[reference], spans[name]) if is_compared else None,
        matches=sum(map(len, spans[name])),
        build=start["seconds"],
        memory=start["megabytes"],
        version=start["version"],
    )


def list_inputs(forms: Path, bundle: Path, texts: Path) -> list[str]:
    """Return the arguments of every worker."""
    return ["--forms", str(forms), "--bundle", str(bundle), "--texts", str(texts)]
