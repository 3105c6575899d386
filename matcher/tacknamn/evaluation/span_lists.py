"""Records of what is compared: documents, their spans and where they stand."""

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
    "ScoredSpan",
    "SpanDocument",
    "SpanListOptions",
    "read_span_list",
]


@dataclass(frozen=True, slots=True, order=True)
class ScoredSpan:
    """A labelled part of a text."""

    start: int
    """Characters before it."""
    end: int
    label: str
    score: float | None = field(default=None, compare=False)
    """How sure the prediction is that the span is right, 0 to 1; None where it does not say.
    Two spans of one place and label are the same span, however sure."""


@dataclass(frozen=True, slots=True)
class SpanDocument:
    """A text with its spans, as one annotator or program sees it."""

    id: str
    line: int
    """Where it stands in its file, from 1 on."""
    text: str | None
    """None where the file does not tell it."""
    spans: tuple[ScoredSpan, ...]
    """From left to right, each once."""
    facts: tuple[tuple[str, str], ...] = ()
    """Fields that were asked for, such as the level of a course, and their values."""


# Read span lists: JSON Lines, one document a line, in UTF-8.
#
# ::
#
#     {"id": "essay-7", "text": "Elsa bor i Lund.", "spans": [[0, 4, "firstname_female"],
#      {"start": 11, "end": 15, "label": "city", "score": 0.93}]}
#
# (here folded into lines). A span is a list of start, end, label and, where there is one, its
# probability, or an object with the same names. ``start`` and ``end`` count characters of the
# text, which may be missing. Spans may stand in any order, overlap and be told twice. Further
# names are passed over. An ``id`` is a string or a whole number and names one document of its file.
#
# Files are untrusted: what does not hold ends in one error that names file, line and span, and
# quotes nothing of the text.


LONGEST_FACT = 60
"""Letters of a field's value that documents are grouped by: it is printed, so no free text."""
LABEL = re.compile(r"[^\W\d_][\w:!./+-]{0,39}")
"""Labels of every set in use; they are printed, so no free text."""


@dataclass(frozen=True, slots=True)
class SpanListOptions:
    """What is taken of the documents."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    """New names of labels; where that is empty, spans of the label are left out."""
    facts: tuple[str, ...] = ()
    """Fields to keep besides."""


def read_span_list(
    file: str | Path, reading: SpanListOptions | None = None
) -> Iterator[SpanDocument]:
    """The documents of a file, one by one; ``-`` is standard input."""
    with open_input(file) as source:
        yield from read_lines(
            source, "a span list", partial(_read_document, reading or SpanListOptions())
        )


def _read_document(
    reading: SpanListOptions, line: int, id: str, content: Mapping[str, Any]
) -> SpanDocument:
    text = content.get("text")
    if not isinstance(text, str | None):
        raise InvalidLine('its "text" is no string')
    listed = content.get("spans")
    if not isinstance(listed, list):
        raise InvalidLine('its "spans" are missing or no list; without any, write "spans": []')
    size = LARGEST_NUMBER if text is None else len(text)
    spans = [_read_span(number, one, size) for number, one in enumerate(listed, 1)]
    facts = tuple((name, _read_fact(name, content.get(name))) for name in reading.facts)
    return SpanDocument(id, line, text, _map_labels(spans, reading.mapping), facts)


def _map_labels(spans: list[ScoredSpan], mapping: Mapping[str, str]) -> tuple[ScoredSpan, ...]:
    """Spans by their new labels, each once: of the same span told twice, the surest."""
    surest: dict[ScoredSpan, ScoredSpan] = {}
    for one in spans:
        label = mapping.get(one.label, one.label)
        if label:
            new = ScoredSpan(one.start, one.end, label, one.score)
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
        f'its "{make_printable(name)}" is no word of 1 to {LONGEST_FACT} characters to group by'
    )


def _read_span(number: int, content: object, size: int) -> ScoredSpan:
    name = f"span {number}"
    start, end, label, score = _span_fields(name, content)
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= size:
        until = "" if size == LARGEST_NUMBER else f" <= {size}, the text's length in characters"
        raise InvalidLine(f"{name}: start and end must hold 0 <= start < end{until}")
    if not isinstance(label, str) or not LABEL.fullmatch(label):
        raise InvalidLine(f"{name}: its label is missing or no label such as firstname_female")
    if score is not None and (type(score) not in (int, float) or not 0 <= score <= 1):
        raise InvalidLine(f"{name}: its score is no probability from 0 to 1")
    return ScoredSpan(start, end, label, None if score is None else float(score))


def _span_fields(name: str, content: object) -> tuple[Any, Any, Any, Any]:
    if isinstance(content, dict):
        start, end, label, score = map(content.get, ("start", "end", "label", "score"))
        return start, end, label, score
    if isinstance(content, list) and len(content) in (3, 4):
        start, end, label, score = [*content, None][:4]
        return start, end, label, score
    raise InvalidLine(f"{name} is neither [start, end, label] nor an object with these names")
