"""Pseudonyms take the form of what they replace: every example of the issue and 250 more."""

import json
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.replacement import inflection
from tacknamn.replacement.inflection.affixes import inflect, split_affixes
from tacknamn.replacement.inflection.rendering import render
from tacknamn.support.tables import read_table

HERE = Path(__file__).parent / "cases"
CASES = json.loads((HERE / "inflecting.json").read_text(encoding="utf-8"))
APART = json.loads((HERE / "inflecting_apart.json").read_text(encoding="utf-8"))


def name_of(case: dict[str, Any]) -> str:
    return f"{case.get('original', case.get('form'))}-{case['base']}-{case['label']}"


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_a_pseudonym_takes_the_form_of_its_original(case: dict[str, Any]) -> None:
    rendered = render(
        case["original"],
        case["base"],
        case["affixes"],
        case["label"],
        case.get("original_base", ""),
    )
    if case["expect"] is not None:
        assert rendered.text == case["expect"]
    assert list(rendered.missing) == case.get("missing", [])
    assert {*rendered.affixes_made, *rendered.missing} >= set(case["affixes"])


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["expect"] is None and case["affixes"]], ids=name_of
)
def test_a_form_that_cannot_be_made_is_told_and_not_guessed(case: dict[str, Any]) -> None:
    assert case["missing"]


@pytest.mark.parametrize("case", APART, ids=name_of)
def test_a_form_is_taken_apart(case: dict[str, Any]) -> None:
    known = set(case["known"]).__contains__ if "known" in case else None
    expected = case["base"], tuple(case["affixes"])
    assert split_affixes(case["form"], case["label"], known) == expected


@pytest.mark.parametrize(
    ("base", "affixes", "label"),
    [
        ("Anna", ("def",), "firstname_female"),
        ("Volvo", ("pl",), "work"),
        ("Boeing", ("def",), "work"),
        ("Danmark", ("def",), "country"),
        ("Köping", ("def",), "region"),
        ("Ericsson", ("def", "pl"), "work"),
        ("Andersson", ("def", "pl"), "surname"),
        ("Göteborgs universitet", ("def",), "school"),
        ("Yahoo!", ("gen",), "work"),
        ("", ("gen",), "city"),
        ("", ("pl",), "city"),
    ],
)
def test_there_is_no_such_form(base: str, affixes: tuple[str, ...], label: str) -> None:
    assert inflect(base, affixes, label) is None


def test_there_are_two_hundred_cases_at_least() -> None:
    assert len(CASES) >= 200
    written = [json.dumps(case, sort_keys=True) for case in CASES]
    assert len(set(written)) == len(CASES)


def test_affixes_come_in_any_order_and_as_any_iterable() -> None:
    assert inflect("Lund", iter(["pl", "gen", "def"]), Label.CITY) == "Lundabornas"
    assert render("Lunds", "Malmö", iter(["gen"]), Label.CITY).text == "Malmös"


def test_an_unknown_affix_or_label_is_refused() -> None:
    with pytest.raises(InputError, match=r"'dat'.*gen, def, pl"):
        inflect("Lund", ["dat"], "city")
    with pytest.raises(InputError, match="'town'"):
        render("Lund", "Malmö", (), "town")
    with pytest.raises(InputError, match="'town'"):
        render("Lund", "Malmö", (), "town", "Lund")
    with pytest.raises(InputError, match="'town'"):
        split_affixes("Lund", "town")


@pytest.mark.parametrize(
    ("table", "columns"), [("genitives.tsv", 2), ("inhabitants.tsv", 2), ("nouns.tsv", 5)]
)
def test_the_tables_are_whole(table: str, columns: int) -> None:
    lines = read_table(inflection.__file__, table)
    assert {len(line) for line in lines} == {columns}
    keys = [(line[0], line[-1] if columns > 2 else "") for line in lines]
    assert len(set(keys)) == len(keys)


def test_each_line_of_a_table_has_its_reason() -> None:
    folder = Path(inflection.__file__).parent
    tables = sorted(folder.glob("*.tsv"))
    assert len(tables) == 3
    for table in tables:
        for line in table.read_text(encoding="utf-8").splitlines():
            assert line.rpartition("\t")[2].strip(), f"{table.name}: {line}"


def test_inhabitants_of_irregular_towns_end_like_all_others() -> None:
    assert {
        town: said
        for town, said in read_table(inflection.__file__, "inhabitants.tsv")
        if not said.endswith("bo")
    } == {
        town: said
        for town, said in read_table(inflection.__file__, "inhabitants.tsv")
        if said.endswith("are") or not said
    }
