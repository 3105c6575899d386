"""Measure how well names are told from words: against gold texts, with both bundles.

Run after the builds::

    .venv/bin/python -m bench.accuracy --texts DIR --bundle DIR [--bundle DIR] [--write PAGE]

What is measured is what ``tacknamn detect --jsonl --coarse --scores`` finds, by
``tacknamn evaluate``: whole spans with their class. The weights were fitted on some of these
texts (the first lines of the table of weights name them); the page says which.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.compile import describe_machine

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.taxonomy.coarse_classes import merge_coarse
from tacknamn_builders.bundle.weights_table import WEIGHTS_FOLDER

__all__ = ["main"]

SEED = 7
NAMES = {"PER": "PROPN", "LOC": "PROPN", "ORG": "PROPN", "MISC": "PROPN"}
"""Of a set that has names without class."""
TOGETHER = 8
"""Sentences to a text where speed is measured: an essay's length."""
SECONDS = 2.0
LEAST_RATE = 150_000


class Aim(NamedTuple):
    """What a set must reach."""

    name: str
    label: str
    least: float
    """Exact F1."""
    most_leaks: float | None = None
    others: str = ""
    """What others reach, as the README of the gold texts tells it."""


AIMS = (
    Aim("sv_klintan_test", "PER", 0.86, 0.05, "CNN .84 / .06"),
    Aim("sv_klintan_test", "LOC", 0.78, 0.08, "CNN .71 / .13"),
    Aim("sv_pud", "PER", 0.75, 0.10, "CNN .50 / .25"),
    Aim("sv_pud", "LOC", 0.75, 0.10, "CNN .53 / .20"),
    Aim("sv_klintan_test_typo", "PER", 0.75, None, "name list .01, CNN .78"),
    Aim("sv_klintan_test_typo", "LOC", 0.65),
    Aim("sv_klintan_test_lower", "PER", 0.70, None, "those that rely on capitals 0"),
    Aim("sv_klintan_test_lower", "LOC", 0.65, None, "those that rely on capitals 0"),
    Aim("sv_swell_ud", "PROPN", 0.85, None, "CNN .81"),
    Aim("en_wikineural_names1000", "PER", 0.80, 0.09, "spaCy, Presidio .75 / .09 to .11"),
)
CALIBRATED = (("sv_klintan_test", 0.05), ("sv_pud", 0.05))
"""Sets whose expected calibration error counts, and the most that is allowed."""
WITHOUT_NAMES, MOST_FALSE = "sv_med1177", 15
FURTHER = ("sv_talbanken", "sv_pud_lower", "sv_pud_typo", "en_pud", "da_ddt")
"""Sets without a bar."""
_NAMED = ("PER", "LOC", "ORG")


