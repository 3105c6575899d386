"""The detector finds what identifies a person: each detection has one label and one rule."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.records import Detection
from tacknamn.taxonomy.reader import load_taxonomy
from tests.detection_lists import make_bundle

CASES = json.loads((Path(__file__).parent / "cases" / "detector.json").read_text("utf-8"))
RULES = {
    *("authority", "beside_name", "capital", "company", "educated", "initials", "institution"),
    *("list", "misspelt", "role", "workplace"),
}
LABELS = {label.name for label in load_taxonomy().labels}
WORDS = """Jag heter Björn Anna von den Lund Lunds skola Skolan vårdcentralen i på jobbar Volvo FF K.
Muhammad Ali Hassan Zuhayra Sankta kyrka som , . katten Guerrero Rivas AB läkare"""
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join)
)


@pytest.fixture(scope="module")
def detectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Detector]:
    """A detector for each language, on hand-made lists."""
    lexicon = Lexicon.open(make_bundle(tmp_path_factory.mktemp("detector") / "bundle"))
    return {language: Detector(lexicon, language, fuzzy=True) for language in ("sv", "en")}


@pytest.mark.parametrize("case", CASES["small"], ids=lambda case: case["id"])
def test_a_text_has_exactly_these_names(
    detectors: dict[str, Detector], case: dict[str, Any]
) -> None:
    text = case["text"]
    detections = detectors[case.get("language", "sv")].detect(text)
    assert [[each.label, text[each.start : each.end], each.rule] for each in detections] == case[
        "expect"
    ]


def test_every_rule_has_its_cases() -> None:
    assert {rule for case in CASES["small"] for *_, rule in case["expect"]} >= RULES


def test_a_name_has_its_base_its_affixes_and_its_cue(
    detectors: dict[str, Detector],
) -> None:
    (genitive,) = detectors["sv"].detect("Vi kommer från Annas.")
    assert (genitive.base, genitive.affixes) == ("Anna", ("gen",))
    (_, name) = detectors["sv"].detect("Min bror Ahmed lagar mat.")
    assert (name.base, name.trigger) == ("Ahmed", "bror")
    (town,) = detectors["sv"].detect("Hon är i Stokholm.")
    assert (town.base, town.edits, town.country) == ("Stockholm", 1, "SE")
    assert town.entry >= 0


def test_a_workplace_has_the_verb_as_its_cue(detectors: dict[str, Detector]) -> None:
    (workplace,) = detectors["sv"].detect("Jag jobbar på Volvo.")
    assert workplace.trigger == "jobbar"


def test_finders_can_be_left_out(detectors: dict[str, Detector], tmp_path: Path) -> None:
    lexicon = Lexicon.open(make_bundle(tmp_path / "bundle"))
    text = "Jag heter Anna och är född 1990-02-03."
    (name,) = Detector(lexicon, finders=("lists",)).detect(text)
    assert name.label == "firstname_female"
    (date,) = Detector(lexicon, finders=("patterns",)).detect(text)
    assert date.label == "date_digits"


@settings(deadline=None)
@given(text=TEXTS)
def test_detections_are_in_order_and_do_not_overlap(
    detectors: dict[str, Detector], text: str
) -> None:
    end = 0
    for detection in detectors["sv"].detect(text):
        assert end <= detection.start < detection.end <= len(text)
        assert detection.label in LABELS and 0 < detection.probability <= 1
        form = text[detection.start : detection.end]
        assert form.strip() == form
        end = detection.end


@settings(deadline=None)
@given(text=TEXTS)
def test_a_second_run_gives_the_same_detections(detectors: dict[str, Detector], text: str) -> None:
    assert detectors["sv"].detect(text) == detectors["sv"].detect(text)


@settings(deadline=None)
@given(text=st.text(alphabet="xyzq ,.", max_size=60))
def test_a_text_without_names_and_capitals_has_none(
    detectors: dict[str, Detector], text: str
) -> None:
    assert detectors["sv"].detect(text) == []


def test_a_detection_does_not_quote_the_text(detectors: dict[str, Detector]) -> None:
    (detection,) = detectors["sv"].detect("Jag heter Zuhayra.")
    assert isinstance(detection, Detection)
    assert "Zuhayra" not in repr(detection)
