"""What ``score.py`` measures, the scorer of the gold texts, comes out the same here."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.label_maps import read_mapping
from tacknamn.evaluation.plain_data import evaluation_data
from tests.reports import listed

SHARED = Path(__file__).parent.parent.parent / "shared" / "eval"
SCORER = SHARED / "score.py"
pytestmark = pytest.mark.skipif(
    not SCORER.is_file(), reason="the gold texts' scorer is not at ../shared/eval/score.py"
)
ALPHABET = "aÅ1- \n\u00a0😀"
LABELS = ("PER", "LOC", "ORG", "firstname")
ROUNDED = 5.1e-5
"""The scorer rounds to four decimals."""


def some_spans(draw: random.Random, size: int) -> list[Any]:
    spans = []
    for _ in range(draw.randrange(5) if size else 0):
        start = draw.randrange(size)
        end = min(size, start + draw.randint(1, 8))
        spans.append([start, end, draw.choice(LABELS[: draw.randint(1, 4)])])
    return spans


def some_files(seed: int, folder: Path, fewer: int) -> tuple[Path, Path]:
    """Gold and predictions that overlap, nest, repeat and are missing; ``fewer`` gold labels."""
    draw = random.Random(seed)
    gold, predicted = [], []
    for number in range(30):
        text = "".join(draw.choices(ALPHABET, k=draw.randrange(40)))
        spans = some_spans(draw, len(text))
        kept = [span for span in spans if span[2] in LABELS[: 4 - fewer]]
        gold.append({"id": f"d{number}", "text": text, "spans": kept})
        ours = [span for span in spans if draw.random() < 0.6] + some_spans(draw, len(text))
        if draw.random() < 0.9:
            predicted.append({"id": f"d{number}", "spans": ours})
    draw.shuffle(predicted)
    return listed(folder, "gold.jsonl", *gold), listed(folder, "ours.jsonl", *predicted)


def scored(gold: Path, predicted: Path, *options: str) -> Any:
    done = subprocess.run(
        [sys.executable, str(SCORER), str(gold), str(predicted), *options],
        capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


def assert_agree(theirs: Any, gold: Path, predicted: Path, options: EvaluationOptions) -> None:
    data = evaluation_data(evaluate(gold, predicted, options))
    assert data["documents"] == theirs["items"]
    assert data["predicted_documents"] == theirs["predicted_items"]
    assert data["labels"] == sorted(theirs["labels"])
    for view in ("exact", "overlap"):
        ours = data[view]["labels"] | {key: data[view][key] for key in ("micro", "any")}
        assert ours.keys() == theirs[view].keys()
        for label, figures in theirs[view].items():
            assert ours[label] == pytest.approx(figures, abs=ROUNDED), (view, label)
    leak = data["leak"]["labels"] | {"any": data["leak"]["any"]}
    for label, figures in theirs["entities"].items():
        assert leak[label] == pytest.approx(figures, abs=ROUNDED), label
    if not options.all_labels:
        assert data["ignored"] == theirs["ignored_predictions"]


@pytest.mark.parametrize("seed", range(6))
def test_all_figures_agree(seed: int, tmp_path: Path) -> None:
    gold, predicted = some_files(seed, tmp_path, fewer=seed % 3)
    assert_agree(scored(gold, predicted), gold, predicted, EvaluationOptions(draws=0))


@pytest.mark.parametrize("seed", range(6, 9))
def test_they_agree_with_chosen_labels_and_new_names(seed: int, tmp_path: Path) -> None:
    gold, predicted = some_files(seed, tmp_path, fewer=0)
    theirs = scored(gold, predicted, "--labels", "PER,LOC", "--map", "firstname=PER,ORG=")
    names = read_mapping("firstname=PER,ORG=")
    assert_agree(
        theirs, gold, predicted, EvaluationOptions(labels=("LOC", "PER"), mapping=names, draws=0)
    )


@pytest.mark.parametrize("seed", range(9, 12))
def test_they_agree_where_every_prediction_counts(seed: int, tmp_path: Path) -> None:
    gold, predicted = some_files(seed, tmp_path, fewer=2)
    theirs = scored(gold, predicted, "--only-gold-labels", "no")
    data = evaluation_data(evaluate(gold, predicted, EvaluationOptions(all_labels=True, draws=0)))
    # Its overlap adds up labels of the gold alone, so that its micro figure is another one.
    for view in ("exact", "overlap"):
        for label in theirs["labels"]:
            figures = theirs[view][label]
            assert data[view]["labels"][label] == pytest.approx(figures, abs=ROUNDED)
        assert data[view]["any"] == pytest.approx(theirs[view]["any"], abs=ROUNDED)
    assert data["exact"]["micro"] == pytest.approx(theirs["exact"]["micro"], abs=ROUNDED)


@pytest.mark.parametrize("name", ["sv_pud", "en_tab144"])
def test_real_gold_agrees_with_itself_and_with_the_scorer(name: str) -> None:
    gold = SHARED / f"{name}.dev.jsonl"
    assert_agree(scored(gold, gold), gold, gold, EvaluationOptions(draws=0))
