"""Readers of what GeoNames gives, on miniatures of the real files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers.geonames_features import find_label
from tacknamn_builders.records import Entry, Region, Variant
from tests.reading import entries, one, read, rezip

FEATURES = [
    ("Göteborg", Label.CITY),
    ("Majorna", Label.CITY),
    ("Gåshällan", Label.GEO),
    ("Vänern", Label.GEO),
    ("Tiveden", Label.GEO),
    ("Handelshamnen", Label.PLACE),
    ("Avenyn", Label.PLACE),
    ("Slottsskogen", Label.PLACE),
    ("Göteborgs Centralstation", Label.PLACE),
    ("Inlandsbanan", Label.TRANSPORT_NAME),
    ("Uppsala universitet", Label.SCHOOL),
    ("Sahlgrenska", Label.OTHER_INSTITUTION),
    ("Västra Götaland", Label.REGION),
]


@pytest.mark.parametrize(("form", "label"), FEATURES)
def test_feature_code_decides_the_label(form: str, label: Label) -> None:
    assert one(entries("geonames-sweden"), form).label is label


def test_countries_and_undersea_features_are_no_places() -> None:
    found = [entry.form for entry in entries("geonames-sweden")]
    assert "Sverige" not in found
    assert "Någon djuphavsgrav" not in found


def test_city_part_is_city_in_sweden_and_area_abroad() -> None:
    assert one(entries("geonames-sweden"), "Majorna").label is Label.CITY
    assert one(entries("geonames-cities500"), "Nørrebro").label is Label.AREA
    assert find_label("P", "PPLX", "NO") is Label.AREA


def test_place_has_the_most_specific_code_above_it() -> None:
    found = entries("geonames-sweden")
    assert one(found, "Göteborg").parent == "SE.28.1480"
    assert one(found, "Göteborgs Kommun").parent == "SE.28"
    assert one(found, "Västra Götaland").parent == ""
    assert one(found, "Gåshällan").parent == "SE.23"


def test_place_has_key_position_and_inhabitants() -> None:
    city = one(entries("geonames-sweden"), "Göteborg")
    assert (city.key, city.at) == ("geonames:2711537", "SE 57.70716 11.96679")
    assert (city.count, city.kind) == (608462, Kind.INHABITANTS)
    assert one(entries("geonames-sweden"), "Majorna").kind is Kind.NONE


def test_variants_come_only_when_asked_for() -> None:
    assert all(entry.main for entry in entries("geonames-sweden"))
    names = [e.form for e in entries("geonames-cities500") if e.key == "geonames:2618425"]
    assert names == ["Copenhagen", "Copenhague", "Köpenhamn", "København"]


def test_small_places_abroad_bring_no_variants() -> None:
    assert "Hellebek" not in [entry.form for entry in entries("geonames-cities500")]
    assert "Hellebek" in [e.form for e in entries("geonames-cities500", variants_from=5000)]


def test_alternate_names_keep_chosen_languages() -> None:
    assert read("geonames-alternate-names") == [
        Variant("geonames:2711537", "Göteborg", "sv"),
        Variant("geonames:2711537", "Gothenburg", "en"),
        Variant("geonames:2711537", "Götet", "sv"),
        Variant("geonames:2618425", "Köpenhamn", "sv"),
        Variant("geonames:2673730", "Tukholma", "fi"),
        Variant("geonames:2673730", "Stuehkie", "smj"),
        Variant("geonames:2673730", "Mälarstaden", "sv"),
    ]


def test_historic_names_come_only_when_asked_for() -> None:
    found = read("geonames-alternate-names", historic=True, languages=("sv",))
    assert Variant("geonames:2692969", "Elbogen", "sv") in found


LINE = b"20\t2673730\tsv\tEken\t\t\t\t\t\t\n"
BROKEN = b"21\t2673730\tsv\n"
IN_THE_MINIATURE = 12
"""Lines of the miniature."""


def test_a_broken_line_among_a_thousand_is_skipped(copied: Callable[[str], Path]) -> None:
    folder = copied("geonames-alternate-names")
    path = folder / "alternateNamesV2.zip"
    rezip(path, "alternateNamesV2.txt", lambda text: BROKEN + text + LINE * 1000)
    assert len(read("geonames-alternate-names", folder)) == 1007


@pytest.mark.parametrize(("broken", "good"), [(1, 0), (2, 1500), (30, 2000)])
def test_alternate_names_with_many_broken_lines_are_refused(
    broken: int, good: int, copied: Callable[[str], Path]
) -> None:
    folder = copied("geonames-alternate-names")
    path = folder / "alternateNamesV2.zip"
    rezip(path, "alternateNamesV2.txt", lambda text: text + BROKEN * broken + LINE * good)
    lines = IN_THE_MINIATURE + broken + good
    message = f"{broken} of {lines:,} lines have fewer than 4 fields"
    with pytest.raises(SourceError, match=message):
        read("geonames-alternate-names", folder)


def test_place_line_with_a_field_less_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geonames-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: text.replace(b"\tEurope/Stockholm", b"", 1))
    with pytest.raises(SourceError, match=r"SE.zip: line 1 has 18 fields, not 19"):
        read("geonames-sweden", folder)


def test_a_carriage_return_within_a_name_ends_no_line() -> None:
    assert one(entries("geonames-sweden"), "Storvägens rastplats").label is Label.PLACE


def test_county_follows_from_the_municipality() -> None:
    found = entries("geonames-sweden")
    assert one(found, "Påhittsby").parent == "SE.28.1480"
    assert one(found, "Nykommun").parent == "SE.28.X1"


def test_place_with_a_bad_position_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geonames-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: text.replace(b"57.70716", b"north", 1))
    with pytest.raises(SourceError, match="geonameid 2711537"):
        read("geonames-sweden", folder)


def test_latin_1_places_are_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("geonames-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: "Göteborg\tG\n".encode("latin-1") + text)
    with pytest.raises(SourceError, match=r"SE.zip: byte .* is not utf-8"):
        read("geonames-sweden", folder)


def test_countries_have_key_and_inhabitants() -> None:
    found = entries("geonames-countries")
    sweden = one(found, "Sweden")
    assert (sweden.key, sweden.country, sweden.label) == ("country:SE", "SE", Label.COUNTRY)
    assert sweden.count > 10_000_000
    assert one(found, "Antarctica").kind is Kind.NONE


def test_country_file_without_header_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("geonames-countries")
    path = folder / "countryInfo.txt"
    path.write_text(path.read_text("utf-8").replace("Population", "People"), "utf-8")
    with pytest.raises(SourceError, match=r"countryInfo.txt: no header line.*Population"):
        read("geonames-countries", folder)


def test_admin_codes_name_regions() -> None:
    assert Region("SE.28", "Västra Götaland") in read("geonames-admin1")
    assert one(entries("geonames-admin1"), "Bavaria").country == "DE"
    second = read("geonames-admin2")
    assert Region("DK.17.101", "Copenhagen") in second
    assert [e.form for e in second if isinstance(e, Entry)] == [
        "Göteborgs stad",
        "Stockholms Kommun",
    ]
