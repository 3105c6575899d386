"""Run engines in processes of their own, in turn, and keep what they measured."""

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

from bench.agreement import Spans, agreement
from bench.peers.engine import Engine

__all__ = ["BUDGET", "COMPARED", "ROUNDS", "Measured", "compare", "inputs_of"]

ROUNDS = 3
"""Rounds alternate between the engines, so that a noisy minute is nobody's alone."""
BUDGET = 3.0
"""Seconds that one scan may take: slow engines see the first part of the text only, fast ones
all of it several times."""
COMPARED = 38
"""Documents whose spans are compared: as many as differ, the others repeat them."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What one engine did with one list."""

    engine: str
    rate: float | None = None
    """Megabytes a second in the best round; None where it did not run."""
    share: float = 0.0
    """Part of the text that it saw within the budget."""
    agreeing: float | None = None
    """Part of its spans and the native engine's that both have."""
    hits: int = 0
    """Hits in the documents that are compared."""
    build: float = 0.0
    """Seconds to set it up."""
    memory: float = 0.0
    """Megabytes that the process grew by."""
    version: str = ""
    problem: str = ""
    """Why it did not run."""


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
        self.start = self._answer()

    @property
    def runs(self) -> bool:
        """Whether it is there to be asked."""
        return "problem" not in self.start

    def ask(self, command: str) -> dict[str, Any]:
        """Have it do something."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it died: then it answers nothing either
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        return self._answer()

    def close(self) -> None:
        """End it."""
        with suppress(BrokenPipeError):
            self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            return {"problem": f"its process died ({self._process.wait()})"}
        answer: dict[str, Any] = json.loads(line)
        return answer


def pick_cores() -> list[int]:
    """The cores that measuring may use, the one to use first."""
    if not hasattr(os, "sched_getaffinity"):
        return []
    return sorted(os.sched_getaffinity(0), reverse=True)


def compare(engines: Sequence[Engine], inputs: Sequence[str], megabytes: float) -> list[Measured]:
    """Measure engines on one list; the first one is what the others' spans are held against."""
    with _workers(engines, inputs) as workers:
        for worker in workers:
            if worker.runs:
                worker.ask(f"pin {pick_cores()[: worker.engine.cores]}")
        best: dict[str, dict[str, float]] = {}
        for _ in range(ROUNDS):
            for worker in workers:
                if worker.runs:
                    _scan(worker, best)
        spans = {worker.engine.name: _spans(worker) for worker in workers if worker.runs}
        return [_measured(worker, best, spans, engines[0].name, megabytes) for worker in workers]


@contextmanager
def _workers(engines: Sequence[Engine], inputs: Sequence[str]) -> Iterator[list[Worker]]:
    """Processes that are ready; they are set up on as many cores as there are."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        workers = list(threads.map(lambda engine: Worker(engine, inputs), engines))
    try:
        yield workers
    finally:
        for worker in workers:
            worker.close()


def _scan(worker: Worker, best: dict[str, dict[str, float]]) -> None:
    name = worker.engine.name
    scan = worker.ask(f"scan {BUDGET}")
    if "problem" in scan:
        worker.start = scan
        return
    rate = scan["megabytes"] / scan["seconds"]
    if name not in best or rate > best[name]["rate"]:
        best[name] = {"rate": rate, "megabytes": scan["megabytes"]}


def _spans(worker: Worker) -> Spans:
    """What an engine finds in some documents, or nothing where it is no engine that says."""
    if not worker.engine.tells_spans:
        return []
    spans: Spans = worker.ask(f"spans {COMPARED}").get("spans", [])
    return spans


def _measured(
    worker: Worker,
    best: dict[str, dict[str, float]],
    spans: dict[str, Spans],
    reference: str,
    megabytes: float,
) -> Measured:
    name, start = worker.engine.name, worker.start
    if not worker.runs:
        return Measured(name, problem=str(start["problem"]))
    told = bool(spans[name]) and name != reference
    return Measured(
        name,
        rate=best[name]["rate"],
        share=min(1.0, best[name]["megabytes"] / megabytes),
        agreeing=agreement(spans[reference], spans[name]) if told else None,
        hits=sum(map(len, spans[name])),
        build=start["seconds"],
        memory=start["megabytes"],
        version=start["version"],
    )


def inputs_of(forms: Path, bundle: Path, texts: Path) -> list[str]:
    """What every worker is told on its command line."""
    return ["--forms", str(forms), "--bundle", str(bundle), "--texts", str(texts)]
