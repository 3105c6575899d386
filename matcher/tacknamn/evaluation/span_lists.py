"""Read span lists: JSON Lines, one document per line, in UTF-8.

::

    {"id": "essay-7", "text": "Elsa bor i Lund.", "spans": [[0, 4, "firstname_female"],
     {"start": 11, "end": 15, "label": "city", "score": 0.93}]}

(wrapped here). A span is a list of start, end, label and optionally its probability, or an object
with these names. ``start`` and ``end`` count characters of the text. The text may be missing.
Spans may be in any order, overlap, and occur twice. Other fields are ignored. An ``id`` is a
string or an integer, and unique in its file.

Files are untrusted: invalid content ends in one error that names file, line and span, and quotes
nothing of the text.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tacknamn.support.input_files import open_input
from tacknamn.support.json_lines import LARGEST_NUMBER, InvalidLine, read_lines
from tacknamn.support.printing import make_printable

__all__ = [
    "LABEL",
    "LONGEST_FACT",
    "ScoredSpan",
    "SpanDocument",
    "SpanListOptions",
    "read_span_list",
]

LONGEST_FACT = 60
"""Characters of a field value by which documents are grouped. It is printed, so free text is
refused."""
_KNOWN = frozenset(("id", "text", "spans"))
"""The fields of every document."""
LABEL = re.compile(r"[^\W\d_][\w:!./+-]{0,39}")
"""Matches the labels of all sets in use. Labels are printed, so free text is refused."""


@dataclass(frozen=True, slots=True, order=True)
class ScoredSpan:
    """A labelled part of a text, in the gold list or in a prediction."""

    start: int
    """Offset of the first character."""
    end: int
    label: str
    score: float | None = field(default=None, compare=False)
    """The probability that the span is right, 0 to 1; None if the prediction gives none.
    Two spans with the same offsets and label are equal, whatever their scores."""


@dataclass(frozen=True, slots=True)
class SpanDocument:
    """A text with its spans, as one annotator or program labelled it."""

    id: str
    line: int
    """Its line in the file, from 1."""
    text: str | None
    """None if the file does not contain it."""
    spans: tuple[ScoredSpan, ...]
    """Sorted, without duplicates."""
    facts: tuple[tuple[str, str], ...] = ()
    """The requested fields, such as the level of a course, with their values."""
    fields: tuple[str, ...] = field(default=(), compare=False)
    """The names of all other fields, if some were requested."""


@dataclass(frozen=True, slots=True)
class SpanListOptions:
    """How documents are read."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    """New names of labels; spans of a label with an empty new name are left out."""
    facts: tuple[str, ...] = ()
    """Additional fields to keep."""


def read_span_list(
    file: str | Path, options: SpanListOptions | None = None
) -> Iterator[SpanDocument]:
    """Read the documents of a file, one by one; ``-`` is standard input."""
    with open_input(file) as source:
        read_document = partial(_read_document, options or SpanListOptions())
        yield from read_lines(source, "a span list", read_document)


def _read_document(
    options: SpanListOptions, line: int, id: str, content: Mapping[str, Any]
) -> SpanDocument:
    text = content.get("text")
    if not isinstance(text, str | None):
        raise InvalidLine('its "text" is not a string')
    listed = content.get("spans")
    if not isinstance(listed, list):
        raise InvalidLine(
            'its "spans" are missing or not a list; for a document without spans, write "spans": []'
        )
    length = LARGEST_NUMBER if text is None else len(text)
    spans = [_read_span(number, span, length) for number, span in enumerate(listed, 1)]
    facts = tuple((name, _read_fact(name, content.get(name))) for name in options.facts)
    fields = tuple(name for name in content if name not in _KNOWN) if options.facts else ()
    return SpanDocument(id, line, text, _map_labels(spans, options.mapping), facts, fields)


def _map_labels(spans: list[ScoredSpan], mapping: Mapping[str, str]) -> tuple[ScoredSpan, ...]:
    """Rename labels and drop duplicates; of two equal spans the one with the higher score stays."""
    surest: dict[ScoredSpan, ScoredSpan] = {}
    for span in spans:
        label = mapping.get(span.label, span.label)
        if label:
            new = ScoredSpan(span.start, span.end, label, span.score)
            other = surest.get(new)
            if other is None or (other.score or 0) < (new.score or 0):
                surest[new] = new
    return tuple(sorted(surest.values()))


def _read_fact(name: str, value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, str | int) and 0 < len(str(value)) <= LONGEST_FACT:
        return make_printable(str(value))
    raise InvalidLine(
        f'its "{make_printable(name)}" is not a value of 1 to {LONGEST_FACT} characters, so '
        "documents cannot be grouped by it"
    )


def _read_span(number: int, content: object, length: int) -> ScoredSpan:
    name = f"span {number}"
    start, end, label, score = _span_fields(name, content)
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        limit = "" if length == LARGEST_NUMBER else f" <= {length}, the text's length in characters"
        raise InvalidLine(f"{name}: start and end must satisfy 0 <= start < end{limit}")
    if not isinstance(label, str) or not LABEL.fullmatch(label):
        raise InvalidLine(f"{name}: its label is missing or not a label such as firstname_female")
    if score is not None and (type(score) not in (int, float) or not 0 <= score <= 1):
        raise InvalidLine(f"{name}: its score is not a probability from 0 to 1")
    return ScoredSpan(start, end, label, None if score is None else float(score))


def _span_fields(name: str, content: object) -> tuple[Any, Any, Any, Any]:
    if isinstance(content, dict):
        start, end, label, score = map(content.get, ("start", "end", "label", "score"))
        return start, end, label, score
    if isinstance(content, list) and len(content) in (3, 4):
        start, end, label, score = [*content, None][:4]
        return start, end, label, score
    raise InvalidLine(f"{name} is neither [start, end, label] nor an object with these names")
