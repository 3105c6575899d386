"""Fuzz with forged bundles: ``python -m tests.fuzz.forged --seconds 60 [--seed 7]``.

Each case forges a bundle and uses it on nasty texts; only children of tacknamn.Error may
come of it. The cases run in a process of their own, so that a crash is seen and told with the
number that repeats it (``--case N``), and so is one that takes too long. Exit code 1 when
something was found.
"""

import argparse
import faulthandler
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.bundle_parts import Parts
from tests.fuzz.bundles import forms_of, good_bundles
from tests.fuzz.forging import forge
from tests.fuzz.isolation import isolate_columns
from tests.fuzz.texts import nasty_text
from tests.fuzz.using import use

__all__ = ["Finding", "run"]

ROOT = Path(__file__).parent.parent.parent
MOST_MEMORY = 4 << 30
"""Bytes of address space of the fuzzed process: a forged number may ask for more."""
PATIENCE = 60.0
"""Seconds that a case may take; the slowest good one takes half a second."""
EVERY = 1_000_003
"""Cases are numbered seed * EVERY + n, so that different seeds are different cases."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An error, and the case that causes it."""

    case: int
    what: str

    def __str__(self) -> str:
        return (
            f"case {self.case}: {self.what}\n"
            f"repeat it with: python -m tests.fuzz.forged --case {self.case}"
        )


class Cases:
    """Makes cases by their numbers, out of two good bundles."""

    def __init__(self, folder: Path) -> None:
        self._goods = good_bundles(folder)
        self._forms = [forms_of(good) for good in self._goods]

    def forged(self, chance: Random) -> tuple[Parts, Sequence[str]]:
        """A forged bundle and the forms that its original had."""
        which = chance.choice((0, 1, 1))
        return forge(chance, self._goods[which], self._goods[1 - which]), self._forms[which]

    def run(self, case: int, folder: Path) -> bool:
        """Run one case; whether its bundle could be opened."""
        chance = Random(case)
        parts, forms = self.forged(chance)
        parts.write(folder)
        texts = [nasty_text(chance, forms) for _ in range(3)]
        return use(folder, chance, forms, texts)

    def notes(self, case: int) -> str:
        """What a case does to its bundle."""
        return "; ".join(self.forged(Random(case))[0].notes)


# ---- the process that may crash ---------------------------------------------------------


def work(first: int, number: int, seconds: float, isolated: bool) -> None:
    """Run cases and say before each one which it is."""
    faulthandler.enable()
    _limit_memory()
    if isolated:
        isolate_columns()
    end = time.monotonic() + seconds
    opened = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cases = Cases(folder / "good")
        for case in range(first, first + number):
            if time.monotonic() > end:
                break
            _say(f"case {case}")
            try:
                opened += cases.run(case, folder / "forged")
            except Exception as exc:  # noqa: BLE001 - any exception is a finding
                _tell(cases, case, exc)
                sys.exit(1)
            _say(f"passed {opened}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _limit_memory() -> None:
    if os.environ.get("LD_PRELOAD"):  # a sanitizer reserves more memory than this
        return
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _tell(cases: Cases, case: int, exc: Exception) -> None:
    traceback.print_exc()
    where = traceback.extract_tb(exc.__traceback__)[-1]
    place = f"{Path(where.filename).name}:{where.lineno}"
    _say(f"found {type(exc).__name__} at {place} after: {cases.notes(case)}")


# ---- the process that watches ----------------------------------------------------------


def run(
    seconds: float,
    seed: int = 0,
    isolated: bool = False,
    patience: float = PATIENCE,
    number: int = EVERY,
) -> tuple[int, int, Finding | None]:
    """Run cases for some seconds, or so many: how many ran, how many bundles opened, what was
    found."""
    first = seed * EVERY
    command = [sys.executable, "-m", "tests.fuzz.forged", "--worker", f"--case={first}"]
    command += [f"--seconds={seconds}", f"--number={number}"]
    command += ["--isolated"] if isolated else []
    same = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=same
    ) as process:
        case, opened, found = _listen(process, first - 1, patience)
    code = process.returncode
    if not found and code:
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        found = f"the process ended with {name}{_notes_of(case)}"
    return case - first + 1, opened, Finding(case, found) if found else None


def _listen(process: "subprocess.Popen[str]", case: int, patience: float) -> tuple[int, int, str]:
    """Read what the worker says: the last case, bundles opened, what was found."""
    opened, found = 0, ""
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(patience):
                process.kill()
                return case, opened, f"no answer in {patience:g} s{_notes_of(case)}"
            line = process.stdout.readline()
            if not line:
                return case, opened, found
            word, _, rest = line.strip().partition(" ")
            if word == "case":
                case = int(rest)
            elif word == "passed":
                opened = int(rest)
            elif word == "found":
                found = rest


def _notes_of(case: int) -> str:
    if case % EVERY == EVERY - 1:
        return " before the first case"
    with tempfile.TemporaryDirectory() as folder:
        return f" after: {Cases(Path(folder)).notes(case)}"


def main() -> int:
    """Run with the options of the command line."""
    parser = argparse.ArgumentParser(description="Fuzz with forged bundles.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int, help="run this case only, here and now")
    parser.add_argument("--isolated", action="store_true", help="copy each column for itself")
    parser.add_argument("--patience", type=float, default=PATIENCE)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--number", type=int, default=1, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.case is not None:
        work(asked.case, asked.number, asked.seconds, asked.isolated)
        return 0
    cases, opened, finding = run(asked.seconds, asked.seed, asked.isolated, asked.patience)
    _say(f"{cases:,} forged bundles, {opened:,} could be opened; seed {asked.seed}")
    if finding:
        _say(str(finding))
    return 1 if finding else 0


if __name__ == "__main__":
    sys.exit(main())
