"""Measure one version of Täcknamn on hand-marked texts and gold texts, for :mod:`bench.accuracy`.

Run with the version's ``matcher`` folder on PYTHONPATH::

    python bench/accuracy_figures.py TEXTS BUNDLE            prints all figures as JSON
    python bench/accuracy_figures.py TEXTS BUNDLE --speed    prints words a second as JSON

It uses what both versions have. The harms are counted by the scorer of the marked texts.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.profiles.reader import list_profiles
from tacknamn.taxonomy.coarse_classes import merge_coarse

__all__ = ["GOLD", "GROUPS", "SPEED"]

SEED = 11
NAMES = {"PER": "PROPN", "LOC": "PROPN", "ORG": "PROPN", "MISC": "PROPN"}
"""The label mapping for a set whose names have no class."""
GOLD = ("sv_klintan_test", "sv_klintan_test_lower", "sv_klintan_test_typo", "sv_pud", "sv_pud_lower",
        "sv_pud_typo", "sv_swell_ud", "sv_talbanken", "sv_med1177", "en_pud",
        "en_wikineural_names1000", "da_ddt")  # fmt: skip
SPEED = ("sv_swell_ud", "sv_klintan_test", "sv_pud")
TOGETHER = 8
"""Sentences joined to one text when speed is measured: the length of an essay."""
SECONDS = 2.0
_NAMED = ("PER", "LOC", "ORG")
_DRAWN = "(drawn)"


class MarkedGroup(NamedTuple):
    """Marked texts of one kind that are counted together."""

    name: str
    kinds: tuple[str, ...]
    sets: tuple[str, ...]
    profile: str = "swell"
    language: str = "sv"


GROUPS = (
    MarkedGroup("essays", ("essay",), ("sv_learner", "sv_learner2")),
    MarkedGroup("topic", ("topic",), ("sv_learner", "sv_learner2")),
    MarkedGroup("topic en", ("topic",), ("en_mixed",), language="en"),
    MarkedGroup("misspelt", ("misspelt",), ("sv_learner",)),
    MarkedGroup("lower", ("lower",), ("sv_learner",)),
    MarkedGroup("probes", ("probe",), ("sv_learner",)),
    MarkedGroup("clinical", ("clinical",), ("sv_clinical",), profile="clinic"),
    MarkedGroup("official", ("official",), ("sv_clinical",)),
    MarkedGroup("chat", ("chat",), ("sv_clinical",)),
    MarkedGroup("english", ("english",), ("en_mixed",), language="en"),
)


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    lexicon = Lexicon.open(options.bundle)
    if options.speed:
        found: dict[str, Any] = {name: measure_rate(lexicon, options.texts, name) for name in SPEED}
    else:
        found = {
            "marked": dict(count_harms(lexicon, options.texts / "marked")),
            "essays": evaluate_essays(options.bundle),
            "gold": {name: evaluate_gold(lexicon, options.texts, name) for name in GOLD},
        }
    print(json.dumps(found))


def count_harms(lexicon: Lexicon, folder: Path) -> Iterator[tuple[str, Counter[str]]]:
    """Yield each group of marked texts with its harms."""
    scorer = _load_scorer(folder / "learner.py")
    for group in GROUPS:
        # The first versions have no profile for clinical notes.
        profile = group.profile if group.profile in list_profiles() else "swell"
        pseudonymizer = Pseudonymizer(lexicon, profile, seed=SEED, language=group.language)
        pseudonymize = partial(_show_draws, pseudonymizer)
        counts: Counter[str] = Counter()
        for name in group.sets:
            for item in _read_lines(folder / f"{name}.dev.jsonl"):
                if item["kind"] in group.kinds:
                    harms = Counter(harm for harm, *_ in scorer.harms(pseudonymize, item))
                    counts += harms
                    counts["texts"] += 1
                    counts["to hide"] += sum(map(_is_to_hide(scorer), item["marks"]))
                    counts["damaged texts"] += harms["damage"] > 0
        yield group.name, counts


def _show_draws(pseudonymizer: Pseudonymizer, text: str) -> SimpleNamespace:
    """Return the spans of a text, each draw with a replacement that differs from the original.

    From few towns, ages or months, the original is drawn as often as any other. It is hidden then, but
    the scorer counts what looks the same as a leak."""
    spans = [
        span._replace(replacement=_DRAWN)
        if span.replacement == text[span.start : span.end] and _is_drawn(span)
        else span
        for span in pseudonymizer(text).spans
    ]
    return SimpleNamespace(spans=spans)


def _is_drawn(span: Any) -> bool:
    """Whether chance chose the replacement. Spans of the first versions have no pool."""
    return getattr(span, "pool", 1) > 1 or span.reason.startswith("drawn by the rule")


def _load_scorer(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("learner", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _is_to_hide(scorer: Any) -> Any:
    harmless = scorer.MARKED | {"KEEP"}

    def is_to_hide(mark: Mapping[str, Any]) -> bool:
        labels = {label for label, _ in mark["labels"]}
        return not labels <= harmless and "KEEP" not in labels

    return is_to_hide


def evaluate_gold(lexicon: Lexicon, texts: Path, name: str) -> dict[str, Any]:
    """Return exact F1 and leak rate of each label, the calibration, and the number of names."""
    language = name[:2] if name[:2] in ("sv", "en") else "sv"
    pseudonymizer = Pseudonymizer(lexicon, "swell", seed=SEED, language=language)
    names = 0
    with tempfile.TemporaryDirectory() as temporary:
        predicted = Path(temporary, "predicted.jsonl")
        with predicted.open("w", encoding="utf-8") as file:
            for document in _read_lines(texts / f"{name}.dev.jsonl"):
                text = document["text"]
                spans = merge_coarse(pseudonymizer.detect(text, True), text)
                names += sum(
                    span.label in _NAMED
                    for span in merge_coarse(pseudonymizer.detect(text, False), text)
                )
                file.write(json.dumps({"id": document["id"], "spans": spans}) + "\n")
        mapping = NAMES if name.startswith("sv_swell_ud") else {}
        gold = texts / f"{name}.dev.jsonl"
        data = evaluation_data(evaluate(gold, predicted, EvaluationOptions(mapping=mapping)))
    labels: dict[str, dict[str, float]] = defaultdict(dict)
    for label, figures in data["exact"]["labels"].items():
        labels[label]["f1"] = figures["f1"]
        labels[label]["leak"] = data["leak"]["labels"].get(label, {}).get("leak_rate", 0.0)
    calibration = (data.get("calibration") or {}).get("error")
    return {"labels": labels, "calibration": calibration, "names": names}


def evaluate_essays(bundle: Path) -> dict[str, float]:
    """Return precision, recall and F2 on our own essays, as ``make essays`` prints them."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.essays import scoring
    from tests.essays.reading import read_essays

    essays = list(read_essays())
    maps = [part for name in scoring.MAPS for part in ("--map", name)]
    labels = [part for label in scoring.TABLE_6 for part in ("--label", label)]
    with tempfile.TemporaryDirectory() as temporary:
        gold = scoring.gold_file(essays, Path(temporary, "gold.jsonl"))
        pseudonymizer = scoring.pseudonymizer_of(bundle)
        found = scoring.predicted_file(pseudonymizer, essays, Path(temporary, "found.jsonl"))
        command = [sys.executable, "-m", "tacknamn", "evaluate", str(gold), str(found), "--json"]
        done = subprocess.run([*command, *maps, *labels], check=True, stdout=subprocess.PIPE)
    micro: dict[str, float] = json.loads(done.stdout)["exact"]["micro"]
    return micro


def measure_rate(lexicon: Lexicon, texts: Path, name: str) -> float:
    """Return the words that one core reads in a second."""
    lines = [document["text"] for document in _read_lines(texts / f"{name}.dev.jsonl")]
    essays = ["\n".join(lines[at : at + TOGETHER]) for at in range(0, len(lines), TOGETHER)]
    detect = Pseudonymizer(lexicon, "swell", seed=SEED, language="sv").detect
    best = float("inf")
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        start = time.perf_counter()
        for text in essays:
            detect(text)
        best = min(best, time.perf_counter() - start)
    return sum(len(text.split()) for text in essays) / best


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
