"""Measure lists of one's own: time and memory to compile them, from Python and from a CSV file.

Run with ``make bench``, or ``python -m bench.own_lists --write`` to write the section of
``docs/bench.md``. Each size is measured in a separate process. Seconds are processor seconds, so that
other programs on the machine matter little; linear growth is a ratio of 10.
"""

import argparse
import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.compile import describe_machine

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher

SIZES = (10_000, 100_000, 1_000_000, 5_000_000)
PAGE = Path(__file__).parent.parent / "docs" / "bench.md"
HEADING = "## Lists of your own"
LABELS = ("ward", "drug", "staff")
SEED = 7
_LETTERS = "abcdefghijklmnoprstuvyåäö"


def main() -> None:
    """Measure all sizes, or one of them in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the section of docs/bench.md")
    parser.add_argument("--size", type=int, help="measure this size only, and print JSON")
    options = parser.parse_args()
    if options.size:
        print(json.dumps(measure(options.size)))
        return
    section = write_section([run_in_process(size) for size in SIZES])
    print(section)
    if options.write:
        before, _, after = PAGE.read_text("utf-8").partition(HEADING)
        rest = after.partition("\n## ")[2]
        text = f"{before.rstrip()}\n\n{section}" + (f"\n## {rest}" if rest else "")
        PAGE.write_text(text, "utf-8")


def run_in_process(size: int) -> dict[str, float]:
    """Measure a size in a new process, so that its memory is its own."""
    command = [sys.executable, "-m", "bench.own_lists", "--size", str(size)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    measured: dict[str, float] = json.loads(run.stdout)
    return measured


def measure(size: int) -> dict[str, float]:
    """Compile a list from tuples, then the same from a file; then use it once."""
    start = time.process_time()
    for _ in list_entries(size):
        pass
    drawing = time.process_time() - start
    start = time.process_time()
    lexicon = Lexicon.from_entries(list_entries(size))
    compiled = time.process_time() - start - drawing
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    start = time.process_time()
    Matcher(lexicon).match("Hon ligger på Norrgården.")
    matched = time.process_time() - start
    start = time.process_time()
    lexicon.search("norgården")
    searched = time.process_time() - start
    del lexicon
    return {
        "entries": size,
        "python": compiled,
        "csv": _measure_csv(size),
        "megabytes": megabytes,
        "first match": matched,
        "first search": searched,
    }


def _measure_csv(size: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "own.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("form", "label", "count"))
            writer.writerows(list_entries(size))
        start = time.process_time()
        Lexicon.from_entries(path)
        return time.process_time() - start


def list_entries(size: int) -> Iterator[tuple[str, str, int]]:
    """Invent entries of one or two words."""
    dice = random.Random(SEED)
    for number in range(size):
        words = (
            "".join(dice.choices(_LETTERS, k=dice.randint(4, 9))) for _ in range(1 + number % 2)
        )
        yield " ".join(map(str.capitalize, words)), dice.choice(LABELS), dice.randint(1, 999)


def write_section(rows: list[dict[str, float]]) -> str:
    """Return the section of the page."""
    lines = [
        HEADING,
        "",
        "`Lexicon.from_entries` with invented entries of one or two words, in processor seconds. `python -m",
        "bench.own_lists --write`, a part of `make bench`, measures and writes this section. Machine:",
        f"{describe_machine()}.",
        "",
        "| entries | from tuples, s | from CSV, s | process, MB | first match, s | first search, s |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            f"| {row['entries']:,.0f} | {row['python']:.2f} | {row['csv']:.2f} | {row['megabytes']:,.0f} "
            f"| {row['first match']:.2f} | {row['first search']:.2f} |"
        )
    lines += [
        "",
        "The index of near forms is made at the first search, of the 150,000 entries with the highest",
        "counts. Without a compiler, compiling takes about three times as long, and the",
        "first search fifteen times.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
