"""Medicine: drugs, eponyms, scales and values are no names; wards and initials of staff are found.

In ``cases/medicine.json``, ``[word]`` is a term and ``{word}`` is none. With ``name``, the lists have the
word as a name; with ``note``, the text is a note of a hospital.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tacknamn.detection import medicine
from tacknamn.detection.medicine import notes, staff, terms
from tacknamn.detection.medicine.values import settle_medical_values
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.records import HARMLESS_RULES
from tacknamn.support.tables import read_table

CASES = json.loads((Path(__file__).parent / "cases" / "medicine.json").read_text("utf-8"))
FOLDER = Path(medicine.__file__).parent
KINDS = {
    *("drug", "doubtful_drug", "disease", "eponym", "abbreviation", "note_word", "verb", "product"),
    *("brand", "germ", "law", "foreign_eponym", "state", "suffix", "scale"),
}
_WORD = re.compile(r"[\[{]([^\]}]*)[\]}]")


def split(line: str) -> tuple[str, list[tuple[int, int, bool]]]:
    text, end = "", 0
    words = []
    for match in _WORD.finditer(line):
        text += line[end : match.start()]
        words.append((len(text), len(text) + len(match.group(1)), match.group(0)[0] == "["))
        text += match.group(1)
        end = match.end()
    return text + line[end:], words


@pytest.mark.parametrize("case", CASES["terms"], ids=lambda case: case["id"])
def test_a_word_is_a_term_where_it_stands(case: dict[str, Any]) -> None:
    text, words = split(case["text"])
    for start, end, expected in words:
        found = terms.is_medical_term(
            text, start, end, case.get("name", False), case.get("note", False)
        )
        assert found == expected


@pytest.mark.parametrize("case", CASES["letters"], ids=lambda case: case["id"])
def test_letters_of_a_term_are_no_initials(case: dict[str, Any]) -> None:
    text, words = split(case["text"])
    for start, end, expected in words:
        assert terms.is_letter_of_term(text, start, end, case.get("note", False)) == expected


@pytest.mark.parametrize("case", CASES["values"], ids=lambda case: case["id"])
def test_values_identify_no_one(case: dict[str, Any]) -> None:
    text = case["text"]
    kept = [
        each
        for each in settle_medical_values(text, find_patterns(text))
        if each.rule not in HARMLESS_RULES
    ]
    assert [text[each.start : each.end] for each in kept] == case["expect"]


@pytest.mark.parametrize("case", CASES["staff"], ids=lambda case: case["id"])
def test_wards_and_initials_of_staff(case: dict[str, Any]) -> None:
    text = case["text"]
    found = staff.find_staff_and_wards(text, case.get("note", False))
    assert [text[each.start : each.end] for each in found] == case["expect"]


def test_a_note_has_many_marks() -> None:
    assert notes.is_note("Pat inkom med feber. BT 120/80, CRP 40. Status: u.a. Åter vb.")
    assert not notes.is_note("Igår hade jag feber och gick till läkaren. Hon var snäll mot mig.")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.tsv")), ids=lambda path: path.name)
def test_a_table_is_sound(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    columns = lines[0].split("\t")
    assert columns[-1] == "reason"
    for line in lines[1:]:
        fields = line.split("\t")
        assert len(fields) == len(columns)
        assert all(field and field == field.strip() for field in fields)


def test_every_kind_of_word_has_something_that_decides() -> None:
    tables = ("drugs.tsv", "eponyms.tsv", "abbreviations.tsv", "products.tsv")
    kinds = {kind for name in tables for kind, _ in read_table(terms.__file__, name)}
    assert kinds == KINDS


def test_the_lists_have_real_size() -> None:
    counts = {kind: 0 for kind in KINDS}
    for name in ("drugs.tsv", "eponyms.tsv", "abbreviations.tsv"):
        for kind, words in read_table(terms.__file__, name):
            counts[kind] += len(words.split())
            assert words == words.lower()
    assert counts["drug"] > 2000
    assert counts["disease"] + counts["eponym"] + counts["foreign_eponym"] > 700
    assert counts["abbreviation"] + counts["scale"] > 500
