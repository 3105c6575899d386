"""The tables of labelling are sound: every line has its reason, nothing stands in them twice."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tacknamn.detection import ranking
from tacknamn.detection.ranking.rules import RULES
from tacknamn.support.tables import read_table
from tacknamn.taxonomy.reader import load_taxonomy

FOLDER = Path(ranking.__file__).parent
TABLES = sorted(path.name for path in FOLDER.glob("*.tsv"))
LABELS = {one.name for one in load_taxonomy().labels}
PLACES_OF_WORDS = {
    *("behind", "commonly", "front", "glued", "home", "mark", "never", "outdoors", "team"),
    *("thing", "title", "water"),
}
"""Where a word stands that says what a name names, or what else it is."""


def lines(name: str) -> list[list[str]]:
    return read_table(ranking.__file__, name)


def test_there_are_three() -> None:
    assert TABLES == ["activities.tsv", "cues.tsv", "institutions.tsv"]


@pytest.mark.parametrize("name", TABLES)
def test_every_line_has_all_fields_and_a_reason(name: str) -> None:
    header, *rest = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert header.endswith("\treason")
    for line in rest:
        fields = line.split("\t")
        assert len(fields) == len(header.split("\t")), line
        assert all(field.strip() for field in fields), line


def test_cues_speak_for_labels_that_there_are() -> None:
    for side, words, labels, factor in lines("cues.tsv"):
        assert side in {"after", "before"}
        assert words == words.lower()
        assert set(labels.split()) <= LABELS | {"firstname", "none"}
        assert float(factor) > 0


def test_no_cue_speaks_twice_for_a_label() -> None:
    cues = Counter(
        (side, word, label)
        for side, words, labels, _ in lines("cues.tsv")
        for word in words.split()
        for label in labels.split()
    )
    assert [cue for cue, times in cues.items() if times > 1] == []


def test_kinds_are_of_labels_that_there_are_and_stand_somewhere() -> None:
    assert {label for label, _, _ in lines("institutions.tsv")} <= LABELS | {"none"}
    assert {where for _, where, _ in lines("institutions.tsv")} == PLACES_OF_WORDS


def test_no_word_stands_twice_in_one_place() -> None:
    words = Counter(
        (where, word) for _, where, of_line in lines("institutions.tsv") for word in of_line.split()
    )
    assert [word for word, times in words.items() if times > 1] == []


def test_activities_are_patterns_of_what_is_told() -> None:
    for topic, forms in lines("activities.tsv"):
        assert topic in {"else", "goes", "other_institution", "school", "work"}
        assert not any(re.match(form, "") for form in forms.split("; "))


def test_rules_give_labels_that_there_are() -> None:
    assert set(RULES.values()) <= LABELS
