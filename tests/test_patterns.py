"""What identifies by its shape is found, with the reading that its sentence speaks for."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.detection import patterns
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.detection.patterns.months import (
    list_misspelling_pieces,
    list_misspellings,
)
from tacknamn.detection.patterns.name_endings import GLUED_ENDINGS, SEPARATE_ENDINGS
from tacknamn.detection.patterns.number_words import read_cardinal, read_number
from tacknamn.errors import InputError
from tacknamn.records import HARMLESS_RULES
from tacknamn.support.tables import read_table

HERE = Path(__file__).parent / "cases"
CASES = json.loads((HERE / "patterns.json").read_text(encoding="utf-8"))
CHECKED = json.loads((HERE / "patterns_checked.json").read_text(encoding="utf-8"))
PATTERNS = Path(patterns.__file__).parent
TABLES = sorted(path.name for path in PATTERNS.glob("*.tsv"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['text'][:40]}")
def test_a_text_has_exactly_these_findings(case: dict[str, Any]) -> None:
    text = case["text"]
    found = [
        [each.label, text[each.start : each.end], each.rule]
        for each in find_patterns(text, case.get("language", "sv"))
    ]
    expected = case["expect"]
    assert [each[: len(want)] for each, want in zip(found, expected, strict=False)] == expected
    assert len(found) == len(expected), found


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case["text"])
def test_a_wrong_check_digit_is_found_all_the_same_and_told(case: dict[str, Any]) -> None:
    (found,) = find_patterns(case["text"])
    assert found.checked is case["checked"]


@pytest.mark.parametrize(
    ("text", "label", "trigger", "lost"),
    [
        ("Ring mig på 850612.", "phone_nr", "ring", "date_digits"),
        ("Mitt konto är 850612.", "account_nr", "konto", "date_digits"),
        ("Mitt personnummer är 0701121234.", "personid_nr", "personnummer", "phone_nr"),
        ("Portkoden är 1985.", "other_nr_seq", "portkoden", "year"),
        ("My phone is 5050-1055.", "phone_nr", "phone", "account_nr"),
    ],
)
def test_the_trigger_decides_and_the_loser_is_kept(
    text: str, label: str, trigger: str, lost: str
) -> None:
    (found,) = find_patterns(text)
    assert (found.label, found.trigger) == (label, trigger)
    assert lost in {other.label for other in found.others}
    strengths = [other.strength for other in found.others]
    assert strengths == sorted(strengths, reverse=True)


def test_the_nearer_of_two_triggers_wins() -> None:
    text = "Mitt telefonnummer hemma hos mor och far har jag glömt men kontot är 850612."
    assert [each.label for each in find_patterns(text)] == ["account_nr"]


def test_the_trigger_of_another_sentence_does_not_count() -> None:
    assert [each.label for each in find_patterns("Jag fick en telefon. Född 850612.")] == [
        "date_digits"
    ]


def test_an_abbreviation_ends_no_sentence() -> None:
    assert [each.trigger for each in find_patterns("Telefon nr. 850612")] == ["telefon"]


@pytest.mark.parametrize("text", ["Det kostar 1500 kr", "sid 123", "1990-talet", "kl 1830"])
def test_what_identifies_nobody_is_told_as_such(text: str) -> None:
    (found,) = find_patterns(text)
    assert found.rule in HARMLESS_RULES


def test_letters_written_apart_are_read_and_places_are_those_of_the_text() -> None:
    text = "A\u030asa fo\u0308ddes den 5 maj, a\u0308r tva\u030a a\u030ar och bor pa\u030a Ba\u030agva\u0308gen 7"
    found = [(each.label, text[each.start : each.end]) for each in find_patterns(text)]
    assert found == [
        ("day", "5"),
        ("month_word", "maj"),
        ("age_string", "tva\u030a"),
        ("place", "Ba\u030agva\u0308gen"),
        ("street_nr", "7"),
    ]


def test_the_capital_that_grows_in_lower_case_moves_no_place() -> None:
    text = "\u0130\u0130 ring 070-123 45 67"
    assert [text[each.start : each.end] for each in find_patterns(text)] == ["070-123 45 67"]


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="sv"):
        find_patterns("", language="xx")


@pytest.mark.parametrize("number", range(121))
def test_every_age_in_words_is_read(number: int) -> None:
    words = {word for word in _all_words() if read_cardinal(word) == number}
    assert words, number
    assert all(read_number(word) == number for word in words)


def _all_words() -> set[str]:
    from tacknamn.detection.patterns.number_words import _read_cardinals

    return set(_read_cardinals())


def test_every_misspelt_month_is_found_behind_a_word_for_time_and_only_there() -> None:
    assert [word for word in list_misspellings() if not _is_month(f"Jag kom i {word}.", word)] == []
    assert [word for word in list_misspellings() if find_patterns(f"Jag såg {word}.")] == []


def _is_month(text: str, word: str) -> bool:
    return [(one.label, text[one.start : one.end]) for one in find_patterns(text)] == [
        ("month_word", word)
    ]


def test_few_literals_hold_every_misspelling() -> None:
    pieces = list_misspelling_pieces()
    assert len(pieces) < len(list_misspellings()) / 10
    assert all(any(piece in word for piece in pieces) for word in list_misspellings())


@pytest.mark.parametrize("name", TABLES)
def test_every_line_of_a_table_has_its_reason(name: str) -> None:
    path = PATTERNS / name
    lines = path.read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    assert columns[-1] == "reason"
    assert all(len(line.split("\t")) == len(columns) and line.split("\t")[-1] for line in lines)


def test_tables_name_only_rules_there_are() -> None:
    rules = {rule: label for rule, label, _ in read_table(patterns.__file__, "rules.tsv")}
    targets = {target for target, *_ in read_table(patterns.__file__, "cue_words.tsv")}
    assert targets <= rules.keys() | set(rules.values())
    assert {*GLUED_ENDINGS.values(), *SEPARATE_ENDINGS.values()} <= rules.keys()
    assert rules.keys() >= HARMLESS_RULES
