"""The tables of cues are sound, and the scan finds what a slow search finds."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection import cues
from tacknamn.detection.cues.doubted_words import DECIDED_BY_LISTS, is_plausible
from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.detection.cues.literals import Literal, LiteralMatch, LiteralScanner, read_endings
from tacknamn.detection.cues.sensitive import GROUPS
from tacknamn.support.tables import read_table, split_cues
from tacknamn.taxonomy.reader import load_taxonomy
from tests.timing import LEEWAY, shorten, slowdown

FOLDER = Path(cues.__file__).parent
TABLES = sorted(path.name for path in FOLDER.glob("*.tsv"))


@pytest.mark.parametrize("name", TABLES)
def test_every_line_of_a_table_has_all_fields_and_a_reason(name: str) -> None:
    header, *lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    fields = header.split("\t")
    assert fields[-1] == "reason"
    for line in lines:
        values = line.split("\t")
        assert len(values) == len(fields), line
        assert all(values[index] for index in range(len(values)) if fields[index] != "endings")


@pytest.mark.parametrize("group", GROUPS)
def test_no_cue_is_listed_twice_in_its_group(group: str) -> None:
    counted = Counter(
        cue for *_, field in read_table(cues.__file__, f"{group}.tsv") for cue in split_cues(field)
    )
    assert [cue for cue, times in counted.items() if times > 1] == []


def test_cues_are_lower_case_and_of_known_kinds() -> None:
    for group in GROUPS:
        for reach, kind, field in read_table(cues.__file__, f"{group}.tsv"):
            assert reach in {"around", "sentence"}
            assert kind in read_endings()
            assert field == field.lower()
            assert all(cue == cue.strip() for cue in split_cues(field))


def test_no_doubted_word_is_listed_twice_for_a_label() -> None:
    words = Counter(
        (word, label)
        for field, label, _ in read_table(cues.__file__, "doubted.tsv")
        for word in field.split()
    )
    assert [word for word, times in words.items() if times > 1] == []


def test_detections_have_labels_of_the_taxonomy() -> None:
    known = {label.name for label in load_taxonomy().labels}
    assert {"fam", "prof", "edu", "sensitive", "ethnicity", "language"} <= known


def test_no_doubted_word_is_plausible() -> None:
    for words, label, need in read_table(cues.__file__, "doubted.tsv"):
        is_decided_by_lists = need in DECIDED_BY_LISTS
        assert all(is_plausible(word, label) == is_decided_by_lists for word in words.split())


LITERALS = [
    Literal("ko", "noun", endings=read_endings()["noun"]),
    Literal("kon", "exact"),
    Literal("koko", "any", endings=None),
    Literal("o k", "phrase"),
    Literal("kön", "within", within=True),
]


def slowly(text: str) -> set[tuple[int, int, str]]:
    """Return every literal at every offset."""
    matches = set()
    for literal in LITERALS:
        for at in range(len(text)):
            end = at + len(literal.text)
            if text[at:end] != literal.text:
                continue
            start = at
            while start and text[start - 1].isalpha():
                start -= 1
            last = end
            while text[last : last + 1].isalpha():
                last += 1
            if start < at and not literal.within:
                continue
            if literal.endings is None or text[end:last] in literal.endings:
                matches.add((start, last, literal.kind))
    return matches


@given(st.text(alphabet="konösr .", max_size=24))
def test_literals_are_found_as_a_slow_search_finds_them(text: str) -> None:
    matches: list[LiteralMatch] = list(LiteralScanner(LITERALS).scan(text))
    assert {(match.start, match.end, match.literal.kind) for match in matches} == slowly(text)


PIECES = [
    *(
        "jag ",
        "min ",
        "barn",
        "två ",
        "bröder ",
        "är ",
        "sjuk",
        "muslim",
        "examen i ",
        "jobbar som ",
    ),
    *(
        "lärare",
        "och ",
        ". ",
        "\n",
        "İ",
        "a\u030a",
        "\u0000",
        "😀",
        "man ",
        "röstade på ",
        "ß",
        "5 ",
    ),
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5)).map("".join))
def test_detections_of_any_text_are_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for detection in find_by_cues(text):
        assert end <= detection.start < detection.end <= len(text)
        assert detection.label in {"fam", "prof", "edu", "sensitive", "ethnicity"}
        end = detection.end


@pytest.mark.parametrize(
    "piece",
    ["barn ", "en två barn ", "jobbar som ", "jag sjuk muslim ", "lärare", "min ", "a", "5 "],
)
def test_a_text_twice_as_long_takes_about_twice_as_long(piece: str) -> None:
    assert slowdown(find_by_cues, piece * shorten(2000), piece * shorten(16000), times=8) < LEEWAY


def test_each_case_is_written_on_its_own_line() -> None:
    path = Path(__file__).parent / "cases" / "cues.json"
    lines = path.read_text(encoding="utf-8").splitlines()[1:-1]
    assert all(json.loads(line.rstrip(",")) for line in lines)
