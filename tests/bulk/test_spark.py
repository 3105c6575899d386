"""Spark: data frames and SQL give the results of single calls."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pytest

from tacknamn import InputError, Lexicon, Pseudonymizer
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tests.bulk.spark_sessions import OLD_PANDAS, open_session
from tests.bulk.tables import KEY, make_table, pseudonymize_singly

pytestmark = pytest.mark.filterwarnings(OLD_PANDAS)
TEXT = "Jag heter Amina Lind och bor i Göteborg."
PARTITIONS = 7
SCHEMA = "id long, text string, nested array<struct<a: long, b: string>>, weight double"


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    with open_session("local[2]") as session:
        yield session


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = make_table().to_pylist()
    return found


@pytest.fixture
def frame(session: Any, rows: list[dict[str, Any]]) -> Any:
    return session.createDataFrame(rows, SCHEMA).repartition(PARTITIONS)


def collect(frame: Any) -> list[dict[str, Any]]:
    """The rows of a frame in the order of their ids."""
    return sorted(
        (row.asDict(recursive=True) for row in frame.collect()), key=lambda row: row["id"]
    )


def test_rows_are_those_of_single_calls(
    frame: Any, rows: list[dict[str, Any]], pseudonymizer: Pseudonymizer
) -> None:
    from tacknamn.spark import pseudonymize

    results = collect(pseudonymize(frame, "text", spans="spans", pseudonymizer=pseudonymizer))
    documents = pseudonymize_singly(pseudonymizer, [row["text"] for row in rows])
    for row, result, document in zip(rows, results, documents, strict=True):
        spans = result.pop("spans")
        if document is None:
            assert (result["text"], spans) == (None, None)
        else:
            assert result["text"] == document.text
            assert [(span["start"], span["end"], span["replacement"]) for span in spans] == [
                (*place, span.replacement)
                for place, span in zip(document.places, document.spans, strict=True)
            ]
        assert {**result, "text": row["text"]} == row


def test_the_schema_keeps_what_it_had(frame: Any, pseudonymizer: Pseudonymizer) -> None:
    from tacknamn.spark import pseudonymize

    assert pseudonymize(frame, "text", pseudonymizer=pseudonymizer).schema == frame.schema
    safe = pseudonymize(frame, "text", spans="spans", pseudonymizer=pseudonymizer)
    assert safe.schema.fields[:-1] == frame.schema.fields
    assert safe.schema["spans"].dataType.simpleString() == (
        "array<struct<start:int,end:int,label:string,number:int,replacement:string,action:string>>"
    )


def test_columns_of_a_row_are_one_document_with_its_id(session: Any, data: Path) -> None:
    from tacknamn.arrow import pseudonymize as pseudonymize_table
    from tacknamn.spark import pseudonymize

    seeded = Pseudonymizer(Lexicon.open(data), seed=7)
    table = pyarrow.table(
        {"id": list(range(40)), "note": [TEXT] * 40, "title": ["Amina Lind", None] * 20}
    )
    frame = session.createDataFrame(table.to_pylist(), "id long, note string, title string")
    with pytest.warns(InconsistentNamesWarning):
        safe = pseudonymize(frame, ["note", "title"], "id", pseudonymizer=seeded)
    expected = pseudonymize_table(table, ["note", "title"], "id", pseudonymizer=seeded)
    assert collect(safe) == expected.read_all().to_pylist()


def test_sql_functions_give_what_single_calls_give(
    session: Any, frame: Any, rows: list[dict[str, Any]], pseudonymizer: Pseudonymizer
) -> None:
    from tacknamn.spark import register

    register(session, pseudonymizer=pseudonymizer)
    frame.createOrReplaceTempView("visits")
    query = "SELECT id, tk_pseudonymize(text) AS safe, tk_detect(text) AS found FROM visits"
    texts = [row["text"] for row in rows]
    documents = pseudonymize_singly(pseudonymizer, texts)
    for row, text, document in zip(collect(session.sql(query)), texts, documents, strict=True):
        if document is None:
            assert (row["safe"], row["found"]) == (None, None)
        else:
            assert row["safe"] == document.text
            assert [(each["start"], each["end"], each["label"]) for each in row["found"]] == [
                (each.start, each.end, each.label) for each in pseudonymizer.detect(text)
            ]


def test_partitions_without_rows_have_no_rows(session: Any, pseudonymizer: Pseudonymizer) -> None:
    from tacknamn.spark import pseudonymize

    one = session.createDataFrame([(1, TEXT)], "id long, text string").repartition(PARTITIONS)
    assert len(pseudonymize(one, "text", pseudonymizer=pseudonymizer).collect()) == 1
    none = session.createDataFrame([], "id long, text string")
    assert pseudonymize(none, "text", pseudonymizer=pseudonymizer).collect() == []


def test_without_a_key_a_warning_says_so_and_each_run_gives_the_same(
    session: Any, frame: Any, data: Path
) -> None:
    from tacknamn.spark import pseudonymize

    with pytest.warns(InconsistentNamesWarning, match="equal names") as caught:
        safe = pseudonymize(frame, "text", lexicon=data)
    ours = [each for each in caught if each.category is InconsistentNamesWarning]
    assert [warning.filename for warning in ours] == [__file__]
    assert collect(safe) == collect(safe.repartition(2))


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("txt", "there is no column 'txt'; did you mean text?"),
        ("weight", "column 'weight' has no texts but double"),
        ("nested", "column 'nested' has no texts but list"),
    ],
)
def test_an_unusable_column_is_an_error_of_the_driver(
    frame: Any, pseudonymizer: Pseudonymizer, column: str, message: str
) -> None:
    from tacknamn.spark import pseudonymize

    with pytest.raises(InputError, match=message):
        pseudonymize(frame, column, pseudonymizer=pseudonymizer)


def test_an_unusable_setting_is_an_error_of_the_driver(frame: Any, data: Path) -> None:
    from tacknamn.spark import pseudonymize

    with pytest.raises(InputError, match="a key of bytes is not pickled"):
        pseudonymize(frame, "text", lexicon=data, key=KEY)
    with pytest.raises(InputError, match="profile"):
        pseudonymize(frame, "text", lexicon=data, profile="swel")
