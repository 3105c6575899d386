"""Fuzz single calls of compiled code and of readers: ``python -m tests.fuzz.calls --seconds 60``.

A forged bundle takes a third of a second; here a call takes microseconds, so that millions of hostile
texts reach every compiled function (:mod:`tests.fuzz.targets`). Every fiftieth result is compared with
that of the slow twin. The calls run in a process of their own, in cases of some thousand; a crash is
reported with the number that repeats its case (``--case N``). The last lines say how many executions each
target had. Exit code 1 when something was found.
"""

import argparse
import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random

from tests.fuzz.targets import Target, list_targets
from tests.fuzz.texts import nasty_text

__all__ = ["run"]

ROOT = Path(__file__).parent.parent.parent
CALLS = 5000
"""Executions of a case."""
CHECKED = 50
"""One of so many executions is compared with the slow twin."""
POOL = 60
"""Texts of a case; each call gets pieces of two of them."""
LONGEST = 400
EVERY = 1_000_003
"""Cases are numbered seed * EVERY + n, so that different seeds are different cases."""


def make_texts(chance: Random, forms: Sequence[str]) -> Callable[[], str]:
    """Return what makes a text of pieces of a pool: cheaper than a new text for each call."""
    pool = [nasty_text(chance, forms, 20) for _ in range(POOL)]

    def make() -> str:
        left, right = chance.choice(pool), chance.choice(pool)
        cut = chance.randrange(len(left) + 1)
        at = chance.randrange(len(right) + 1)
        return left[max(0, cut - chance.randrange(LONGEST)) : cut] + right[at : at + LONGEST]

    return make


def run_case(case: int, targets: Sequence[Target], forms: Sequence[str]) -> Counter[str]:
    """Run one case; return the number of executions of each target."""
    chance = Random(case)
    make = make_texts(chance, forms)
    weights = list(accumulate(target.weight for target in targets))
    chosen = chance.choices(targets, cum_weights=weights, k=CALLS)
    for number, target in enumerate(chosen):
        text = make()
        target.call(text, chance)
        if number % CHECKED == 0 and target.check is not None:
            target.check(text, chance)
    return Counter(target.name for target in chosen)


def work(first: int, number: int, seconds: float) -> None:
    """Run cases, and say before each one which it is."""
    faulthandler.enable()
    end = time.monotonic() + seconds
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        targets, forms = list_targets(Path(folder))
        for case in range(first, first + number):
            if time.monotonic() > end:
                break
            _say(f"case {case}")
            done += run_case(case, targets, forms)
            _say(f"passed {done.total()}")
    for name, count in sorted(done.items()):
        _say(f"{count:>12,} {name}")


def run(seconds: float, seed: int = 0, number: int = EVERY) -> tuple[int, str, list[str]]:
    """Run cases in a process of their own: the executions, what was found, those of each target."""
    first = seed * EVERY
    command = [sys.executable, "-m", "tests.fuzz.calls", "--worker", f"--case={first}"]
    command += [f"--seconds={seconds}", f"--number={number}"]
    same = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    executions, case, lines = 0, first, []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=same
    ) as process:
        assert process.stdout is not None
        for line in _read_lines(process.stdout):
            word, _, rest = line.partition(" ")
            if word == "case":
                case = int(rest)
            elif word == "passed":
                executions = int(rest)
            else:
                lines.append(line)
    if process.returncode:
        name = (
            signal.Signals(-process.returncode).name
            if process.returncode < 0
            else f"exit code {process.returncode}"
        )
        found = f"the process ended with {name}; repeat it with: python -m tests.fuzz.calls --case {case}"
        return executions, found, lines
    return executions, "", lines


def _read_lines(stream: "Iterator[str]") -> Iterator[str]:
    return (line.rstrip("\n") for line in stream)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run with the options of the command line."""
    parser = argparse.ArgumentParser(description="Fuzz single calls.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int, help="run this case only, here and now")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=1, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.case is not None:
        work(asked.case, asked.number, asked.seconds)
        return 0
    started = time.monotonic()
    executions, found, lines = run(asked.seconds, asked.seed)
    for line in lines:
        _say(line)
    seconds = time.monotonic() - started
    _say(f"{executions:,} executions in {seconds:.0f} s; seed {asked.seed}")
    if found:
        _say(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
