"""Labels become coarse classes, and what belongs together is put together."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tacknamn.formats.coarse import coarse
from tacknamn.pseudonymizing import Action, Document, Found, Span
from tests.formats_making import documents

CASES = json.loads(Path("tests/cases/formats_coarse.json").read_text("utf-8"))


def founds(case: dict[str, Any]) -> list[Found]:
    """What was found, each behind the one before."""
    made, at = [], 0
    for piece, label, *affixes in case["found"]:
        start = case["text"].index(piece, at)
        at = start + len(piece)
        made.append(Found(start, at, label, "list", affixes=tuple(affixes)))
    return made


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_belongs_together_is_one(case: dict[str, Any]) -> None:
    found = founds(case)
    told = coarse(found, case["text"])
    assert [[case["text"][one.start : one.end], one.label] for one in told] == case["coarse"]
    spans = [Span(*one[:3], "", 1, one.affixes, Action.REPLACE, one) for one in reversed(found)]
    assert coarse(spans, case["text"]) == told


def test_the_surest_piece_says_how_sure_it_is() -> None:
    found = [
        Found(0, 4, "firstname_female", "list", probability=0.5),
        Found(5, 7, "surname", "list", probability=0.75),
    ]
    assert coarse(found, "Elsa Ek")[0].probability == 0.75


@given(documents())
def test_nothing_found_is_lost(one: Document) -> None:
    told = coarse(one.spans, one.original)
    for span in one.spans:
        assert any(each.start <= span.start and span.end <= each.end for each in told)
    assert {each.start for each in told} <= {span.start for span in one.spans}
