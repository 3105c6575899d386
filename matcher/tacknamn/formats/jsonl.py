"""JSON Lines: one document a line, ``{"id": "essay 7", "text": "Elsa bor i Lund."}``.

Written is what ``tacknamn risk`` reads (:mod:`tacknamn.formats.span_files`)::

    {"id": "essay 7", "text": "Anna bor i Falun.", "spans": [
     {"start": 0, "end": 4, "label": "firstname_female", "number": 1, "affixes": [], "pool": 50,
      "action": "replace"}, ...]}

(here folded). ``start`` and ``end`` count characters of ``text``, the pseudonymized one; a span
of which nothing is left has no place in it and is not told. ``notes`` (OBS!, Com!) and
``comment`` are there where annotators left some. Other fields of the input are carried through
as they are written. ``spans`` of the input, ``[start, end, label]`` or objects as above, say what
pieces of its own text are (:mod:`tacknamn.formats.jsonl`), and are replaced. ``lang`` says its
language, ``sv`` or ``en``, where the command is told none.

An ``id`` may be missing: then it is the number of the line. Lines are read one by one, and blank
ones passed over.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

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
from tacknamn.support.input_files import InputStream
from tacknamn.support.json_lines import LARGEST_NUMBER, InvalidLine
from tacknamn.support.printing import make_printable
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.tokens import find_text_error

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.records import Span

__all__ = [
    "WRITER",
    "read",
    "read_labels",
    "write_detections",
]

_AFFIXES = ("gen", "def", "pl", "foreign")
DIGITS = 4
"""Digits of a probability."""
_MARK = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8, which some editors put before the first line."""
_BREAKS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Line ends for many a program, though not for JSON Lines; they are written as escapes."""


@dataclass(frozen=True, slots=True)
class _JsonlRecord:
    """A line's fields."""

    fields: tuple[tuple[str, str], ...]
    """Names and values, as they are written; the text is left out."""


def read(source: InputStream, reading: ReadOptions) -> Iterator[InputDocument]:
    """The documents of a file, one by one."""
    seen = SeenIds()
    for line, text in _read_lines(source):
        try:
            document = _make_input(source.name, line, parse_fields(text))
        except InvalidLine as exc:
            raise source.error(line, str(exc)) from None
        if not seen.add(document.id):
            raise source.error(line, "its id is that of a line before; give every document one")
        yield document


def _read_lines(source: InputStream) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    line = before = 0
    while raw := source.stream.readline(LONGEST_DOCUMENT + 1):
        line += 1
        if len(raw) > LONGEST_DOCUMENT:
            raise source.error(line, f"longer than {LONGEST_DOCUMENT:,} bytes; is it JSON Lines?")
        text = decode_text(raw.removeprefix(_MARK) if line == 1 else raw, source.name, before)
        before += len(raw)
        if not text.isspace() and text:
            yield line, text


def _make_input(file: str, line: int, fields: dict[str, JsonField]) -> InputDocument:
    text = fields["text"].value if "text" in fields else None
    if not isinstance(text, str):
        raise InvalidLine('its "text" is missing or no string')
    if fault := find_text_error(text):
        raise InvalidLine(f'its "text" has {fault}; take it away')
    if any(map(find_text_error, fields)):
        raise InvalidLine("the name of a field is no text; take it away")
    own = _JsonlRecord(tuple((name, one.written) for name, one in fields.items() if name != "text"))
    id = _read_id(fields["id"].value) if "id" in fields else str(line)
    labels = fields["spans"].value if "spans" in fields else None
    language = fields["lang"].value if "lang" in fields else ""
    known = language if language in ("sv", "en") else ""
    return InputDocument(
        id, text, place=f"{file}, line {line}", own=own, language=known, labels=labels
    )


