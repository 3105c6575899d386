"""Tables of Arrow: results of single calls, in the types of the table."""

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn import Document, InputError, Lexicon, Pseudonymizer
from tacknamn.arrow import (
    DETECTIONS,
    SPANS,
    TablePseudonymizer,
    detect,
    detect_array,
    pseudonymize,
    pseudonymize_array,
)
from tacknamn.arrow.spans import build_spans
from tacknamn.formats.csv_files import WRITER, read
from tacknamn.formats.records import ReadOptions
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.pipeline.joined_texts import cut_spans
from tacknamn.records import Action, Span
from tacknamn.support.input_files import InputStream
from tests.bulk.tables import CITIES, FIRST_NAMES, KEY, SURNAMES, make_table, pseudonymize_singly

TEXT = "Jag heter Amina Lind och bor i Göteborg."
TYPES = [
    pyarrow.string(),
    pyarrow.large_string(),
    pyarrow.string_view(),
    pyarrow.binary(),
    pyarrow.large_binary(),
    pyarrow.binary_view(),
]
DICTIONARIES = [
    pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
    pyarrow.dictionary(pyarrow.uint16(), pyarrow.large_string()),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.string_view()),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.binary()),
]


@pytest.fixture(scope="module")
def seeded(data: Path) -> Pseudonymizer:
    pseudonymizer = Pseudonymizer(Lexicon.open(data), seed=7)
    with pytest.warns(InconsistentNamesWarning):
        list(pseudonymizer.many([]))
    return pseudonymizer


def list_texts(documents: list[Document | None]) -> list[str | None]:
    return [None if document is None else document.text for document in documents]


def list_spans(documents: list[Document | None]) -> list[list[dict[str, Any]] | None]:
    return [
        None
        if document is None
        else [
            {
                "start": start,
                "end": end,
                "label": span.label,
                "number": span.number,
                "replacement": span.replacement,
                "action": str(span.action),
            }
            for span, (start, end) in zip(document.spans, document.places, strict=True)
        ]
        for document in documents
    ]


def make_array(texts: list[str | None], type: Any) -> Any:
    values: list[Any] = list(texts)
    if "binary" in str(type):
        values = [text if text is None else text.encode() for text in texts]
    if not pyarrow.types.is_dictionary(type):
        return pyarrow.array(values, type)
    encoded = pyarrow.array(values, type.value_type).dictionary_encode()
    indices = encoded.indices.cast(type.index_type)
    return pyarrow.DictionaryArray.from_arrays(indices, encoded.dictionary)


# ---- results --------------------------------------------------------------------------------


@pytest.mark.parametrize("id_column", [None, "id"])
def test_rows_are_those_of_single_calls(id_column: str | None, seeded: Pseudonymizer) -> None:
    table = make_table()
    result = pseudonymize(table, "text", id_column, spans="spans", pseudonymizer=seeded).read_all()
    ids = table["id"].to_pylist() if id_column else None
    expected = pseudonymize_singly(seeded, table["text"].to_pylist(), ids)
    result.validate(full=True)
    assert result["text"].to_pylist() == list_texts(expected)
    assert result["spans"].to_pylist() == list_spans(expected)
    assert result.schema.field("spans").type == SPANS
    others = ["id", "nested", "weight"]
    assert result.select(others).equals(table.select(others))
    assert result.column_names == [*table.column_names, "spans"]


def test_detections_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    table = make_table(1000)
    result = detect(table, "text", pseudonymizer=pseudonymizer).read_all()
    texts = table["text"].to_pylist()
    assert result.drop_columns("spans").equals(table)
    assert result.schema.field("spans").type == DETECTIONS
    assert result["spans"].to_pylist() == [
        None
        if text is None
        else [
            {"start": each.start, "end": each.end, "label": each.label, "score": each.probability}
            for each in pseudonymizer.detect(text)
        ]
        for text in texts
    ]


def test_results_have_no_spans_unless_they_are_asked_for(pseudonymizer: Pseudonymizer) -> None:
    table = make_table(100)
    result = pseudonymize(table, ["text"], "id", pseudonymizer=pseudonymizer).read_all()
    assert result.schema == table.schema


