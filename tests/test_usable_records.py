"""A record with a NUL, a line break or a paragraph in it is dropped, whichever reader yields it."""

import logging
import zipfile
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from tacknamn.errors import SourceError
from tacknamn.labels import Label
from tacknamn.text.form_limits import LONGEST_FORM
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.merging.usable_records import drop_unusable
from tacknamn_builders.readers.name_case import is_name
from tacknamn_builders.records import Entry, Record, WordFrequency
from tacknamn_builders.sources.source_table import load_sources
from tests.reading import write_geopackage

BAD = {
    "a NUL": "Pri\0storp",
    "a line break": "Prip\nstorp",
    "a tab": "Prip\tstorp",
    "a separator of lines": "Prip\u2028storp",
    "half a character": "Prip\ud800",
    "a paragraph": "x" * (LONGEST_FORM + 1),
}
TEXTS = [
    (kind, field.name) for kind in get_args(Record) for field in fields(kind) if field.type is str
]
"""Every text of every kind of record."""


def make(kind: Any, **texts: str) -> Record:
    """A record of this kind whose other fields are empty or of the least value."""
    values: dict[str, Any] = {
        field.name: texts.get(field.name, "") for field in fields(kind) if field.type is str
    }
    values |= {"label": Label.CITY} if kind is Entry else {}
    values |= {"zipf": 1.0} if kind is WordFrequency else {}
    record: Record = kind(**values)
    return record


@pytest.mark.parametrize("bad", BAD.values(), ids=list(BAD))
@pytest.mark.parametrize(("kind", "name"), TEXTS, ids=[f"{k.__name__}.{n}" for k, n in TEXTS])
def test_no_text_of_a_record_may_be_bad(kind: Any, name: str, bad: str) -> None:
    good = make(kind, **{name: "Pripstorp"})
    assert list(drop_unusable("s", iter([make(kind, **{name: bad}), good]))) == [good]


def test_long_names_and_blanks_of_other_widths_stay() -> None:
    records = [
        Entry("x" * LONGEST_FORM, Label.CITY),
        Entry("Påhitts\u00a0by", Label.CITY, parent="y" * LONGEST_FORM),
    ]
    assert list(drop_unusable("s", iter(records))) == records


def test_what_is_dropped_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        list(drop_unusable("s", iter([Entry("a\nb", Label.CITY)] * 10)))
    assert "s: 10 records dropped" in caplog.text
    assert "a\nb" not in caplog.text


def test_names_that_lost_letters_are_dropped_with_a_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The Danish file has 937 of them, Søren first: the source has no better, so it is no error."""
    names = [Entry("S\ufffdren", Label.FIRSTNAME_MALE)] * 30
    good = Entry("Anna", Label.FIRSTNAME_FEMALE)
    with caplog.at_level(logging.WARNING):
        assert list(drop_unusable("danish-names", iter([*names, good]))) == [good]
    assert "danish-names: 30 records are left out: in the received file" in caplog.text
    assert "S\ufffdren" not in caplog.text


@pytest.mark.parametrize("name", ["S\ufffdren", "S\ufffdREN", "Bj\ufffdrg"])
def test_readers_do_not_drop_such_names_without_a_word(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(("good", "bad"), [(100, 11), (19_000, 20)])
def test_too_many_are_an_error(good: int, bad: int) -> None:
    records = [Entry("Prip", Label.CITY)] * good + [Entry("a\nb", Label.CITY)] * bad
    with pytest.raises(SourceError, match=rf"{bad} of [\d,]+ records have control characters"):
        list(drop_unusable("s", iter(records)))


def test_one_in_a_thousand_may_be_bad() -> None:
    records = [Entry("Prip", Label.CITY)] * 19_980 + [Entry("a\nb", Label.CITY)] * 20
    assert len(list(drop_unusable("s", iter(records)))) == 19_980


# Readers of files whose format allows any character in a name.


def read_forms(source: str, folder: Path) -> list[str]:
    found = read_source(replace(load_sources()[source], files=()), folder)
    return [record.form for record in found if isinstance(record, (Entry, WordFrequency))]


def test_names_of_a_geopackage_are_checked(tmp_path: Path) -> None:
    write_geopackage(
        tmp_path,
        "ortnamn_se.zip",
        "CREATE TABLE ortnamn (ortnamn, detaljtyp, kommunkod)",
        "INSERT INTO ortnamn VALUES ('Prip' || char(0), 'BEBTX', 180)",
        "INSERT INTO ortnamn VALUES ('Prip' || char(10) || 'by', 'BEBTX', 180)",
        f"INSERT INTO ortnamn VALUES (hex(zeroblob({LONGEST_FORM})), 'BEBTX', 180)",
        "INSERT INTO ortnamn VALUES ('Pripstorp', 'BEBTX', 180)",
    )
    assert read_forms("lantmateriet-names", tmp_path) == ["Pripstorp"]


def test_names_of_drugs_are_checked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "npl.zip", "w") as archive:
        for number, name in enumerate(["Påhittol", "x" * 10_000]):
            product = f"<medprod><medprodname v='{name}'/></medprod>"
            archive.writestr(f"Productdata/{number}.xml", product)
    assert read_forms("drug-products", tmp_path) == ["påhittol"]
