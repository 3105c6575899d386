"""What is told and never replaced is marked: relatives, professions, degrees, sensitive cues."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from tacknamn.detection.cues.doubted_words import is_plausible
from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.detection.cues.sensitive import GROUPS

CASES = json.loads((Path(__file__).parent / "cases" / "marking.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['text'][:40]}")
def test_a_text_has_exactly_these_marks(case: dict[str, Any]) -> None:
    text = case["text"]
    found = [
        [each.label, text[each.start : each.end], each.rule]
        for each in find_by_cues(text, case.get("language", "sv"))
    ]
    assert found == case["expect"]


def test_every_group_of_sensitive_statements_has_its_cases() -> None:
    rules = {rule for case in CASES for _, _, rule in case["expect"]}
    assert {f"cue:{group}" for group in GROUPS} <= rules


def test_the_cue_that_was_found_is_told() -> None:
    (found,) = find_by_cues("Jag är inte religösa.")
    assert (found.trigger, found.edits, found.entry) == ("religös", 0, -1)
    (found,) = find_by_cues("Jag fick upehållstillstånd.")
    assert (found.trigger, found.edits) == ("uppehållstillstånd", 1)


def test_one_weak_cue_of_a_group_is_enough_for_a_sentence() -> None:
    texts = [
        "Jag var sjuk, opererades och svimmade.",
        "Jag var sjuk. Jag opererades. Jag svimmade.",
    ]
    assert [len(find_by_cues(text)) for text in texts] == [1, 3]


def test_places_are_those_of_the_text_as_it_was_given() -> None:
    text = "İstanbul är stort. " + unicodedata.normalize("NFD", "Åsa och jag har två bröder.")
    (found,) = find_by_cues(text)
    assert text[found.start : found.end] == unicodedata.normalize("NFD", "två")


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
def test_a_word_that_says_what_it_is_is_believed(word: str, label: str) -> None:
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
def test_a_word_that_is_mostly_something_else_is_not_believed(word: str, label: str) -> None:
    assert not is_plausible(word, label)
