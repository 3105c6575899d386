"""Hand-made tables agree with each other, and a mistake in one is named with its line."""

import re

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.curation import curated_tables
from tacknamn_builders.records import Entry

ENTRIES = tuple(curated_tables.load_entries())
NAMES = (
    Label.FIRSTNAME_FEMALE,
    Label.FIRSTNAME_MALE,
    Label.FIRSTNAME_UNKNOWN,
    Label.SURNAME,
)


def fakes(name: str) -> list[str]:
    return [fake.form for fake in curated_tables.load_fakes() if fake.list == name]


def test_every_file_gives_a_reason_for_each_line() -> None:
    tables = (
        curated_tables.load_exclusions(),
        curated_tables.load_fakes(),
        curated_tables.load_ambiguous(),
    )
    assert all(len(line.reason) > 3 for table in tables for line in table)


def test_exclusions_spare_what_curation_adds() -> None:
    excluded = {(line.form.casefold(), line.label) for line in curated_tables.load_exclusions()}
    lost = [
        entry.form
        for entry in ENTRIES
        if excluded & {(entry.form.casefold(), entry.label), (entry.form.casefold(), None)}
    ]
    assert lost == []


def test_exclusions_spare_what_is_ambiguous() -> None:
    excluded = {(line.form.casefold(), line.label) for line in curated_tables.load_exclusions()}
    lost = [
        line.form
        for line in curated_tables.load_ambiguous()
        for label in (*line.labels, None)
        if (line.form.casefold(), label) in excluded
    ]
    assert lost == []


@pytest.mark.parametrize("name", ["Hans", "Min", "Liv"])
def test_first_names_that_are_words_stay(name: str) -> None:
    excluded = {(line.form, line.label) for line in curated_tables.load_exclusions()}
    assert not excluded & {(name, label) for label in (*NAMES, None)}


@pytest.mark.parametrize("word", ["Och", "Som", "Om", "Nu", "Bra"])
def test_function_words_are_no_towns(word: str) -> None:
    lines = curated_tables.load_exclusions()
    assert any(line.form == word and line.label in (None, Label.CITY) for line in lines)


def test_there_are_150_ambiguous_words() -> None:
    words = {line.form: line for line in curated_tables.load_ambiguous()}
    assert sum(line.is_word for line in words.values()) >= 150
    assert {"Hans", "Van", "Min", "Ring", "Vår", "Hon"} <= set(words)
    assert not words["Nora"].is_word


def test_there_are_sixty_fake_towns_and_streets() -> None:
    assert len(fakes("city")) >= 60
    assert len(fakes("street")) >= 60


def test_a_fake_town_is_no_curated_place_unless_svala_uses_it() -> None:
    real = {entry.form for entry in ENTRIES}
    clashes = [
        fake.form
        for fake in curated_tables.load_fakes()
        if fake.list == "city" and fake.form in real and "SVALA" not in fake.reason
    ]
    assert clashes == []


@pytest.mark.parametrize(
    ("name", "letter", "result"),
    [
        ("pattern_sv_school", "A", "A-skola"),
        ("pattern_en_school", "A", "A-school"),
        ("pattern_en_work", "B", "B-workplace"),
        ("pattern_en_other_institution", "C", "C-institution"),
        ("pattern_sv_transport_name", "A", "A-linjen"),
        ("pattern_en_city", "AA", "AA-city"),
        ("pattern_sv_geo", "D", "D-geoplats"),
    ],
)
def test_lettered_lists_give_the_seeds_placeholders(name: str, letter: str, result: str) -> None:
    (pattern,) = fakes(name)
    assert pattern.replace(curated_tables.LETTER, letter) == result


def test_both_languages_have_the_same_lettered_lists() -> None:
    lists = {fake.list for fake in curated_tables.load_fakes()}
    swedish, english = (
        {name.removeprefix(prefix) for name in lists if name.startswith(prefix)}
        for prefix in ("pattern_sv_", "pattern_en_")
    )
    assert swedish == english


HEADER = "form\tlabel\tvariants\tcountry\tparent\tcount\treason\n"

