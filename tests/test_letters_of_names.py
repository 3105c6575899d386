"""Single letters that stand for a name: [otto] b, [Birgitta] Å, dr a [ghorbani]."""

import re

import pytest

from tacknamn.detection.ranking.letters_of_names import find_letters_of_names
from tacknamn.records import Detection

CASES = [
    ("Samtal med <Birgitta> {Å}, som ringde.", "firstname_female"),
    ("Vi ringde <Lisa> {B}, sedan <Moa> {Ö}.", "firstname_female"),
    ("<otto> {b} och jag spelade", "firstname_male"),
    ("backar: <viggo> {k}, <hugo>", "firstname_male"),
    ("dr {a} <ghorbani> skrev under", "surname"),
    ("<otto> o kalle kommer", "firstname_male"),
    ("<otto> e sjuk", "firstname_male"),
    ("<otto> å jag", "firstname_male"),
    ("<Anna> I morgon kommer hon", "firstname_female"),
    ("<Anna> A-kassan ringde", "firstname_female"),
    ("jag gav <Otto> 3 C-vitamin", "firstname_male"),
    ("jag såg a <ghorbani>", "surname"),
    ("jag träffade dr {blom} igår", "surname"),
    ("min dr sade nej", "surname"),
    ("min dr var snäll", "surname"),
    ("min dr på vårdcentralen", "surname"),
    ("backar: <viggo>, <otto> {b} och jag", "surname"),
]
_PART = re.compile(r"<(?P<name>[^>]*)>|\{(?P<letter>[^}]*)\}")


@pytest.mark.parametrize(("line", "label"), CASES)
def test_letters_beside_names(line: str, label: str) -> None:
    text, end = "", 0
    names, letters = [], []
    for match in _PART.finditer(line):
        text += line[end : match.start()]
        part = match["name"] or match["letter"]
        span = (len(text), len(text) + len(part))
        if match["name"]:
            names.append(Detection(*span, label, "list"))
        else:
            letters.append(span)
        text, end = text + part, match.end()
    text += line[end:]
    assert [(each.start, each.end) for each in find_letters_of_names(text, names)] == letters


def test_initials_that_are_found_already_stay() -> None:
    text = "Anna T. kommer."
    names = [Detection(0, 4, "firstname_female", "list"), Detection(5, 7, "initials", "initials")]
    assert find_letters_of_names(text, names) == []
