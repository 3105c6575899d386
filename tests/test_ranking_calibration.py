"""Probabilities are calibrated on gold texts that are not among the fitted ones.

The test needs a built bundle (``make test-full``) or one named in ``TACKNAMN_DATA``, and the gold
texts in the folder next to the checkout."""

import json
from pathlib import Path

import pytest

from tacknamn import Lexicon
from tacknamn.errors import Error
from tacknamn.evaluation.calibration import Calibration
from tacknamn.evaluation.span_lists import ScoredSpan
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.taxonomy.coarse_classes import merge_coarse
from tacknamn_builders.bundle.weights_table import WEIGHTS_FOLDER

pytestmark = pytest.mark.full

TEXTS = Path(__file__).parent.parent.parent / "shared" / "eval"
NAMED = ("LOC", "ORG", "PER")
MOST = {"sv_klintan_test": 0.06, "sv_pud": 0.08}
"""The greatest expected calibration error; the aim is 0.05. The second set has half as many names, so
its error depends more on chance."""


@pytest.fixture(scope="module")
def pseudonymizer() -> Pseudonymizer:
    try:
        return Pseudonymizer(Lexicon.open())
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")


@pytest.mark.parametrize("name", MOST)
def test_of_spans_with_probability_80_per_cent_80_in_100_are_right(
    name: str, pseudonymizer: Pseudonymizer
) -> None:
    path = TEXTS / f"{name}.dev.jsonl"
    if not path.is_file():
        pytest.skip("needs the gold texts, ../shared/eval")
    assert name not in (WEIGHTS_FOLDER / "sv.tsv").read_text("utf-8").partition("\nlanguage")[0]
    calibration = Calibration()
    for line in path.read_text("utf-8").splitlines():
        gold_text = json.loads(line)
        gold = [
            ScoredSpan(start, end, label)
            for start, end, label in gold_text["spans"]
            if label in NAMED
        ]
        text = gold_text["text"]
        spans = merge_coarse(pseudonymizer.detect(text, everything=True), text)
        named = [ScoredSpan(*span) for span in spans if span.label in NAMED]
        calibration.add(gold, named)
    assert calibration.predictions > 300 and not calibration.unscored
    error = calibration.expected_error
    assert error is not None and error <= MOST[name], calibration.bins
