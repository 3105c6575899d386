"""JSON Lines: one document per line, ``{"id": "essay 7", "text": "Elsa bor i Lund."}``.

The writer writes span files, which ``tacknamn risk`` reads (:mod:`tacknamn.formats.span_files`)::

    {"id": "essay 7", "text": "Anna bor i Falun.", "spans": [
     {"start": 0, "end": 4, "label": "firstname_female", "number": 1, "affixes": [], "pool": 50,
      "action": "replace"}, ...]}

(here folded). ``start`` and ``end`` count characters of ``text``, the pseudonymized text; a span
whose replacement is empty is left out. ``notes`` (Com!; OBS! only on demand) and ``comment`` are written
if annotators left some (:mod:`tacknamn.formats.notes`). Other fields of the input are copied exactly.

Input lines may state what pieces of their text are: ``spans``, each ``[start, end, label]`` or an
object with ``start``, ``end``, ``label`` and, optionally, ``number`` and ``affixes``. A piece with a
label of the taxonomy is settled: it is replaced, or marked, under that label. A label of another
program (PER) settles nothing. ``lang`` is the language of a line, ``sv`` or ``en``; an option of
the command takes precedence.

An ``id`` may be missing: then it is the number of the line. Lines are read one by one, and blank
ones are skipped.

Rows of tables have their other columns as fields. If several columns of a row are texts, each is a
field of its own with its spans, in place of ``text`` and ``spans``::

    {"id": 7, "title": "Brev till Anna", "title_spans": [...], "note": ..., "note_spans": [...]}
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Protocol, cast

from tacknamn.errors import InputError
from tacknamn.formats.json_fields import JsonField, parse_fields
from tacknamn.formats.records import (
    LONGEST_DOCUMENT,
    LONGEST_ID,
    InputDocument,
    ReadOptions,
    Writer,
)
from tacknamn.formats.seen_ids import SeenIds
from tacknamn.formats.text_files import decode_text
from tacknamn.pipeline.joined_texts import cut_spans, place_spans
from tacknamn.support.input_files import InputStream
from tacknamn.support.json_lines import LARGEST_NUMBER, InvalidLine
from tacknamn.support.printing import make_printable
from tacknamn.support.splice import splice
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.tokens import find_text_error
from tacknamn.text.languages import LANGUAGES

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.records import Span

__all__ = ["SPANS_OF", "WRITER", "JsonlRecord", "read", "read_labels", "write_detections"]

SPANS_OF = "{}_spans"
"""The field with the spans of one of several texts."""

_AFFIXES = ("gen", "def", "pl", "foreign")
DIGITS = 4
"""Digits of a probability."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Some editors write it before the first line."""
_AT_ONCE = 1 << 12
"""Spans that are written together."""
_LINE_ENDS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Characters that many programs take for line ends, though JSON Lines does not; they are escaped."""


@dataclass(frozen=True, slots=True)
class JsonlRecord:
    """The fields of a line."""

    fields: tuple[tuple[str, str], ...]
    """Names, and values as they are written; without the text."""
    id_field: str = "id"
    """The name of the field with the id of the document."""
    texts: tuple[tuple[str, str | None], ...] = ()
    """Of a row of a table: the names of its text columns, and their cells as they were."""


class TableRow(Protocol):
    """A row of a table of another format. It is known by ``make_record``."""

    def make_record(self) -> JsonlRecord:
        """Return the row as the fields of a line."""


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the documents of a file one by one."""
    if options.writer_column == "text":
        raise InputError(f"{source.name}: --writer-column is the text; choose another field")
    seen = SeenIds()
    line = bytes_read = 0
    while raw := source.stream.readline(LONGEST_DOCUMENT + 1):
        line += 1
        document = _read_document(source, line, raw, bytes_read, options)
        bytes_read += len(raw)
        del raw  # while the text is processed, memory is for one copy
        if document is None:
            continue
        if not seen.add(document.id):
            raise source.error(
                line, "its id is that of an earlier line; give every document its own"
            )
        yield document


def _read_document(
    source: InputStream, line: int, raw: bytes, bytes_before: int, options: ReadOptions
) -> InputDocument | None:
    """Read the document of a line; None if the line is blank."""
    if len(raw) > LONGEST_DOCUMENT:
        raise source.error(line, f"longer than {LONGEST_DOCUMENT:,} bytes; is it JSON Lines?")
    content = raw.removeprefix(_BYTE_ORDER_MARK) if line == 1 else raw
    text = decode_text(content, source.name, bytes_before)
    if text.isspace() or not text:
        return None
    try:
        return _make_input(source.name, line, parse_fields(text), options)
    except InvalidLine as exc:
        raise source.error(line, str(exc)) from None