def _read_id(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
        return str(value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID and make_printable(value).strip():
        return make_printable(value)
    raise InvalidLine(f'its "id" is no whole number and no string of 1 to {LONGEST_ID} characters')


def _write_document(document: "Document", input: InputDocument) -> str:
    spans = [
        _span_data(span, start, end)
        for span, (start, end) in zip(document.spans, document.places, strict=True)
        if start < end
    ]
    return _write_line(input, {"text": document.text, "spans": spans})


def _span_data(span: "Span", start: int, end: int) -> dict[str, Any]:
    told = {
        "start": start,
        "end": end,
        "label": span.label,
        "number": span.number or None,
        "affixes": [one for one in span.affixes if one in _AFFIXES],
        "pool": span.pool,
        "action": span.action.value,
    }
    notes = [one for one in span.affixes if one not in _AFFIXES]
    return (
        told
        | ({"notes": notes} if notes else {})
        | ({"comment": span.comment} if span.comment else {})
    )


def write_detections(
    input: InputDocument, found: Sequence[tuple[Any, ...]], scores: bool = False
) -> str:
    """The line of ``tacknamn detect``: ``{"id": "essay 7", "spans": [[0, 4, "surname"], ...]}``.

    ``found`` are records or tuples that begin with start, end and label: what a pseudonymizer
    detected in the original text, or :func:`tacknamn.taxonomy.coarse_classes.merge_coarse` made of it. With
    ``scores`` they have a probability, which is told as a fourth number."""
    spans: list[list[Any]] = [list(one[:3]) for one in found]
    if scores:
        spans = [
            [*span, round(one.probability, DIGITS)]  # type: ignore[attr-defined]
            for span, one in zip(spans, found, strict=True)
        ]
    id = dict(input.own.fields).get("id") if isinstance(input.own, _JsonlRecord) else None
    return f'{{"id": {id or _write_new_id(input)}, "spans": {_write_json(spans)}}}\n'


def _write_line(input: InputDocument, content: dict[str, Any]) -> str:
    """A document's line: id, text and spans, and what its line had besides."""
    fields = dict(input.own.fields) if isinstance(input.own, _JsonlRecord) else {}
    fields = (
        {"id": fields.pop("id", _write_new_id(input))}
        | {name: _write_json(value) for name, value in content.items()}
        | {name: value for name, value in fields.items() if name not in content}
    )
    line = ", ".join(f"{_write_json(name)}: {value}" for name, value in fields.items())
    for sign, escape in _BREAKS.items():
        if sign in line:
            line = line.replace(sign, escape)
    return f"{{{line}}}\n"


def _write_new_id(input: InputDocument) -> str:
    """The id of a document that has none of its own: the line's number stays a number."""
    return input.id if isinstance(input.own, _JsonlRecord) else _write_json(input.id)


def _write_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


WRITER = Writer(_write_document)


# What a line of JSON Lines says beforehand of its text: pieces, and what each of them is.
#
# ``[0, 4, "surname"]``, or an object with ``start``, ``end``, ``label`` and, where somebody gave
# them, ``number`` and ``affixes``. A piece with a label of the taxonomy is settled: it is replaced, or
# marked, as that. One with another program's label (PER) settles nothing.


def read_labels(input: InputDocument) -> list[GraphSpan]:
    """The pieces that a document's line names, from left to right."""
    labels = input.labels if isinstance(input.labels, list) else []
    spans = sorted(_read_spans(input, labels), key=lambda span: span.start)
    for one, other in pairwise(spans):
        if one.end > other.start:
            raise InputError(f"{input.place}: two of its spans overlap; keep one of them")
    return spans


def _read_spans(input: InputDocument, labels: list[Any]) -> Iterator[GraphSpan]:
    for number, one in enumerate(labels, 1):
        match one:
            case [int(start), int(end), str(label), *_]:
                further: tuple[str, ...] = ()
            case {"start": int(start), "end": int(end), "label": str(label)}:
                further = _read_further(one)
            case _:
                raise InputError(
                    f"{input.place}: span {number} is not [start, end, label], nor an object of them"
                )
        if bool in (type(start), type(end)) or not 0 <= start < end <= len(input.text):
            raise InputError(f"{input.place}: span {number} is not within its text")
        yield GraphSpan(start, end, input.text[start:end], (label, *further))


def _read_further(one: dict[str, Any]) -> tuple[str, ...]:
    """Running number and affixes."""
    number, affixes = one.get("number"), one.get("affixes")
    affixes = affixes if isinstance(affixes, list) else []
    told = (str(number),) if isinstance(number, int) and number > 0 else ()
    return (*told, *(each for each in affixes if isinstance(each, str)))
