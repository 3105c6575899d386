"""JSON Lines: one document a line, ``{"id": "essay 7", "text": "Elsa bor i Lund."}``.

Written is what ``tacknamn risk`` reads (:mod:`tacknamn.risk.span_files`)::

    {"id": "essay 7", "text": "Anna bor i Falun.", "spans": [
     {"start": 0, "end": 4, "label": "firstname_female", "number": 1, "affixes": [], "pool": 50,
      "action": "replace"}, ...]}

(here folded). ``start`` and ``end`` count characters of ``text``, the pseudonymized one; a span
of which nothing is left has no place in it and is not told. ``notes`` (OBS!, Com!) and
``comment`` are there where annotators left some. Other fields of the input are carried through
as they are written. ``spans`` of the input, ``[start, end, label]`` or objects as above, say what
pieces of its own text are (:mod:`tacknamn.formats.labelled`), and are replaced. ``lang`` says its
language, ``sv`` or ``en``, where the command is told none.

An ``id`` may be missing: then it is the number of the line. Lines are read one by one, and blank
ones passed over.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tacknamn.formats.ids import Seen
from tacknamn.formats.inputs import LONGEST_DOCUMENT, LONGEST_ID, Input, Reading
from tacknamn.formats.json_fields import JsonField, fields_of
from tacknamn.formats.plain import decoded
from tacknamn.formats.writers import Writer
from tacknamn.reporting.json_lines import LARGEST_NUMBER, Wrong
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import Source
from tacknamn.svala.strings import fault_of

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document
    from tacknamn.pseudonymizing.records import Span

__all__ = ["WRITER", "detected", "read"]

_AFFIXES = ("gen", "def", "pl", "foreign")
DIGITS = 4
"""Digits of a probability."""
_MARK = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8, which some editors put before the first line."""
_BREAKS = {"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""Line ends for many a program, though not for JSON Lines; they are written as escapes."""


@dataclass(frozen=True, slots=True)
class _Own:
    """A line's fields."""

    fields: tuple[tuple[str, str], ...]
    """Names and values, as they are written; the text is left out."""


def read(source: Source, reading: Reading) -> Iterator[Input]:
    """The documents of a file, one by one."""
    seen = Seen()
    for line, text in _lines(source):
        try:
            document = _input(source.name, line, fields_of(text))
        except Wrong as exc:
            raise source.fault(line, str(exc)) from None
        if not seen.add(document.id):
            raise source.fault(line, "its id is that of a line before; give every document one")
        yield document


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    line = before = 0
    while raw := source.stream.readline(LONGEST_DOCUMENT + 1):
        line += 1
        if len(raw) > LONGEST_DOCUMENT:
            raise source.fault(line, f"longer than {LONGEST_DOCUMENT:,} bytes; is it JSON Lines?")
        text = decoded(raw.removeprefix(_MARK) if line == 1 else raw, source.name, before)
        before += len(raw)
        if not text.isspace() and text:
            yield line, text


def _input(file: str, line: int, fields: dict[str, JsonField]) -> Input:
    text = fields["text"].value if "text" in fields else None
    if not isinstance(text, str):
        raise Wrong('its "text" is missing or no string')
    if fault := fault_of(text):
        raise Wrong(f'its "text" has {fault}; take it away')
    if any(map(fault_of, fields)):
        raise Wrong("the name of a field is no text; take it away")
    own = _Own(tuple((name, one.written) for name, one in fields.items() if name != "text"))
    id = _id(fields["id"].value) if "id" in fields else str(line)
    labels = fields["spans"].value if "spans" in fields else None
    language = fields["lang"].value if "lang" in fields else ""
    known = language if language in ("sv", "en") else ""
    return Input(id, text, place=f"{file}, line {line}", own=own, language=known, labels=labels)


def _id(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
        return str(value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID and printable(value).strip():
        return printable(value)
    raise Wrong(f'its "id" is no whole number and no string of 1 to {LONGEST_ID} characters')


def _piece(document: "Document", input: Input) -> str:
    spans = [
        _span(span, start, end)
        for span, (start, end) in zip(document.spans, document.places, strict=True)
        if start < end
    ]
    return _line(input, {"text": document.text, "spans": spans})


def _span(span: "Span", start: int, end: int) -> dict[str, Any]:
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


def detected(input: Input, found: Sequence[tuple[Any, ...]], scores: bool = False) -> str:
    """The line of ``tacknamn detect``: ``{"id": "essay 7", "spans": [[0, 4, "surname"], ...]}``.

    ``found`` are records or tuples that begin with start, end and label: what a pseudonymizer
    detected in the original text, or :func:`tacknamn.formats.coarse.coarse` made of it. With
    ``scores`` they have a probability, which is told as a fourth number."""
    spans: list[list[Any]] = [list(one[:3]) for one in found]
    if scores:
        spans = [
            [*span, round(one.probability, DIGITS)]  # type: ignore[attr-defined]
            for span, one in zip(spans, found, strict=True)
        ]
    id = dict(input.own.fields).get("id") if isinstance(input.own, _Own) else None
    return f'{{"id": {id or _new_id(input)}, "spans": {_json(spans)}}}\n'


def _line(input: Input, content: dict[str, Any]) -> str:
    """A document's line: id, text and spans, and what its line had besides."""
    fields = dict(input.own.fields) if isinstance(input.own, _Own) else {}
    fields = (
        {"id": fields.pop("id", _new_id(input))}
        | {name: _json(value) for name, value in content.items()}
        | {name: value for name, value in fields.items() if name not in content}
    )
    line = ", ".join(f"{_json(name)}: {value}" for name, value in fields.items())
    for sign, escape in _BREAKS.items():
        if sign in line:
            line = line.replace(sign, escape)
    return f"{{{line}}}\n"


def _new_id(input: Input) -> str:
    """The id of a document that has none of its own: the line's number stays a number."""
    return input.id if isinstance(input.own, _Own) else _json(input.id)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


WRITER = Writer(_piece)
