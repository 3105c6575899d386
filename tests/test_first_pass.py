"""Texts in which nothing can be found are passed over, with the result of the slow way.

The slow way is a detector without any literals found before: each finder then searches the text for
itself, and none is left out.
"""

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector, ScannedText
from tacknamn.detection.literal_pass import find_literals, find_literals_of_many, lower_text
from tacknamn.detection.medicine.notes import is_note
from tacknamn.detection.medicine.staff import find_staff_and_wards
from tacknamn.detection.patterns.digit_sequences import find_runs
from tacknamn.text.languages import LANGUAGES
from tests.detection_lists import make_bundle
from tests.essays.reading import read_essays

GOLD = Path(__file__).parents[2] / "shared" / "eval"
SLOW = ScannedText({}, None)
WORDS = (
    "Patienten", "mår", "bra", "är", "inte", "Ingen", "feber", "en", "två", "och", "i", "på", "till",
    "Anna", "anna", "Lund", "lund", "bor", "heter", "Jag", "jag", "min", "bror", "läkare", "läkaren",
    "skolan", "kram", "Kram", "efternamn:", "dr", "dr.", "blom", "sa", "Hans", "Björn", "K.", "A-K",
    "G-I-T-A", "med", "kallas", "Bettan", "/EB", "sign", "avd", "3", "72", "kg", ".", ",", "\n", "Euro",
    "Atlantic", "Ocean", "Avtalet", "Kyoto-avtalet", "åkare", "saga:", "sin", "familj", "vård", "Elm",
)  # fmt: skip
texts = st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join)
any_text = st.one_of(texts, texts.map(str.lower), texts.map(str.upper), st.text(max_size=30))


@pytest.fixture(scope="module")
def detectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Detector]:
    bundle = make_bundle(tmp_path_factory.mktemp("first") / "bundle")
    lexicon = Lexicon.open(bundle)
    return {language: Detector(lexicon, language, fuzzy=True) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=any_text)
def test_the_fast_way_finds_what_the_slow_way_finds(
    detectors: dict[str, Detector], language: str, text: str
) -> None:
    detector = detectors[language]
    expected = detector.detect(text, SLOW)
    assert detector.detect(text) == expected
    (scanned,) = detector.scan_many([text])
    assert detector.detect(text, scanned) == expected


def test_the_fast_way_finds_the_same_in_essays_and_in_their_sentences(
    detectors: dict[str, Detector],
) -> None:
    essays = [essay.text for essay in read_essays()]
    sentences = [sentence for text in essays for sentence in text.split(". ")]
    assert_same(detectors["sv"], [*essays, *random.Random(3).sample(sentences, 400)])


@pytest.mark.skipif(not GOLD.is_dir(), reason="the gold texts are not part of the project")
@pytest.mark.parametrize("name", ["sv_swell_ud", "sv_swell_ud_lower", "sv_med1177", "en_pud"])
def test_the_fast_way_finds_the_same_in_gold_texts(
    detectors: dict[str, Detector], name: str
) -> None:
    lines = (GOLD / f"{name}.dev.jsonl").read_text("utf-8").splitlines()
    assert_same(detectors[name[:2]], [json.loads(line)["text"] for line in lines[:150]])


def assert_same(detector: Detector, texts: list[str]) -> None:
    for text, scanned in zip(texts, detector.scan_many(texts), strict=True):
        assert detector.detect(text, scanned) == detector.detect(text, SLOW)


@pytest.mark.parametrize("language", LANGUAGES)
@given(some=st.lists(any_text, max_size=4))
def test_the_literals_of_many_texts_are_those_of_each(language: str, some: list[str]) -> None:
    lowered = [lower_text(text, language) for text in some]
    expected = [find_literals(text, language) for text in some]
    assert find_literals_of_many(lowered, language) == expected


@pytest.mark.parametrize("odd", ["Jag bor i \u0130stanbul.", "Jag a\u0308r fem."])
def test_odd_texts_have_no_literals_among_many(odd: str) -> None:
    texts = ("Jag heter Bo.", odd, "Hon är läkare.")
    lowered = [lower_text(text, "sv") for text in texts]
    first, second, third = find_literals_of_many(lowered, "sv")
    assert first and not second and third


@given(st.text(max_size=30) | st.text("0189²½٣४a .", max_size=8))
def test_digits_are_those_of_the_expression(text: str) -> None:
    assert find_runs(text) == [match.span() for match in re.finditer(r"\d+", text)]


@pytest.mark.parametrize("text", ["", "Pat mår bra.", "Inget här.", "/", "EB/KL"])
def test_a_text_without_their_literals_is_no_note_and_has_no_staff(text: str) -> None:
    assert is_note(text, []) == is_note(text)
    assert find_staff_and_wards(text, False, []) == find_staff_and_wards(text)
