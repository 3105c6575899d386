"""How packages are compared: sentences read, tags counted as the masking tool does, unions held to account."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.cli.mask_options import Seconds
from tacknamn.errors import InputError
from tacknamn.evaluation.comparison.accuracy import measure_accuracy
from tacknamn.evaluation.comparison.layout import name_packages, shorten_package
from tacknamn.evaluation.comparison.records import Cost, join_costs, make_comparison_settings
from tacknamn.evaluation.comparison.sentences import TAG, NamedSentence, find_tags, read_sentences
from tacknamn.ner.backends.process import LOAD_SECONDS, TEXT_SECONDS
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.voting import combine
from tacknamn.support.json_lines import InvalidLine
from tests.reports import listed

PRIVATE = "Ymerholt"
"""A name that is in files, and in no message."""


def names_of(sentence: str, expected: str) -> list[str]:
    return [sentence[start:end] for start, end in find_tags(sentence, expected)]


# ---- what [Name] stands for ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "expected", "names"),
    [
        ("Kim left .", "[Name] left .", ["Kim"]),
        ("Kim Ek left", "[Name] left", ["Kim Ek"]),
        ("I saw Kim", "I saw [Name]", ["Kim"]),
        ("Kim", "[Name]", ["Kim"]),
        ("Kim Ek's aunt", "[Name] 's aunt", ["Kim Ek"]),
        ("Bo, Al and Kim", "[Name] , [Name] and [Name]", ["Bo", "Al", "Kim"]),
        (" Anna  a boat ", "[Name] a boat", ["Anna"]),
        ("An a, a Bo", "[Name] a, a [Name]", ["An", "Bo"]),
        ("Anna a Bo", "[Name] a [Name]", ["Anna", "Bo"]),
        ("J. R. Ek came", "[Name] came", ["J. R. Ek"]),
        ("Kim Ek", "[Name][Name]", ["Kim", "Ek"]),
        ("Kim and Bo and Al", "[Name] and [Name]", ["Kim", "Bo and Al"]),
        ("Nobody came.", "Nobody came .", []),
        ("", "", []),
    ],
)
def test_a_tag_stands_for_what_is_between_its_neighbours(
    sentence: str, expected: str, names: list[str]
) -> None:
    assert names_of(sentence, expected) == names


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Kim left", "[Name] came"),
        ("Kim left", "[Name] left early"),
        ("Kim left", "[Name] Kim left"),
        ("Kim left", "Kim left [Name]"),
        ("Kim left", "Kim"),
        ("Kim", "[Name][Name]"),
        ("", "[Name]"),
        ("Kims hat", "[Name]s hat"),
        ("Kim left", "[name] left"),
    ],
)
def test_an_output_of_another_sentence_is_wrong(sentence: str, expected: str) -> None:
    with pytest.raises(InvalidLine, match="not its sentence"):
        find_tags(sentence, expected)


words = st.lists(st.sampled_from(["a", "b", "Kim", ",", "'", "s", "å"]), min_size=1, max_size=9)


@given(words, st.data())
def test_what_was_masked_is_found_again_or_as_short_a_reading(
    tokens: list[str], data: st.DataObject
) -> None:
    masked = [data.draw(st.booleans()) for _ in tokens]
    sentence, parts = " ".join(tokens), []
    for token, is_name in zip(tokens, masked, strict=True):
        parts.append(TAG if is_name else token)
    found = find_tags(sentence, " ".join(parts))
    rebuilt, at = [], 0
    for start, end in found:
        rebuilt += [sentence[at:start], TAG]
        at = end
    assert " ".join("".join([*rebuilt, sentence[at:]]).split()) == " ".join(parts)


def test_a_long_line_takes_no_time() -> None:
    long = "a " * 45_000
    with pytest.raises(InvalidLine):
        find_tags(long, f"[Name] {'a ' * 20_000} [Name] {'a ' * 30_000} b")


# ---- files -----------------------------------------------------------------------------------


def test_spans_of_persons_are_names_whatever_they_are_called(tmp_path: Path) -> None:
    spans = [[12, 16, "LOC"], {"start": 0, "end": 3, "label": "PERSON"}, [0, 3, "PER"]]
    file = listed(tmp_path, "a.jsonl", {"id": 7, "text": "Kim lives in Lund.", "spans": spans})
    assert read_sentences(file) == [NamedSentence("7", "Kim lives in Lund.", ((0, 3),))]


def test_the_masking_tools_table_is_read(tmp_path: Path) -> None:
    file = tmp_path / "A.CSV"
    file.write_bytes(
        "\ufeff,expected output,Sentence\r\n0,[Name] left .,Kim left .\r\n"
        '1,"He said ""[Name]"" , twice","He said ""Bo\nEk"", twice"\r\n\r\n'.encode()
    )
    assert read_sentences(file) == [
        NamedSentence("2", "Kim left .", ((0, 3),)),
        NamedSentence("3", 'He said "Bo\nEk", twice', ((9, 14),)),
    ]


BAD: list[tuple[str, bytes, str]] = [
    ("a.csv", b"", "a.csv: has no sentences"),
    ("a.csv", b"Sentence,Expected Output\n", "a.csv: has no sentences"),
    ("a.csv", b"Sentence,Other\n", "a.csv, line 1: its header must have the columns"),
    ("a.csv", b"Sentence,Expected Output\nx\n", "a.csv, line 2: has 1 fields"),
    ("a.csv", b"Sentence,Expected Output\nKim,Bo\n", "line 2: its expected output is not its"),
    ("a.csv", b"Sentence,Expected Output\nKim,Kim\n", "a.csv: has no names"),
    ("a.csv", b'Sentence,Expected Output\n"Kim,[Name]\n', "a.csv, line 2: not CSV"),
    ("a.csv", b"Sentence,Expected Output\n\xff,[Name]\n", "a.csv, line 2: not UTF-8"),
    ("a.csv", b"Sentence,Expected Output\n" + b"x" * 100_001 + b",\n", "line 2: not CSV: field larger"),
    ("a.jsonl", b"", "a.jsonl: has no sentences"),
    ("a.jsonl", b'{"id": 1, "spans": []}', "a.jsonl, line 1: its text is missing"),
    ("a.jsonl", b'{"id": 1, "text": "Kim", "spans": []}', "a.jsonl: has no names"),
    ("a.jsonl", b'{"id": 1, "text": "Kim"}', 'line 1: its "spans" are missing'),
    ("a.jsonl", b'{"id": 1, "text": "Kim", "spans": [[0, 9, "PER"]]}', "line 1: span 1"),
    ("a.jsonl", b"[]", "line 1: not a JSON object"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "said"), BAD, ids=[said for _, _, said in BAD])
def test_bad_files_are_told_with_their_line(
    name: str, content: bytes, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(content)
    with pytest.raises(InputError) as told:
        read_sentences(name)
    assert said in str(told.value)


def test_no_message_quotes_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(f"Sentence,Expected Output\n{PRIVATE} left,[Name] {PRIVATE}\n", "utf-8")
    with pytest.raises(InputError) as told:
        read_sentences(file)
    assert PRIVATE not in str(told.value)


# ---- what is counted -------------------------------------------------------------------------


def sentence(text: str, *names: str) -> NamedSentence:
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    return NamedSentence(text, text, tuple(sorted(spans)))


def mentions(text: str, *names: str) -> list[NamedMention]:
    return sorted(NamedMention(text.index(one), text.index(one) + len(one), "PER") for one in names)


def test_tags_are_right_where_they_stand_for_the_same_letters() -> None:
    text = "Peter Falk 's film and Anna Ek"
    found = measure_accuracy([sentence(text, "Peter Falk", "Anna Ek")],
                     [mentions(text, "Peter Falk 's", "Anna Ek")])  # fmt: skip
    assert (found.overall.right, found.overall.predicted, found.overall.gold) == (1, 2, 2)
    assert found.hidden_share == 1.0


def test_both_levels_of_the_masking_tool() -> None:
    """One name of one found; none of three found; one of two found, with two false ones."""
    first, second, third = "Kim left", "Bo met Al and Ulf", "Eva met Lo at Ely by Ayr"
    sentences = [
        sentence(first, "Kim"),
        sentence(second, "Bo", "Al", "Ulf"),
        sentence(third, "Eva", "Lo"),
    ]
    found = measure_accuracy(
        sentences, [mentions(first, "Kim"), [], mentions(third, "Eva", "Ely", "Ayr")]
    )
    assert found.overall.precision == pytest.approx(2 / 4)
    assert found.overall.recall == pytest.approx(2 / 6)
    assert found.sentence.precision == pytest.approx((1 + 1 / 3) / 2)  # one has none
    assert found.sentence.recall == pytest.approx((1 + 0 + 1 / 2) / 3)


def test_nothing_found_has_no_precision() -> None:
    found = measure_accuracy([sentence("Kim left", "Kim")], [[]])
    assert (found.sentence.precision, found.overall.precision) == (None, None)
    assert (found.sentence.recall, found.overall.recall, found.hidden_share) == (0.0, 0.0, 0.0)


places_of = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)), max_size=5)
TEXT = "Anna Ek met Kim-Bo J. R. Lind 's aunt Eva"


def apart(pairs: Sequence[tuple[int, int]]) -> list[NamedMention]:
    """Mentions without overlaps."""
    found: list[NamedMention] = []
    for start, size in sorted(pairs):
        end = min(start + size, len(TEXT))
        if not found or found[-1].end <= start:
            found.append(NamedMention(start, end, "PER"))
    return found


@given(places_of, places_of, places_of)
def test_a_union_hides_all_that_any_of_its_packages_hides(
    one: list[tuple[int, int]], other: list[tuple[int, int]], gold: list[tuple[int, int]]
) -> None:
    """Exact tags may be lost where a longer find swallows one; letters never are."""
    expected = NamedSentence("1", TEXT, tuple((span.start, span.end) for span in apart(gold)))
    packages = {"tacknamn": apart(one), "spacy": apart(other)}
    union = measure_accuracy([expected], [combine(TEXT, packages)])
    for name, found in packages.items():
        alone = measure_accuracy([expected], [combine(TEXT, {name: found})])
        assert union.hidden.whole >= alone.hidden.whole
        assert union.letters.right >= alone.letters.right


# ---- settings, costs, names ------------------------------------------------------------------


def test_settings_say_what_cannot_be_done() -> None:
    assert make_comparison_settings("tacknamn").seconds == TEXT_SECONDS
    for seconds in (0, -1.0, float("inf"), float("nan")):
        with pytest.raises(InputError, match="--seconds"):
            make_comparison_settings("tacknamn", seconds=seconds)
    with pytest.raises(InputError, match="is not a list of backends"):
        make_comparison_settings(" , ")


def test_help_tells_the_limits_that_there_are() -> None:
    told = get_args(Seconds)[1].help
    assert f"{TEXT_SECONDS:g} by default" in told and f"more than {LOAD_SECONDS:g}." in told


def test_seconds_are_added_and_memory_is_that_of_all_together() -> None:
    costs = [Cost(1.0, 2.0, 30, 4, 5, None), Cost(0.5, 0.25, 10, 1, 1, 1)]
    together = Cost(9.0, 9.0, 32, 4, 5, None)
    assert join_costs(costs, 0.25, together) == Cost(1.5, 2.5, 32, 4, 5, None)


@pytest.mark.parametrize(
    ("package", "title"),
    [
        ("tacknamn", "tacknamn"),
        ("tacknamn:build/full", "tacknamn:full"),
        ("spacy:/home/me/models/small-1.0", "spacy:small-1.0"),
        ('command:"/home/me/ner --key secret"', "command:ner"),
        ("transformers:someone/bert", "transformers:bert"),
        ("spacy:a\x1b[31m", "spacy:a\ufffd[31m"),
    ],
)
def test_tables_have_short_names(package: str, title: str) -> None:
    assert shorten_package(package) == title


APART = {
    ("nltk", "command:./ner"): ["nltk", "command:ner"],
    ("command:./ner.py ok", "command:./ner.py half"): ["command:ner.py ok", "command:ner.py half"],
    ("command:./ner.py", "command:./ner.py half"): ["command:ner.py", "command:ner.py half"],
    ("command:a/ner x", "command:b/ner x"): ["command:a/ner x", "command:b/ner x"],
    ("command:a/ner x", "command:b/ner y"): ["command:ner x", "command:ner y"],
    ("spacy:a/m", "spacy:b/m", "flair:m"): ["spacy:a/m", "spacy:b/m", "flair:m"],
    ("tacknamn", "tacknamn"): ["tacknamn"],
}


@pytest.mark.parametrize(("packages", "titles"), APART.items(), ids=[str(one) for one in APART])
def test_packages_are_called_apart(packages: tuple[str, ...], titles: list[str]) -> None:
    assert list(name_packages(packages).values()) == titles


def test_spans_and_expected_output_say_the_same(tmp_path: Path) -> None:
    row = {"id": "a", "text": "Kim left", "spans": [[0, 3, "PER"]], "expected": "[Name] left"}
    file = tmp_path / "a.jsonl"
    file.write_text(json.dumps(row), "utf-8")
    (one,) = read_sentences(file)
    assert find_tags(one.text, str(row["expected"])) == list(one.names)
