"""What replacements are drawn from follows from the counts; only fakes are written by hand."""

from typing import Any

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import LABELS
from tacknamn_builders.bundle import sampling_tables
from tacknamn_builders.curation.curated_tables import (
    FakeReplacement,
    load_telephone_areas,
    parse_telephone_areas,
)
from tacknamn_builders.records import Entry
from tests.making import content, entry


def tables(
    *records: Entry, fakes: tuple[FakeReplacement, ...] = ()
) -> tuple[dict[str, Any], list[str]]:
    """The sampling tables, and what the numbers in them stand for."""
    made = content([records], whole=["s0"], fakes=fakes)
    forms = [made.store.forms[code] for code in made.entries.form.tolist()]
    return dict(made.sampling), forms


def names(found: tuple[dict[str, Any], list[str]], label: str) -> list[str]:
    sampled, forms = found
    return [forms[row] for row in sampled["names"][label]]


def test_name_lists_go_by_bearers() -> None:
    found = tables(
        entry("Maja", "firstname_female", 300),
        entry("Anna", "firstname_female", 97287),
        entry("Eva", "firstname_female", 60000),
        entry("Erik", "firstname_male", 55968),
        entry("Kim", "firstname_male", 8356),
        entry("Kim", "firstname_female", 2560),
        entry("Ek", "surname", 8898),
        entry("Andersson", "surname", 234094),
    )
    assert names(found, "firstname_female") == ["Anna", "Eva", "Maja"]
    assert names(found, "firstname_male") == ["Erik"]
    assert names(found, "firstname_unknown") == ["Kim"]
    assert names(found, "surname") == ["Andersson", "Ek"]


def test_names_of_other_countries_are_not_drawn() -> None:
    found = tables(entry("Smith", "surname", 2442977, country="US"), entry("Ek", "surname", 8898))
    assert names(found, "surname") == ["Ek"]


def test_a_short_list_is_filled_up_with_neighbours_names() -> None:
    abroad = [
        entry("Alaa", "firstname_unknown", 253, country="DK"),
        entry("Heini", "firstname_unknown", 3872, country="FI"),
        entry("Terry", "firstname_unknown", 423680, country="US"),
    ]
    found = tables(entry("Lo", "firstname_unknown", 20), *abroad)
    assert names(found, "firstname_unknown") == ["Lo", "Heini", "Alaa"]
    full = [entry(f"Namn{n:02}", "surname", 9) for n in range(sampling_tables.LEAST_NAMES)]
    found = tables(*full, entry("Virtanen", "surname", 90000, country="FI"))
    assert "Virtanen" not in names(found, "surname")


def test_name_lists_end_where_enough_are_kept() -> None:
    rows = [entry(f"Namn{number:05}", "surname", number) for number in range(1100)]
    found = names(tables(*rows), "surname")
    assert len(found) == sampling_tables.NAMES_KEPT
    assert found[0] == "Namn01099"


def cities(found: tuple[dict[str, Any], list[str]], country: str) -> list[str]:
    sampled, forms = found
    return [forms[row] for row in sampled["cities"].get(country, [])]


def test_cities_go_by_inhabitants_and_country() -> None:
    found = tables(
        entry("Lund", "city", 94000, key="geonames:1"),
        entry("Stockholm", "city", 1515017, key="geonames:2"),
        entry("Stoccolma", "city", 1515017, key="geonames:2", main=False),
        entry("Oslo", "city", 580000, country="NO", key="geonames:3"),
        entry("Ödeby", "city", 0, key="geonames:4"),
        entry("Ingenstans", "city", 500000, country="", key="geonames:5"),
        entry("Skåne", "region", 1300000),
    )
    assert cities(found, "SE") == ["Stockholm", "Lund"]
    assert cities(found, "NO") == ["Oslo"]
    assert set(found[0]["cities"]) == {"SE", "NO"}


def test_of_two_cities_of_one_name_the_larger_is_drawn() -> None:
    found = tables(
        entry("Sandby", "city", 90, parent="Borgholms kommun", key="geonames:1"),
        entry("Sandby", "city", 3000, parent="Lunds kommun", key="geonames:2"),
        entry("Lund", "city", 2000, key="geonames:3"),
    )
    assert cities(found, "SE") == ["Sandby", "Lund"]


