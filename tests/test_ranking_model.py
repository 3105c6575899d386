"""The fitted model: its shares are probabilities, and earlier texts change nothing."""

import json
from collections.abc import Callable
from math import isclose, isfinite, log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking import model
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.detections import split_at_hyphens
from tacknamn.detection.ranking.label_groups import OTHER, PERSONS
from tacknamn.detection.ranking.model import (
    CASES,
    CLASS_OF,
    LEAST_SHARE,
    MASSES,
    NONE,
    RankingModel,
)
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import KINDS, build_rows
from tacknamn.detection.ranking.weights_table import MOST, Vector
from tests.detection_lists import make_bundle
from tests.fitting_making import weighed_as

CASES_OF_TEXTS = json.loads((Path(__file__).parent / "cases" / "model.json").read_text("utf-8"))
WORDS = """Jag heter Björn Anna anna ANNA von Lund Lunds lund i på Volvo K. Muhammad Ali al-Jadaan
Gordon-Levitt Zuhayra , . katten Stokholm George medicin Per 12"""
texts = st.lists(st.sampled_from([*WORDS.split(), "medicin\nPer"]), max_size=10).map(" ".join)
weights = st.dictionaries(
    st.sampled_from(sorted(set(KINDS) - {OTHER})), st.floats(0, 1e9), max_size=6
).flatmap(lambda found: st.floats(1e-3, 1e9).map(lambda none: {**found, OTHER: none}))
vectors = st.tuples(*[st.floats(-MOST, MOST)] * 3)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("model") / "bundle"))


@pytest.fixture(scope="module")
def detectors(lexicon: Lexicon) -> dict[str, Detector]:
    return {language: Detector(lexicon, language, fuzzy=True) for language in ("sv", "en")}


@pytest.fixture(scope="module")
def detector(detectors: dict[str, Detector]) -> Detector:
    return detectors["sv"]


def fits(label: str, expected: str) -> bool:
    return label.startswith(expected) or (expected == "person" and label in PERSONS)


@pytest.mark.parametrize("case", CASES_OF_TEXTS, ids=lambda case: case["name"])
def test_a_text_has_these_names(detectors: dict[str, Detector], case: dict[str, Any]) -> None:
    text = case["text"]
    detections = detectors[case.get("language", "sv")].detect(text)
    names = [text[detection.start : detection.end] for detection in detections]
    assert names == [name for _, name in case["expect"]]
    for detection, (label, _) in zip(detections, case["expect"], strict=True):
        assert fits(detection.label, label), (detection.label, label)


@given(text=texts)
def test_a_label_is_at_most_as_probable_as_its_class(detector: Detector, text: str) -> None:
    for detection in detector.detect(text):
        assert 0 < detection.probability <= 1
        assert detection.probability <= detection.class_probability + 1e-9 <= 1 + 2e-9


@given(before=st.lists(texts, max_size=4), text=texts)
def test_earlier_texts_change_nothing(
    lexicon: Lexicon, detector: Detector, before: list[str], text: str
) -> None:
    fresh = Detector(lexicon, fuzzy=True)
    for earlier in before:
        detector.detect(earlier)
    assert detector.detect(text) == fresh.detect(text)


@given(text=texts)
def test_a_model_that_remembers_two_forms_gives_the_same(
    lexicon: Lexicon, detector: Detector, text: str
) -> None:
    forgetful = Detector(lexicon, fuzzy=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "FORMS_KEPT", 2)
        assert forgetful.detect(text) == detector.detect(text)


def test_long_forms_are_not_remembered(lexicon: Lexicon, detector: Detector) -> None:
    """A pasted text without blanks fills no memory."""
    own = RankingModel.read(lexicon, "sv")
    text = "X" + "x" * 5000
    piece = TextPiece(0, len(text), LetterCase.TITLE)
    weighted = weighed_as(piece, {"surname": 1.0, OTHER: 1.0})
    reweighed = own.reweigh(text, weighted, CapitalUse.TRUSTED)
    assert all(isfinite(weight) for weight in reweighed.weights.values())
    assert not own._kept


