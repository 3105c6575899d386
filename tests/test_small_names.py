"""Persons in small letters, repeats and odd spellings, as learners write them, on the real lists.

``[björn]`` is the name of a person; everything outside brackets is none. The lines without brackets
look alike and must stay. ``[Mohamed|1]`` has the number of the person,
``[Anna|firstname_female]`` its label. Needs a built bundle (``make test-full``) or one named in ``TACKNAMN_DATA``.
"""

import json
import re
from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.detection.detector import Detector
from tacknamn.errors import Error

pytestmark = pytest.mark.full

CASES: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "cases" / "small_names.json").read_text("utf-8")
)
PERSONS = {
    *("firstname_female", "firstname_male", "firstname_unknown", "initials", "middlename"),
    *("nickname", "surname"),
}
_NAME = re.compile(r"\[([^\]]*)\]")


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    try:
        return Lexicon.open()
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")


@pytest.mark.parametrize("line", CASES["found"])
def test_exactly_the_names_in_brackets_are_persons(lexicon: Lexicon, line: str) -> None:
    text, names = read(line)
    found = {(each.start, each.end) for each in Detector(lexicon).detect(text)
             if each.label in PERSONS}  # fmt: skip
    assert found == set(names)


@pytest.mark.parametrize("line", CASES["same"])
def test_spellings_of_one_person_have_one_number(lexicon: Lexicon, line: str) -> None:
    text, persons = read(line)
    spans = Pseudonymizer(lexicon, seed=1)(text).spans
    numbers = {(span.start, span.end): (span.label, span.number) for span in spans}
    given = {(person, numbers.get(place)) for place, person in persons.items()}
    assert len(given) == len(set(persons.values())) == len({number for _, number in given})


@pytest.mark.parametrize("line", CASES["forms"])
def test_persons_have_these_labels_and_affixes(lexicon: Lexicon, line: str) -> None:
    text, persons = read(line)
    found = {
        (each.start, each.end): "+".join((each.label, *each.affixes))
        for each in Detector(lexicon).detect(text)
        if each.label in PERSONS
    }
    assert found == persons


def read(line: str) -> tuple[str, dict[tuple[int, int], str]]:
    """Return the text of a line, and the person at each place."""
    text, names, end = "", {}, 0
    for match in _NAME.finditer(line):
        text += line[end : match.start()]
        name, _, person = match.group(1).partition("|")
        names[len(text), len(text) + len(name)] = person
        text += name
        end = match.end()
    return text + line[end:], names
