"""A column of writers: rows have the results of a run for each writer, in every kind of table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import tacknamn.pandas
import tacknamn.polars
from tacknamn import InputError, Lexicon, Pseudonymizer
from tacknamn.arrow import TablePseudonymizer, pseudonymize
from tacknamn.replacement.keys import write_key
from tests.bulk.spark_sessions import OLD_PANDAS, open_session
from tests.bulk.tables import KEY, make_table
from tests.running_command import pseudonymize as run_command
from tests.running_command import under

TEXT = "Jag heter Amina Lind och bor i Göteborg."
WRITERS = ("W1", "W2", "W3", None, "")


def add_writers(table: Any, type: Any = None) -> Any:
    """Add a column with the writer of each row."""
    writers: list[Any] = [WRITERS[at % len(WRITERS)] for at in range(len(table))]
    if type is not None and pyarrow.types.is_integer(type):
        writers = [at % 3 or None for at in range(len(table))]
    return table.append_column("who", pyarrow.array(writers, type or pyarrow.string()))


def pseudonymize_by_writer(data: Path, table: Any, key: Any = KEY) -> list[str | None]:
    """What every kind of table must give: a pseudonymizer for each writer."""
    lexicon = Lexicon.open(data)
    writers = [str(writer or "") for writer in table["who"].to_pylist()]
    made = {writer: Pseudonymizer(lexicon, key=key, writer=writer) for writer in set(writers)}
    return [
        None if text is None else made[writer](text).text
        for text, writer in zip(table["text"].to_pylist(), writers, strict=True)
    ]


@pytest.mark.parametrize("id_column", [None, "id", "who"])
@pytest.mark.parametrize(
    "type",
    [
        pyarrow.string(),
        pyarrow.binary_view(),
        pyarrow.int8(),
        pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
    ],
)
def test_rows_of_arrow_are_those_of_their_writers(
    data: Path, pseudonymizer: Pseudonymizer, type: Any, id_column: str | None
) -> None:
    value = type.value_type if pyarrow.types.is_dictionary(type) else type
    table = add_writers(make_table(300), value)
    if value is not type:
        index = table.schema.get_field_index("who")
        table = table.set_column(index, "who", table["who"].dictionary_encode().cast(type))
    result = pseudonymize(
        table, "text", id_column, writer_column="who", pseudonymizer=pseudonymizer
    ).read_all()
    assert result["text"].to_pylist() == pseudonymize_by_writer(data, _decode_writers(table))
    assert result["who"].equals(table["who"])


def _decode_writers(table: Any) -> Any:
    writers = [
        each.decode() if isinstance(each, bytes) else each for each in table["who"].to_pylist()
    ]
    index = table.schema.get_field_index("who")
    return table.set_column(index, "who", pyarrow.array(writers))


def _run_pandas(table: Any, program: Pseudonymizer) -> list[Any]:
    safe = table.to_pandas().tacknamn.pseudonymize(
        "text", writer_column="who", pseudonymizer=program
    )
    found: list[Any] = safe["text"].astype(object).where(safe["text"].notna(), None).tolist()
    return found


def _run_polars(table: Any, program: Pseudonymizer) -> list[Any]:
    frame: Any = polars.from_arrow(table)
    lazy = tacknamn.polars.pseudonymize(
        frame.lazy(), "text", writer_column="who", pseudonymizer=program
    )
    found: list[Any] = lazy.collect(engine="streaming")["text"].to_list()
    return found


def _run_duckdb(table: Any, program: Pseudonymizer) -> list[Any]:
    with duckdb.connect() as connection:
        relation = connection.from_arrow(table)
        safe = pseudonymize(relation, "text", writer_column="who", pseudonymizer=program)
        found = connection.from_arrow(safe.read_all()).project("text").fetchall()
    return [text for (text,) in found]


@pytest.mark.parametrize("run", [_run_pandas, _run_polars, _run_duckdb])
def test_frames_and_relations_have_writers(
    data: Path, pseudonymizer: Pseudonymizer, run: Callable[[Any, Pseudonymizer], list[Any]]
) -> None:
    table = add_writers(make_table(200).select(["id", "text"]))
    assert run(table, pseudonymizer) == pseudonymize_by_writer(data, table)


@pytest.mark.filterwarnings(OLD_PANDAS)
def test_a_data_frame_of_spark_has_writers(data: Path, tmp_path: Path) -> None:
    import tacknamn.spark

    write_key(tmp_path / "a.key")
    table = add_writers(make_table(60).select(["id", "text"]))
    with open_session("local[2]") as session:
        frame = session.createDataFrame(
            table.to_pylist(), "id long, text string, who string"
        ).repartition(3)
        safe = tacknamn.spark.pseudonymize(
            frame, "text", writer_column="who", lexicon=str(data), key_file=tmp_path / "a.key"
        )
        rows = sorted(safe.collect(), key=lambda row: int(row.id))
    expected = pseudonymize_by_writer(data, table, tmp_path / "a.key")
    assert [row.text for row in rows] == expected


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("ending", ["parquet", "jsonl"])
def test_the_command_reads_writers_from_parquet(
    data: Path, tmp_path: Path, ending: str, jobs: str
) -> None:
    key = tmp_path / "a.key"
    write_key(key)
    table = add_writers(make_table(300).select(["id", "text"]))
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet", row_group_size=100)
    output = tmp_path / f"safe.{ending}"
    done = run_command(
        str(tmp_path / "a.parquet"), "--column", "text", "--writer-column", "who",
        "--key-file", str(key), "-j", jobs, "-o", str(output), **under(tmp_path, data),
    )  # fmt: skip
    assert done.returncode == 0
    assert b"without a known writer, names are replaced alike" in done.stderr
    expected = pseudonymize_by_writer(data, table, key)
    if ending == "parquet":
        assert pyarrow.parquet.read_table(output)["text"].to_pylist() == expected
    else:
        frame = pandas.read_json(output, lines=True)
        assert frame["text"].tolist() == [text or "" for text in expected]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"writer_column": "text", "key": KEY}, "writer_column= is one of the text columns"),
        ({"writer_column": "weight", "key": KEY}, "writer_column 'weight' is double"),
        ({"writer_column": "w", "key": KEY}, "there is no column 'w'"),
        ({"writer_column": "who", "seed": 2**64}, "a writer needs a key"),
        ({"writer_column": "who", "key": KEY, "writer": "W1"}, "a writer and several writers"),
    ],
)
def test_wrong_columns_of_writers_are_errors(
    data: Path, options: dict[str, Any], problem: str
) -> None:
    table = add_writers(make_table(3))
    with pytest.raises(InputError, match=problem):
        column = options.pop("writer_column")
        program = Pseudonymizer(Lexicon.open(data), **options)
        TablePseudonymizer(program, "text", writer_column=column).pseudonymize_table(table)


def test_a_frame_with_writers_of_several_types_is_refused(pseudonymizer: Pseudonymizer) -> None:
    frame = pandas.DataFrame({"text": [TEXT, TEXT], "who": ["W1", 2]})
    with pytest.raises(InputError, match="writer_column 'who' has values of several types"):
        tacknamn.pandas.pseudonymize(
            frame, "text", writer_column="who", pseudonymizer=pseudonymizer
        )
