"""Measure the time and memory of compiling: the default profile, and invented bundles of four
sizes.

Run with ``make bench``. It prints the machine, the seconds and the peak memory of a compile of
``default``, then the same for invented sources of 0.5, 1, 2 and 4 million entries, each in a
separate process, with the ratio to the previous size. Linear growth is a ratio of 2.
"""

import json
import os
import platform
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn_builders.bundle.bundle_files import write_files
from tacknamn_builders.bundle.compile import build_content
from tacknamn_builders.merging.read_sources import CollectedRecords
from tacknamn_builders.paths import find_raw_folder
from tacknamn_builders.records import Entry
from tacknamn_builders.sources.profiles import BuildProfile, load_profile

SIZES = (500_000, 1_000_000, 2_000_000, 4_000_000)
SYLLABLES = "an ber dal ek fors gård holm ing jär kul lund mark nor ost pet ros sten ulf vik ö"
SEED = 7


def main() -> None:
    """Measure everything, or only the size in the argument."""
    if len(sys.argv) > 1:
        print(json.dumps(measure_compile(sys.argv[1])))
        return
    print(f"{describe_machine()}\n")
    print(f"{'what':>20} {'entries':>10} {'seconds':>8} {'MB':>7} {'time x':>7} {'memory x':>8}")
    print_line("default", run_in_process("default"), None)
    before = None
    for size in SIZES:
        measured = run_in_process(str(size))
        print_line("invented", measured, before)
        before = measured


def describe_machine() -> str:
    """Describe the machine of the measurement."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text("utf-8").splitlines() if "model name" in line]
        cpu = names[0].partition(": ")[2] if names else cpu
    return f"{cpu}, {os.cpu_count()} cores, Python {platform.python_version()}"


def run_in_process(what: str) -> dict[str, float]:
    """Measure in a new process, so that no measurement includes the memory of another."""
    run = subprocess.run(
        [sys.executable, __file__, what], check=True, capture_output=True, text=True
    )
    measured: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return measured


def measure_compile(what: str) -> dict[str, float]:
    """Compile the default profile, or a number of invented entries."""
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        entries = (
            compile_default(Path(folder))
            if what == "default"
            else compile_invented(int(what), Path(folder))
        )
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return {"entries": entries, "seconds": seconds, "megabytes": memory}


def compile_default(folder: Path) -> int:
    """Compile the default profile from the raw folder."""
    from tacknamn.lexicon.bundle import Bundle
    from tacknamn_builders.bundle.compile import compile_bundle

    bundle = compile_bundle(load_profile("default"), find_raw_folder(), folder / "bundle")
    return Bundle(bundle, verify=False).section("entries").rows


def compile_invented(size: int, folder: Path) -> int:
    """Compile ``size`` invented entries of one to three words, with the labels of a bundle."""
    profile = BuildProfile("invented", "Invented entries", "SE", sources=())
    collected = CollectedRecords()
    for entry in invent_entries(size):
        collected.store.add(entry, 0)
    content = build_content(profile, collected, exclusions=())
    write_files(folder, content)
    return len(content.entries)


def invent_entries(size: int) -> Iterator[Entry]:
    """Invent distinct entries."""
    dice = random.Random(SEED)
    syllables = SYLLABLES.split()
    labels = (Label.SURNAME, Label.FIRSTNAME_FEMALE, Label.CITY, Label.WORK)
    for number in range(size):
        words = (
            "".join(dice.choices(syllables, k=dice.randint(2, 4)))
            for _ in range(dice.randint(1, 3))
        )
        label = labels[number % len(labels)]
        kind = Kind.INHABITANTS if label is Label.CITY else Kind.BEARERS
        key = f"geonames:{number}" if label is Label.CITY else ""
        name = f"{' '.join(words)} {number:x}".title()
        yield Entry(name, label, dice.randint(2, 10**6), kind, "SE", key=key)


def print_line(name: str, now: dict[str, float], before: dict[str, float] | None) -> None:
    """Print one line, with the ratios to the previous line."""
    line = f"{name:>20} {now['entries']:10,.0f} {now['seconds']:8.1f} {now['megabytes']:7,.0f}"
    if before:
        ratio = [now[key] / before[key] for key in ("seconds", "megabytes")]
        line += f" {ratio[0]:7.2f} {ratio[1]:8.2f}"
    print(line, flush=True)


if __name__ == "__main__":
    main()
