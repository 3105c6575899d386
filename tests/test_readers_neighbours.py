"""Readers of the names of Finland and Norway, on miniatures of the published tables."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.records import Entry
from tacknamn_builders.sources.source_table import load_sources
from tests.reading import entries

Row = tuple[str, Label, float]


def rows(source: str) -> list[Row]:
    return [(entry.form, entry.label, entry.count) for entry in entries(source)]


def read_whole(source: str, folder: Path) -> list[Entry]:
    """All entries, with the errors as a build raises them."""
    found = read_source(load_sources()[source], folder)
    return [record for record in found if isinstance(record, Entry)]


def test_finnish_first_names_are_those_that_stand_first() -> None:
    assert rows("dvv-names") == [
        ("Påhittiina", Label.FIRSTNAME_FEMALE, 30204),
        ("Prippi-Liisa", Label.FIRSTNAME_FEMALE, 113),
        ("Prippo", Label.FIRSTNAME_MALE, 28421),
        ("Ville-Påhitto", Label.FIRSTNAME_MALE, 1204),
        ("Påhittinen", Label.SURNAME, 22068),
        ("Prippalainen", Label.SURNAME, 24),
        ("von Prippe", Label.SURNAME, 21),
    ]


def test_norwegian_births_since_1940_are_added_and_surnames_are_of_the_last_year() -> None:
    assert rows("ssb-names") == [
        ("Påhitta", Label.FIRSTNAME_FEMALE, 7),
        ("Oddvar-Prippe", Label.FIRSTNAME_MALE, 42),
        ("Påhittsen", Label.SURNAME, 310),
    ]


@pytest.mark.parametrize(("source", "country"), [("dvv-names", "FI"), ("ssb-names", "NO")])
def test_they_are_bearers_in_their_country(source: str, country: str) -> None:
    facts = {(entry.kind, entry.country) for entry in entries(source)}
    assert facts == {(Kind.BEARERS, country)}


DAMAGED_SHEETS: list[tuple[str, list[Any], str]] = [
    ("Naiset", ["Etunimi", "Lukumäärä"], "sheet Naiset ens is missing; it has Naiset"),
    ("Naiset ens", ["Nimi", "Lukumäärä"], "no row has the columns Etunimi, Lukumäärä"),
    ("Naiset ens", ["Etunimi", "Lukumäärä"], "a name without a number of bearers"),
]


@pytest.mark.parametrize(("sheet", "head", "message"), DAMAGED_SHEETS)
def test_a_workbook_of_another_kind_is_named(
    sheet: str, head: list[Any], message: str, tmp_path: Path
) -> None:
    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet(sheet)
    for row in (head, ["Prippa", "många"]):
        page.append(row)
    book.save(tmp_path / "etunimitilasto.xlsx")
    with pytest.raises(SourceError, match=rf"etunimitilasto\.xlsx.*{message}"):
        read_whole("dvv-names", tmp_path)


DAMAGED_TABLES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another dimension": lambda table: table.update(id=["Navn", "ContentsCode", "Tid"]),
    "two kinds of numbers": lambda table: table.update(size=[3, 2, 3]),
    "no years": lambda table: table["dimension"]["Tid"]["category"].update(index={}),
    "too few numbers": lambda table: table.update(value=[1]),
    "no numbers": lambda table: table.pop("value"),
    "words": lambda table: table.update(value=["många"] * 9),
    "numbers without end": lambda table: table.update(value=[float("inf")] * 9),
    "a code of neither sex": lambda table: table["dimension"]["Fornavn"]["category"].update(
        index={"3X": 0}, label={"3X": "X"}
    ),
    "no label": lambda table: table["dimension"]["Fornavn"]["category"].pop("label"),
}


@pytest.mark.parametrize("damage", DAMAGED_TABLES.values(), ids=list(DAMAGED_TABLES))
def test_a_table_of_another_kind_is_an_error(
    damage: Callable[[dict[str, Any]], object], copied: Callable[[str], Path]
) -> None:
    folder = copied("ssb-names")
    path = folder / "fornavn.json"
    table = json.loads(path.read_text("utf-8"))
    damage(table)
    path.write_text(json.dumps(table), "utf-8")
    with pytest.raises(SourceError, match="source ssb-names"):
        read_whole("ssb-names", folder)


def test_codes_may_be_an_array(copied: Callable[[str], Path]) -> None:
    folder = copied("ssb-names")
    path = folder / "etternavn.json"
    table = json.loads(path.read_text("utf-8"))
    category = table["dimension"]["Etternavn"]["category"]
    category["index"] = list(category["index"])
    path.write_text(json.dumps(table), "utf-8")
    assert read_whole("ssb-names", folder)[-1].form == "Påhittsen"
