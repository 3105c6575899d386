"""The profile ``tab`` annotates as the TAB guidelines say: every rule has a case."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotation import annotate
from tests.tab_making import make_detections, make_mentions, read_forms

CASES = [
    case
    for name in ("tab.json", "tab_shapes.json")
    for case in json.loads((Path(__file__).parent / "cases" / name).read_text(encoding="utf-8"))
]


def _founds(case: dict[str, Any]) -> list[Detection]:
    founds = make_detections(case["text"], case.get("known", {}), case.get("language", "en"))
    rule = case.get("rule", "list")
    return [
        detection._replace(rule=rule) if detection.rule == "list" else detection
        for detection in founds
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['about']}")
def test_guideline(case: dict[str, Any]) -> None:
    text = case["text"]
    mentions = annotate((text, _founds(case)), case.get("protect", ""), case.get("language", "en"))
    found = [
        [form, mention.entity_type, mention.identifier_type, mention.confidential_status]
        for form, mention in zip(read_forms(text, mentions), mentions, strict=True)
    ]
    expected = case["expected"]
    assert [
        found[at][: len(entry)] for at, entry in enumerate(expected) if at < len(found)
    ] == expected
    assert len(found) == len(expected), found[len(expected) :]
    entities = {
        form: mention.entity_id
        for form, mention in zip(read_forms(text, mentions), mentions, strict=True)
    }
    for forms in case.get("same", ()):
        assert len({entities[form] for form in forms}) == 1
    for forms in case.get("apart", ()):
        assert len({entities[form] for form in forms}) == len(forms)


def test_a_town_called_the_is_no_place_before_another_name() -> None:
    text = "He read The Hague Times."
    mentions = make_mentions(text, {"The": "city", "Hague": "city"})
    assert "The" not in read_forms(text, mentions)
