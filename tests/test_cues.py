"""Cues find what is marked and never replaced: relatives, professions, degrees, sensitive words."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tacknamn.detection.cues.doubted_words import is_plausible
from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.detection.cues.sensitive import GROUPS

CASES = json.loads((Path(__file__).parent / "cases" / "cues.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['text'][:40]}")
def test_a_text_has_exactly_these_detections(case: dict[str, Any]) -> None:
    text = case["text"]
    detections = [
        [each.label, text[each.start : each.end], each.rule]
        for each in find_by_cues(text, case.get("language", "sv"))
    ]
    assert detections == case["expect"]


def test_every_group_of_sensitive_statements_has_its_cases() -> None:
    rules = {rule for case in CASES for _, _, rule in case["expect"]}
    assert {f"cue:{group}" for group in GROUPS} <= rules


def test_a_detection_has_its_cue_in_the_right_spelling() -> None:
    (detection,) = find_by_cues("Jag är inte religösa.")
    assert (detection.trigger, detection.edits, detection.entry) == ("religös", 0, -1)
    (detection,) = find_by_cues("Jag fick upehållstillstånd.")
    assert (detection.trigger, detection.edits) == ("uppehållstillstånd", 1)


def test_one_weak_cue_of_a_group_is_enough_for_a_sentence() -> None:
    texts = [
        "Jag var sjuk, opererades och svimmade.",
        "Jag var sjuk. Jag opererades. Jag svimmade.",
    ]
    assert [len(find_by_cues(text)) for text in texts] == [1, 3]


def test_offsets_are_those_of_the_text_before_it_is_normalized() -> None:
    text = "İstanbul är stort. " + unicodedata.normalize("NFD", "Åsa och jag har två bröder.")
    (number,) = find_by_cues(text)
    assert text[number.start : number.end] == unicodedata.normalize("NFD", "två")


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("undersköterska", "prof"),
        ("polis", "prof"),
        ("mamma", "fam"),
        ("kompis", "fam"),
        ("gymnasiet", "edu"),
        ("komvux", "edu"),
        ("arabiska", "language"),
        ("tigrinja", "language"),
        ("english", "language"),
        ("kurd", "ethnicity"),
        ("samer", "ethnicity"),
    ],
)
def test_a_clear_word_is_plausible(word: str, label: str) -> None:
    assert is_plausible(word, label)


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("faktor", "prof"),
        ("polisen", "prof"),
        ("man", "fam"),
        ("barn", "fam"),
        ("modern", "fam"),
        ("praktiken", "edu"),
        ("en", "language"),
        ("hon", "language"),
        ("skånska", "language"),
        ("lett", "ethnicity"),
        ("rom", "ethnicity"),
    ],
)
def test_a_word_that_is_mostly_something_else_is_not_plausible(word: str, label: str) -> None:
    assert not is_plausible(word, label)