def _make_input(
    file: str, line: int, fields: dict[str, JsonField], options: ReadOptions
) -> InputDocument:
    text = fields["text"].value if "text" in fields else None
    if not isinstance(text, str):
        raise InvalidLine(
            'its "text" is missing or not a string; write each line as {"id": "1", "text": "..."}'
        )
    if error := find_text_error(text):
        raise InvalidLine(f'its "text" has {error}; remove it')
    if any(map(find_text_error, fields)):
        raise InvalidLine("the name of a field is not valid text; remove it")
    language = fields["lang"].value if "lang" in fields else ""
    return InputDocument(
        _read_id(fields["id"].value) if "id" in fields else str(line),
        text,
        location=f"{file}, line {line}",
        format_data=JsonlRecord(
            tuple((name, field.written) for name, field in fields.items() if name != "text")
        ),
        language=language if language in LANGUAGES else "",
        labels=fields["spans"].value if "spans" in fields else None,
        writer=_read_writer(fields, options.writer_column),
    )


def _read_writer(fields: dict[str, JsonField], name: str | None) -> str | None:
    """Return who wrote a line; nothing if the field is missing or null."""
    if name is None:
        return None
    value = fields[name].value if name in fields else None
    if value is None or (isinstance(value, str) and not find_text_error(value)):
        return value or ""
    if _is_whole_number(value):
        return str(value)
    raise InvalidLine("its writer is neither a whole number nor a string; give an id")


def _is_whole_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER


