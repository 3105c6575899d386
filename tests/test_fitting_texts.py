"""Gold texts are read as they are, copies keep names in line, and what the table tells of texts."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.errors import InputError
from tacknamn_builders.fitting import fit_weights
from tacknamn_builders.fitting.examples import ExampleRow
from tacknamn_builders.fitting.training_texts import (
    ANY_KIND,
    COPIES,
    TrainingFile,
    TrainingName,
    TrainingText,
    explain_unknown_label,
    find_kinds,
    parse_training_file,
    read_texts,
)
from tests.detection_lists import make_bundle
from tests.fitting_making import invented_texts, rows_of_file, written

WAYS = {name: change for name, change, _ in COPIES}
LETTERS = st.characters(categories=["L", "Zs", "Pd", "Po"])
parts = st.tuples(
    st.text(LETTERS, max_size=8),
    st.one_of(st.text(LETTERS, min_size=1, max_size=9), st.sampled_from(["İstanbul", "Åsa", "ß"])),
    st.sampled_from(["PER", "LOC", "ORG", "?"]),
)
seeds = st.integers(0, 99)
NO_NAMES = (
    "MISC", "DATETIME", "DEM", "CODE", "QUANTITY", "DATE", "age_digits", "zip_code", "nationality",
)  # fmt: skip
"""Labels that gold sets have, or lists, or our own texts, of what is no name that is fitted."""


@st.composite
def gold_texts(draw: st.DrawFn) -> TrainingText:
    text, names = "", []
    for before, name, label in draw(st.lists(parts, max_size=5)):
        start = len(text) + len(before)
        names.append(TrainingName(start, start + len(name), label))
        text += before + name
    return TrainingText(text + draw(st.text(LETTERS, max_size=8)), tuple(names))


def forms(one: TrainingText) -> list[str]:
    return [one.text[name.start : name.end] for name in one.names]


def between(one: TrainingText) -> list[str]:
    """What stands before, between and behind the names."""
    ends = [0, *(name.end for name in one.names)]
    starts = [*(name.start for name in one.names), len(one.text)]
    return [one.text[end:start] for end, start in zip(ends, starts, strict=True)]


@pytest.mark.parametrize("way", WAYS)
@given(one=gold_texts(), seed=seeds)
def test_a_copy_has_the_same_names_in_their_places(way: str, one: TrainingText, seed: int) -> None:
    copy = WAYS[way](one, Random(seed))
    assert [name.label for name in copy.names] == [name.label for name in one.names]
    at = 0
    for name in copy.names:
        assert at <= name.start < name.end <= len(copy.text)
        at = name.end
    assert "".join(map("".join, zip(between(copy), [*forms(copy), ""], strict=True))) == copy.text


@given(one=gold_texts(), seed=seeds)
def test_small_letters_change_nothing_but_letters(one: TrainingText, seed: int) -> None:
    copy = WAYS["small letters"](one, Random(seed))
    assert copy == one or forms(copy) == [form.lower() for form in forms(one)]
    assert copy.names == one.names


@given(one=gold_texts(), seed=seeds)
def test_names_alone_may_lose_their_capitals(one: TrainingText, seed: int) -> None:
    copy = WAYS["small names"](one, Random(seed))
    assert forms(copy) == [form.lower() for form in forms(one)]
    assert between(copy) == between(one)


@given(one=gold_texts(), seed=seeds)
def test_a_slip_is_within_a_name_and_small(one: TrainingText, seed: int) -> None:
    copy = WAYS["misspelt"](one, Random(seed))
    assert between(copy) == between(one)
    for before, after in zip(forms(one), forms(copy), strict=True):
        assert abs(len(after) - len(before)) <= 1
        assert after[:1] == before[:1] or before[0] in "ÅÄÖåäö"


def test_each_kind_of_slip_is_made() -> None:
    slips = {
        forms(WAYS["misspelt"](TrainingText("Björn", (TrainingName(0, 5, "PER"),)), Random(seed)))[
            0
        ]
        for seed in range(300)
    }
    assert {"Bjrn", "Björrn", "Bjrön", "Bjorn", "Bjirn"} <= slips


def test_words_are_misspelt_and_names_are_not() -> None:
    text = TrainingText(
        "Vi träffade Anna. Därefter åkte alla till Lund", (TrainingName(12, 16, "PER"),)
    )
    copies = {WAYS["misspelt words"](text, Random(seed)) for seed in range(40)}
    assert len(copies) > 20
    assert {copy.text[name.start : name.end] for copy in copies for name in copy.names} == {"Anna"}
    assert all(copy.text.endswith(" Lund") for copy in copies)  # a capital within a sentence
    assert any("Därefter" not in copy.text for copy in copies)


def test_short_names_have_no_slip() -> None:
    one = TrainingText("Bo i Bö", (TrainingName(0, 2, "PER"), TrainingName(5, 7, "LOC")))
    assert {WAYS["misspelt"](one, Random(seed)) for seed in range(50)} == {one}


def test_a_text_is_read_with_its_names_in_order(tmp_path: Path) -> None:
    path = written(tmp_path / "gold.jsonl", [("Anna i Lund", [[7, 11, "LOC"], [0, 4, "PER"]])])
    assert list(read_texts(path)) == [
        TrainingText("Anna i Lund", (TrainingName(0, 4, "PER"), TrainingName(7, 11, "LOC")))
    ]  # fmt: skip


def test_marks_of_bytes_blank_lines_and_other_line_ends_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    text = "Anna\u2028i\x85Lund"
    line = json.dumps({"text": text, "spans": []}, ensure_ascii=False)
    path.write_bytes(f"\ufeff{line}\r\n\r\n \n{line}".encode())
    assert [one.text for one in read_texts(path)] == [text, text]


BAD = {
    "no JSON": "{hemlig",
    "a list": "[]",
    "a number": "7",
    "no text": '{"spans": []}',
    "no spans": '{"text": "hemlig"}',
    "a text of numbers": '{"text": 7, "spans": []}',
    "spans that are none": '{"text": "hemlig", "spans": {}}',
    "a span of two": '{"text": "hemlig", "spans": [[0, 2]]}',
    "overlaps": '{"text": "hemlig", "spans": [[0, 4, "PER"], [3, 5, "PER"]]}',
    "an empty span": '{"text": "hemlig", "spans": [[3, 3, "PER"]]}',
    "a span behind the end": '{"text": "hemlig", "spans": [[3, 9, "PER"]]}',
    "a span before the beginning": '{"text": "hemlig", "spans": [[-1, 2, "PER"]]}',
    "places in text": '{"text": "hemlig", "spans": [["0", "2", "PER"]]}',
    "broken places": '{"text": "hemlig", "spans": [[0.5, 2, "PER"]]}',
    "true for a place": '{"text": "hemlig", "spans": [[true, 2, "PER"]]}',
    "an infinite place": '{"text": "hemlig", "spans": [[1e400, 2, "PER"]]}',
    "a label that is none": '{"text": "hemlig", "spans": [[0, 2, null]]}',
    "a label that is a text": '{"text": "hemlig", "spans": [[0, 2, "hemlig text"]]}',
    "a label without a letter": '{"text": "hemlig", "spans": [[0, 2, ""]]}',
    "half a character": '{"text": "hemlig \\ud800", "spans": []}',
    "endless depth": "[" * 100_000,
}


@pytest.mark.parametrize("line", BAD.values(), ids=BAD)
def test_a_bad_line_is_reported_by_its_number_and_not_quoted(line: str, tmp_path: Path) -> None:
    path = written(tmp_path / "gold.jsonl", [("Anna", [])])
    with path.open("a", encoding="utf-8") as file:
        file.write(line)
    with pytest.raises(InputError, match=r"gold\.jsonl, line 2: not a gold text") as caught:
        list(read_texts(path))
    assert "hemlig" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("label", ["PERSON", "per", "first_name", "gen", "firstname:male", "Qq"])
def test_an_unknown_label_is_reported_with_its_file_and_line(label: str, tmp_path: Path) -> None:
    texts = [("Hemlig", [[0, 6, "PER"]]), ("Hemlig Hemlig", [[0, 6, "PER"], [7, 13, label]])]
    path = written(tmp_path / "gold.jsonl", texts)
    with pytest.raises(
        InputError, match=rf"gold\.jsonl, line 2: unknown label '{label}'; "
    ) as caught:
        list(read_texts(path))
    assert "Hemlig" not in str(caught.value)


@pytest.mark.parametrize(
    ("label", "kinds"),
    [
        ("PER", {"first", "surname", "initials"}),
        ("city", {"place"}),
        ("middlename", {"first", "surname"}),
        ("?", ANY_KIND),
        *((label, {"none", "noun"}) for label in NO_NAMES),
    ],
)
def test_labels_of_gold_sets_are_names_or_none(label: str, kinds: set[str]) -> None:
    assert explain_unknown_label(label) is None
    assert find_kinds(label) == kinds


@pytest.mark.parametrize(
    ("argument", "share"),
    [("a.jsonl", ("a.jsonl", 1.0)), ("a.jsonl=0.5", ("a.jsonl", 0.5)), ("a=b=2", ("a=b", 2.0))],
)
def test_a_file_may_say_how_much_it_counts(argument: str, share: tuple[str, float]) -> None:
    assert parse_training_file(argument) == TrainingFile(Path(share[0]), share[1])


@pytest.mark.parametrize("weight", ["-1", "0", "", "nan", "inf", "1e999", "101", "x"])
def test_a_weight_is_a_number_that_counts(weight: str) -> None:
    with pytest.raises(InputError, match="must be a number from 0 to 100"):
        parse_training_file(f"a.jsonl={weight}")


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[ExampleRow]:
    folder = tmp_path_factory.mktemp("rows")
    path = written(folder / "gold.jsonl", invented_texts())
    return rows_of_file(Detector(Lexicon.open(make_bundle(folder / "bundle")), fuzzy=True), path)


def test_names_allow_kinds_of_their_class_and_others_none(rows: list[ExampleRow]) -> None:
    allowed = Counter(one.allowed for row in rows for one in row.examples)
    assert allowed[frozenset({"first", "surname", "initials"})] > 20
    assert allowed[frozenset({"place"})] > 20
    assert allowed[frozenset({"none", "noun"})] > 5
    assert ANY_KIND not in allowed


def test_copies_count_less_and_are_no_witnesses(rows: list[ExampleRow]) -> None:
    assert {row.weight for row in rows if not row.is_copy} == {1.0}
    assert {row.weight for row in rows if row.is_copy} == {weight for *_, weight in COPIES[1:]}


def test_a_feature_of_fewer_than_four_pieces_is_not_in_the_table(
    rows: list[ExampleRow], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_weights, "STEPS", 3)
    seen = Counter(
        name
        for row in rows
        if not row.is_copy
        for one in row.examples
        for name in set(one.features)
    )
    rare = {name for name, count in seen.items() if count < fit_weights.FEWEST}
    lines = {line.split("\t")[1] for line in fit_weights.fit_rows("sv", rows)}
    plain = {name for name in lines if not name.startswith(("link ", "mass "))}
    assert rare and plain
    assert plain <= seen.keys() - rare


def test_words_of_a_text_enter_the_table_only_next_to_four_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that occurs three times next to a name does not reach the table, nor does its
    ending; a word that occurs four times does. Copies do not count."""
    monkeypatch.setattr(fit_weights, "STEPS", 3)
    monkeypatch.setattr(fit_weights, "LEAST", 0.0)
    detector = Detector(Lexicon.open(make_bundle(tmp_path / "bundle")), fuzzy=True)
    often, seldom = "Vi såg kvistrig Anna zebrulin där.", "Vi såg flummig Anna vyxor och Qrspax."
    texts = [(text, [[15, 19, "PER"]]) for text in [often] * 4]
    texts += [(text, [[14, 18, "PER"], [30, 36, "PER"]]) for text in [seldom] * 3]
    lines = fit_weights.fit_rows(
        "sv", rows_of_file(detector, written(tmp_path / "gold.jsonl", texts))
    )
    words = set("\n".join(lines).split())
    assert {"kvistrig", "zebrulin"} <= words
    assert not {"flummig", "vyxor", "qrspax", "spax", "pax", "ax"} & words
