"""Functions of DuckDB: results of single calls, on all threads."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import tacknamn.duckdb
from tacknamn import Pseudonymizer
from tacknamn.arrow import detect as detect_table
from tacknamn.arrow import pseudonymize as pseudonymize_table
from tests.bulk.tables import KEY, make_table, pseudonymize_singly

TABLE = make_table()


@pytest.fixture
def connection(pseudonymizer: Pseudonymizer) -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    connection.execute("SET threads = 2")
    connection.register("notes", TABLE)
    tacknamn.duckdb.register(connection, pseudonymizer=pseudonymizer)
    yield connection
    connection.close()


def test_rows_are_those_of_single_calls(
    connection: duckdb.DuckDBPyConnection, pseudonymizer: Pseudonymizer
) -> None:
    query = "SELECT text, tk_pseudonymize(text), tk_detect(text) FROM notes ORDER BY id"
    texts, safe, detected = map(list, zip(*connection.sql(query).fetchall(), strict=True))
    assert texts == TABLE["text"].to_pylist()
    assert safe == [each and each.text for each in pseudonymize_singly(pseudonymizer, texts)]
    expected = detect_table(TABLE, "text", pseudonymizer=pseudonymizer).read_all()["spans"]
    assert detected == expected.to_pylist()


def test_threads_share_the_pseudonymizer(
    connection: duckdb.DuckDBPyConnection, pseudonymizer: Pseudonymizer
) -> None:
    connection.execute("CREATE TABLE many AS SELECT text FROM notes, range(60)")
    query = "SELECT text, tk_pseudonymize(text) FROM (SELECT DISTINCT text FROM many)"
    rows = connection.sql(query).fetchall()
    assert len(rows) == len(set(TABLE["text"].to_pylist()))
    assert all(safe == (text and pseudonymizer(text).text) for text, safe in rows if text)


def test_null_and_empty_texts(connection: duckdb.DuckDBPyConnection) -> None:
    query = "SELECT tk_pseudonymize(NULL), tk_detect(NULL), tk_pseudonymize(''), tk_detect('')"
    assert connection.sql(query).fetchall() == [(None, None, "", [])]
    empty = "SELECT tk_pseudonymize(text), tk_detect(text) FROM notes WHERE id < 0"
    assert connection.sql(empty).fetchall() == []


def test_fields_of_detections_are_those_of_sql(connection: duckdb.DuckDBPyConnection) -> None:
    query = """
        SELECT text[spans[1].start + 1 : spans[1]."end"] AS original, spans[1].label
        FROM (SELECT text, tk_detect(text) AS spans FROM (SELECT 'Ring Amina nu.' AS text))
    """
    assert connection.sql(query).fetchall() == [("Amina", "firstname_female")]


def test_functions_can_be_registered_again(data: Path) -> None:
    with duckdb.connect() as connection:
        for profile in ("swell", "mask"):
            tacknamn.duckdb.register(connection, profile=profile, lexicon=data, key=KEY)
        query = "SELECT tk_pseudonymize('Ring Amina nu.'), len(tk_detect('Ring Amina nu.'))"
        assert connection.sql(query).fetchall() == [("Ring [Name] nu.", 1)]


def test_a_relation_goes_through_arrow_and_back(
    connection: duckdb.DuckDBPyConnection, pseudonymizer: Pseudonymizer
) -> None:
    """Another connection reads the result, because the first one is still reading the table."""
    relation = connection.sql("SELECT id, text FROM notes ORDER BY id")
    reader = pseudonymize_table(relation, "text", "id", pseudonymizer=pseudonymizer)
    rows = duckdb.connect().from_arrow(reader).order("id").fetchall()
    expected = connection.sql("SELECT id, tk_pseudonymize(text) FROM notes ORDER BY id").fetchall()
    assert [row[:2] for row in rows] == expected
