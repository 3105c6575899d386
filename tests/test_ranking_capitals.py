"""Capitals are judged as a reader would, and names are found however a text uses capitals."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.capitals import CapitalUse, judge_capitals
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tests.detection_lists import make_bundle

CASES = json.loads((Path(__file__).parent / "cases" / "capitals.json").read_text("utf-8"))
SENTENCE = "Jag heter Anna och min bror Ahmed bor i Göteborg."
FOUND = ["anna", "bror", "ahmed", "göteborg"]
NAMED = Form({}, word_mentions=1.0, name_mentions=1000.0)
WORD = Form({}, word_mentions=1000.0, name_mentions=1000.0)


@pytest.fixture(scope="module")
def detector(tmp_path_factory: pytest.TempPathFactory) -> Detector:
    bundle = make_bundle(tmp_path_factory.mktemp("capitals") / "bundle")
    return Detector(Lexicon.open(bundle), fuzzy=True)


def write(case: dict[str, Any]) -> str:
    return str(case["text"] + case.get("more", "") * case.get("often", 0) + case.get("end", ""))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_capitals_are_judged_as_a_reader_would(detector: Detector, case: dict[str, Any]) -> None:
    capitals, _ = detector.list_examples(write(case))
    assert capitals.name == case["expect"]


@pytest.mark.parametrize("change", [str, str.lower, str.upper, str.title])
def test_names_are_found_however_capitals_are_used(detector: Detector, change: Any) -> None:
    text = change(SENTENCE)
    assert [text[each.start : each.end].lower() for each in detector.detect(text)] == FOUND


@pytest.mark.parametrize("text", ["", " ", "\n", "1", "12 34 56", "…", "0" * 3000])
def test_a_text_without_letters_has_no_names(detector: Detector, text: str) -> None:
    assert all(detection.finding is not None for detection in detector.detect(text))


@pytest.mark.parametrize(
    ("small", "large", "expected"),
    [(0, 0, "TRUSTED"), (1, 0, "NEGLECTED"), (1, 1, "TRUSTED"), (2, 1, "NEGLECTED")],
)
def test_more_names_without_a_capital_than_with_one_means_neglect(
    small: int, large: int, expected: str
) -> None:
    pieces = [TextPiece(0, 1, LetterCase.LOWER, NAMED)] * small + [
        TextPiece(0, 1, LetterCase.TITLE, NAMED)
    ] * large
    assert judge_capitals("Jag bor i en stad", pieces).name == expected


@pytest.mark.parametrize(
    "piece",
    [
        TextPiece(0, 1, LetterCase.LOWER),
        TextPiece(0, 1, LetterCase.LOWER, WORD),
        TextPiece(0, 1, LetterCase.LOWER, Form({}, word_mentions=0.0, name_mentions=0.0)),
        TextPiece(0, 1, LetterCase.LOWER, NAMED, edits=1),
    ],
    ids=["no list has it", "a word as well", "a noun", "misspelt"],
)
def test_only_certain_names_say_anything_about_capitals(piece: TextPiece) -> None:
    assert judge_capitals("Jag bor i en stad", [piece] * 9) is CapitalUse.TRUSTED


@given(text=st.text(), pieces=st.integers(0, 3))
def test_the_capitals_of_any_text_are_judged(text: str, pieces: int) -> None:
    assert judge_capitals(text, [TextPiece(0, 1, LetterCase.LOWER, NAMED)] * pieces) in CapitalUse
