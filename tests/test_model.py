"""The fitted model: what it makes of a piece means what it says, whatever stood before."""

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
from tacknamn.detection.ranking.label_groups import PERSONS
from tacknamn.detection.ranking.model import (
    CASES,
    CLASS_OF,
    LEAST_SHARE,
    MASSES,
    NONE,
    RankingModel,
)
from tacknamn.detection.ranking.overlaps import split_at_hyphens
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.detection.ranking.rows import KINDS, build_rows
from tacknamn.detection.ranking.weights import OTHER, WeightedPiece
from tacknamn.detection.ranking.weights_table import MOST, Vector
from tests.fitting_making import weighed_as
from tests.labelling_lists import make_bundle

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


def is_so(label: str, expected: str) -> bool:
    return label.startswith(expected) or (expected == "person" and label in PERSONS)


@pytest.mark.parametrize("case", CASES_OF_TEXTS, ids=lambda case: case["name"])
def test_a_text_has_these_names(detectors: dict[str, Detector], case: dict[str, Any]) -> None:
    text = case["text"]
    found = detectors[case.get("language", "sv")].detect(text)
    assert [text[one.start : one.end] for one in found] == [name for _, name in case["expect"]]
    for one, (label, _) in zip(found, case["expect"], strict=True):
        assert is_so(one.label, label), (one.label, label)


@given(text=texts)
def test_what_was_found_is_as_sure_as_its_class_at_most(detector: Detector, text: str) -> None:
    for one in detector.detect(text):
        assert 0 < one.probability <= 1
        assert one.probability <= one.class_probability + 1e-9 <= 1 + 2e-9


@given(before=st.lists(texts, max_size=4), text=texts)
def test_texts_before_change_nothing(
    lexicon: Lexicon, detector: Detector, before: list[str], text: str
) -> None:
    fresh = Detector(lexicon, fuzzy=True)
    for one in before:
        detector.detect(one)
    assert detector.detect(text) == fresh.detect(text)


@given(text=texts)
def test_a_model_that_remembers_two_forms_says_the_same(
    lexicon: Lexicon, detector: Detector, text: str
) -> None:
    forgetful = Detector(lexicon, fuzzy=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(model, "FORMS_KEPT", 2)
        assert forgetful.detect(text) == detector.detect(text)


def test_long_forms_are_not_remembered(lexicon: Lexicon, detector: Detector) -> None:
    """What somebody pastes without blanks fills no memory."""
    own = RankingModel.read(lexicon, "sv")
    text = "X" + "x" * 5000
    piece = TextPiece(0, len(text), LetterCase.TITLE)
    one = own.reweigh(text, weighed_as(piece, {"surname": 1.0, OTHER: 1.0}), CapitalUse.TRUSTED)
    assert all(isfinite(weight) for weight in one.weights.values())
    assert not own._kept


@given(weights=weights, features=st.lists(vectors, max_size=12), mass=vectors)
def test_shares_stay_probabilities_whatever_a_table_weighs(
    lexicon: Lexicon,
    detector: Detector,
    weights: dict[str, float],
    features: list[Vector],
    mass: Vector,
) -> None:
    text = "Vi såg Zuhayra."
    (((looked, names),),) = detector.list_examples(text)[1]
    table: dict[str, Vector] = dict(zip(names, features, strict=False))
    table |= {f"{name} {case}": mass for name in MASSES for case in CASES}
    own = looked.weighted
    given = WeightedPiece(own.piece, weights, own.cue, own.neighbours, own.strongest)
    one = RankingModel(lexicon, table).reweigh(text, given, CapitalUse.TRUSTED)
    assert one.cue_weights == weights
    assert one.weights.keys() == weights.keys()
    assert one.weights[OTHER] == weights[OTHER]
    ((step,),) = build_rows(text, [one])
    assert isclose(sum(step.shares.values()), 1)
    assert all(0 <= share <= 1 for share in step.shares.values())


@given(weights=weights)
def test_a_table_without_weights_leaves_what_lists_and_cues_say(
    lexicon: Lexicon, weights: dict[str, float]
) -> None:
    one = weighed_as(TextPiece(7, 14, LetterCase.TITLE), weights)
    assert (
        RankingModel(lexicon, {}).reweigh("Vi såg Zuhayra.", one, CapitalUse.TRUSTED).weights
        == weights
    )


def test_a_weight_of_a_feature_speaks_for_its_class_alone(lexicon: Lexicon) -> None:
    text, piece = "Vi såg Zuhayra.", TextPiece(7, 14, LetterCase.TITLE)
    before = {"surname": 1.0, "city": 1.0, "work": 1.0, OTHER: 1.0}
    own = RankingModel(lexicon, {"previous såg": (log(2), log(3), log(5))})
    after = own.reweigh(text, weighed_as(piece, before), CapitalUse.TRUSTED).weights
    assert after == pytest.approx({"surname": 2.0, "city": 3.0, "work": 5.0, OTHER: 1.0})


@pytest.mark.parametrize(
    ("hits", "parts"),
    [
        ([], ["Gordon-Levitt", "Berg"]),
        ([(0, 6)], ["Gordon", "Levitt", "Berg"]),
        ([(7, 13)], ["Gordon", "Levitt", "Berg"]),
        ([(14, 18)], ["Gordon-Levitt", "Berg"]),
    ],
)
def test_a_hyphenated_word_is_parted_where_the_lists_have_a_part_of_it(
    hits: list[tuple[int, int]], parts: list[str]
) -> None:
    text, words = "Gordon-Levitt Berg", [(0, 13), (14, 18)]
    assert [text[start:end] for start, end in split_at_hyphens(text, words, hits)] == parts


def test_parts_with_small_letters_are_left_out() -> None:
    text = "Simpsons-filmen"
    assert list(split_at_hyphens(text, [(0, len(text))], [(0, 8)])) == [(0, 8)]


@given(weights=weights)
def test_masses_are_those_of_the_labels_classes(weights: dict[str, float]) -> None:
    masses = model.sum_class_weights(weights)
    for number, mass in enumerate(masses):
        of_class = [w for label, w in weights.items() if CLASS_OF.get(label, NONE) == number]
        assert mass == pytest.approx(sum(of_class))
    found = model.compute_log_shares(masses)
    assert all(LEAST_SHARE <= share <= 1e-9 for share in found)


@given(text=st.one_of(texts, st.text(max_size=60)))
def test_features_have_no_sign_that_would_break_the_table(detector: Detector, text: str) -> None:
    _, rows = detector.list_examples(text)
    for row in rows:
        for _, features in row:
            assert all("\t" not in one and one.splitlines() == [one] for one in features)
            assert not any(one.startswith(("link ", "mass ")) for one in features)


@pytest.mark.parametrize("between", [" ", "\n", "\u2028", "\x85", "\xa0", "\t", "\x1c", "  "])
def test_features_of_a_name_over_a_line_end_have_none(detector: Detector, between: str) -> None:
    _, rows = detector.list_examples(f"Muhammad{between}Ali och Per{between}Erik")
    features = [one for row in rows for _, own in row for one in own]
    assert features
    assert all("\t" not in one and one.splitlines() == [one] for one in features)


@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_capitals_that_say_nothing_have_features_of_their_own(
    detector: Detector, change: Callable[[str], str]
) -> None:
    capitals, rows = detector.list_examples(change("Jag heter Anna och min bror Erik bor i Lund."))
    cases = [one for row in rows for _, own in row for one in own if one.startswith("case ")]
    assert all(("?" in one) == (capitals is not CapitalUse.TRUSTED) for one in cases)
