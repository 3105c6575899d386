"""Sentences as learners write them, with invented people, on the real lists.

The rules were made with these sentences in view, so the test guards what was reached and is no
measurement. It needs a built bundle (``make test-full``) or one named in ``TACKNAMN_DATA``.
``[[Lund|city]]`` is a name with its label, as in the essays.
"""

import json
import re
from pathlib import Path

import pytest

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.rules import RULES
from tacknamn.errors import Error

pytestmark = pytest.mark.full

SENTENCES: list[str] = json.loads(
    (Path(__file__).parent / "cases" / "detector.json").read_text("utf-8")
)["sentences"]
BAR = 0.9
"""The least F2 score of names with exact offsets and labels."""
_GOLD = re.compile(r"\[\[([^|\]]*)\|(\w+)\]\]")
_ENGLISH = ("My ", "I ", "We ")
_MARKED = frozenset(
    ("age_string", "age_digits", "edu", "ethnicity", "fam", "language", "prof", "sensitive", "year")
)
"""Labels that the sentences leave out, because they are about names."""
Spans = set[tuple[int, int, str]]


def gold(sentence: str) -> tuple[str, Spans]:
    """Return the sentence without its labels, and the labelled spans."""
    spans: Spans = set()
    text, end = "", 0
    for piece in _GOLD.finditer(sentence):
        text += sentence[end : piece.start()]
        spans.add((len(text), len(text) + len(piece.group(1)), plain(piece.group(2))))
        text += piece.group(1)
        end = piece.end()
    return text + sentence[end:], spans


def plain(label: str) -> str:
    """Return a label without the gender, which only the lists know."""
    return "firstname" if label.startswith("firstname") else label


@pytest.fixture(scope="module")
def detectors() -> dict[bool, Detector]:
    """A detector for Swedish sentences (False) and for English ones (True)."""
    try:
        lexicon = Lexicon.open()
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")
    return {
        english: Detector(lexicon, "en" if english else "sv", fuzzy=True)
        for english in (False, True)
    }


def test_names_in_learners_sentences_are_found(detectors: dict[bool, Detector]) -> None:
    right = wrong = missed = 0
    for sentence in SENTENCES:
        text, expected = gold(sentence)
        found: Spans = {
            (each.start, each.end, plain(each.label))
            for each in detectors[text.startswith(_ENGLISH)].detect(text)
            if each.rule not in RULES and each.label not in _MARKED
        }
        right += len(found & expected)
        wrong += len(found - expected)
        missed += len(expected - found)
    assert 5 * right / (5 * right + 4 * missed + wrong) >= BAR
