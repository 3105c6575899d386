"""Read span files: JSON Lines, one pseudonymized document a line, in UTF-8.

::

    {"id": "essay-7", "text": "Lisas syster bor i Lund.", "spans": [
     {"start": 0, "end": 5, "label": "firstname_female", "number": 1, "affixes": ["gen"],
      "pool": 50},
     {"start": 19, "end": 23, "label": "city", "number": 1, "pool": 5}]}

(here folded into lines). ``start`` and ``end`` count characters of ``text``, the pseudonymized
text. ``number``, ``affixes``, ``pool`` and ``original`` may be missing or null; further names
are passed over. Blank lines are, too. An ``id`` is a string or a whole number and names one
document of its file. Spans may stand in any order; they must not overlap.

Files are untrusted: what does not hold ends in one error that names file, line and span, and
quotes nothing of the text.
"""

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from tacknamn.reporting.json_lines import LARGEST_NUMBER, Wrong, read_lines
from tacknamn.reporting.sources import Source
from tacknamn.risk.documents import Document, Origin, Span

__all__ = ["read_span_file"]

_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_:!-]{0,39}")
"""Labels of SVALA's taxonomy and those that users make; they are printed, so no free text."""
_AFFIXES = frozenset({"gen", "def", "pl", "foreign"})


def read_span_file(source: Source) -> Iterator[Document]:
    """The documents of a span file."""
    return read_lines(source, "a span file", partial(_document, source.name))


def _document(file: str, line: int, id: str, content: dict[str, Any]) -> Document:
    text = content.get("text")
    if not isinstance(text, str):
        raise Wrong('its "text" is missing or no string')
    spans = content.get("spans")
    if not isinstance(spans, list):
        raise Wrong('its "spans" are missing or no list; without any, write "spans": []')
    found = [_span(f"span {number}", span, len(text)) for number, span in enumerate(spans, 1)]
    found.sort(key=lambda span: span.start)
    for one, next_one in pairwise(found):
        if one.end > next_one.start:
            raise Wrong(f"spans overlap at character {next_one.start}; keep one of them")
    return Document(Origin(file, line, id), text, tuple(found))


def _span(name: str, content: object, size: int) -> Span:
    if not isinstance(content, dict):
        raise Wrong(f"{name} is no JSON object")
    facts: dict[str, Any] = content
    start, end = (_whole(name, facts, field, 0) for field in ("start", "end"))
    if start is None or end is None or not start < end <= size:
        raise Wrong(
            f"{name}: start and end must hold 0 <= start < end <= {size}, the text's length "
            "in characters"
        )
    label = facts.get("label")
    if not isinstance(label, str) or not _LABEL.fullmatch(label):
        raise Wrong(f'{name}: its "label" is missing or no label such as firstname_female')
    original = facts.get("original")
    if not isinstance(original, str | None):
        raise Wrong(f'{name}: its "original" is no string')
    return Span(
        start,
        end,
        label,
        _whole(name, facts, "number", 0),
        _affixes(name, facts.get("affixes")),
        _whole(name, facts, "pool", 1),
        original,
    )


def _whole(name: str, facts: dict[str, Any], field: str, least: int) -> int | None:
    value = facts.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < LARGEST_NUMBER:
        raise Wrong(f'{name}: its "{field}" is no whole number from {least} on')
    return value


def _affixes(name: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Wrong(f'{name}: its "affixes" are no list of strings')
    if not _AFFIXES.issuperset(value):
        raise Wrong(f'{name}: its "affixes" must be of {", ".join(sorted(_AFFIXES))}')
    return tuple(value)
