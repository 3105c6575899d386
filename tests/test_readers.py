"""What all readers share: their manners, and the parts that many of them use."""

import io
import json
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.readers.received_files import read_members
from tacknamn_builders.readers.region_codes import find_alpha2
from tacknamn_builders.readers.text_repair import repair_mojibake, restore_capitals
from tacknamn_builders.records import Entry, Variant
from tests.reading import READERS, entries, read


@pytest.mark.parametrize("source", READERS)
def test_every_form_is_stripped_and_not_empty(source: str) -> None:
    found = read(source)
    assert found
    for record in found:
        if isinstance(record, Entry | Variant):
            assert record.form == record.form.strip() != ""


@pytest.mark.parametrize("source", READERS)
def test_reading_twice_gives_the_same(source: str) -> None:
    assert read(source) == read(source)


@pytest.mark.parametrize("source", READERS)
def test_missing_file_names_the_remedy(source: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="tacknamn-build fetch"):
        read(source, tmp_path)


@pytest.mark.parametrize("source", READERS)
def test_names_of_one_thing_have_one_main_name(source: str) -> None:
    mains = [entry.key for entry in entries(source) if entry.key and entry.main]
    assert sorted(set(mains)) == sorted({entry.key for entry in entries(source) if entry.key})


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
    assert repair_mojibake(damaged) == whole


CAPITALS = [
    ("UPPLANDS VÄSBY", "Upplands Väsby"),
    ("SALTSJÖ-BOO", "Saltsjö-Boo"),
    ("SVEDBERGS I DALSTORP", "Svedbergs i Dalstorp"),
    ("BioGaia", "BioGaia"),
    ("Å", "Å"),
]


@pytest.mark.parametrize(("written", "expected"), CAPITALS)
def test_capitals_become_ordinary_letters(written: str, expected: str) -> None:
    assert restore_capitals(written) == expected


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_members_do_not_depend_on_the_chunks(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"1": {"name": 'a "}{" b', "list": [1, {"2": 3}]}, "4": {}, "5": {"x": "å"}})
    monkeypatch.setattr("tacknamn_builders.readers.received_files._CHUNK", size)
    found = list(read_members(Path("x.json"), io.StringIO(text)))
    assert found == list(json.loads(text).values())


@pytest.mark.parametrize("text", ["", "7", '{"1": 2}', '[{"a": 1}', '{"1": {"a": 1}'])
def test_members_of_something_else_are_refused(text: str) -> None:
    with pytest.raises(SourceError, match=r"x.json"):
        list(read_members(Path("x.json"), io.StringIO(text)))


def test_country_code_that_does_not_exist_is_refused() -> None:
    assert find_alpha2("SWE", "x.csv") == "SE"
    with pytest.raises(SourceError, match=r"x.csv: 'ZZZ' is not a country code"):
        find_alpha2("ZZZ", "x.csv")