def test_places_are_characters_of_the_new_text(pseudonymizer: Pseudonymizer) -> None:
    text = "🐕🐕 hos Amina Lind i Göteborg, Amina Lind och Karin"
    table = pyarrow.table({"text": [text], "more": [text]})
    settings: dict[str, Any] = {"spans": "spans", "pseudonymizer": pseudonymizer}
    result = pseudonymize(table, ["text", "more"], **settings).read_all()
    for name in ("text", "more"):
        (new,), (spans,) = result[name].to_pylist(), result[f"{name}_spans"].to_pylist()
        places = [new[span["start"] : span["end"]] for span in spans]
        assert places == [span["replacement"] for span in spans]
        assert len(places) == 6


def test_spans_say_nothing_about_originals_that_became_the_same(data: Path) -> None:
    mask = Pseudonymizer(Lexicon.open(data), profile="mask")
    texts = [f"Jag heter {name} och bor här." for name in FIRST_NAMES]
    table = pyarrow.table({"text": texts})
    result = pseudonymize(table, "text", spans="spans", pseudonymizer=mask).read_all()
    assert result["text"].unique().to_pylist() == ["Jag heter [Name] och bor här."]
    assert len({str(spans) for spans in result["spans"].to_pylist()}) == 1


def test_what_is_left_out_of_a_text_has_no_place_in_it() -> None:
    found = [
        Span(0, 5, "surname", "", 1, (), Action.REPLACE, None),
        Span(6, 10, "city", "Växjö", 1, (), Action.REPLACE, None),
    ]
    assert [(span["start"], span["end"]) for span in build_spans([found])[0].as_py()] == [(1, 6)]


@pytest.mark.parametrize("type", [*TYPES, *DICTIONARIES], ids=str)
@pytest.mark.parametrize("column", ["text", ("text", "more")])
def test_types_of_columns_stay(
    type: Any, column: str | tuple[str, ...], pseudonymizer: Pseudonymizer
) -> None:
    texts = [TEXT, None, "", TEXT, "Karin är här."]
    array = make_array(texts, type)
    table = pyarrow.table({"text": array, "more": array})
    result = pseudonymize(table, column, pseudonymizer=pseudonymizer).read_all()
    result.validate(full=True)
    assert result.schema.field("text").type == type
    values = result["text"].to_pylist()
    decoded = [value.decode() if isinstance(value, bytes) else value for value in values]
    if column == "text":
        assert decoded == list_texts(pseudonymize_singly(pseudonymizer, texts))
    assert [text is None for text in decoded] == [text is None for text in texts]


@pytest.mark.parametrize("rows", [128, 129, 3000])
def test_small_dictionaries_have_room_for_a_text_in_each_row(
    rows: int, seeded: Pseudonymizer
) -> None:
    texts: list[str | None] = [f"{TEXT} {number}" for number in range(100)]
    array = make_array((texts * rows)[:rows], DICTIONARIES[0])
    table = pyarrow.table({"text": array, "id": range(rows)})
    result = pseudonymize(table, "text", "id", pseudonymizer=seeded).read_all()
    single = pseudonymize_singly(seeded, array.to_pylist(), list(range(rows)))
    assert result["text"].to_pylist() == list_texts(single)
    assert len(set(result["text"].to_pylist())) > 127 or rows < 3000


def test_a_column_without_any_text(pseudonymizer: Pseudonymizer) -> None:
    table = pyarrow.table({"text": pyarrow.nulls(3)})
    result = pseudonymize(table, "text", spans="spans", pseudonymizer=pseudonymizer).read_all()
    assert result.to_pydict() == {"text": [None] * 3, "spans": [None] * 3}


@pytest.mark.parametrize("batches", [0, 1, 2])
def test_tables_without_rows(batches: int, pseudonymizer: Pseudonymizer) -> None:
    schema = pyarrow.schema({"text": pyarrow.string(), "id": pyarrow.int64()})
    table = pyarrow.Table.from_batches(
        [pyarrow.RecordBatch.from_pylist([], schema)] * batches, schema
    )
    for column in ("text", ["text"]):
        result = pseudonymize(
            table, column, "id", spans="spans", pseudonymizer=pseudonymizer
        ).read_all()
        assert result.num_rows == 0
        assert result.schema == schema.append(pyarrow.field("spans", SPANS))


