"""Readers of occupations, schools, authorities and nationalities, on miniatures of real files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers import svensktext_words
from tacknamn_builders.readers.occupation_titles import split_titles
from tacknamn_builders.sources.source_table import load_sources
from tests.reading import entries, forms, one

SCHOOLS = load_sources()["skolverket"]
MUNICIPALITIES = 290
LONGEST_FILE_NAME = 255

# Occupations


TITLES = [
    ("Skogsarbetare, röjning", ["skogsarbetare"]),
    ("AD (Art Director)", ["AD", "art director"]),
    ("BMA (Biomedicinsk analytiker)", ["BMA", "biomedicinsk analytiker"]),
    ("Affärsföreståndare (dagligvaror), säljande", ["affärsföreståndare"]),
    ("Avdelningschef, övrig (se resp. yrke)", ["avdelningschef"]),
    ("Systemutvecklare/Programmerare", ["systemutvecklare", "programmerare"]),
    ("VVS-ingenjör", ["VVS-ingenjör"]),
    ("3D-designer", ["3D-designer"]),
    ("Chief Information Officer", ["Chief Information Officer"]),
    (" ", []),
]


@pytest.mark.parametrize(("label", "expected"), TITLES)
def test_register_titles_become_words(label: str, expected: list[str]) -> None:
    assert list(split_titles(label)) == expected


def test_jobtech_gives_occupations_but_not_headings() -> None:
    found = entries("jobtech")
    assert one(found, "systemutvecklare").main
    assert one(found, "programmerare").key == one(found, "systemutvecklare").key
    assert "sjuksköterska" in forms("jobtech")
    assert not any("m.fl." in form for form in forms("jobtech"))


JOBTECH_DAMAGE = [
    ('"narrower"', '"broader"', "narrower"),
    ('"preferred_label": "Mjukvaruutvecklare"', '"label": "x"', "preferred_label"),
    ('"concepts"', '"groups"', "data.concepts is missing"),
]


@pytest.mark.parametrize(("old", "new", "message"), JOBTECH_DAMAGE)
def test_jobtech_without_a_field_is_named(
    old: str, new: str, message: str, copied: Callable[[str], Path]
) -> None:
    folder = copied("jobtech")
    path = next(folder.iterdir())
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(SourceError, match=message):
        entries("jobtech", folder)


def test_job_titles_in_use_become_occupations() -> None:
    found = entries("jobtech-titles")
    forms_of_found = [entry.form for entry in found]
    assert forms_of_found == ["påhittskock", "fyrvaktare", "fyrmästare", "sjuksköterska"]
    assert one(found, "fyrmästare").key == one(found, "fyrvaktare").key
    assert {entry.label for entry in found} == {Label.PROF}


@pytest.mark.parametrize("titles", [[{"taxonomy/id": "x"}], ["kock"], [5], {"data": []}])
def test_job_titles_of_another_format_are_named(titles: Any, tmp_path: Path) -> None:
    (tmp_path / "job-titles.json").write_text(json.dumps(titles), "utf-8")
    with pytest.raises(SourceError, match=r"job-titles.json: a job title without"):
        entries("jobtech-titles", tmp_path)


def test_vocations_are_repaired_once_and_small() -> None:
    found = forms("svensktext-vocations")
    assert found.count("abbé") == 1
    assert "kommendörkaptenska" in found
    assert not any("Ã" in form for form in found)


def test_ssyk_list_leaves_blank_rows_out() -> None:
    found = entries("swell-occupations")
    assert {"3D-designer", "AD", "art director", "BMA"} <= {entry.form for entry in found}
    assert {entry.label for entry in found} == {Label.PROF}


def test_ssyk_list_with_another_column_is_named(copied: Callable[[str], Path]) -> None:
    folder = copied("swell-occupations")
    path = folder / "Prof_dataset.csv"
    path.write_text(path.read_text("utf-8").replace("Yrkesbenämning", "Yrke"), "utf-8")
    with pytest.raises(SourceError, match=r"Prof_dataset.csv: column Yrkesbenämning is missing"):
        entries("swell-occupations", folder)


# Schools, authorities, nationalities


def test_active_school_units_are_kept() -> None:
    found = entries("skolverket")
    assert [entry.form for entry in found] == ["Påhittade skolan", "Exempelgymnasiet"]
    assert one(found, "Exempelgymnasiet").parent == "SE.28.1480"
    assert one(found, "Påhittade skolan").key == "skolverket:10000001"


def test_a_school_lies_in_the_county_whose_units_were_asked_for() -> None:
    assert one(entries("skolverket"), "Påhittade skolan").parent == "SE.21"


def test_schools_of_an_unknown_county_are_refused(tmp_path: Path) -> None:
    (tmp_path / "school-units-99.json").write_text("{}", "utf-8")
    with pytest.raises(SourceError, match="no county has the number '99'"):
        entries("skolverket", tmp_path)


def test_a_school_register_without_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="run tacknamn-build fetch"):
        entries("skolverket", tmp_path)


def test_every_municipality_is_asked_for_once() -> None:
    asked = [file.name.partition("municipality_code=") for file in SCHOOLS.files]
    codes = [code for _, _, listed in asked for code in listed.split(",")]
    assert len(codes) == len(set(codes)) == MUNICIPALITIES
    for file in SCHOOLS.files:
        number = file.saved_as.removeprefix("school-units-")[:2]
        listed = file.name.partition("municipality_code=")[2].split(",")
        assert {code[:2] for code in listed} == {number}


def test_a_request_for_schools_fits_into_the_name_of_a_mirrored_file() -> None:
    assert max(len(file.name) for file in SCHOOLS.files) <= LONGEST_FILE_NAME


SKOLVERKET_DAMAGE = [
    ({"data": []}, "data.attributes is missing"),
    ({"data": {"attributes": {}}}, "is not a list"),
    ({"data": {"attributes": [{"status": "AKTIV"}]}}, "a school unit without 'name'"),
]


@pytest.mark.parametrize(("content", "message"), SKOLVERKET_DAMAGE)
def test_changed_school_register_is_named(content: Any, message: str, tmp_path: Path) -> None:
    (tmp_path / "school-units-03.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(SourceError, match=message):
        entries("skolverket", tmp_path)


def test_html_page_for_a_register_is_named(tmp_path: Path) -> None:
    (tmp_path / "school-units-03.json").write_text("<html>Underhåll</html>", "utf-8")
    with pytest.raises(SourceError, match=r"school-units-03.json is damaged"):
        entries("skolverket", tmp_path)


def test_names_within_an_authority_s_name_have_their_capitals() -> None:
    written = svensktext_words.restore_names
    assert written("Hovrätten för västra sverige") == "Hovrätten för Västra Sverige"
    assert written("Hovrätten över skåne och blekinge") == "Hovrätten över Skåne och Blekinge"
    assert written("Ilo-kommittén") == "ILO-kommittén"
    assert written("Högskolan i Skövde") == "Högskolan i Skövde"


def test_authorities_lie_in_their_town_and_universities_are_schools() -> None:
    found = entries("svensktext-authorities")
    assert one(found, "Falu tingsrätt").parent == "Falun"
    assert one(found, "AV").key == one(found, "Arbetsmiljöverket").key
    assert one(found, "Lunds universitet").label is Label.SCHOOL
    assert one(found, "Universitetskanslersämbetet").label is Label.PUBLIC_AUTHORITY


def test_nationality_has_singular_plural_and_adjective() -> None:
    found = entries("svensktext-nationalities")
    afghan = [entry.form for entry in found if entry.key == "nationality:Afghanistan"]
    assert afghan == ["afghan", "afghaner", "afghansk"]
    assert "barbudansk" in [entry.form for entry in found]
    assert not any("(" in entry.form for entry in found)


@pytest.mark.parametrize("lists", ["__import__('os')", "['a', 1]", "['a'", "{}"])
def test_nationality_that_is_no_list_is_refused(lists: str, tmp_path: Path) -> None:
    path = tmp_path / "nationaliteter.csv"
    header = "id,country,country_alternativename,resident_singular,resident_plural,adjective"
    path.write_text(f'{header}\n0,X,,"{lists}",[],x\n', "utf-8")
    with pytest.raises(SourceError, match=r"nationaliteter.csv: .* is not a list of words"):
        entries("svensktext-nationalities", tmp_path)
