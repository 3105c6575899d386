"""Measure what opening a bundle costs, and how much memory several processes share.

As a command, this module is the process to measure: it opens a bundle, prints time and memory, scans
the texts if there are any, and waits until its input ends.
"""

import argparse
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from bench.texts import read_long_texts

__all__ = ["measure_opening", "measure_sharing"]

OPENINGS = 7
PROCESSES = 8
_ENOUGH = 2_000_000
"""Bytes of text after which every process has read the pages that it needs: the texts repeat."""


def measure_opening(bundle: Path) -> tuple[float, float]:
    """Return milliseconds and megabytes of private memory to open a bundle in a new process.

    The first process checks the bundle, which happens once, and is not counted."""
    runs = [_run_child(bundle) for _ in range(OPENINGS + 1)][1:]
    return (
        statistics.median(run["milliseconds"] for run in runs),
        statistics.median(run["megabytes"] for run in runs),
    )


def measure_sharing(bundle: Path, texts: Path) -> tuple[float, float]:
    """Return megabytes of a bundle in memory: for one process, and for several processes together."""
    processes = [_start(bundle, "--texts", str(texts)) for _ in range(PROCESSES)]
    try:
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()
        mapped = [_measure_mapped(process.pid, bundle) for process in processes]
    finally:
        for process in processes:
            process.communicate()
    return max(sizes["Rss"] for sizes in mapped), sum(sizes["Pss"] for sizes in mapped)


def _run_child(bundle: Path) -> dict[str, float]:
    out, _ = _start(bundle).communicate()
    measured: dict[str, float] = json.loads(out)
    return measured


def _start(bundle: Path, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "bench.memory", str(bundle), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def _measure_mapped(process: int, bundle: Path) -> Mapping[str, float]:
    """Return megabytes of the bundle's files in a process: all pages, and its share of them."""
    sizes = {"Rss": 0.0, "Pss": 0.0}
    inside = False
    for line in Path(f"/proc/{process}/smaps").read_text("utf-8").splitlines():
        name, _, value = line.partition(":")
        if "-" in name:  # the head of a mapping: addresses, rights ... and the file
            inside = str(bundle) in line
        elif inside and name in sizes:
            sizes[name] += int(value.split()[0]) / 1000
    return sizes


def _measure_private() -> float:
    """Return megabytes that only this process has."""
    lines = Path("/proc/self/smaps_rollup").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000


def main() -> None:
    """Open a bundle, and print time and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--texts", type=Path)
    options = parser.parse_args()
    from tacknamn import Lexicon
    from tacknamn.matching.matcher import Matcher

    texts = read_long_texts(options.texts, _ENOUGH) if options.texts else []
    gc.collect()
    before = _measure_private()
    start = time.perf_counter()
    matcher = Matcher(Lexicon.open(options.bundle))
    milliseconds = (time.perf_counter() - start) * 1000
    megabytes = _measure_private() - before
    for text in texts:
        matcher.spans(text)
    print(json.dumps({"milliseconds": milliseconds, "megabytes": megabytes}), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
