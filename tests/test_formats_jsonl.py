"""JSON Lines: what is not touched stays as it is written, and risk reads what is written."""

import json
import sys
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.formats.json_fields import parse_fields
from tacknamn.formats.records import InputDocument
from tacknamn.formats.seen_ids import SeenIds
from tacknamn.formats.span_files import read_span_file
from tacknamn.pipeline.document import Document
from tacknamn.support.input_files import InputStream
from tacknamn.support.json_lines import InvalidLine
from tests.formats_making import document, documents, read, span, untouched, written

LETTER = "Elsa bor i Lund."
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)  # fmt: skip


@given(documents())
def test_the_report_on_risk_reads_what_is_written(written_document: Document) -> None:
    raw = written(
        "jsonl", [(written_document, InputDocument("essay 7", written_document.original))]
    )
    assert raw.count(b"\n") == 1
    assert len(raw.decode("utf-8").splitlines()) == 1
    [back] = read_span_file(InputStream("spans", BytesIO(raw)))
    assert (back.origin.id, back.text) == ("essay 7", written_document.text)
    told = [(each.start, each.end, each.label, each.number) for each in back.spans]
    assert told == [
        (start, end, each.label, each.number or None)
        for each, (start, end) in zip(written_document.spans, written_document.places, strict=True)
        if start < end
    ]


@given(documents())
def test_a_text_is_read_back_as_it_was_written(written_document: Document) -> None:
    [back] = read(
        written("jsonl", [(written_document, InputDocument("essay 7", written_document.original))]),
        "jsonl",
    )
    assert (back.id, back.text) == ("essay 7", written_document.text)


def test_a_span_tells_all_that_is_known() -> None:
    noted = span(LETTER, "Elsa", "firstname_female", "Ida", 2, "gen", "OBS!")._replace(
        pool=50, comment="vem?"
    )
    pair = (document(LETTER, noted), InputDocument("a.txt", LETTER))
    assert json.loads(written("jsonl", [pair], with_notes=True)) == {
        "id": "a.txt",
        "text": "Ida bor i Lund.",
        "spans": [
            {
                "start": 0,
                "end": 3,
                "label": "firstname_female",
                "number": 2,
                "affixes": ["gen"],
                "pool": 50,
                "action": "replace",
                "notes": ["OBS!"],
                "comment": "vem?",
            }
        ],
    }


def test_other_fields_are_carried_through_as_they_are_written() -> None:
    fields = r'"score": 1.00, "n": 123456789012345678901234567890, "\u00e5": {"a": [ 1e5 ]}'
    raw = f'{{"id": 7, {fields}, "text": "Elsa", "spans": [[0, 4, "PER"]]}}\n'.encode()
    told = written("jsonl", untouched(read(raw, "jsonl"))).decode("utf-8")
    assert told == (
        '{"id": 7, "text": "Elsa", "spans": [], "score": 1.00, '
        '"n": 123456789012345678901234567890, "å": {"a": [ 1e5 ]}}\n'
    )


@given(st.dictionaries(st.text(max_size=4), values, max_size=4), st.booleans())
def test_any_object_is_taken_apart_and_put_together(fields: dict[str, object], wide: bool) -> None:
    text = json.dumps(fields, indent=1 if wide else None, ensure_ascii=wide)
    found = parse_fields(text)
    assert {name: field.value for name, field in found.items()} == json.loads(text)
    for field in found.values():
        assert field.written in text
        assert json.loads(field.written) == field.value


@settings(max_examples=300)
@given(st.text(alphabet='{}[]":,\\ antrue01e-\t', max_size=12))
def test_objects_are_the_same_as_those_of_python(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        expected = None
    try:
        found = {name: field.value for name, field in parse_fields(text).items()}
    except InvalidLine:
        assert not isinstance(expected, dict)
    else:
        assert found == expected


def test_an_id_may_be_missing_and_is_then_the_number_of_the_line() -> None:
    inputs = read(b'\xef\xbb\xbf{"text": "a"}\n\r\n {"text": "b"}\n', "jsonl", name="a.jsonl")
    assert [(input.id, input.location) for input in inputs] == [
        ("1", "a.jsonl, line 1"),
        ("3", "a.jsonl, line 3"),
    ]
    assert written("jsonl", untouched(inputs)).decode("utf-8") == (
        '{"id": 1, "text": "a", "spans": []}\n{"id": 3, "text": "b", "spans": []}\n'
    )


def test_documents_before_a_bad_line_are_read() -> None:
    lines = b'{"text": "a"}\n{"text": 7}\n'
    from tacknamn.formats.registry import read_inputs

    inputs = read_inputs(InputStream("a.jsonl", BytesIO(lines)), "jsonl")
    assert next(inputs).text == "a"
    with pytest.raises(InputError, match=r"a\.jsonl, line 2"):
        next(inputs)


@given(st.lists(st.text(max_size=3) | st.integers(0, 9).map(str), max_size=200))
def test_ids_are_known_again(ids: list[str]) -> None:
    seen, reference = SeenIds(), set[str]()
    for id in ids:
        assert seen.add(id) == (id not in reference)
        reference.add(id)


def test_many_ids_take_little_memory() -> None:
    seen = SeenIds()
    assert all(seen.add(str(number)) for number in range(50_000))
    assert not any(seen.add(str(number)) for number in range(0, 50_000, 7))
    assert sys.getsizeof(seen._table) < 32 * 50_000


def test_lines_are_read_one_by_one(tmp_path: Path) -> None:
    """A file that is longer than what is read at once: only what is needed was read."""
    path = tmp_path / "many.jsonl"
    path.write_text("".join(f'{{"id": {n}, "text": "Elsa"}}\n' for n in range(100_000)), "utf-8")
    from tacknamn.formats.registry import read_inputs

    with path.open("rb") as stream:
        inputs = read_inputs(InputStream("many", stream), "jsonl")
        assert next(inputs).id == "0"
        assert stream.tell() < 1000
        assert sum(1 for _ in inputs) == 99_999
