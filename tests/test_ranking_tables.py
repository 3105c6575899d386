"""The tables of the ranking are sound: every line has a reason, and no line is repeated."""

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
LABELS = {label.name for label in load_taxonomy().labels}
GROUPS_OF_WORDS = {
    *(
        "alone",
        "aside",
        "small",
        "behind",
        "chain",
        "commonly",
        "front",
        "glued",
        "home",
        "landform",
        "mark",
        "never",
        "outdoors",
        "team",
    ),
    *("thing", "title", "water", "whole", "court", "jail", "of"),
}
"""The groups of type words: where they stand, or what else they are."""


def lines(name: str) -> list[list[str]]:
    return read_table(ranking.__file__, name)


def test_there_are_these_tables() -> None:
    assert TABLES == [
        *("activities.tsv", "chat_words.tsv", "cues.tsv", "english_contexts.tsv"),
        *("english_heads.tsv", "english_small.tsv", "foreign_heads.tsv", "institutions.tsv"),
        *("introductions.tsv", "person_forms.tsv"),
    ]


@pytest.mark.parametrize("name", TABLES)
def test_every_line_has_all_fields_and_a_reason(name: str) -> None:
    header, *rest = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    assert header.endswith("\treason")
    for line in rest:
        fields = line.split("\t")
        assert len(fields) == len(header.split("\t")), line
        assert all(field.strip() for field in fields), line


def test_cues_have_labels_of_the_taxonomy() -> None:
    for side, words, labels, factor in lines("cues.tsv"):
        assert side in {"after", "before"}
        assert words == words.lower()
        assert set(labels.split()) <= LABELS | {"firstname", "none"}
        assert float(factor) > 0


def test_no_cue_is_listed_twice_for_a_label() -> None:
    cues = Counter(
        (side, word, label)
        for side, words, labels, _ in lines("cues.tsv")
        for word in words.split()
        for label in labels.split()
    )
    assert [cue for cue, times in cues.items() if times > 1] == []


def test_type_words_have_labels_of_the_taxonomy_and_known_groups() -> None:
    assert {label for label, _, _ in lines("institutions.tsv")} <= LABELS | {"none"}
    assert {where for _, where, _ in lines("institutions.tsv")} == GROUPS_OF_WORDS


def test_no_type_word_is_listed_twice_in_a_group() -> None:
    words = Counter(
        (where, word)
        for _, where, line_words in lines("institutions.tsv")
        for word in line_words.split()
    )
    assert [word for word, times in words.items() if times > 1] == []


def test_activities_are_known_and_match_no_empty_text() -> None:
    for activity, forms in lines("activities.tsv"):
        assert activity in {"else", "goes", "other_institution", "school", "work"}
        assert not any(re.match(form, "") for form in forms.split("; "))


def test_rules_have_labels_of_the_taxonomy() -> None:
    assert set(RULES.values()) <= LABELS


def test_english_heads_have_labels_of_the_taxonomy_and_stand_once_in_a_place() -> None:
    places = {"after", "before", "first", "last", "lead", "never", "of"}
    seen = Counter(
        (where, word) for _, where, words in lines("english_heads.tsv") for word in words.split()
    )
    assert {where for where, _ in seen} <= places
    assert [word for word, times in seen.items() if times > 1] == []
    assert {label for label, _, _ in lines("english_heads.tsv")} <= LABELS | {
        "none",
        "title",
        "word",
    }
