"""Readers of streets, islands, airports and languages, on miniatures of the real files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn.replacement.places import is_street
from tests.reading import entries, labelled, one, read


def test_streets_have_their_town_and_swedish_letters() -> None:
    found = entries("swell-streets")
    assert one(found, "Anneforsvägen").parent == "Alfta"
    assert all(not entry.form.endswith(" Väg") for entry in found)
    assert "Axhult Larssvederna" in labelled(found, Label.PLACE)


def test_address_named_after_a_lake_or_school_is_both() -> None:
    found = entries("swell-streets")
    assert "Bjurtjärnen" in labelled(found, Label.PLACE)
    assert "Bjurtjärnen" in labelled(found, Label.GEO)
    assert "Stålagårds skola" in labelled(found, Label.SCHOOL)


def test_latin_1_streets_are_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("swell-streets")
    path = folder / "swedish_streets.csv"
    path.write_text(path.read_text("utf-8"), "latin-1")
    with pytest.raises(SourceError, match=r"swedish_streets.csv: byte .* is not utf-8"):
        read("swell-streets", folder)


def test_islands_lose_the_hint_where_they_lie() -> None:
    found = entries("swell-islands")
    assert one(found, "Hällsö").parent == "Tanum"
    assert one(found, "Holmen").parent == "Råneå"
    assert one(found, "Hanö").parent == ""


def test_languages_lose_brackets_and_groups() -> None:
    found = entries("swell-languages")
    assert one(found, "Swedish").key == "language:swe"
    assert one(found, "Ainu").key == "language:aib"
    assert not any("based" in entry.form for entry in found)


def test_languages_without_their_second_header_are_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("swell-languages")
    path = folder / "language.csv"
    path.write_text(path.read_text("utf-8").replace("Language Name", "Name"), "utf-8")
    with pytest.raises(SourceError, match=r"language.csv: columns .* are missing"):
        read("swell-languages", folder)


def test_mimesis_parts_places_and_lowers_words() -> None:
    found = entries("mimesis")
    assert one(found, "Bierke").key == one(found, "Hemavan").key
    assert "Naglarby" in labelled(found, Label.CITY)
    assert "Naglarby och Enbacka" not in labelled(found, Label.CITY)
    assert "Adolf Rudbecks väg" in labelled(found, Label.PLACE)
    assert labelled(found, Label.LANGUAGE) == ["amhariska", "svenska", "haitisk kreol"]
    assert "afghaner" in labelled(found, Label.NATIONALITY)
    assert len(labelled(found, Label.REGION)) == 25


def test_a_street_ends_like_one() -> None:
    streets = ("Ebbas Väg", "Stora Torget", "Pomonagången", "Drevkroken", "Kastanjeallén")
    others = ("Villa Segeborg", "Fur Konferansen", "Allatorp Östra Flygeln", "Gång", "Slussen")
    assert all(map(is_street, streets)) and not any(map(is_street, others))


def test_mimesis_without_a_list_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("mimesis")
    path = folder / "address.json"
    path.write_text(path.read_text("utf-8").replace('"city"', '"cities"'), "utf-8")
    with pytest.raises(SourceError, match=r"address.json: city is missing"):
        read("mimesis", folder)


def test_airports_get_their_swedish_letters_back() -> None:
    found = entries("airports")
    assert one(found, "Malmö Sturup Airport").parent == "Malmö"
    names = [entry.form for entry in found if entry.key == "airport:ARN"]
    assert names[0] == "Stockholm-Arlanda Airport"
    assert {"Arlanda", "Arlanda flygplats"} <= set(names)
    assert "Visby flygplats" in labelled(found, Label.PLACE)
    assert "Visby" not in labelled(found, Label.PLACE)


def test_airports_without_a_code_are_left_out() -> None:
    assert not any("Hassleholm" in entry.form for entry in entries("airports"))
