"""Frames of Polars, also lazy ones: results of single calls, in the types of their columns."""

from pathlib import Path
from typing import Any

import polars
import pytest

import tacknamn.polars
from tacknamn import InputError, Lexicon, Pseudonymizer
from tacknamn.arrow import detect as detect_table
from tacknamn.arrow import pseudonymize as pseudonymize_table
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tests.bulk.tables import make_table, pseudonymize_singly

TEXT = "Jag heter Amina Lind och bor i Göteborg."


@pytest.mark.parametrize("engine", ["in-memory", "streaming", None])
def test_rows_are_those_of_single_calls(engine: Any, pseudonymizer: Pseudonymizer) -> None:
    frame: Any = polars.from_arrow(make_table())
    given = frame.lazy() if engine else frame
    safe = tacknamn.polars.pseudonymize(given, "text", pseudonymizer=pseudonymizer)
    if engine:
        assert isinstance(safe, polars.LazyFrame) and safe.collect_schema() == frame.schema
        safe = safe.collect(engine=engine)
    texts = frame["text"].to_list()
    expected = [each and each.text for each in pseudonymize_singly(pseudonymizer, texts)]
    assert safe["text"].to_list() == expected
    assert safe.drop("text").equals(frame.drop("text"))


def test_a_file_is_processed_lazily(tmp_path: Path, pseudonymizer: Pseudonymizer) -> None:
    frame: Any = polars.from_arrow(make_table(3000))
    frame.write_parquet(tmp_path / "notes.parquet", row_group_size=500)
    lazy = polars.scan_parquet(tmp_path / "notes.parquet")
    safe = tacknamn.polars.pseudonymize(lazy, "text", "id", pseudonymizer=pseudonymizer)
    safe.filter(polars.col("id") < 2000).sink_parquet(tmp_path / "safe.parquet")
    expected = tacknamn.polars.pseudonymize(frame, "text", "id", pseudonymizer=pseudonymizer)
    assert polars.read_parquet(tmp_path / "safe.parquet").equals(expected.head(2000))


@pytest.mark.parametrize("type", [polars.String, polars.Categorical, polars.Binary, polars.Null])
def test_types_of_columns_stay(type: Any, pseudonymizer: Pseudonymizer) -> None:
    texts = [None, None] if type == polars.Null else [TEXT, None]
    frame = polars.DataFrame({"text": texts}).select(polars.col("text").cast(type))
    safe = tacknamn.polars.pseudonymize(frame, "text", pseudonymizer=pseudonymizer)
    assert safe.schema == frame.schema
    assert safe["text"].null_count() == frame["text"].null_count()
    if type != polars.Null:
        assert safe["text"].cast(polars.String).to_list() == [pseudonymizer(TEXT).text, None]


def test_ids_columns_and_spans_are_those_of_arrow(data: Path) -> None:
    seeded = Pseudonymizer(Lexicon.open(data), seed=7)
    table = make_table(200).append_column("note", [[TEXT] * 200])
    frame: Any = polars.from_arrow(table)
    with pytest.warns(InconsistentNamesWarning) as caught:
        safe = tacknamn.polars.pseudonymize(
            frame, ["text", "note"], "id", spans="spans", pseudonymizer=seeded
        )
    assert [warning.filename for warning in caught] == [__file__]
    expected = pseudonymize_table(
        table, ["text", "note"], "id", spans="spans", pseudonymizer=seeded
    ).read_all()
    assert safe.columns == expected.column_names
    assert safe.to_arrow().to_pylist() == expected.to_pylist()


def test_detections_are_those_of_arrow(pseudonymizer: Pseudonymizer) -> None:
    table = make_table(100)
    frame: Any = polars.from_arrow(table)
    expected = detect_table(table, "text", pseudonymizer=pseudonymizer).read_all()
    found = tacknamn.polars.detect(frame.lazy(), "text", pseudonymizer=pseudonymizer).collect()
    assert found.to_arrow().to_pylist() == expected.to_pylist()


def test_frames_without_rows(pseudonymizer: Pseudonymizer) -> None:
    frame = polars.DataFrame(schema={"text": polars.String})
    safe = tacknamn.polars.pseudonymize(frame, "text", spans="spans", pseudonymizer=pseudonymizer)
    assert (safe.height, safe.columns) == (0, ["text", "spans"])


@pytest.mark.parametrize("is_lazy", [False, True])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"column": "notes"}, "there is no column 'notes'; did you mean note?"),
        ({"column": "number"}, "column 'number' has no texts but int64"),
        ({"column": "fixed"}, "column 'fixed' is an Enum, whose values are fixed; cast it"),
        ({"column": "note", "spans": "number"}, "there is a column 'number' already"),
    ],
)
def test_errors_come_before_any_row(
    arguments: dict[str, Any], message: str, is_lazy: bool, pseudonymizer: Pseudonymizer
) -> None:
    frame = polars.DataFrame(
        {"note": [TEXT], "number": [1], "fixed": ["a"]},
        schema_overrides={"fixed": polars.Enum(["a"])},
    )
    with pytest.raises(InputError, match=message):
        tacknamn.polars.pseudonymize(
            frame.lazy() if is_lazy else frame, **arguments, pseudonymizer=pseudonymizer
        )


def test_the_values_of_an_enum_are_not_those_of_its_pseudonyms(
    pseudonymizer: Pseudonymizer,
) -> None:
    """Polars writes the values of an Enum into the field; ours has other ones."""
    frame = polars.DataFrame({"note": [TEXT]}, schema={"note": polars.Enum([TEXT])})
    table = pseudonymize_table(frame, "note", pseudonymizer=pseudonymizer).read_all()
    back: Any = polars.from_arrow(table)
    assert back["note"].cast(polars.String).to_list() == [pseudonymizer(TEXT).text]
