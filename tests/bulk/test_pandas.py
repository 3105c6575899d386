"""Frames of pandas: results of single calls; index, types and missing values stay."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas
import pyarrow
import pytest

import tacknamn.pandas
from tacknamn import InputError, Lexicon, Pseudonymizer
from tacknamn.arrow import SPANS
from tacknamn.arrow import pseudonymize as pseudonymize_table
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tests.bulk.tables import make_table, pseudonymize_singly

TEXT = "Jag heter Amina Lind och bor i Göteborg."
TYPES: dict[str, Any] = {
    "object": object,
    "str": "str",
    "string": "string",
    "string[pyarrow]": "string[pyarrow]",
    "string[python]": "string[python]",
    "arrow": pandas.ArrowDtype(pyarrow.large_string()),
    "category": "category",
}


def test_rows_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    frame = make_table().to_pandas()
    before = frame.copy(deep=True)
    safe = frame.tacknamn.pseudonymize("text", pseudonymizer=pseudonymizer)
    texts = [None if pandas.isna(text) else text for text in frame["text"]]
    expected = [each and each.text for each in pseudonymize_singly(pseudonymizer, texts)]
    assert [None if pandas.isna(text) else text for text in safe["text"]] == expected
    pandas.testing.assert_frame_equal(frame, before)
    pandas.testing.assert_frame_equal(safe.drop(columns="text"), frame.drop(columns="text"))


@pytest.mark.parametrize("type", TYPES)
def test_index_and_type_stay(type: str, pseudonymizer: Pseudonymizer) -> None:
    index = pandas.Index(["b", "a", "a", "c"], name="ward")
    column = pandas.Series([TEXT, None, "", TEXT], index=index, dtype=TYPES[type])
    frame = pandas.DataFrame({"text": column})
    safe = tacknamn.pandas.pseudonymize(frame, "text", pseudonymizer=pseudonymizer)
    new = pseudonymizer(TEXT).text
    assert safe.index.equals(index)
    assert safe["text"].isna().tolist() == [False, True, False, False]
    assert safe["text"].astype(object).fillna("-").tolist() == [new, "-", "", new]
    if type == "category":
        assert set(safe["text"].cat.categories) == {new, ""}
    else:
        assert safe["text"].dtype == column.dtype


def test_each_missing_value_stays_itself(pseudonymizer: Pseudonymizer) -> None:
    missing = [None, float("nan"), pandas.NA, pandas.NaT]
    frame = pandas.DataFrame({"text": pandas.Series([*missing, TEXT], dtype=object)})
    safe = frame.tacknamn.pseudonymize("text", pseudonymizer=pseudonymizer)
    assert safe["text"].isna().tolist() == [True, True, True, True, False]
    assert [repr(value) for value in safe["text"][:4]] == ["None", "nan", "<NA>", "NaT"]
    assert safe["text"][4] == pseudonymizer(TEXT).text


@pytest.mark.parametrize("rows", [[], [None], [float("nan")] * 3])
def test_frames_without_texts(rows: list[Any], pseudonymizer: Pseudonymizer) -> None:
    frame = pandas.DataFrame({"text": pandas.Series(rows, dtype=object)})
    safe = frame.tacknamn.pseudonymize("text", pseudonymizer=pseudonymizer)
    pandas.testing.assert_frame_equal(safe, frame)
    assert len(frame.tacknamn.detect("text", pseudonymizer=pseudonymizer)) == 0


def test_ids_columns_and_spans_are_those_of_arrow(data: Path) -> None:
    seeded = Pseudonymizer(Lexicon.open(data), seed=7)
    table = make_table(200).append_column("note", [[TEXT] * 200])
    frame = table.to_pandas()
    with pytest.warns(InconsistentNamesWarning) as caught:
        safe = tacknamn.pandas.pseudonymize(
            frame, ["text", "note"], "id", spans="spans", pseudonymizer=seeded
        )
    assert [warning.filename for warning in caught] == [__file__]
    expected = pseudonymize_table(
        table, ["text", "note"], "id", spans="spans", pseudonymizer=seeded
    ).read_all()
    assert safe["note"].tolist() == expected["note"].to_pylist()
    assert safe["note_spans"].dtype == pandas.ArrowDtype(SPANS)
    assert pyarrow.array(safe["text_spans"]).to_pylist() == expected["text_spans"].to_pylist()


def test_detections_have_the_index_of_their_row(pseudonymizer: Pseudonymizer) -> None:
    frame = pandas.DataFrame({"text": ["Hej.", TEXT, None]}, index=[3, 5, 9])
    detections = frame.tacknamn.detect("text", pseudonymizer=pseudonymizer)
    assert detections.index.tolist() == [5, 5, 5]
    assert detections.columns.tolist() == ["start", "end", "label", "score"]
    places = detections[["start", "end", "label"]].itertuples(index=False, name=None)
    assert [(each.start, each.end, each.label) for each in pseudonymizer.detect(TEXT)] == [*places]


def test_columns_may_have_any_names(pseudonymizer: Pseudonymizer) -> None:
    frame = pandas.DataFrame({0: [TEXT], "0": [TEXT], ("a", 1): ["Karin"], 7: [3]})
    safe = frame.tacknamn.pseudonymize([0, ("a", 1)], 7, pseudonymizer=pseudonymizer)
    assert safe.columns.tolist() == frame.columns.tolist()
    assert safe["0"].tolist() == [TEXT] and safe[0].tolist() == [pseudonymizer(TEXT).text]
    assert safe[("a", 1)].tolist() != ["Karin"] and safe[7].tolist() == [3]
    alone = frame.tacknamn.pseudonymize(0, spans="found", pseudonymizer=pseudonymizer)
    assert alone[0].tolist() == safe[0].tolist() and len(alone["found"][0]) == 3
    assert len(frame.tacknamn.detect(0, pseudonymizer=pseudonymizer)) == 3


ERRORS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "missing": ({"note": [TEXT]}, {"column": "notes"}, "'notes'; did you mean note"),
    "number": ({"note": [1]}, {"column": "note"}, "column 'note', row 1: is no string but int"),
    "mixed": ({"note": [TEXT, b"x"]}, {"column": "note"}, "row 2: is no string but bytes"),
    "surrogate": (
        {"note": pandas.Series(["Amina", "\ud83d"], dtype=object)},
        {"column": "note"},
        "column 'note', row 2: has half a character",
    ),
    "name as number": ({"5": [TEXT]}, {"column": 5}, "there is no column '5'"),
    "number as name": ({0: [TEXT]}, {"column": "0"}, "there is no column '0'"),
    "twice": (
        pandas.DataFrame([[TEXT, TEXT]], columns=["note", "note"]),
        {"column": "note"},
        "there are 2 columns 'note'",
    ),
    "spans": (
        {"note": [TEXT], "spans": [1]},
        {"column": "note", "spans": "spans"},
        "there is a column 'spans' already",
    ),
    "mixed ids": (
        {"note": [TEXT] * 2, "id": [1, "Amina"]},
        {"column": "note", "id_column": "id"},
        "id_column 'id' has values of several types",
    ),
    "id": ({"note": [TEXT], "id": [0.5]}, {"column": "note", "id_column": "id"}, "is double"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_name_the_column(case: str, pseudonymizer: Pseudonymizer) -> None:
    columns, arguments, message = ERRORS[case]
    with pytest.raises(InputError, match=message) as caught:
        pandas.DataFrame(columns).tacknamn.pseudonymize(**arguments, pseudonymizer=pseudonymizer)
    assert "Amina" not in str(caught.value)


MODULES = {"pandas": "pandas", "polars": "polars", "duckdb": "duckdb", "arrow": "pyarrow"}


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("options", [(), ("-P",)])
def test_the_module_imports_the_real_package(module: str, options: tuple[str, ...]) -> None:
    package = MODULES[module]
    code = (
        f"import sys, tacknamn.{module} as ours; package = sys.modules[{package!r}]; "
        "assert package is not ours and 'tacknamn' not in package.__file__, package.__file__"
    )
    subprocess.run([sys.executable, *options, "-c", code], check=True)


@pytest.mark.parametrize("module", MODULES)
def test_without_the_package_the_error_says_what_to_install(module: str) -> None:
    package = MODULES[module]
    code = f"import sys; sys.modules[{package!r}] = None\nimport tacknamn.{module}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert ended.stderr.splitlines()[-1] == (
        f"tacknamn.errors.InputError: tacknamn.{module} needs {package}; "
        f"`pip install 'tacknamn[{module}]'`"
    )
