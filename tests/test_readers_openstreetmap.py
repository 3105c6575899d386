"""The reader of OpenStreetMap, on a small extract made by hand."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers import openstreetmap
from tacknamn_builders.records import Entry
from tests.reading import folder_of, one

osmium = pytest.importorskip("osmium")


def osm() -> list[Entry]:
    found = openstreetmap.read(folder_of("openstreetmap-sweden"))
    return [record for record in found if isinstance(record, Entry)]


def test_street_is_in_the_nearest_town_once() -> None:
    streets = [entry.parent for entry in osm() if entry.form == "Storgatan"]
    assert sorted(streets) == ["Alingsås", "Göteborg"]


def test_address_tag_wins_over_the_nearest_town() -> None:
    assert one(osm(), "Kungsgatan").parent == "Mölndal"


def test_street_that_leaves_the_extract_has_no_town() -> None:
    assert one(osm(), "Gränsvägen").parent == ""


OSM_LABELS = [
    ("Göteborg", Label.CITY),
    ("Majorna", Label.CITY),
    ("Brännö", Label.GEO),
    ("Påhittsjön", Label.GEO),
    ("Säveån", Label.GEO),
    ("Göteborg C", Label.PLACE),
    ("Lidingöbanan", Label.TRANSPORT_NAME),
    ("Påhittsbron", Label.PLACE),
    ("Kungsbron", Label.PLACE),
    ("Namnlösa vägens bro", Label.PLACE),
]


@pytest.mark.parametrize(("form", "label"), OSM_LABELS)
def test_tags_decide_the_label(form: str, label: Label) -> None:
    assert one(osm(), form).label is label


def test_population_that_is_no_number_is_no_count() -> None:
    assert one(osm(), "Göteborg").count == 587549
    assert one(osm(), "Alingsås").kind is Kind.NONE


def test_what_leads_over_a_bridge_is_no_bridge() -> None:
    assert "Påhittsbanan" not in [entry.form for entry in osm()]
    assert one(osm(), "Påhittsgatan").parent == "Göteborg"


def test_things_without_our_tags_are_left_out() -> None:
    assert "Kafé Påhitt" not in [entry.form for entry in osm()]


def test_damaged_extract_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("openstreetmap-sweden")
    path = folder / "sweden-latest.osm.pbf"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(SourceError, match=r"sweden-latest.osm.pbf is damaged"):
        list(openstreetmap.read(folder))


def test_missing_pyosmium_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(SourceError, match=r"pip install 'tacknamn\[osm\]'"):
        osm()


def test_nearest_town_agrees_with_a_search_of_all() -> None:
    towns = openstreetmap._TownGrid()
    places = [(55 + i * 0.37 % 3, 12 + i * 0.73 % 4, f"t{i}") for i in range(60)]
    for latitude, longitude, name in places:
        towns.add(latitude, longitude, name)
    for step in range(200):
        here = 55.3 + step * 0.113 % 2.4, 12.4 + step * 0.271 % 3.2
        nearest = min((openstreetmap._measure_distance(*here, place), place[2]) for place in places)
        assert towns.find_nearest(*here) == nearest[1]