def _read_id(value: object) -> str:
    if _is_whole_number(value):
        return str(value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID and make_printable(value).strip():
        return make_printable(value)
    raise InvalidLine(
        f'its "id" is neither a whole number nor a string of 1 to {LONGEST_ID} characters'
    )


def read_labels(input: InputDocument) -> list[GraphSpan]:
    """Return the labelled pieces that a line states, from left to right."""
    labels = input.labels if isinstance(input.labels, list) else []
    spans = sorted(_read_spans(input, labels), key=lambda span: span.start)
    for left, right in pairwise(spans):
        if left.end > right.start:
            raise InputError(f"{input.location}: two of its spans overlap; keep one of them")
    return spans


def _read_spans(input: InputDocument, labels: list[Any]) -> Iterator[GraphSpan]:
    for number, value in enumerate(labels, 1):
        match value:
            case [int(start), int(end), str(label), *_]:
                further: tuple[str, ...] = ()
            case {"start": int(start), "end": int(end), "label": str(label)}:
                further = _read_number_and_affixes(value)
            case _:
                raise InputError(
                    f"{input.location}: span {number} is neither [start, end, label] nor an object "
                    "with start, end and label"
                )
        if bool in (type(start), type(end)) or not 0 <= start < end <= len(input.text):
            raise InputError(f"{input.location}: span {number} is not within its text")
        yield GraphSpan(start, end, input.text[start:end], (label, *further))


def _read_number_and_affixes(value: dict[str, Any]) -> tuple[str, ...]:
    number, affixes = value.get("number"), value.get("affixes")
    affixes = affixes if isinstance(affixes, list) else []
    numbers = (str(number),) if isinstance(number, int) and number > 0 else ()
    return (*numbers, *(affix for affix in affixes if isinstance(affix, str)))


def _write_document(document: "Document", input: InputDocument) -> str:
    record = _find_record(input)
    if record is not None and len(record.texts) > 1:
        _check_texts(input, record)
        content = _write_texts(document, record)
    else:
        spans = (
            _span_data(span, start, end)
            for span, (start, end) in zip(document.spans, document.places, strict=True)
            if start < end
        )
        content = {"text": _write_json(document.text), "spans": _write_array(spans)}
    if record is not None and record.texts:
        _check_columns(input, record, content)
    return _write_line(input, content, record)


def _write_texts(document: "Document", record: JsonlRecord) -> dict[str, str]:
    """Return the fields of the text columns of a row: each with its own text and spans."""
    cells = [text for _, text in record.texts if text is not None]
    parts = iter(cut_spans(document.spans, cells) if cells else ())
    fields: dict[str, str] = {}
    for name, text in record.texts:
        new, spans = "null", "null"
        if text is not None:
            part = next(parts)
            new = _write_json(splice(text, map(_list_replacement, part)))
            placed = (_span_data(span, start, end) for start, end, span in place_spans(part))
            spans = _write_array(placed)
        fields |= {name: new, SPANS_OF.format(name): spans}
    return fields


def _list_replacement(span: "Span") -> tuple[int, int, str]:
    return span.start, span.end, span.replacement


def _check_columns(input: InputDocument, record: JsonlRecord, content: dict[str, str]) -> None:
    """Refuse a row with a column whose name is that of a new field. Lists of spans of an earlier run
    are replaced."""
    for name, written in record.fields:
        if name in content and not (name.endswith("spans") and written.startswith(("[", "null"))):
            raise _make_name_error(input, name, "copied", ", or choose it with --column")


def _check_texts(input: InputDocument, record: JsonlRecord) -> None:
    """Refuse a row with a text column whose name is that of the spans of another one."""
    names = [name for name, _ in record.texts]
    for name in map(SPANS_OF.format, names):
        if name in names:
            raise _make_name_error(input, name, "chosen")


def _make_name_error(input: InputDocument, name: str, use: str, remedy: str = "") -> InputError:
    return InputError(
        f"{input.location}: a column called {name!r} is {use}, and the result has a field of "
        f"this name; rename the column{remedy}"
    )


def _span_data(span: "Span", start: int, end: int) -> dict[str, Any]:
    data = {
        "start": start,
        "end": end,
        "label": span.label,
        "number": span.number or None,
        "affixes": [affix for affix in span.affixes if affix in _AFFIXES],
        "pool": span.pool or None,
        "action": span.action.value,
    }
    if notes := [affix for affix in span.affixes if affix not in _AFFIXES]:
        data["notes"] = notes
    if span.comment:
        data["comment"] = span.comment
    return data


def write_detections(
    input: InputDocument, detections: Sequence[tuple[Any, ...]], scores: bool = False
) -> str:
    """Write a line of ``tacknamn detect``: ``{"id": "essay 7", "spans": [[0, 4, "surname"]]}``.

    Args:
        detections: Records or tuples that begin with start, end and label, in the original text:
            what a pseudonymizer detected, or what
            :func:`tacknamn.taxonomy.coarse_classes.merge_coarse` made of it.
        scores: Whether to write their probabilities as a fourth number.
    """
    spans: Iterator[list[Any]] = (list(detection[:3]) for detection in detections)
    if scores:
        spans = (
            [*detection[:3], round(detection.probability, DIGITS)]  # type: ignore[attr-defined]
            for detection in detections
        )
    record = input.format_data
    id = dict(record.fields).get("id") if isinstance(record, JsonlRecord) else None
    return f'{{"id": {id or _write_new_id(input)}, "spans": {_write_array(spans)}}}\n'


def _write_line(input: InputDocument, content: dict[str, str], record: JsonlRecord | None) -> str:
    """Write a document: id, text and spans, then the other fields of its line.

    Args:
        content: What is written of text and spans.
        record: The line, or the row of a table as a line; None from other formats.
    """
    fields = {} if record is None else dict(record.fields)
    if input.published_id and record is not None:
        fields.pop("id", None)
        if record.id_field in fields:
            fields[record.id_field] = _write_json(input.published_id)
    fields = (
        {"id": fields.pop("id", _write_new_id(input))}
        | content
        | {name: value for name, value in fields.items() if name not in content}
    )
    pieces = ["{"]
    for name, value in fields.items():
        pieces += _write_json(name), ": ", value, ", "
    pieces[-1] = "}\n"
    line = "".join(pieces)
    for sign, escape in _LINE_ENDS.items():
        if sign in line:
            line = line.replace(sign, escape)
    return line


def _find_record(input: InputDocument) -> JsonlRecord | None:
    """Return the line of a document, or the row of a table as a line; None from other formats."""
    row = _find_row(input)
    return row if row is None or isinstance(row, JsonlRecord) else row.make_record()


def _find_row(input: InputDocument) -> JsonlRecord | TableRow | None:
    data = input.format_data
    if isinstance(data, JsonlRecord):
        return data
    return cast("TableRow", data) if hasattr(data, "make_record") else None


def _find_id(input: InputDocument) -> str:
    """Return what the line of a document calls it."""
    row = _find_row(input)
    if input.published_id or row is None:
        return input.shown_id
    if not isinstance(row, JsonlRecord):
        return input.row_id or input.shown_id
    written = next((value for name, value in row.fields if name == "id"), None)
    id = input.shown_id if written is None else json.loads(written)
    return str(id) if isinstance(id, (str, int)) else input.shown_id


def _write_new_id(input: InputDocument) -> str:
    """Write the id of a document that has none. The number of a line stays a number."""
    if input.published_id or not isinstance(input.format_data, JsonlRecord):
        return _write_json(input.shown_id)
    return input.id


def _write_array(items: Iterable[object]) -> str:
    """Write an array, some thousand items at a time: those of a long text would fill the memory."""
    left = iter(items)
    written = []
    while some := list(islice(left, _AT_ONCE)):
        written.append(_write_json(some)[1:-1])
    return f"[{', '.join(written)}]"


def _write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


WRITER = Writer(_write_document, find_id=_find_id)
