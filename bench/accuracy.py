"""Measure how well names are distinguished from words, on gold texts and with each bundle.

Run after the builds::

    .venv/bin/python -m bench.accuracy --texts DIR --bundle DIR [--bundle DIR] [--write PAGE]

It compares the output of ``tacknamn detect --jsonl --coarse --scores`` with the gold texts, as
``tacknamn evaluate`` does: whole spans with their class. The weights were fitted on some of these
texts (the first lines of the table of weights name them); the page marks these.
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
"""The label mapping for a set whose names have no class."""
TOGETHER = 8
"""Sentences joined to one text when speed is measured: the length of an essay."""
SECONDS = 2.0
LEAST_RATE = 150_000


class AccuracyTarget(NamedTuple):
    """What must be reached on a set of texts."""

    name: str
    label: str
    least: float
    """Exact F1."""
    most_leaks: float | None = None
    others: str = ""
    """What other systems reach, according to the README of the gold texts."""


TARGETS = (
    AccuracyTarget("sv_klintan_test", "PER", 0.86, 0.05, "CNN .84 / .06"),
    AccuracyTarget("sv_klintan_test", "LOC", 0.78, 0.08, "CNN .71 / .13"),
    AccuracyTarget("sv_pud", "PER", 0.75, 0.10, "CNN .50 / .25"),
    AccuracyTarget("sv_pud", "LOC", 0.75, 0.10, "CNN .53 / .20"),
    AccuracyTarget("sv_klintan_test_typo", "PER", 0.75, None, "name list .01, CNN .78"),
    AccuracyTarget("sv_klintan_test_typo", "LOC", 0.65),
    AccuracyTarget("sv_klintan_test_lower", "PER", 0.70, None, "systems that rely on capitals 0"),
    AccuracyTarget("sv_klintan_test_lower", "LOC", 0.65, None, "systems that rely on capitals 0"),
    AccuracyTarget("sv_swell_ud", "PROPN", 0.85, None, "CNN .81"),
    AccuracyTarget(
        "en_wikineural_names1000", "PER", 0.80, 0.09, "spaCy, Presidio .75 / .09 to .11"
    ),
)
CALIBRATED = (("sv_klintan_test", 0.05), ("sv_pud", 0.05))
"""Sets whose expected calibration error has a target, and the largest error allowed."""
WITHOUT_NAMES, MOST_FALSE = "sv_med1177", 15
FURTHER = ("sv_talbanken", "sv_pud_lower", "sv_pud_typo", "en_pud", "da_ddt")
"""Sets without a target."""
_NAMED = ("PER", "LOC", "ORG")


class AccuracyTable:
    """The table of one bundle."""

    def __init__(self, folder: Path, texts: Path) -> None:
        self._lexicon = Lexicon.open(folder)
        self._texts = texts
        self._fitted = _read_fitted_sets()
        self._figures: dict[str, Mapping[str, Any]] = {}

    @property
    def profile(self) -> str:
        """The bundle's profile."""
        return str(self._lexicon.bundle.manifest["profile"])

    def lines(self) -> Iterator[str]:
        """Yield one line for each figure."""
        for target in TARGETS:
            yield self._compare_with_target(target)
        for name, most in CALIBRATED:
            error = self._evaluate(name)["calibration"]["error"]
            yield _format_line(f"{name}, expected calibration error", f"{error:.3f}", f"at most {most}",
                        error <= most, self._describe_fit(name))  # fmt: skip
        yield self._count_false_alarms()
        for name in FURTHER:
            exact, leaks = (
                self._evaluate(name)["exact"]["labels"],
                self._evaluate(name)["leak"]["labels"],
            )
            for label in ("PER", "LOC"):
                value = f"{exact[label]['f1']:.3f} / {leaks[label]['leak_rate']:.3f}"
                yield _format_line(f"{name} {label}", value, "", None, self._describe_fit(name))
        for name in ("sv_swell_ud", "sv_klintan_test"):
            rate = self._measure_rate(name)
            yield _format_line(f"tokens a second, one core, {name}", f"{rate:,.0f}",
                        f"{LEAST_RATE:,}", rate >= LEAST_RATE)  # fmt: skip

    def _compare_with_target(self, target: AccuracyTarget) -> str:
        figures = self._evaluate(target.name)
        f1 = figures["exact"]["labels"][target.label]["f1"]
        leak = figures["leak"]["labels"][target.label]["leak_rate"]
        passed = f1 >= target.least and (target.most_leaks is None or leak <= target.most_leaks)
        bar = f"{target.least}" + (f" / {target.most_leaks}" if target.most_leaks else "")
        note = "; ".join(filter(None, (target.others, self._describe_fit(target.name))))
        return _format_line(
            f"{target.name} {target.label}", f"{f1:.3f} / {leak:.3f}", bar, passed, note
        )

    def _count_false_alarms(self) -> str:
        """Count false alarms. Sweden and the continents are names, so they are counted separately."""
        pseudonymizer = self._pseudonymizer("sv")
        with_countries = without = 0
        for document in _read_gold(self._texts, WITHOUT_NAMES):
            text = document["text"]
            with_countries += len(_find_names(pseudonymizer, text, everything=True))
            without += len(_find_names(pseudonymizer, text, everything=False))
        note = f"{with_countries} with Sverige and Europa, which are names; {self._describe_fit(WITHOUT_NAMES)}"
        return _format_line(f"{WITHOUT_NAMES}, false alarms", str(without), f"at most {MOST_FALSE}",
                     without <= MOST_FALSE, note)  # fmt: skip

    def _evaluate(self, name: str) -> Mapping[str, Any]:
        if name not in self._figures:
            pseudonymizer = self._pseudonymizer(name[:2])
            with tempfile.TemporaryDirectory() as temporary:
                predicted = Path(temporary, "predicted.jsonl")
                with predicted.open("w", encoding="utf-8") as file:
                    for document in _read_gold(self._texts, name):
                        detections = pseudonymizer.detect(document["text"], True)
                        spans = merge_coarse(detections, document["text"])
                        file.write(json.dumps({"id": document["id"], "spans": spans}) + "\n")
                mapping = NAMES if name.startswith("sv_swell_ud") else {}
                gold = self._texts / f"{name}.dev.jsonl"
                self._figures[name] = evaluation_data(
                    evaluate(gold, predicted, EvaluationOptions(mapping=mapping))
                )
        return self._figures[name]

    def _pseudonymizer(self, language: str) -> Pseudonymizer:
        known = language if language in ("sv", "en") else "sv"
        return Pseudonymizer(self._lexicon, "swell", seed=SEED, language=known)

    def _describe_fit(self, name: str) -> str:
        base = name.removesuffix("_lower").removesuffix("_typo")
        return "fitted on" if f"{base}.dev.jsonl" in self._fitted[name[:2]] else ""

    def _measure_rate(self, name: str) -> float:
        lines = [document["text"] for document in _read_gold(self._texts, name)]
        texts = [
            "\n".join(lines[start : start + TOGETHER]) for start in range(0, len(lines), TOGETHER)
        ]
        detect = self._pseudonymizer("sv").detect
        best = float("inf")
        until = time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            start = time.perf_counter()
            for text in texts:
                detect(text)
            best = min(best, time.perf_counter() - start)
        return sum(len(text.split()) for text in texts) / best


