"""Span files and plain texts: valid ones are read, errors are reported on one line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.formats.span_files import (
    DocumentOrigin,
    DocumentSpan,
    SpanFileDocument,
    read_span_file,
)
from tacknamn.risk.readers import read_documents
from tacknamn.support import json_lines
from tacknamn.support.input_files import InputStream
from tacknamn.support.printing import make_printable

CASES = json.loads((Path(__file__).parent / "cases" / "risk_bad_files.json").read_text("utf-8"))
GOOD: dict[str, Any] = {
    "id": "essay-7",
    "text": "Lisas syster bor i Lund.",
    "spans": [
        {"start": 19, "end": 23, "label": "city", "number": 1, "pool": 5, "original": "Ystad"},
        {"start": 0, "end": 5, "label": "firstname_female", "number": 1, "affixes": ["gen"],
         "pool": None, "further": {"names": ["are", "passed", "over"]}},
    ],
}  # fmt: skip


def read(content: bytes, name: str = "essays.jsonl") -> list[SpanFileDocument]:
    return list(read_span_file(InputStream(name, io.BytesIO(content))))


def line(**facts: Any) -> bytes:
    return json.dumps(GOOD | facts, ensure_ascii=False).encode("utf-8") + b"\n"


def test_a_document_is_read_with_its_spans_in_order() -> None:
    assert read(line()) == [
        SpanFileDocument(
            DocumentOrigin("essays.jsonl", 1, "essay-7"),
            "Lisas syster bor i Lund.",
            (
                DocumentSpan(0, 5, "firstname_female", 1, ("gen",)),
                DocumentSpan(19, 23, "city", 1, (), 5, "Ystad"),
            ),
        )
    ]


def test_blank_lines_byte_order_marks_and_windows_line_ends_do_not_matter() -> None:
    content = b"\xef\xbb\xbf" + line(id=1).replace(b"\n", b"\r\n") + b"\n \n" + line(id=2)
    assert [
        (read_document.origin.line, read_document.origin.id) for read_document in read(content)
    ] == [(1, "1"), (4, "2")]


def test_offsets_count_characters_and_not_bytes() -> None:
    [document] = read(line(text="åäö 😀 Åre", spans=[{"start": 6, "end": 9, "label": "city"}]))
    [span] = document.spans
    assert document.text[span.start : span.end] == "Åre"


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_does_not_hold_is_reported_with_its_line_and_without_the_text(
    case: dict[str, str],
) -> None:
    with pytest.raises(InputError) as caught:
        read(line(id=1) + case["line"].encode("utf-8"))
    assert str(caught.value).startswith("essays.jsonl, line 2: ")
    assert case["said"] in str(caught.value)
    assert "Hemlig" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_two_documents_of_one_id_are_refused() -> None:
    with pytest.raises(InputError, match=r"line 3: the id was used in line 1"):
        read(line() + line(id=2) + line())


def test_deep_nesting_is_no_json() -> None:
    with pytest.raises(InputError, match="line 1: not JSON"):
        read(b"[" * 100_000)


def test_a_long_number_is_no_json() -> None:
    with pytest.raises(InputError, match="line 1: not JSON"):
        read(b'{"id": ' + b"9" * 10_000 + b"}")


def test_a_file_without_lines_is_refused_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "LONGEST_LINE", 1000)
    with pytest.raises(InputError, match="line 2: longer than 1,000 bytes"):
        read(line() + b" " * 2000)


def test_other_encodings_are_reported_with_their_line() -> None:
    with pytest.raises(InputError, match="line 2: not UTF-8"):
        read(line() + line(text="Malmö", spans=[]).decode("utf-8").encode("latin-1"))


@given(st.binary(max_size=200))
def test_any_bytes_are_documents_or_one_error(content: bytes) -> None:
    try:
        read(content)
    except InputError as exc:
        assert "\n" not in str(exc)


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
spans = st.fixed_dictionaries(
    {"start": st.integers(-1, 9) | anything, "end": st.integers(0, 9) | anything},
    optional={"label": st.just("city") | anything, "number": anything, "affixes": anything,
              "pool": anything, "original": anything},
)  # fmt: skip


@given(st.fixed_dictionaries({"id": st.text() | anything, "text": st.text(max_size=9) | anything,
                              "spans": st.lists(spans, max_size=3) | anything}))  # fmt: skip
def test_any_json_is_sound_documents_or_one_error(content: dict[str, Any]) -> None:
    try:
        [document] = read(json.dumps(content).encode("utf-8"))
    except InputError as exc:
        assert "\n" not in str(exc)
        return
    borders = [border for span in document.spans for border in (span.start, span.end)]
    assert borders == sorted(borders)
    assert all(0 <= span.start < span.end <= len(document.text) for span in document.spans)
    assert document.origin.id.isprintable()


def test_a_plain_text_is_one_document(tmp_path: Path) -> None:
    file = tmp_path / "essay.txt"
    file.write_bytes(b"\xef\xbb\xbf{Rad ett\r\nRad tv\xc3\xa5")
    [document] = read_documents([file])
    assert (document.text, document.spans, document.plain) == ("{Rad ett\r\nRad två", (), True)
    assert document.origin == DocumentOrigin(str(file), 1, str(file))


@pytest.mark.parametrize(
    ("name", "content", "plain"),
    [
        ("a.jsonl", line(), False),
        ("a.ndjson", line(), False),
        ("a.txt", line(), True),
        ("a", line(), False),
        ("a.json", b"\xef\xbb\xbf \n" + line(), False),
        ("a.md", b"Hej", True),
        ("a", b"", True),
    ],
)
def test_the_format_is_reported_by_ending_or_beginning(
    name: str, content: bytes, plain: bool, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    [document] = read_documents([file])
    assert document.plain is plain


def test_files_are_read_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(line())
    documents = read_documents([tmp_path / "a.jsonl", tmp_path / "missing.jsonl"])
    assert next(documents).origin.id == "essay-7"
    with pytest.raises(FileNotFoundError):
        next(documents)


@given(st.text(st.characters(), max_size=30))
def test_what_may_be_printed_is_one_line_without_control(text: str) -> None:
    assert make_printable(text).isprintable()
    assert make_printable(make_printable(text)) == make_printable(text)


def test_what_is_printable_stays() -> None:
    assert make_printable("Åsa  b") == "Åsa  b"
