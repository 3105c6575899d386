"""What is wrong with a list of one's own: errors that name the entry, and the file once."""

from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import Error, InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.text.form_limits import LONGEST_FORM

BAD_ENTRIES: list[tuple[Any, str]] = [
    ([], "no entries"),
    ("", "No such file|Is a directory"),
    (7, "entries must be tuples"),
    ([7], "entry 1: must be a form"),
    ([()], "entry 1: must be a form"),
    ([("Ek", "surname"), ("", "ward")], "entry 2: the form is empty"),
    ([("  ", "ward")], "entry 1: the form is empty"),
    ([(None, "ward")], "entry 1: the form must be text, not NoneType"),
    ([("…", "ward")], "entry 1: the form has no letter and no digit"),
    ([("a" * 10_000, "ward")], "entry 1: a form of 10,000 characters; it may have 500"),
    ([("Norr\0gården", "ward")], "entry 1: the form has a control character"),
    ([("Norr\ngården", "ward")], "entry 1: the form has a control character"),
    ([("Norr\u2028gården", "ward")], "entry 1: the form has a control character"),
    ([("Norr\ud800", "ward")], "entry 1: the form has a control character"),
    ([("Norrgården",)], "entry 1: the entry has no label"),
    ([("Norrgården", 3)], "entry 1: the label must be text, not int"),
    (
        [("Norrgården", "Ward")],
        "entry 1: the label 'Ward' must be a word of small letters.*as ward",
    ),
    ([("Norrgården", "my ward")], "must be a word of small letters.*such as my_ward"),
    ([("Norrgården", "w" * 41)], "must be a word of small letters"),
    ([("Norrgården", "7")], "must be a word of small letters"),
    ([("Norrgården", "gen")], "the label 'gen' is an addition to other labels"),
    ([("Norrgården", "per")], "the label 'per' is a class of labels"),
    ([("Norrgården", "street")], "the label 'street' is an older name of place; write place"),
    (
        [("Norrgården", "firstname:female")],
        "older name of firstname_female; write firstname_female",
    ),
    ([("Norrgården", "ward", -1)], "entry 1: the count must be a number above 0"),
    ([("Norrgården", "ward", "many")], "entry 1: the count must be a number"),
    ([("Norrgården", "ward", float("inf"))], "entry 1: the count must be a number"),
    ([("Norrgården", "ward", 1, "se")], "entry 1: the language must be sv or en"),
    ([("Norrgården", "ward", 1, "sv", "Sverige")], "entry 1: the country must be a code"),
    ([(f"x{n}", f"label_{n}") for n in range(200)], "200 labels of your own.* may have 192"),
]
UNNAMED = [
    ("form,label\nAlvedon,drug\nIpren,drug,1200\n", "line 3: a value in column 3, which the first"),
    ("form,label,\nAlvedon,drug,1200\n", "line 2: a value in column 3"),
    ("form,,label\nAlvedon,1200,drug\n", "line 2: a value in column 2"),
]


@pytest.mark.parametrize(("content", "message"), UNNAMED)
def test_a_value_without_a_column_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "own.csv"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        Lexicon.from_entries(path)
    assert "1200" not in str(caught.value)


def test_empty_cells_without_a_column_are_those_of_a_spreadsheet(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("form,label,,\nAlvedon,drug,,\nIpren,drug, ,,,\n", "utf-8")
    assert Lexicon.from_entries(path).lookup("ipren")[0].label == "drug"


@pytest.mark.parametrize(("entries", "message"), BAD_ENTRIES)
def test_bad_entries_are_errors(entries: Any, message: str) -> None:
    with pytest.raises(Error, match=message):
        Lexicon.from_entries(entries)


BAD_FILES: list[tuple[bytes, str]] = [
    (b"", "line 1: the columns form and label are missing"),
    (b"form,label\n", "no entries"),
    (b"form,label\n\n,\n", "no entries"),
    (b"name,label\nEk,surname\n", "line 1: the column form is missing; the first line must name"),
    (b"form,form,label\nEk,Ek,surname\n", "line 1: the column form is there twice"),
    (b"form,label\nEk,surname\nBo\n", "line 3: the entry has no label"),
    (b"form,label\nEk,surname\nBo\0,ward\n", "line 3: the form has a control character"),
    (b"form,label\nEk,surname\nM\xe5ns,ward\n", "line 3: not UTF-8; save the file as UTF-8"),
    (b'form,label\nEk,surname\n"Bo,ward\nUlf,ward\n', "line 3: not CSV .*; check its quotes"),
    (b"form,label\n" + b"a" * 200_000 + b",ward\n", "line 2: (not CSV|a form of 200,000)"),
    (b"form,label,count\nEk,surname,1 200\n", "line 2: the count must be a number above 0"),
]


@pytest.mark.parametrize(("content", "message"), BAD_FILES)
def test_bad_files_are_errors_with_file_and_line(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "own.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"own.csv(, |: ){message}") as caught:
        Lexicon.from_entries(path)
    assert str(caught.value).count("own.csv") == 1


@pytest.mark.parametrize("name", ["missing.csv", "", "nul\0.csv", "x" * 300])
def test_files_that_cannot_be_read_are_errors(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        Lexicon.from_entries(tmp_path / name)


def test_the_longest_form_is_found() -> None:
    form = "x" * LONGEST_FORM
    assert Matcher(Lexicon.from_entries([(form, "ward")])).match(f"a {form}.")