def _find_names(pseudonymizer: Pseudonymizer, text: str, everything: bool) -> list[str]:
    spans = merge_coarse(pseudonymizer.detect(text, everything), text)
    return [span.label for span in spans if span.label in _NAMED]


def _read_fitted_sets() -> Mapping[str, str]:
    """Read, by language, the comments that name the texts of its weights. Danish uses Swedish ones."""
    comments = {
        path.stem: "\n".join(
            line for line in path.read_text("utf-8").splitlines() if line.startswith("#")
        )
        for path in WEIGHTS_FOLDER.glob("*.tsv")
    }
    return comments | {"da": comments["sv"]}


def _read_gold(texts: Path, name: str) -> Iterator[dict[str, Any]]:
    with (texts / f"{name}.dev.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _format_line(title: str, value: str, bar: str, passed: bool | None, note: str = "") -> str:
    mark = {None: "", True: "reached", False: "**missed**"}[passed]
    return f"| {title} | {value} | {bar} | {mark} | {note} |"


def _write_page(tables: Sequence[AccuracyTable]) -> Iterator[str]:
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
    """Measure, print the page, and write it with --write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path, action="append", required=True)
    parser.add_argument("--texts", type=Path, required=True, help="folder of the gold texts")
    parser.add_argument("--write", type=Path, help="file of the page to write")
    options = parser.parse_args()
    page = (
        "\n".join(_write_page([AccuracyTable(folder, options.texts) for folder in options.bundle]))
        + "\n"
    )
    print(page, end="")
    if options.write:
        options.write.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