def test_batches_and_slices_make_no_difference(pseudonymizer: Pseudonymizer) -> None:
    table = make_table(600)
    whole = pseudonymize(table, "text", pseudonymizer=pseudonymizer).read_all()
    parts = pyarrow.concat_tables([table.slice(0, 1), table.slice(1, 0), table.slice(1)])
    chunked = pseudonymize(parts, "text", pseudonymizer=pseudonymizer).read_all()
    assert chunked.equals(whole)
    sliced = pseudonymize(table.slice(100, 50), "text", pseudonymizer=pseudonymizer).read_all()
    assert sliced.equals(whole.slice(100, 50))


def test_long_texts_are_processed_a_few_at_a_time(pseudonymizer: Pseudonymizer) -> None:
    long = pyarrow.table({"text": ["Det regnar. " * 100_000] * 8, "id": range(8)})
    batches = list(pseudonymize(long, "text", pseudonymizer=pseudonymizer))
    assert [batch.num_rows for batch in batches] == [3, 3, 2]
    assert pyarrow.Table.from_batches(batches).equals(long)


# ---- sources --------------------------------------------------------------------------------

SOURCES: dict[str, Callable[[pyarrow.Table], Any]] = {
    "table": lambda table: table,
    "reader": lambda table: table.to_reader(max_chunksize=100),
    "batch": lambda table: table.combine_chunks().to_batches()[0],
    "polars": polars.from_arrow,
    "pandas": lambda table: table.to_pandas(),
    "pandas with arrow types": lambda table: table.to_pandas(types_mapper=pandas.ArrowDtype),
    "duckdb": lambda table: duckdb.connect().from_arrow(table),
}


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_gives_the_same_rows(source: str, pseudonymizer: Pseudonymizer) -> None:
    table = make_table(300)
    settings: dict[str, Any] = {"spans": "spans", "pseudonymizer": pseudonymizer}
    expected = pseudonymize(table, "text", "id", **settings).read_all()
    result = pseudonymize(SOURCES[source](table), "text", "id", **settings)
    assert result.read_all().select(["id", "text", "spans"]).to_pylist() == (
        expected.select(["id", "text", "spans"]).to_pylist()
    )


def test_rows_are_read_when_they_are_needed(pseudonymizer: Pseudonymizer) -> None:
    table, read = make_table(10), []

    def batches() -> Any:
        for number in range(1000):
            read.append(number)
            yield table.to_batches()[0]

    endless = pyarrow.RecordBatchReader.from_batches(table.schema, batches())
    result = pseudonymize(endless, "text", pseudonymizer=pseudonymizer)
    assert read == []
    result.read_next_batch()
    assert len(read) <= 2


def test_what_speaks_no_arrow_is_refused(pseudonymizer: Pseudonymizer) -> None:
    with pytest.raises(InputError, match="list has no method __arrow_c_stream__"):
        pseudonymize([TEXT], "text", pseudonymizer=pseudonymizer)
    with pytest.raises(InputError, match="ChunkedArray is no table"):
        pseudonymize(pyarrow.chunked_array([[TEXT]]), "text", pseudonymizer=pseudonymizer)


# ---- several columns ------------------------------------------------------------------------

WORDS = st.sampled_from([*FIRST_NAMES, *SURNAMES, *CITIES, "heter", "Anna", "bor i", "och", "¶"])
CELLS = st.none() | st.lists(WORDS, max_size=6).map(" ".join)


@given(rows=st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=3))
@settings(max_examples=60)
def test_the_cells_of_a_row_are_one_document(
    rows: list[tuple[str | None, ...]], pseudonymizer: Pseudonymizer
) -> None:
    """A name has one pseudonym in a row, which no other name of its kind has and no word that stays."""
    names = ("a", "b", "c")
    table = pyarrow.table({name: [row[at] for row in rows] for at, name in enumerate(names)})
    documents: list[Document] = []
    columns = TablePseudonymizer(pseudonymizer, names, spans="spans")
    batches = columns.pseudonymize_batches(table.to_batches(), documents.append)
    results = [result for batch in batches for result in batch.to_pylist()]
    made = iter(documents)
    for row, result in zip(rows, results, strict=True):
        pseudonyms: dict[tuple[str, str], set[str]] = {}
        rest = ""
        cells = [cell for cell in row if cell is not None]
        parts = iter(cut_spans(next(made).spans, cells) if cells else ())
        for name, cell in zip(names, row, strict=True):
            assert (result[name] is None) == (cell is None) == (result[f"{name}_spans"] is None)
            if cell is None:
                continue
            done = 0
            for span in next(parts):
                key = span.label, cell[span.start : span.end]
                pseudonyms.setdefault(key, set()).add(span.replacement)
                rest, done = f"{rest} {cell[done : span.start]}", span.end
            rest += f" {cell[done:]}"
        assert all(len(replacements) == 1 for replacements in pseudonyms.values())
        drawn = [
            (label, each)
            for (label, _), replacements in pseudonyms.items()
            for each in replacements
            if label != "middlename"  # an initial
        ]
        assert len(set(drawn)) == len(drawn)
        assert not {each for _, each in drawn}.intersection(rest.split())


