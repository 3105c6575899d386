"""Persons in small letters, repeats and odd spellings, as learners write them, on the real lists.

``[björn]`` is the name of a person; everything outside brackets is none. The lines without brackets
look alike and must stay. Needs a built bundle (``make test-full``) or one named in ``TACKNAMN_DATA``.
"""

import json
import re
from pathlib import Path

import pytest

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.errors import Error

pytestmark = pytest.mark.full

LINES: list[str] = json.loads(
    (Path(__file__).parent / "cases" / "small_names.json").read_text("utf-8")
)
PERSONS = {
    *("firstname_female", "firstname_male", "firstname_unknown", "initials", "middlename"),
    *("nickname", "surname"),
}
_NAME = re.compile(r"\[([^\]]*)\]")


@pytest.fixture(scope="module")
def detector() -> Detector:
    try:
        return Detector(Lexicon.open())
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")


@pytest.mark.parametrize("line", LINES)
def test_exactly_the_names_in_brackets_are_persons(detector: Detector, line: str) -> None:
    text, names, end = "", set(), 0
    for match in _NAME.finditer(line):
        text += line[end : match.start()]
        names.add((len(text), len(text) + len(match.group(1))))
        text += match.group(1)
        end = match.end()
    text += line[end:]
    found = {(each.start, each.end) for each in detector.detect(text) if each.label in PERSONS}
    assert found == names
