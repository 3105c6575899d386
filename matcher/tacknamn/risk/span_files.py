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

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tacknamn.risk.documents import Document, Origin, Span
from tacknamn.risk.printing import printable
from tacknamn.risk.sources import Source

__all__ = ["read_span_file"]

LONGEST_LINE = 1 << 26
"""Bytes of a line. Sixty-seven million letters are no document, but a file without lines."""
LONGEST_ID = 200
MOST = 1 << 53
"""Numbers beyond are not the same in every program that reads JSON."""
_LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_:!-]{0,39}")
"""Labels of SVALA's taxonomy and those that users make; they are printed, so no free text."""
_AFFIXES = frozenset({"gen", "def", "pl", "foreign"})


class _Wrong(Exception):
    """What does not hold, in words that quote nothing."""


def read_span_file(source: Source) -> Iterator[Document]:
    """The documents of a span file."""
    lines: dict[str, int] = {}
    for line, text in _lines(source):
        try:
            document = _document(source, line, _parsed(text))
        except _Wrong as exc:
            raise source.fault(line, str(exc)) from None
        before = lines.setdefault(document.origin.id, line)
        if before != line:
            raise source.fault(line, f"its id is that of line {before}; give every document one")
        yield document


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    line = 0
    while raw := source.stream.readline(LONGEST_LINE + 1):
        line += 1
        if len(raw) > LONGEST_LINE:
            raise source.fault(
                line, f"longer than {LONGEST_LINE:,} bytes; a span file has one document a line"
            )
        text = source.decode(raw, line)
        if text.strip():
            yield line, text


def _parsed(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise _Wrong("no JSON; a span file has one JSON object a line") from None
    return _object(content, "the document")


def _refused(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _document(source: Source, line: int, content: dict[str, Any]) -> Document:
    text = content.get("text")
    if not isinstance(text, str):
        raise _Wrong('its "text" is missing or no string')
    spans = content.get("spans")
    if not isinstance(spans, list):
        raise _Wrong('its "spans" are missing or no list; without any, write "spans": []')
    found = [_span(f"span {number}", span, len(text)) for number, span in enumerate(spans, 1)]
    found.sort(key=lambda span: span.start)
    for one, next_one in pairwise(found):
        if one.end > next_one.start:
            raise _Wrong(f"spans overlap at character {next_one.start}; keep one of them")
    return Document(Origin(source.name, line, _id(content.get("id"))), text, tuple(found))


def _id(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST:
        return str(value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID and printable(value).strip():
        return printable(value)
    raise _Wrong(f'its "id" is missing or no string of 1 to {LONGEST_ID} characters')


def _span(name: str, content: object, size: int) -> Span:
    facts = _object(content, name)
    start, end = (_whole(name, facts, field, 0) for field in ("start", "end"))
    if start is None or end is None or not start < end <= size:
        raise _Wrong(
            f"{name}: start and end must hold 0 <= start < end <= {size}, the text's length "
            "in characters"
        )
    label = facts.get("label")
    if not isinstance(label, str) or not _LABEL.fullmatch(label):
        raise _Wrong(f'{name}: its "label" is missing or no label such as firstname_female')
    original = facts.get("original")
    if not isinstance(original, str | None):
        raise _Wrong(f'{name}: its "original" is no string')
    return Span(
        start,
        end,
        label,
        _whole(name, facts, "number", 0),
        _affixes(name, facts.get("affixes")),
        _whole(name, facts, "pool", 1),
        original,
    )


def _object(content: object, name: str) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise _Wrong(f"{name} is no JSON object")
    return content


def _whole(name: str, facts: dict[str, Any], field: str, least: int) -> int | None:
    value = facts.get(field)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < MOST:
        raise _Wrong(f'{name}: its "{field}" is no whole number from {least} on')
    return value


def _affixes(name: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise _Wrong(f'{name}: its "affixes" are no list of strings')
    if not _AFFIXES.issuperset(value):
        raise _Wrong(f'{name}: its "affixes" must be of {", ".join(sorted(_AFFIXES))}')
    return tuple(value)
