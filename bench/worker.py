"""Run one engine in a separate process, which takes commands on standard input.

The memory of one engine must not affect the caches of another, and a peer that dies must not end the
benchmark. The process writes a line of JSON when it is ready, and after each command: ``pin CORES``,
``scan SECONDS``, ``spans NUMBER``.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.lists import read_list
from bench.peers.engine import Engine, Ready, Task
from bench.peers.registry import ENGINES
from bench.texts import LONG, measure_megabytes, read_long_texts

__all__ = ["measure_resident"]

_SAMPLE = 1_000_000
"""Characters of text for engines that arrange their data by a sample: most of what differs."""
LEAST = 1.0
"""Least seconds of one scan. A fast engine scans the texts in fifty milliseconds, and needs the first
of them to replace what the engine before it left in the caches."""


def main() -> None:
    """Set up one engine and serve it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--forms", type=Path, required=True)
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True)
    options = parser.parse_args()
    texts = read_long_texts(options.texts)
    forms = read_list(options.forms)
    task = Task(forms, options.bundle, texts, texts[: _SAMPLE // LONG])
    engine = ENGINES[options.engine]
    before = measure_resident()
    start = time.perf_counter()
    try:
        ready = engine.prepare(task)
    except Exception as exc:  # noqa: BLE001 - whatever a peer raises goes into its row of the table
        answer({"problem": f"{type(exc).__name__}: {exc}"})
        return
    seconds = time.perf_counter() - start
    answer(
        {
            "seconds": seconds,
            "megabytes": measure_resident() - before,
            "version": find_version(engine),
        }
    )
    del task
    serve(ready, texts)


def serve(ready: Ready, texts: list[str]) -> None:
    """Execute the commands of standard input until it ends."""
    units: Sequence[Any] = texts if ready.units is None else ready.units
    sizes = [measure_megabytes([unit] if isinstance(unit, str) else unit) for unit in units]
    gc.collect()
    gc.freeze()  # the millions of objects of a list need not be searched for garbage
    for line in sys.stdin:
        command, _, argument = line.partition(" ")
        if command == "pin":
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, json.loads(argument))
            answer({})
        elif command == "scan":
            answer(scan(ready, units, sizes, float(argument)))
        elif command == "spans":
            answer({"spans": [[list(match) for match in ready.find(text)]
                              for text in texts[: int(argument)]]})  # fmt: skip


def scan(
    ready: Ready, units: Sequence[Any], sizes: Sequence[float], budget: float
) -> dict[str, float]:
    """Scan the texts again and again for :data:`LEAST` seconds, but not longer than the budget.

    Processor seconds are counted, so that other programs on the machine matter little. For engines
    with several threads, clock seconds are counted."""
    clock = time.perf_counter if ready.units_are_parallel else time.process_time
    find, done = ready.find, 0.0
    start, end = clock(), time.perf_counter() + budget
    enough = end - budget + LEAST
    while time.perf_counter() < enough:
        for unit, size in zip(units, sizes, strict=True):
            find(unit)
            done += size
            if time.perf_counter() > end:
                break
    return {"seconds": clock() - start, "megabytes": done}


def measure_resident() -> float:
    """Return megabytes of memory of this process; 0 if the system does not report them."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    lines = status.read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def find_version(engine: Engine) -> str:
    """Return the version of an engine's distribution."""
    return version(engine.package) if engine.package else ""


def answer(data: dict[str, Any]) -> None:
    """Write one line."""
    print(json.dumps(data), flush=True)


if __name__ == "__main__":
    main()