def test_parts_of_cities_are_not_drawn() -> None:
    found = tables(
        entry("New York", "city", 8804190, country="US", key="geonames:1"),
        entry("Brooklyn", "city", 2736074, country="US", key="geonames:2"),
        entry("Brooklyn", "area", country="US", parent="New York"),
        entry("Brooklyn", "city", 900, country="CA", key="geonames:3"),
    )
    assert cities(found, "US") == ["New York"]
    assert cities(found, "CA") == ["Brooklyn"]


def test_no_country_has_more_cities_than_are_kept() -> None:
    rows = [entry(f"Ort{n}", "city", n + 1, key=f"geonames:{n + 1}") for n in range(60)]
    found = cities(tables(*rows), "SE")
    assert len(found) == sampling_tables.CITIES_KEPT
    assert found[:2] == ["Ort59", "Ort58"]


def test_streets_stand_by_their_town_and_stations_do_not() -> None:
    sampled, forms = tables(
        entry("Storgatan", "place", parent="Lund"),
        entry("Storgatan", "place", parent="Umeå"),
        entry("Vasagatan", "place", parent="Umeå"),
        entry("Umeå Östra", "place", parent="Umeå"),
        entry("Slussen", "place", parent="Stockholm"),
        entry("Lundavägen", "place"),
        entry("Storgatan", "city", 20, parent="Lund"),
    )
    found = {town: sorted(forms[row] for row in rows) for town, rows in sampled["streets"].items()}
    assert found == {"Lund": ["Storgatan"], "Umeå": ["Storgatan", "Vasagatan"]}


def test_what_ends_like_a_street_is_one() -> None:
    good = ["Nygatan", "Strandvägen", "Kyrkogränd", "Kastanjeallén", "Stora Torget", "Kajen"]
    other = ["Uppsala C", "Gatstuberg", "Ringen 3", "Vägverket"]
    sampled, forms = tables(*(entry(form, "place", parent="Lund") for form in good + other))
    assert {forms[row] for row in sampled["streets"]["Lund"]} == set(good)


def test_postal_codes_stand_by_their_town() -> None:
    sampled, forms = tables(entry("223 50", "zip_code", parent="Lund"))
    assert [forms[row] for row in sampled["zip_codes"]["Lund"]] == ["223 50"]


def test_fakes_are_there_by_list() -> None:
    fakes = (
        FakeReplacement("city", "Granestad", "", "invented"),
        FakeReplacement("pattern_sv_school", "{letter}-skola", "utr", "SVALA"),
    )
    sampled, _ = tables(fakes=fakes)
    assert sampled["fakes"] == {
        "city": [{"form": "Granestad", "gender": ""}],
        "pattern_sv_school": [{"form": "{letter}-skola", "gender": "utr"}],
    }


def test_rows_are_rows_of_the_senses() -> None:
    made = content([[entry("Ek", "surname", 5), entry("Alm", "surname", 9)]])
    labels = [LABELS[code].value for code in made.entries.label.tolist()]
    assert [labels[row] for row in made.sampling["names"]["surname"]] == ["surname"] * 2


def test_telephone_areas_are_those_of_towns_that_the_bundle_knows() -> None:
    sampled, _ = tables(entry("Lund", "city", 94000, key="geonames:1"), entry("Ek", "surname", 5))
    assert sampled["telephone_areas"] == {"Lund": "046"}


def test_every_telephone_area_is_a_swedish_one() -> None:
    areas = load_telephone_areas()
    assert {one.form: one.area for one in areas}["Stockholm"] == "08"
    assert len(areas) > 200


@pytest.mark.parametrize("area", ["46", "046-", "00", "", "04600"])
def test_an_area_that_is_none_is_refused(area: str) -> None:
    with pytest.raises(SourceError, match=r"areas\.tsv, line 2: area"):
        list(parse_telephone_areas("areas", f"form\tarea\treason\nLund\t{area}\tPTS\n"))
