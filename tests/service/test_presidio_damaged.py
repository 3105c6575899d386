"""Damaged bodies and odd expressions end in an error that is described, never in one of the service."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.pages import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::UserWarning")]
CASES = json.loads((ROOT / "tests/cases/service_presidio.json").read_text("utf-8"))
BODIES = [(case["path"], case["body"]) for case in CASES if isinstance(case.get("body"), dict)]
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 0.5, "", "Amina", "\u0000", "\ud800", "😀", [], {}, [[]], ["Amina"], {"type": "hash"},
    {"Amina": 1}, "1e400",
)  # fmt: skip
DESCRIBED = {400, 408, 413, 415, 422, 429, 503, 504}


def list_places(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value at which another value may stand."""
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [before, *(place for key, each in inside for place in list_places(each, (*before, key)))]


def put(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[place[0]] = put(copied[place[0]], place[1:], new)
    return copied


@cache
def places_of(number: int) -> list[tuple[Any, ...]]:
    return list_places(BODIES[number][1])


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    number = draw(st.integers(0, len(BODIES) - 1))
    path, body = BODIES[number]
    place = draw(st.sampled_from(places_of(number)))
    written = json.dumps(put(body, place, draw(st.sampled_from(ODD))))
    return path, written.replace('"1e400"', "1e400")  # a number that is infinite


@settings(max_examples=400)
@given(damaged(), st.sampled_from(("codepoints", "utf16", "utf8")))
def test_damaged_bodies_are_answered(client: TestClient, sent: tuple[str, str], unit: str) -> None:
    path, content = sent
    response = client.post(f"{path}?offsets={unit}", content=content.encode())
    assert response.headers["content-type"] == "application/json"
    if response.status_code != 200:
        assert response.status_code in DESCRIBED
        assert list(response.json()) == ["error"] and response.json()["error"]
    json.loads(response.text, parse_constant=pytest.fail)


@settings(max_examples=300)
@given(
    st.text("ab(){}[]|*+?\\.^$<>=!:i1,&~R ", max_size=12), st.sampled_from((0, 2, 26, 64, 128, 160))
)
def test_odd_expressions_are_answered(client: TestClient, expression: str, flags: int) -> None:
    recognizer = {"supported_entity": "A", "global_regex_flags": flags,
                  "patterns": [{"name": "a", "regex": expression, "score": 1}]}  # fmt: skip
    body = {"text": "abab (a) 11", "language": "sv", "ad_hoc_recognizers": [recognizer],
            "allow_list": [expression], "allow_list_match": "regex", "regex_flags": flags}  # fmt: skip
    response = client.post("/analyze", json=body)
    assert response.status_code in (200, 422), response.text
