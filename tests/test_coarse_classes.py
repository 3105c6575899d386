"""Labels become coarse classes, and neighbours that belong together become one span."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tacknamn.pipeline.document import Document
from tacknamn.records import Action, Detection, Span
from tacknamn.taxonomy.coarse_classes import BY_WORDS, EXACT, correct_probability, merge_coarse
from tests.formats_making import documents

CASES = json.loads(Path("tests/cases/formats_coarse.json").read_text("utf-8"))


def founds(case: dict[str, Any]) -> list[Detection]:
    """Detections, one after another."""
    made, at = [], 0
    for piece, label, *affixes in case["found"]:
        start = case["text"].index(piece, at)
        at = start + len(piece)
        made.append(Detection(start, at, label, "list", affixes=tuple(affixes)))
    return made


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_belongs_together_is_one(case: dict[str, Any]) -> None:
    found = founds(case)
    told = merge_coarse(found, case["text"])
    assert [[case["text"][one.start : one.end], one.label] for one in told] == case["coarse"]
    spans = [Span(*one[:3], "", 1, one.affixes, Action.REPLACE, one) for one in reversed(found)]
    assert merge_coarse(spans, case["text"]) == told


def test_the_surest_piece_says_how_sure_a_name_is_whatever_its_kind() -> None:
    found = [
        Detection(0, 4, "firstname_female", "list", probability=0.5, class_probability=0.6),
        Detection(5, 7, "surname", "list", probability=0.25, class_probability=0.75),
    ]
    assert merge_coarse(found, "Elsa Ek")[0].probability == correct_probability(0.75) * EXACT


def test_what_is_no_name_is_as_sure_as_it_was_found() -> None:
    found = [Detection(0, 2, "age_digits", "age", class_probability=0.5)]
    assert merge_coarse(found, "37 år")[0].probability == 0.5


def test_what_its_ending_tells_is_half_as_sure() -> None:
    found = [Detection(0, 11, "school", "school", class_probability=1.0)]
    assert merge_coarse(found, "Björkskolan")[0].probability == BY_WORDS * EXACT


@pytest.mark.parametrize("genitive", ["'s", "’s"])
def test_a_genitive_that_is_written_apart_is_left_out(genitive: str) -> None:
    text = f"Elsa Ek{genitive} friend"
    found = [
        Detection(0, 4, "firstname_female", "list"),
        Detection(5, 9, "surname", "list", affixes=("gen",)),
    ]
    assert [(one.start, one.end) for one in merge_coarse(found, text)] == [(0, 7)]
    assert merge_coarse([Detection(7, 9, "surname", "list")], text)[0][:2] == (7, 9)


@given(documents())
def test_nothing_found_is_lost(one: Document) -> None:
    told = merge_coarse(one.spans, one.original)
    for span in one.spans:
        end = span.end - 2 if one.original[: span.end].endswith(("'s", "’s")) else span.end
        assert any(each.start <= span.start and end <= each.end for each in told)
    assert all(each.start < each.end and 0 <= each.probability <= 1 for each in told)
    assert {each.start for each in told} <= {span.start for span in one.spans}