def test_a_row_of_a_table_is_that_of_the_same_csv(seeded: Pseudonymizer) -> None:
    rows = [("Amina Lind", "Amina är från Malmö."), ("Karin", "Lind bor i Uppsala"), ("Hej", "Hej")]
    lines = "".join(f'"{name}","{note}"\n' for name, note in rows)
    stream = InputStream("rows.csv", io.BytesIO(f"name,note\n{lines}".encode()))
    inputs = list(read(stream, ReadOptions(columns=("name", "note"))))
    written = "".join(WRITER(seeded(each.text, each.id), each) for each in inputs)
    table = pyarrow.table(
        {
            "line": [each.id for each in inputs],
            "name": [name for name, _ in rows],
            "note": [note for _, note in rows],
        }
    )
    result = pseudonymize(table, ["note", "name"], "line", pseudonymizer=seeded).read_all()
    assert written == "name,note\n" + "".join(
        f'"{row["name"]}","{row["note"]}"\n' for row in result.to_pylist()
    )


def test_a_null_cell_leaves_the_others_alone(pseudonymizer: Pseudonymizer) -> None:
    table = pyarrow.table({"a": [None, TEXT], "b": [TEXT, None]})
    result = pseudonymize(table, ["a", "b"], pseudonymizer=pseudonymizer).read_all()
    single = pseudonymizer(TEXT).text
    assert (result["a"].to_pylist(), result["b"].to_pylist()) == ([None, single], [single, None])


# ---- names of documents ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "ids",
    [
        pyarrow.array([3, None, 4], pyarrow.uint8()),
        pyarrow.array(["3", None, "4"], pyarrow.large_string()),
        pyarrow.array(["3", None, "4"]).dictionary_encode(),
    ],
)
def test_ids_name_the_documents(ids: Any, seeded: Pseudonymizer) -> None:
    table = pyarrow.table({"text": [TEXT] * 3, "key": ids})
    result = pseudonymize(table, "text", "key", pseudonymizer=seeded).read_all()["text"].to_pylist()
    assert result == [seeded(TEXT, "3").text, seeded(TEXT).text, seeded(TEXT, "4").text]


def test_a_visitor_sees_the_document_of_each_row(pseudonymizer: Pseudonymizer) -> None:
    seen: list[Document] = []
    table = TablePseudonymizer(pseudonymizer, "text")
    batch = pyarrow.RecordBatch.from_pydict({"text": [TEXT, None, TEXT]})
    list(table.pseudonymize_batches([batch], seen.append))
    assert [document.original for document in seen] == [TEXT, TEXT]


def test_it_can_be_pickled(data: Path, tmp_path: Path) -> None:
    key_file = tmp_path / "corpus.key"
    key_file.write_text(KEY.hex(), "ascii")
    table = TablePseudonymizer(Pseudonymizer(Lexicon.open(data), key=key_file), "text", "id")
    copied = pickle.loads(pickle.dumps(table))  # noqa: S301
    rows = make_table(50)
    assert copied.pseudonymize_table(rows).equals(table.pseudonymize_table(rows))


# ---- arrays ---------------------------------------------------------------------------------


def test_arrays_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    column = make_table(3000)["text"]
    expected = list_texts(pseudonymize_singly(pseudonymizer, column.to_pylist()))
    assert pseudonymize_array(column, pseudonymizer).to_pylist() == expected
    assert pseudonymize_array(column.combine_chunks(), pseudonymizer).to_pylist() == expected
    found = detect_array(column, pseudonymizer)
    assert found.type == DETECTIONS and len(found) == len(column)
    empty = pyarrow.array([], pyarrow.large_string())
    assert pseudonymize_array(empty, pseudonymizer).type == pyarrow.large_string()
