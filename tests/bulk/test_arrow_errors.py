"""Settings of functions for tables, and their errors: before any row is read, without quoting it."""

import warnings
from pathlib import Path
from typing import Any

import pyarrow
import pytest

from tacknamn import InputError, Lexicon, Pseudonymizer
from tacknamn.arrow import pseudonymize
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tests.bulk.tables import KEY

TEXT = "Jag heter Amina Lind och bor i Göteborg."
TABLE = pyarrow.table({"note": [TEXT], "number": [1], "weight": [0.5], "spans": ["x"]})
ERRORS: dict[str, tuple[dict[str, Any], str]] = {
    "missing": ({"column": "notes"}, "there is no column 'notes'; did you mean note?"),
    "number": ({"column": "number"}, "column 'number' has no texts but int64"),
    "no column": ({"column": []}, "column= is empty"),
    "twice": ({"column": ["note", "note"]}, "twice"),
    "spans": (
        {"column": "note", "spans": "spans"},
        "there is a column 'spans' already; .* with spans=",
    ),
    "id": ({"column": "note", "id_column": "key"}, "there is no column 'key'"),
    "float id": (
        {"column": "note", "id_column": "weight", "spans": "s"},
        "id_column 'weight' is double",
    ),
    "id is text": ({"column": "note", "id_column": "note"}, "id_column= is one of the text"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_come_before_any_row(case: str, pseudonymizer: Pseudonymizer) -> None:
    arguments, message = ERRORS[case]
    with pytest.raises(InputError, match=message):
        pseudonymize(TABLE, **arguments, pseudonymizer=pseudonymizer)


def test_no_spans_are_asked_for(pseudonymizer: Pseudonymizer) -> None:
    result = pseudonymize(TABLE, "note", spans=None, pseudonymizer=pseudonymizer).read_all()
    assert result.schema == TABLE.schema
    assert result["note"].to_pylist() == [pseudonymizer(TEXT).text]


@pytest.mark.parametrize("type", ["binary", "string", "string_view", "dictionary"])
def test_invalid_bytes_are_an_error_with_their_row(type: str, pseudonymizer: Pseudonymizer) -> None:
    secret = b"Amina Lind \xe5"
    array = pyarrow.array([b"Hej.", None, secret] * 2, pyarrow.binary())
    if type == "string":
        array = pyarrow.Array.from_buffers(pyarrow.string(), len(array), array.buffers())
    elif type == "string_view":
        array = array.view(pyarrow.string()).cast(pyarrow.string_view(), safe=False)
    elif type == "dictionary":
        array = array.dictionary_encode()
    table = pyarrow.table({"note": pyarrow.chunked_array([[b"A"] * 2500, []], array.type)})
    table = pyarrow.concat_tables([table, pyarrow.table({"note": array})])
    with pytest.raises(InputError, match="column 'note', row 2503: is not valid UTF-8") as caught:
        pseudonymize(table, "note", pseudonymizer=pseudonymizer).read_all()
    assert "Amina" not in str(caught.value)


def test_settings_are_those_of_a_pseudonymizer(data: Path, tmp_path: Path) -> None:
    key_file = tmp_path / "corpus.key"
    key_file.write_text(KEY.hex(), "ascii")
    table = pyarrow.table({"text": [TEXT]})
    expected = [Pseudonymizer(Lexicon.open(data), "clinic", key=KEY)(TEXT).text]
    for given_key in ({"key": KEY}, {"key": key_file}, {"key_file": str(key_file)}):
        settings: Any = {"lexicon": data, "profile": "clinic", **given_key}
        assert pseudonymize(table, "text", **settings).read_all()["text"].to_pylist() == expected


def test_settings_that_contradict_each_other(pseudonymizer: Pseudonymizer, data: Path) -> None:
    with pytest.raises(InputError, match="has its own profile"):
        pseudonymize(TABLE, "note", pseudonymizer=pseudonymizer, profile="clinic")
    with pytest.raises(InputError, match="a seed and a key"):
        pseudonymize(TABLE, "note", lexicon=data, key=KEY, seed=7)
    with pytest.raises(InputError, match="a key and a key_file"):
        pseudonymize(TABLE, "note", lexicon=data, key=KEY, key_file="corpus.key")


def test_without_a_key_a_warning_comes_at_once(data: Path) -> None:
    with pytest.warns(InconsistentNamesWarning) as caught:
        pseudonymize(pyarrow.table({"text": [TEXT]}), "text", lexicon=data)
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pseudonymize(pyarrow.table({"text": [TEXT]}), "text", lexicon=data, key=KEY)
