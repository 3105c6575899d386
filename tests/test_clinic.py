"""Notes with the profile ``clinic``, on the real lists: exactly what is in brackets is replaced.

Drugs, eponyms, scales and values stand outside the brackets. Needs a built bundle (``make test-full``)
or one named in ``TACKNAMN_DATA``.
"""

import json
import re
from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import Error

pytestmark = pytest.mark.full

NOTES: list[str] = json.loads((Path(__file__).parent / "cases" / "clinic.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def pseudonymizer() -> Pseudonymizer:
    try:
        return Pseudonymizer(Lexicon.open(), "clinic", seed=5)
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")


@pytest.mark.parametrize("note", NOTES)
def test_exactly_what_is_in_brackets_is_replaced(pseudonymizer: Pseudonymizer, note: str) -> None:
    text = note.replace("[", "").replace("]", "")
    spans = pseudonymizer(text).spans
    replaced = [text[each.start : each.end] for each in spans if each.action == "replace"]
    assert replaced == re.findall(r"\[([^\]]*)\]", note)
