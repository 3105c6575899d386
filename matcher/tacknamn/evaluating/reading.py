"""Read span lists: JSON Lines, one document a line, in UTF-8.

::

    {"id": "essay-7", "text": "Elsa bor i Lund.", "spans": [[0, 4, "firstname_female"],
     {"start": 11, "end": 15, "label": "city", "score": 0.93}]}

(here folded into lines). A span is a list of start, end, label and, where there is one, its
probability, or an object with the same names. ``start`` and ``end`` count characters of the
text, which may be missing. Spans may stand in any order, overlap and be told twice. Further
names are passed over. An ``id`` is a string or a whole number and names one document of its file.

Files are untrusted: what does not hold ends in one error that names file, line and span, and
quotes nothing of the text.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tacknamn.evaluating.documents import Document, Span
from tacknamn.reporting.json_lines import LARGEST_NUMBER, Wrong, read_lines
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import opened

__all__ = ["LABEL", "Reading", "read"]

LONGEST_FACT = 60
"""Letters of a field's value that documents are grouped by: it is printed, so no free text."""
LABEL = re.compile(r"[^\W\d_][\w:!./+-]{0,39}")
"""Labels of every set in use; they are printed, so no free text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is taken of the documents."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    """New names of labels; where that is empty, spans of the label are left out."""
    facts: tuple[str, ...] = ()
    """Fields to keep besides."""


def read(file: str | Path, reading: Reading | None = None) -> Iterator[Document]:
    """The documents of a file, one by one; ``-`` is standard input."""
    with opened(file) as source:
        yield from read_lines(source, "a span list", partial(_document, reading or Reading()))


def _document(reading: Reading, line: int, id: str, content: Mapping[str, Any]) -> Document:
    text = content.get("text")
    if not isinstance(text, str | None):
        raise Wrong('its "text" is no string')
    listed = content.get("spans")
    if not isinstance(listed, list):
        raise Wrong('its "spans" are missing or no list; without any, write "spans": []')
    size = LARGEST_NUMBER if text is None else len(text)
    spans = [_span(number, one, size) for number, one in enumerate(listed, 1)]
    facts = tuple((name, _fact(name, content.get(name))) for name in reading.facts)
    return Document(id, line, text, _mapped(spans, reading.mapping), facts)


def _mapped(spans: list[Span], mapping: Mapping[str, str]) -> tuple[Span, ...]:
    """Spans by their new labels, each once: of the same span told twice, the surest."""
    surest: dict[Span, Span] = {}
    for one in spans:
        label = mapping.get(one.label, one.label)
        if label:
            new = Span(one.start, one.end, label, one.score)
            other = surest.get(new)
            if other is None or (other.score or 0) < (new.score or 0):
                surest[new] = new
    return tuple(sorted(surest.values()))


def _fact(name: str, value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, str | int) and 0 < len(str(value)) <= LONGEST_FACT:
        return printable(str(value))
    raise Wrong(f'its "{printable(name)}" is no word of 1 to {LONGEST_FACT} characters to group by')


def _span(number: int, content: object, size: int) -> Span:
    name = f"span {number}"
    start, end, label, score = _fields(name, content)
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= size:
        until = "" if size == LARGEST_NUMBER else f" <= {size}, the text's length in characters"
        raise Wrong(f"{name}: start and end must hold 0 <= start < end{until}")
    if not isinstance(label, str) or not LABEL.fullmatch(label):
        raise Wrong(f"{name}: its label is missing or no label such as firstname_female")
    if score is not None and (type(score) not in (int, float) or not 0 <= score <= 1):
        raise Wrong(f"{name}: its score is no probability from 0 to 1")
    return Span(start, end, label, None if score is None else float(score))


def _fields(name: str, content: object) -> tuple[Any, Any, Any, Any]:
    if isinstance(content, dict):
        start, end, label, score = map(content.get, ("start", "end", "label", "score"))
        return start, end, label, score
    if isinstance(content, list) and len(content) in (3, 4):
        start, end, label, score = [*content, None][:4]
        return start, end, label, score
    raise Wrong(f"{name} is neither [start, end, label] nor an object with these names")
