"""Readers of official registers that were added in November 2026, on miniatures made by hand."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers import drug_names
from tacknamn_builders.records import WordFrequency
from tests.reading import entries, folder_of, forms, one, rezip, write_geopackage

UNKNOWN = b'<?xml version="1.0" encoding="nope"?><x/>'

# Localities


def test_locality_has_inhabitants_and_lies_in_its_municipality() -> None:
    place = one(entries("scb-localities"), "Påhittsinge")
    assert (place.count, place.kind, place.parent) == (412, Kind.INHABITANTS, "SE.26.0125")
    assert one(entries("scb-small-localities"), "Pripsboda").count == 62


def test_localities_that_grew_together_are_named_apart_without_inhabitants() -> None:
    found = entries("scb-localities")
    assert one(found, "Norrpåhitt och Söderpåhitt").count == 2153
    assert one(found, "Söderpåhitt").kind is Kind.NONE


def test_remark_is_no_part_of_a_locality() -> None:
    assert "Påhittsnäs" in forms("scb-localities")


def test_locality_without_a_name_is_dropped() -> None:
    assert forms("scb-small-localities") == ["Pripsboda"]


DAMAGED_LOCALITIES = [
    ("FID,tatort,kommun\n1,Ort,0180\n", "column bef is missing"),
    ("FID,tatort,kommun,bef\n1,Ort,0180,många\n", "'många' inhabitants is not a number"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED_LOCALITIES)
def test_changed_table_of_localities_is_named(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "tatorter.csv").write_text(text, "utf-8")
    with pytest.raises(SourceError, match=message):
        entries("scb-localities", tmp_path)


# Kolada


def test_units_are_schools_or_care_in_their_municipality() -> None:
    found = entries("kolada-units")
    preschool = one(found, "Förskolan Påhittet")
    assert (preschool.label, preschool.parent) == (Label.SCHOOL, "SE.26.0180")
    assert one(found, "Solpåhitts äldreboende").label is Label.OTHER_INSTITUTION
    assert one(found, "Norrpåhitts hemtjänst").parent == ""


def test_school_with_two_forms_of_school_is_listed_once() -> None:
    assert forms("kolada-units").count("Påhittsängsskolan") == 1


def test_addresses_and_persons_are_no_units() -> None:
    everything = " ".join(forms("kolada-units"))
    for piece in ("20 A", "Storgatan", "Prippgatan", "Prippvägen", "Fia"):
        assert piece not in everything


DAMAGED_UNITS = [
    ("[]", "line 1 has no list of values"),
    ('{"values": {}}', "line 1 has no list of values"),
    ('{"values": [{"id": "V11E1", "title": "X"}]}', "a unit without 'municipality'"),
    ('{"values": [{"id": 5, "title": "Xyz", "municipality": "0180"}]}', "a unit without"),
    ('{"values": ["x"]}', "a unit without"),
    ('{"values"', "units.jsonl is damaged"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED_UNITS)
def test_changed_page_of_units_is_named(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "units.jsonl").write_text(text + "\n", "utf-8")
    with pytest.raises(SourceError, match=message):
        entries("kolada-units", tmp_path)


# Authorities


def test_authority_in_capitals_is_written_as_in_texts() -> None:
    found = entries("scb-authorities")
    assert one(found, "Länsstyrelsen i Skåne län").parent == "Malmö"
    assert one(found, "Kammarrätten i Påhittsinge").parent == "Påhittsinge"
    assert one(found, "Nionde AP-fonden").label is Label.PUBLIC_AUTHORITY


def test_abbreviation_belongs_to_its_authority() -> None:
    found = entries("scb-authorities")
    short = one(found, "PV")
    assert (short.main, short.key) == (False, one(found, "Påhittsverket").key)


def test_university_is_a_school_and_embassy_has_no_town() -> None:
    found = entries("scb-authorities")
    assert one(found, "Påhittsstads universitet").label is Label.SCHOOL
    assert one(found, "Sveriges ambassad i London").parent == ""


def test_workbook_without_the_columns_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("scb-authorities")
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Myndighet", "Ort"])
    book.save(folder / "riksdagen.xlsx")
    with pytest.raises(SourceError, match=r"riksdagen.xlsx: no row has the columns Namn"):
        entries("scb-authorities", folder)


def test_workbook_that_is_none_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("scb-authorities")
    (folder / "riksdagen.xlsx").write_bytes(b"Namn;Ort")
    with pytest.raises(SourceError, match=r"riksdagen.xlsx is damaged"):
        entries("scb-authorities", folder)


# SCB's business register


def test_organisations_lie_in_their_post_town_and_have_labels_by_form() -> None:
    found = entries("scb-companies")
    assert one(found, "Påhittsgruvan AB").parent == "Kiruna"
    assert one(found, "Påhittsinge Kommun").label is Label.PUBLIC_AUTHORITY
    assert one(found, "Prippas Idrottsförening").label is Label.OTHER_INSTITUTION


def test_an_organisation_is_the_one_of_the_same_number_in_the_companies_register() -> None:
    assert one(entries("scb-companies"), "Exempelbolaget AB").key == "bolagsverket:5560000001"
    assert one(entries("bolagsverket"), "Exempelbolaget AB").key == "bolagsverket:5560000001"


def test_persons_partnerships_and_closed_organisations_are_never_kept() -> None:
    everything = " ".join(forms("scb-companies"))
    for piece in ("Petra", "Pia", "Paula", "Påhittad", "Stängda", "kort"):
        assert piece not in everything


HEADERS = [
    ("PeOrgNr\tNamn\n", "column foretagsnamn, jurform, ftgstat, postort is missing"),
    ("Foretagsnamn\tPeOrgNr\tJurForm\tFtgStat\tPostOrt\n", "PeOrgNr is not the first"),
]


@pytest.mark.parametrize(("header", "message"), HEADERS)
def test_changed_columns_of_the_register_are_refused(
    header: str, message: str, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "scb_bulkfil.zip", "w") as archive:
        archive.writestr("x.txt", header)
    with pytest.raises(SourceError, match=message):
        entries("scb-companies", tmp_path)


# Lantmäteriet and Trafikverket

TYPES = [
    ("Påhittsträsk", Label.GEO),
    ("Duortnosbáhitti", Label.GEO),
    ("Påhittsån", Label.GEO),
    ("Påhittsmyren", Label.GEO),
    ("Påhittsberget", Label.GEO),
    ("Pripstorp", Label.CITY),
    ("Påhittsinge", Label.CITY),
    ("Påhitts kyrka", Label.OTHER_INSTITUTION),
    ("Ingenstans", Label.PLACE),
]


@pytest.mark.parametrize(("form", "label"), TYPES)
def test_type_of_a_place_name_decides_its_label(form: str, label: Label) -> None:
    assert one(entries("lantmateriet-names"), form).label is label


def test_place_name_lies_in_its_municipality_once() -> None:
    found = entries("lantmateriet-names")
    assert one(found, "Pripstorp").parent == "SE.28.1480"
    assert one(found, "Ingenstans").parent == ""
    assert len(found) == len(TYPES)


def test_streets_lie_in_their_municipality_and_forest_roads_are_left_out() -> None:
    found = [(entry.form, entry.parent) for entry in entries("trafikverket-streets")]
    assert found == [
        ("Gränspåhittsvägen", ""),
        ("Prippas väg", "SE.26.0180"),
        ("Storpåhittsgatan", "SE.28.1480"),
    ]


VIEW = "CREATE VIEW ortnamn AS SELECT 'x' AS ortnamn, 'BEBTX' AS detaljtyp"
HOSTILE = [
    ("lantmateriet-names", "ortnamn_se.zip", (VIEW,), 1, "has no column ortnamn, detaljtyp"),
    ("lantmateriet-names", "ortnamn_se.zip", (), 0, "0 GeoPackages instead of one"),
    ("lantmateriet-names", "ortnamn_se.zip", (), 2, "2 GeoPackages instead of one"),
    ("lantmateriet-names", "ortnamn_se.zip",
     ("CREATE TABLE ortnamn (ortnamn TEXT)",), 1, "has no column detaljtyp"),
    ("trafikverket-streets", "gatunamn.zip",
     ("CREATE TABLE Hastighet (NAMN TEXT)",), 1, "no table of street names"),
    ("trafikverket-streets", "gatunamn.zip",
     ("CREATE TABLE Gatunamn (KOMMUN TEXT)",), 1, "no column with names of streets"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "file", "statements", "members", "message"), HOSTILE)
def test_geopackage_of_another_kind_is_refused(
    source: str, file: str, statements: tuple[str, ...], members: int, message: str, tmp_path: Path
) -> None:
    write_geopackage(tmp_path, file, *statements, members=members)
    with pytest.raises(SourceError, match=message):
        entries(source, tmp_path)


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda content: b"no SQLite" * 100,
    lambda content: content[:200],
    lambda content: content[:5000],
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_geopackage_is_named(
    damage: Callable[[bytes], bytes], copied: Callable[[str], Path]
) -> None:
    folder = copied("lantmateriet-names")
    rezip(folder / "ortnamn_se.zip", "ortnamn_se.gpkg", damage)
    with pytest.raises(SourceError, match=r"ortnamn_se"):
        entries("lantmateriet-names", folder)


def test_geopackage_with_a_name_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    other = "'table', CAST(x'ff41' AS TEXT), 'other', 0, 'CREATE TABLE other (name)'"
    write_geopackage(
        tmp_path,
        "ortnamn_se.zip",
        "PRAGMA writable_schema = ON",
        f"INSERT INTO sqlite_master VALUES ({other})",
    )
    with pytest.raises(SourceError, match=r"ortnamn_se.gpkg cannot be read"):
        entries("lantmateriet-names", tmp_path)


def test_values_of_other_types_are_no_names(tmp_path: Path) -> None:
    write_geopackage(
        tmp_path,
        "ortnamn_se.zip",
        "CREATE TABLE ortnamn (ortnamn, detaljtyp, kommunkod)",
        "INSERT INTO ortnamn VALUES (x'00ff', 'BEBTX', '0180'), (1.5, 'BEBTX', 180), ('Ek', 5, 1)",
        "INSERT INTO ortnamn VALUES ('Pripstorp', 'BEBTX', 180)",
    )
    found = entries("lantmateriet-names", tmp_path)
    assert [(entry.form, entry.parent) for entry in found] == [("Pripstorp", "SE.26.0180")]


# Workbooks

SHEET = "xl/worksheets/sheet1.xml"
DAMAGED_PARTS: list[tuple[str, Callable[[bytes], bytes], str]] = [
    (SHEET, lambda old: old[: len(old) // 2], "is damaged"),
    (SHEET, lambda old: old.replace(b'r="A2"', b'r="ZZZZ2"'), "is damaged"),
    (SHEET, lambda old: UNKNOWN, "is damaged .unknown encoding"),
    ("xl/workbook.xml", lambda old: UNKNOWN, "is damaged .[Uu]n(known|supported) encoding"),
    ("xl/workbook.xml", lambda old: b"<x/>", "no row has the columns Namn"),
    ("[Content_Types].xml", lambda old: b"<x/>", "is damaged"),
]


@pytest.mark.parametrize(("part", "damage", "message"), DAMAGED_PARTS)
def test_workbook_with_a_damaged_part_is_named(
    part: str, damage: Callable[[bytes], bytes], message: str, copied: Callable[[str], Path]
) -> None:
    folder = copied("scb-authorities")
    rezip(folder / "riksdagen.xlsx", part, damage)
    with pytest.raises(SourceError, match=rf"riksdagen\.xlsx:? {message}"):
        entries("scb-authorities", folder)


# Drugs


def words(source: str, folder: Path | None = None) -> list[str]:
    read = {"drug-products": drug_names.read_products,
            "drug-substances": drug_names.read_substances}[source]  # fmt: skip
    records = list(read(folder or folder_of(source)))
    assert all(isinstance(record, WordFrequency) and not record.zipf for record in records)
    return [record.form for record in records if isinstance(record, WordFrequency)]


def test_first_word_of_a_product_is_a_word() -> None:
    assert words("drug-products") == ["påhittol", "prippacetam"]


def test_swedish_names_of_substances_are_words() -> None:
    assert words("drug-substances") == ["påhittacetamol", "kombinationer", "pripramin"]


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
HOSTILE_XML = [
    ("Productdata/1.xml", BOMB, "it defines entities"),
    ("Productdata/1.xml", BOMB.encode("utf-16"), "or is not UTF-8"),
    ("Productdata/1.xml", UNKNOWN, "is no XML .unknown encoding"),
    ("Productdata/1.xml", "<npl:medprod>", "is no XML"),
    ("Productdata/1.xml", "<a><b></a>", "is no XML"),
    ("elsewhere.xml", "<a/>", "no member"),
]


@pytest.mark.parametrize(("member", "text", "message"), HOSTILE_XML)
def test_hostile_xml_is_refused(
    member: str, text: str | bytes, message: str, tmp_path: Path
) -> None:
    with zipfile.ZipFile(tmp_path / "npl.zip", "w") as archive:
        archive.writestr(member, text)
    with pytest.raises(SourceError, match=message):
        words("drug-products", tmp_path)
