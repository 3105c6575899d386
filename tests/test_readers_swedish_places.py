"""Readers of Swedish parishes, postal codes and municipalities, on miniatures of the real files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers import svensktext_places
from tacknamn_builders.readers.region_codes import COUNTIES, convert_municipality_code
from tacknamn_builders.records import Entry, Region
from tests.reading import entries, labelled, one, read, rezip


def test_parishes_are_repaired_and_lie_in_their_county() -> None:
    found = entries("geo-boundaries")
    assert one(found, "Övertorneå").parent == "SE.14"
    assert "Älvsby" in labelled(found, Label.CITY)
    assert "Piteå landsdistrikt" in labelled(found, Label.REGION)
    assert {entry.country for entry in found} == {"SE"}


def test_renamed_column_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geo-boundaries")
    path = folder / "geo-boundaries.csv"
    path.write_text(path.read_text("utf-8").replace("admin1", "country", 1), "utf-8")
    with pytest.raises(SourceError, match=r"geo-boundaries.csv: column admin1 is missing"):
        read("geo-boundaries", folder)


def test_postal_code_town_municipality_and_county_chain() -> None:
    records = read("geonames-postal-sweden")
    found = [record for record in records if isinstance(record, Entry)]
    assert one(found, "186 03").parent == "Brottby"
    assert one(found, "Brottby").parent == "SE.26.0115"
    assert Region("SE.26.0115", "Vallentuna") in records
    assert one(found, "Vallentuna", Label.REGION).parent == "SE.26"


def test_box_address_does_not_make_a_second_town() -> None:
    found = entries("geonames-postal-sweden")
    assert one(found, "101 01").parent == "Stockholm"
    assert one(found, "Stockholm", Label.CITY).parent == "SE.26.0180"


def test_town_in_capitals_is_written_properly() -> None:
    found = entries("geonames-postal-sweden")
    assert one(found, "906 57").parent == "Umeå"
    assert one(found, "Umeå", Label.CITY).parent == "SE.23.2480"
    assert one(found, "Jät").parent == "SE.12"


def test_unknown_county_letter_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geonames-postal-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: text.replace(b"\tAB\t", b"\tQQ\t"))
    with pytest.raises(SourceError, match="no county has the letter 'QQ'"):
        read("geonames-postal-sweden", folder)


def test_world_zip_code_names_the_municipality() -> None:
    found = entries("world-zip-code")
    assert one(found, "186 03").parent == "Brottby"
    assert one(found, "Brottby").parent == "Vallentuna"


def test_world_zip_code_without_a_column_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("world-zip-code")
    rezip(folder / "SE.zcsv", "SE.zcsv", lambda text: text.replace(b"place_name", b"place", 1))
    with pytest.raises(SourceError, match=r"SE.zcsv: column place_name is missing"):
        read("world-zip-code", folder)


def test_there_are_21_counties_with_codes_of_their_own() -> None:
    assert len({county.geonames for county in COUNTIES}) == 21
    assert len({county.letter for county in COUNTIES}) == 21
    assert len({county.number for county in COUNTIES}) == 21


@pytest.mark.parametrize("code", ["", "148", "1180", "14800"])
def test_wrong_municipality_code_is_refused(code: str) -> None:
    with pytest.raises(SourceError, match="is not a Swedish municipality code"):
        convert_municipality_code(code, "x.csv")


BASE_NAMES = [
    ("Upplands Väsby kommun", "Upplands Väsby"),
    ("Österåkers kommun", "Österåker"),
    ("Borås kommun", "Borås"),
    ("Vännäs kommun", "Vännäs"),
    ("Hagfors kommun", "Hagfors"),
    ("Grums kommun", "Grums"),
    ("Dals-Eds kommun", "Dals-Ed"),
    ("Falu kommun", "Falun"),
]


@pytest.mark.parametrize(("municipality", "expected"), BASE_NAMES)
def test_municipality_loses_its_genitive(municipality: str, expected: str) -> None:
    assert svensktext_places.find_base_name(municipality) == expected


def test_svensktext_gives_municipalities_and_counties() -> None:
    records = read("svensktext-places")
    found = [record for record in records if isinstance(record, Entry)]
    assert Region("SE.28.1480", "Göteborg") in records
    municipality = one(found, "Göteborgs kommun")
    assert (municipality.parent, municipality.kind) == ("SE.28", Kind.INHABITANTS)
    assert one(found, "Göteborg", Label.REGION).key == municipality.key
    assert one(found, "Västra Götaland").main is False


def test_svensktext_gives_countries_roads_and_capitals() -> None:
    found = entries("svensktext-places")
    assert one(found, "Burma").key == one(found, "Myanmar").key == "country:MM"
    assert one(found, "Köpenhamn").country == "DK"
    assert one(found, "E4").label is Label.PLACE
    assert one(found, "väg 70").main is False


def test_svensktext_with_a_population_in_words_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("svensktext-places")
    path = folder / "lan.csv"
    path.write_text(path.read_text("utf-8").replace("159362", "många"), "utf-8")
    with pytest.raises(SourceError, match=r"lan.csv, Blekinge län: population"):
        read("svensktext-places", folder)


def test_broken_line_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("svensktext-places")
    with (folder / "kommuner.csv").open("a", encoding="utf-8") as file:
        file.write("\n1481,Mölndals kommun\n")
    with pytest.raises(SourceError, match=r"kommuner.csv, line \d+: 2 fields"):
        read("svensktext-places", folder)
