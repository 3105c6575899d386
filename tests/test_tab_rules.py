"""Identifier types follow the rules of the data file, one case each; the tables hold together."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn import tab_benchmark
from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotation import annotate
from tacknamn.tab_benchmark.cues import SEARCHED, load_words
from tacknamn.tab_benchmark.identifiers import FACTS, load_rules
from tacknamn.tab_benchmark.records import Confidentiality, EntityType
from tacknamn.taxonomy.reader import load_taxonomy
from tests.tab_making import make_detections, read_forms

CASES = json.loads(
    (Path(__file__).parent / "cases" / "tab_identifiers.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["rule"]))
def test_rule(case: dict[str, Any]) -> None:
    text = case["text"]
    founds = [
        detection._replace(rule=case.get("found_rule", detection.rule))
        for detection in make_detections(text, case.get("known", {}))
    ]
    mentions = annotate((text, founds))
    (decision,) = {
        (mention.identifier_type.value, mention.reason)
        for form, mention in zip(read_forms(text, mentions), mentions, strict=True)
        if form == case["form"]
    }
    reason = next(rule.reason for rule in load_rules() if rule.name == case["rule"])
    assert decision == (case["identifier"], reason)


def test_every_rule_has_a_case() -> None:
    assert [rule.name for rule in load_rules()] == [case["rule"] for case in CASES]


def test_every_type_ends_in_a_rule_that_asks_nothing() -> None:
    last = {rule.entity_type: rule for rule in load_rules()}
    assert set(last) == set(EntityType)
    assert not any(rule.facts for rule in last.values())


def test_rules_ask_for_facts_that_there_are() -> None:
    assert set().union(*(rule.facts for rule in load_rules())) <= FACTS


@pytest.mark.parametrize(
    "name", ["cues.tsv", "general.tsv", "identifiers.tsv", "confidential.tsv", "other_names.tsv"]
)
def test_every_line_of_a_table_has_its_reason(name: str) -> None:
    widths = {len(row) for row in read_table(tab_benchmark.__file__, name, reasons=True)}
    assert len(widths) == 1
    assert all(row[-1].strip() for row in read_table(tab_benchmark.__file__, name, reasons=True))


def test_words_of_cues_are_lower_case_and_listed_once() -> None:
    for kind, words, _ in read_table(tab_benchmark.__file__, "cues.tsv", reasons=True):
        listed = words.split("|")
        assert listed == [word.lower().strip() for word in listed], kind
        assert len(set(listed)) == len(listed), kind


def test_every_kind_of_cue_that_is_searched_has_words() -> None:
    assert all(load_words(kind) for kind in SEARCHED)


def test_statuses_are_those_of_the_benchmark() -> None:
    assert {
        row[0] for row in read_table(tab_benchmark.__file__, "confidential.tsv", reasons=True)
    } == set(Confidentiality) - {"NOT_CONFIDENTIAL"}


def test_labels_that_are_masked_are_in_the_taxonomy() -> None:
    from tacknamn.tab_benchmark.annotation import NEAREST_LABELS

    taxonomy = load_taxonomy()
    assert set(NEAREST_LABELS) == set(EntityType)
    for label in NEAREST_LABELS.values():
        taxonomy.label(label)