@given(weights=weights, features=st.lists(vectors, max_size=12), mass=vectors)
def test_shares_are_probabilities_whatever_the_weights_of_a_table(
    lexicon: Lexicon,
    detector: Detector,
    weights: dict[str, float],
    features: list[Vector],
    mass: Vector,
) -> None:
    text = "Vi såg Zuhayra."
    (((step, names),),) = detector.list_examples(text)[1]
    table: dict[str, Vector] = dict(zip(names, features, strict=False))
    table |= {f"{name} {case}": mass for name in MASSES for case in CASES}
    own = step.weighted
    given = WeightedPiece(own.piece, weights, own.cue, own.neighbours, own.strongest)
    reweighed = RankingModel(lexicon, table).reweigh(text, given, CapitalUse.TRUSTED)
    assert reweighed.cue_weights == weights
    assert reweighed.weights.keys() == weights.keys()
    assert reweighed.weights[OTHER] == weights[OTHER]
    ((step,),) = build_rows(text, [reweighed])
    assert isclose(sum(step.shares.values()), 1)
    assert all(0 <= share <= 1 for share in step.shares.values())


@given(weights=weights)
def test_a_table_without_weights_changes_nothing(
    lexicon: Lexicon, weights: dict[str, float]
) -> None:
    weighted = weighed_as(TextPiece(7, 14, LetterCase.TITLE), weights)
    model_without_weights = RankingModel(lexicon, {})
    reweighed = model_without_weights.reweigh("Vi såg Zuhayra.", weighted, CapitalUse.TRUSTED)
    assert reweighed.weights == weights


def test_a_weight_of_a_feature_changes_its_class_only(lexicon: Lexicon) -> None:
    text, piece = "Vi såg Zuhayra.", TextPiece(7, 14, LetterCase.TITLE)
    before = {"surname": 1.0, "city": 1.0, "work": 1.0, OTHER: 1.0}
    own = RankingModel(lexicon, {"previous såg": (log(2), log(3), log(5))})
    after = own.reweigh(text, weighed_as(piece, before), CapitalUse.TRUSTED).weights
    assert after == pytest.approx({"surname": 2.0, "city": 3.0, "work": 5.0, OTHER: 1.0})


@pytest.mark.parametrize(
    ("matches", "parts"),
    [
        ([], ["Gordon-Levitt", "Berg"]),
        ([(0, 6)], ["Gordon", "Levitt", "Berg"]),
        ([(7, 13)], ["Gordon", "Levitt", "Berg"]),
        ([(14, 18)], ["Gordon-Levitt", "Berg"]),
    ],
)
def test_a_hyphenated_word_is_split_if_the_lists_have_a_part_of_it(
    matches: list[tuple[int, int]], parts: list[str]
) -> None:
    text, words = "Gordon-Levitt Berg", [(0, 13), (14, 18)]
    assert [text[start:end] for start, end in split_at_hyphens(text, words, matches)] == parts


def test_lower_case_parts_are_left_out() -> None:
    text = "Simpsons-filmen"
    assert list(split_at_hyphens(text, [(0, len(text))], [(0, 8)])) == [(0, 8)]


@given(weights=weights)
def test_class_weights_are_the_sums_of_their_labels(weights: dict[str, float]) -> None:
    masses = model.sum_class_weights(weights)
    for number, mass in enumerate(masses):
        of_class = [w for label, w in weights.items() if CLASS_OF.get(label, NONE) == number]
        assert mass == pytest.approx(sum(of_class))
    shares = model.compute_log_shares(masses)
    assert all(LEAST_SHARE <= share <= 1e-9 for share in shares)


@given(text=st.one_of(texts, st.text(max_size=60)))
def test_features_have_no_sign_that_would_break_the_table(detector: Detector, text: str) -> None:
    _, rows = detector.list_examples(text)
    for row in rows:
        for _, features in row:
            assert all("\t" not in name and name.splitlines() == [name] for name in features)
            assert not any(name.startswith(("link ", "mass ")) for name in features)


@pytest.mark.parametrize("between", [" ", "\n", "\u2028", "\x85", "\xa0", "\t", "\x1c", "  "])
def test_features_of_a_name_over_a_line_end_have_none(detector: Detector, between: str) -> None:
    _, rows = detector.list_examples(f"Muhammad{between}Ali och Per{between}Erik")
    features = [name for row in rows for _, own in row for name in own]
    assert features
    assert all("\t" not in name and name.splitlines() == [name] for name in features)


@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_untrusted_capitals_have_separate_features(
    detector: Detector, change: Callable[[str], str]
) -> None:
    capitals, rows = detector.list_examples(change("Jag heter Anna och min bror Erik bor i Lund."))
    cases = [name for row in rows for _, own in row for name in own if name.startswith("case ")]
    assert all(("?" in name) == (capitals is not CapitalUse.TRUSTED) for name in cases)
