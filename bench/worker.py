"""One engine in a process of its own, told over standard input what to do.

Memory of one engine must not press on another one's caches, and a peer that dies must not end
the benchmark. The process answers each line with a line of JSON: after setting itself up, and
to ``scan SECONDS`` and ``spans NUMBER``.
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
from bench.texts import LONG, long_texts, megabytes

__all__ = ["resident"]

_SAMPLE = 1_000_000
"""Characters of text for engines that lay themselves out by a sample: most of what differs."""
LEAST = 1.0
"""Seconds of one scan. A fast engine is through the texts in fifty milliseconds, of which the
first are spent on caches that the engine before it has filled."""


def main() -> None:
    """Set up one engine and serve it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--forms", type=Path, required=True)
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True)
    options = parser.parse_args()
    texts = long_texts(options.texts)
    forms = read_list(options.forms)
    task = Task(forms, options.bundle, texts, texts[: _SAMPLE // LONG])
    engine = ENGINES[options.engine]
    before = resident()
    start = time.perf_counter()
    try:
        ready = engine.prepare(task)
    except Exception as exc:  # noqa: BLE001 - whatever a peer may do: its row of the table says it
        answer({"problem": f"{type(exc).__name__}: {exc}"})
        return
    seconds = time.perf_counter() - start
    answer({"seconds": seconds, "megabytes": resident() - before, "version": version_of(engine)})
    del task
    serve(ready, texts)


def serve(ready: Ready, texts: list[str]) -> None:
    """Do what the lines of standard input say, until they end."""
    units: Sequence[Any] = texts if ready.units is None else ready.units
    sizes = [megabytes([unit] if isinstance(unit, str) else unit) for unit in units]
    gc.collect()
    gc.freeze()  # millions of objects of a list are no garbage, and are not to be searched for it
    for line in sys.stdin:
        command, _, argument = line.partition(" ")
        if command == "pin":
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(0, json.loads(argument))
            answer({})
        elif command == "scan":
            answer(scan(ready, units, sizes, float(argument)))
        elif command == "spans":
            answer({"spans": [[list(hit) for hit in ready.find(text)]
                              for text in texts[: int(argument)]]})  # fmt: skip


def scan(
    ready: Ready, units: Sequence[Any], sizes: Sequence[float], budget: float
) -> dict[str, float]:
    """Scan the texts until the budget ends, or once and as often again as :data:`LEAST` allows.

    Seconds are those of the processor, so that what else runs on the machine counts little;
    they are those of the clock for engines of several threads."""
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


def resident() -> float:
    """Megabytes of memory of this process; nothing where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    lines = status.read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def version_of(engine: Engine) -> str:
    """The version of the distribution that an engine is of."""
    return version(engine.package) if engine.package else ""


def answer(data: dict[str, Any]) -> None:
    """Write one line."""
    print(json.dumps(data), flush=True)


if __name__ == "__main__":
    main()
