"""The profile ``tab`` annotates as the guidelines say (seed E): every rule has a case."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotation import annotate
from tests.tab_making import make_detections, read_forms

CASES = json.loads((Path(__file__).parent / "cases" / "tab.json").read_text(encoding="utf-8"))


def _founds(case: dict[str, Any]) -> list[Detection]:
    founds = make_detections(case["text"], case.get("known", {}), case.get("language", "en"))
    rule = case.get("rule", "list")
    return [one._replace(rule=rule) if one.rule == "list" else one for one in founds]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['about']}")
def test_guideline(case: dict[str, Any]) -> None:
    text = case["text"]
    mentions = annotate((text, _founds(case)), case.get("protect", ""), case.get("language", "en"))
    found = [
        [form, one.entity_type, one.identifier_type, one.confidential_status]
        for form, one in zip(read_forms(text, mentions), mentions, strict=True)
    ]
    expected = case["expected"]
    assert [found[at][: len(one)] for at, one in enumerate(expected) if at < len(found)] == expected
    assert len(found) == len(expected), found[len(expected) :]
    entities = {
        form: one.entity_id for form, one in zip(read_forms(text, mentions), mentions, strict=True)
    }
    for forms in case.get("same", ()):
        assert len({entities[form] for form in forms}) == 1
    for forms in case.get("apart", ()):
        assert len({entities[form] for form in forms}) == len(forms)
