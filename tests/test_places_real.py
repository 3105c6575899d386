"""Places as learners write them, on the real lists.

``[lund:city]`` is a place with its label; everything outside brackets is none. Needs a built bundle
(``make test-full``) or one named in ``TACKNAMN_DATA``.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import Error

pytestmark = pytest.mark.full

CASES: dict[str, list[Any]] = json.loads(
    (Path(__file__).parent / "cases" / "places.json").read_text("utf-8")
)
PLACES = {"area", "city", "country", "geo", "place", "region"}
_PLACE = re.compile(r"\[([^\]:]*):(\w+)\]")


@pytest.fixture(scope="module")
def pseudonymizer() -> Pseudonymizer:
    try:
        return Pseudonymizer(Lexicon.open(), "swell", seed=1)
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")


@pytest.mark.parametrize("line", [*CASES["found"], *CASES["nothing"]])
def test_exactly_the_places_in_brackets_are_found(pseudonymizer: Pseudonymizer, line: str) -> None:
    text = _PLACE.sub(r"\1", line)
    found = [
        (text[span.start : span.end], span.label)
        for span in pseudonymizer(text).spans
        if span.label in PLACES
    ]
    assert found == _PLACE.findall(line)


@pytest.mark.parametrize(("text", "place", "is_abroad"), CASES["abroad"])
def test_places_outside_sweden_are_foreign(
    pseudonymizer: Pseudonymizer, text: str, place: str, is_abroad: bool
) -> None:
    (span,) = (span for span in pseudonymizer(text).spans if text[span.start : span.end] == place)
    assert ("foreign" in span.affixes) is is_abroad
