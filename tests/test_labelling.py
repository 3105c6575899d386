"""What points at somebody in a text has one label each, by the rule that its case tells."""

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
from tests.labelling_lists import make_bundle

CASES = json.loads((Path(__file__).parent / "cases" / "labelling.json").read_text("utf-8"))
RULES = {
    *("authority", "beside_name", "capital", "company", "educated", "initials", "institution"),
    *("list", "misspelt", "role", "workplace"),
}
LABELS = {one.name for one in load_taxonomy().labels}
WORDS = """Jag heter Björn Anna von den Lund Lunds skola Skolan vårdcentralen i på jobbar Volvo FF K.
Muhammad Ali Hassan Zuhayra Sankta kyrka som , . katten Guerrero Rivas AB läkare"""
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join)
)


@pytest.fixture(scope="module")
def detectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Detector]:
    """One for each language, on the hand-made lists."""
    lexicon = Lexicon.open(make_bundle(tmp_path_factory.mktemp("labelling") / "bundle"))
    return {language: Detector(lexicon, language, fuzzy=True) for language in ("sv", "en")}


@pytest.mark.parametrize("case", CASES["small"], ids=lambda case: case["id"])
def test_a_text_has_exactly_these_names(
    detectors: dict[str, Detector], case: dict[str, Any]
) -> None:
    text = case["text"]
    found = detectors[case.get("language", "sv")].detect(text)
    assert [[one.label, text[one.start : one.end], one.rule] for one in found] == case["expect"]


def test_every_rule_has_its_cases() -> None:
    assert {rule for case in CASES["small"] for *_, rule in case["expect"]} >= RULES


def test_a_name_tells_its_base_its_affixes_and_what_spoke_for_it(
    detectors: dict[str, Detector],
) -> None:
    (found,) = detectors["sv"].detect("Vi kommer från Annas.")
    assert (found.base, found.affixes) == ("Anna", ("gen",))
    (_, name) = detectors["sv"].detect("Min bror Ahmed lagar mat.")
    assert (name.base, name.trigger) == ("Ahmed", "bror")
    (town,) = detectors["sv"].detect("Hon är i Stokholm.")
    assert (town.base, town.edits, town.country) == ("Stockholm", 1, "SE")
    assert town.entry >= 0


def test_a_workplace_tells_the_word_that_says_so(detectors: dict[str, Detector]) -> None:
    (found,) = detectors["sv"].detect("Jag jobbar på Volvo.")
    assert found.trigger == "jobbar"


def test_finders_can_be_left_out(detectors: dict[str, Detector], tmp_path: Path) -> None:
    lexicon = Lexicon.open(make_bundle(tmp_path / "bundle"))
    text = "Jag heter Anna och är född 1990-02-03."
    assert [one.label for one in Detector(lexicon, finders=("lists",)).detect(text)] == [
        "firstname_female"
    ]
    assert [one.label for one in Detector(lexicon, finders=("patterns",)).detect(text)] == [
        "date_digits"
    ]


@settings(deadline=None)
@given(text=TEXTS)
def test_found_pieces_are_in_the_text_in_order_and_apart(
    detectors: dict[str, Detector], text: str
) -> None:
    found = detectors["sv"].detect(text)
    ends = [0, *(one.end for one in found)]
    assert all(before <= one.start < one.end for before, one in zip(ends, found, strict=False))
    assert ends[-1] <= len(text)
    assert all(one.label in LABELS and 0 < one.probability <= 1 for one in found)
    assert all(text[one.start : one.end].strip() == text[one.start : one.end] for one in found)


@settings(deadline=None)
@given(text=TEXTS)
def test_labelling_a_text_twice_gives_the_same(detectors: dict[str, Detector], text: str) -> None:
    assert detectors["sv"].detect(text) == detectors["sv"].detect(text)


@settings(deadline=None)
@given(text=st.text(alphabet="xyzq ,.", max_size=60))
def test_a_text_without_names_and_capitals_has_none(
    detectors: dict[str, Detector], text: str
) -> None:
    assert detectors["sv"].detect(text) == []


def test_what_was_found_does_not_quote_the_text(detectors: dict[str, Detector]) -> None:
    (found,) = detectors["sv"].detect("Jag heter Zuhayra.")
    assert isinstance(found, Detection)
    assert "Zuhayra" not in repr(found)
