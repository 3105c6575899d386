"""Tables: chosen cells change, and every other byte stays."""

import csv
import json
from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.formats.csv_rows import CsvLines, read_rows, unquote_cell
from tacknamn.formats.csv_rows import quote_cell as cell_written
from tacknamn.formats.records import InputDocument, ReadOptions
from tacknamn.formats.registry import read_inputs
from tacknamn.pipeline.joined_texts import BETWEEN
from tacknamn.records import Action, Span
from tacknamn.support.input_files import InputStream
from tests.formats_making import document, read, untouched, written
from tests.timing import quickest, seconds

CASES = json.loads(Path("tests/cases/formats_csv.json").read_text("utf-8"))

cells = st.text(
    st.sampled_from('ab, ;\t"\n\r¶\u2028å') | st.characters(exclude_categories=["Cs"]), max_size=9
).map(lambda text: text.replace("\0", ""))
tables = st.integers(1, 4).flatmap(
    lambda size: st.lists(st.lists(cells, min_size=size, max_size=size), min_size=1, max_size=5)
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_chosen_cells_are_the_texts(case: dict[str, Any]) -> None:
    reading = ReadOptions(tuple(case["columns"]), case.get("delimiter", ""), case.get("head", True))
    raw = case["content"].encode("utf-8")
    inputs = read(raw, "csv", reading)
    assert [input.text.split(BETWEEN) for input in inputs if not input.is_trailer] == case["texts"]
    assert written("csv", untouched(inputs)) == raw
    if "shouted" in case:
        assert written("csv", shouted(inputs)).decode("utf-8") == case["shouted"]


def shouted(inputs: list[InputDocument]) -> Any:
    """Inputs in which every word became one in capitals."""
    return [(document(input.text, *_words(input.text)), input) for input in inputs]


def _words(text: str) -> list[Span]:
    found, at = [], 0
    for word in text.split():
        at = text.index(word, at)
        if word.upper() != word:
            found.append(
                Span(at, at + len(word), "extra", word.upper(), 1, (), Action.REPLACE, None)
            )
        at += len(word)
    return found


@given(tables, st.sampled_from(",;\t"), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_rows_are_those_of_python(
    table: list[list[str]], delimiter: str, end: str, always: bool
) -> None:
    stream = StringIO(newline="")
    writer = csv.writer(
        stream,
        delimiter=delimiter,
        lineterminator=end,
        quoting=csv.QUOTE_ALL
        if always or any("\r" in cell for row in table for cell in row)
        else csv.QUOTE_MINIMAL,
    )
    writer.writerows(table)
    found = list(
        read_rows(CsvLines(InputStream("", BytesIO(stream.getvalue().encode("utf-8")))), delimiter)
    )
    assert [[unquote_cell(cell) for cell in row.cells] for row in found] == table


@given(
    st.text(alphabet='ab",;\n\r\ufeff', max_size=30),
    st.sampled_from(",;"),
    st.sampled_from([("1",), ()]),
    st.booleans(),
)
def test_every_byte_of_a_table_survives(
    text: str, delimiter: str, columns: tuple[str, ...], head: bool
) -> None:
    if not text.removeprefix("\ufeff").strip():
        return
    try:
        inputs = read(text.encode("utf-8"), "csv", ReadOptions(columns, delimiter, head))
    except InputError as exc:
        assert any(told in str(exc) for told in ("never closed", "cells", "say which columns"))
        return
    assert written("csv", untouched(inputs)).decode("utf-8") == text
    assert head or not any(input.is_trailer for input in inputs)


LEFT = {
    "by number": (b"Elsa,x,Ek\nIda,y,Al\n", ("3", "1"), f"Elsa{BETWEEN}Ek"),
    "the only one": (b'"Hej, Elsa"\nIda\n', (), "Hej, Elsa"),
    "a head alone, behind a byte-order mark": (b'\xef\xbb\xbf"Hej, Elsa",x', ("1",), "Hej, Elsa"),
    "by name and number": (b"id,Elsa\n1,Ida\n", ("id", "2"), "Elsa"),
    "both by name and by number": (b"id,Elsa\n1,Ida\n", ("id", "1"), None),
    "by name": (b"id,Elsa\n1,Ida\n", ("id",), None),
}


@pytest.mark.parametrize(("raw", "columns", "left"), LEFT.values(), ids=LEFT)
def test_a_first_row_that_nobody_called_names_is_handed_on(
    raw: bytes, columns: tuple[str, ...], left: str | None
) -> None:
    first, *others = read(raw, "csv", ReadOptions(columns))
    assert (first.header and first.header.text) == left
    assert [input.header for input in others] == [None] * len(others)
    if first.header is not None:
        assert "Elsa" not in repr(first) + first.header.make_warning("masked")


def test_without_a_head_nothing_is_left() -> None:
    inputs = read(b"Elsa\nIda\n", "csv", ReadOptions(("1",), has_header=False))
    assert [(input.text, input.header) for input in inputs] == [("Elsa", None), ("Ida", None)]


@given(cells, cells, st.sampled_from(",;\t"))
def test_a_cell_that_is_written_is_read_as_its_text(text: str, other: str, delimiter: str) -> None:
    for old in (other.replace('"', "").replace("\n", "").replace("\r", ""), '"a"'):
        cell = cell_written(text, old.replace(delimiter, ""), delimiter)
        [row] = read_rows(
            CsvLines(InputStream("", BytesIO(f"{cell}{delimiter}b\n".encode()))), delimiter
        )
        assert [unquote_cell(cell) for cell in row.cells] == [text, "b"]


def test_a_span_over_two_cells_leaks_into_neither() -> None:
    raw = b"a,b\nElsa,Ek\n"
    [input] = read(raw, "csv", ReadOptions(("a", "b")))
    over = Span(0, len(input.text), "surname", "Ida", 1, (), Action.REPLACE, None)
    assert written("csv", [(document(input.text, over), input)]) == b"a,b\nIda,\n"
    middle = over._replace(start=2, end=len(input.text) - 1)
    assert written("csv", [(document(input.text, middle), input)]) == b"a,b\nElIda,k\n"


def test_10_000_nested_quotes_are_an_ordinary_table() -> None:
    quotes = '"' * 10_000
    [input] = read(f"a\n{quotes}\n".encode(), "csv", ReadOptions(("a",)))
    assert input.text == '"' * 4999


@pytest.mark.parametrize("piece", ['"', '""', '"a"', '"a', '"\n', '"",', 'a"', '"a\r'])
def test_quotes_take_no_more_time_than_letters(piece: str) -> None:
    raw = (f"a,b,c\n{piece * (300_000 // len(piece))}").encode()

    def read_all() -> None:
        for delimiter in ",;":
            with suppress(InputError):
                for _ in read_inputs(
                    InputStream("", BytesIO(raw)), "csv", ReadOptions(("1",), delimiter)
                ):
                    pass

    assert quickest(lambda: seconds(read_all), 5) < 5


def test_rows_are_read_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    path.write_text("id,text\n" + "1,Elsa\n" * 100_000, "utf-8")
    with path.open("rb") as stream:
        inputs = read_inputs(InputStream("many", stream), "csv", ReadOptions(("text",)))
        next(inputs)
        assert stream.tell() < 1000
        assert sum(1 for _ in inputs) == 99_999


SPANS_COLUMNS = b"X,X_spans,Y\nAmina,Karin,Elsa\n"


@pytest.mark.parametrize("columns", [("X", "X_spans"), ("*",), ("X_spans", "Y", "X")])
def test_a_text_column_with_the_name_of_the_spans_of_another_is_refused(
    columns: tuple[str, ...],
) -> None:
    [row] = read(SPANS_COLUMNS, "csv", ReadOptions(columns))[:1]
    with pytest.raises(InputError, match=r"line 2: .*'X_spans' is chosen.*; rename the column"):
        written("jsonl", [(document(row.text), row)])
    [row] = read(SPANS_COLUMNS, "csv", ReadOptions(("X_spans", "Y")))[:1]
    fields = json.loads(written("jsonl", [(document(row.text), row)]))
    assert (fields["X"], fields["X_spans"], fields["Y"]) == ("Amina", "Karin", "Elsa")


def test_long_or_many_names_of_columns_are_not_told() -> None:
    long = "Elsa " * 20
    with pytest.raises(InputError) as told:
        read(f"{long},b{',c' * 100}\n".encode(), "csv", ReadOptions(("x",)))
    assert "Elsa" not in str(told.value)
    assert "there are 1, b, c" in str(told.value)
    assert "62 more" in str(told.value)