ENTRY_MISTAKES = [
    ("form\tlabel\treason\n", 1, "header"),
    (HEADER + "far\tfam\t\t\t\t\n", 2, "6 fields"),
    (HEADER + "far\tfamily\t\t\t\t\tparent\n", 2, "unknown label 'family'"),
    (HEADER + "far\tfam\t\t\t\t\t\n", 2, "reason is empty"),
    (HEADER + "\tfam\t\t\t\t\tparent\n", 2, "form is empty"),
    (HEADER + "mor\tfam\t\t\t\t\tparent\nfar\tfam\t\t\t\t\tparent\n", 3, "sort"),
    (HEADER + "far\tfam\t\t\t\t\tparent\nfar\tfam\t\t\t\t\tagain\n", 3, "twice"),
    (HEADER + "far\tfam\tfadern | far\t\t\t\tparent\n", 2, "variant equals the form"),
    (HEADER + "far\tfam\tfadern | fadern\t\t\t\tparent\n", 2, "a value is repeated"),
    (HEADER + "far\tfam\tfadern|fäder\t\t\t\tparent\n", 2, "separate the values by"),
    (HEADER + "far \tfam\t\t\t\t\tparent\n", 2, "ends with a space"),
    (HEADER + "far\tfam\t\tse\t\t\tparent\n", 2, "country 'se'"),
    (HEADER + "far\tfam\t\t\t\tmany\tparent\n", 2, "count 'many'"),
    (HEADER + "Sverige\tcountry\t\t\t\t\tcountry\n", 2, "country without its code"),
    (HEADER + "a\u030a\tfam\t\t\t\t\tparent\n", 2, "NFC"),
    (HEADER + "far\tfam\t\t\t\t\tparent\n\n", 3, "1 fields"),
]


@pytest.mark.parametrize(("text", "line", "what"), ENTRY_MISTAKES)
def test_a_mistake_in_an_entry_file_is_named(text: str, line: int, what: str) -> None:
    place = re.escape(f"curation/sample.tsv, line {line}: ")
    with pytest.raises(SourceError, match=place + ".*" + re.escape(what)):
        list(curated_tables.parse_entries("sample", text))


def test_mistakes_in_the_other_tables_are_named() -> None:
    with pytest.raises(SourceError, match="line 2: unknown label 'town'"):
        list(
            curated_tables.parse_exclusions("exclusions", "form\tlabel\treason\nOch\ttown\tword\n")
        )
    head = "list\tform\tgender\treason\n"
    with pytest.raises(SourceError, match="line 2: gender"):
        list(curated_tables.parse_fakes("fakes", head + "city\tGranestad\tmale\tinvented\n"))
    with pytest.raises(SourceError, match="line 2: a pattern"):
        list(
            curated_tables.parse_fakes(
                "fakes", head + "pattern_sv_school\tA-skola\tutr\tSweLL guidelines\n"
            )
        )
    head = "form\tlabels\tmeaning\treason\n"
    with pytest.raises(SourceError, match="line 2: the meaning is empty"):
        list(curated_tables.parse_ambiguous("ambiguous", head + "Bo\tcity\t\tname\n"))


def test_variants_share_the_key_and_the_facts_of_their_form() -> None:
    line = "Granestad\tcity\tGranesta | Grane stad\tSE\tUppland\t1200\tinvented\n"
    main, *variants = curated_tables.parse_entries("sample", HEADER + line)
    assert main == Entry(
        "Granestad",
        Label.CITY,
        1200,
        Kind.INHABITANTS,
        "SE",
        "Uppland",
        "curation:sample:Granestad",
    )
    assert [(entry.form, entry.main, entry.key) for entry in variants] == [
        ("Granesta", False, main.key),
        ("Grane stad", False, main.key),
    ]


def test_two_things_of_one_name_have_two_keys() -> None:
    lake = "Storsjön\tgeo\t\tSE\t{}\t\tlake\n"
    text = HEADER + lake.format("Gästrikland") + lake.format("Jämtland")
    first, second = curated_tables.parse_entries("sample", text)
    assert first.key != second.key