class Table:
    """The lines of one bundle's table."""

    def __init__(self, folder: Path, texts: Path) -> None:
        self._lexicon = Lexicon.open(folder)
        self._texts = texts
        self._fitted = _fitted_on()
        self._figures: dict[str, Mapping[str, Any]] = {}

    @property
    def profile(self) -> str:
        """The bundle's profile."""
        return str(self._lexicon.bundle.manifest["profile"])

    def lines(self) -> Iterator[str]:
        """One for each figure."""
        for aim in AIMS:
            yield self._aimed(aim)
        for name, most in CALIBRATED:
            error = self._of(name)["calibration"]["error"]
            yield _line(f"{name}, expected calibration error", f"{error:.3f}", f"at most {most}",
                        error <= most, self._kind(name))  # fmt: skip
        yield self._without_names()
        for name in FURTHER:
            exact, leaks = self._of(name)["exact"]["labels"], self._of(name)["leak"]["labels"]
            for label in ("PER", "LOC"):
                value = f"{exact[label]['f1']:.3f} / {leaks[label]['leak_rate']:.3f}"
                yield _line(f"{name} {label}", value, "", None, self._kind(name))
        for name in ("sv_swell_ud", "sv_klintan_test"):
            rate = self._rate(name)
            yield _line(f"tokens a second, one core, {name}", f"{rate:,.0f}",
                        f"{LEAST_RATE:,}", rate >= LEAST_RATE)  # fmt: skip

    def _aimed(self, aim: Aim) -> str:
        figures = self._of(aim.name)
        f1 = figures["exact"]["labels"][aim.label]["f1"]
        leak = figures["leak"]["labels"][aim.label]["leak_rate"]
        passed = f1 >= aim.least and (aim.most_leaks is None or leak <= aim.most_leaks)
        bar = f"{aim.least}" + (f" / {aim.most_leaks}" if aim.most_leaks else "")
        note = "; ".join(filter(None, (aim.others, self._kind(aim.name))))
        return _line(f"{aim.name} {aim.label}", f"{f1:.3f} / {leak:.3f}", bar, passed, note)

    def _without_names(self) -> str:
        """False alarms; the continents and Sweden, which are names, are told apart."""
        pseudonymizer = self._pseudonymizer("sv")
        every = left = 0
        for one in _gold(self._texts, WITHOUT_NAMES):
            every += len(_names(pseudonymizer, one["text"], everything=True))
            left += len(_names(pseudonymizer, one["text"], everything=False))
        note = f"{every} with Sverige and Europa, which are names; {self._kind(WITHOUT_NAMES)}"
        return _line(f"{WITHOUT_NAMES}, false alarms", str(left), f"at most {MOST_FALSE}",
                     left <= MOST_FALSE, note)  # fmt: skip

    def _of(self, name: str) -> Mapping[str, Any]:
        if name not in self._figures:
            pseudonymizer = self._pseudonymizer(name[:2])
            with tempfile.TemporaryDirectory() as place:
                found = Path(place, "found.jsonl")
                with found.open("w", encoding="utf-8") as file:
                    for one in _gold(self._texts, name):
                        wholes = merge_coarse(pseudonymizer.detect(one["text"], True), one["text"])
                        file.write(json.dumps({"id": one["id"], "spans": wholes}) + "\n")
                mapping = NAMES if name.startswith("sv_swell_ud") else {}
                gold = self._texts / f"{name}.dev.jsonl"
                self._figures[name] = evaluation_data(
                    evaluate(gold, found, EvaluationOptions(mapping=mapping))
                )
        return self._figures[name]

    def _pseudonymizer(self, language: str) -> Pseudonymizer:
        known = language if language in ("sv", "en") else "sv"
        return Pseudonymizer(self._lexicon, "swell", seed=SEED, language=known)

    def _kind(self, name: str) -> str:
        base = name.removesuffix("_lower").removesuffix("_typo")
        return "fitted on" if f"{base}.dev.jsonl" in self._fitted[name[:2]] else ""

    def _rate(self, name: str) -> float:
        lines = [one["text"] for one in _gold(self._texts, name)]
        texts = ["\n".join(lines[at : at + TOGETHER]) for at in range(0, len(lines), TOGETHER)]
        detect = self._pseudonymizer("sv").detect
        best = float("inf")
        until = time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            start = time.perf_counter()
            for text in texts:
                detect(text)
            best = min(best, time.perf_counter() - start)
        return sum(len(text.split()) for text in texts) / best


def _names(pseudonymizer: Pseudonymizer, text: str, everything: bool) -> list[str]:
    wholes = merge_coarse(pseudonymizer.detect(text, everything), text)
    return [whole.label for whole in wholes if whole.label in _NAMED]


def _fitted_on() -> Mapping[str, str]:
    """By language, the lines that tell how its weights were made; Danish is read as Swedish."""
    found = {
        path.stem: "\n".join(
            line for line in path.read_text("utf-8").splitlines() if line.startswith("#")
        )
        for path in WEIGHTS_FOLDER.glob("*.tsv")
    }
    return found | {"da": found["sv"]}


def _gold(texts: Path, name: str) -> Iterator[dict[str, Any]]:
    with (texts / f"{name}.dev.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _line(title: str, value: str, bar: str, passed: bool | None, note: str = "") -> str:
    mark = {None: "", True: "reached", False: "**missed**"}[passed]
    return f"| {title} | {value} | {bar} | {mark} | {note} |"


def _page(tables: Sequence[Table]) -> Iterator[str]:
    yield from (
        "# Names and words: accuracy",
        "",
        "How well names are found on gold texts. `python -m bench.accuracy` measures and writes this page.",
        "Each cell has the exact F1 score and, after the slash, the leak rate: the share of names that are",
        "not completely hidden. Sets that the weights were fitted on are marked *fitted on*. Nothing was",
        "fitted on the others, but they were looked at while features were chosen. The last column quotes",
        "other systems, from the README of the gold texts, which are not part of this project.",
        "",
        f"- Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}.",
    )
    for table in tables:
        yield from ("", f"## Bundle `{table.profile}`", "")
        yield from ("| set | measured | target | | |", "|---|---|---|---|---|")
        yield from table.lines()


def main() -> None:
    """Measure, print the page, write it if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path, action="append", required=True)
    parser.add_argument("--texts", type=Path, required=True, help="folder of the gold texts")
    parser.add_argument("--write", type=Path, help="write the page there")
    options = parser.parse_args()
    page = "\n".join(_page([Table(folder, options.texts) for folder in options.bundle])) + "\n"
    print(page, end="")
    if options.write:
        options.write.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
