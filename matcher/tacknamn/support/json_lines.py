"""Read JSON Lines: one document a line, in UTF-8, with an id of its own.

An ``id`` is a string or a whole number and names one document of its file. Blank lines are
passed over. What a document has besides is the matter of its format.

Files are untrusted: what does not hold ends in one error that names file and line, and quotes
nothing of the text.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from tacknamn.support.input_files import InputStream
from tacknamn.support.printing import make_printable

__all__ = ["LARGEST_NUMBER", "InvalidLine", "read_lines"]

LONGEST_LINE = 1 << 26
"""Bytes of a line. Sixty-seven million letters are no document, but a file without lines."""
LONGEST_ID = 200
LARGEST_NUMBER = 1 << 53
"""Numbers from here on are not the same in every program that reads JSON."""
JsonObject = dict[str, Any]
T = TypeVar("T")


class InvalidLine(Exception):
    """What does not hold, in words that quote nothing."""


def read_lines(
    source: InputStream, kind: str, made: Callable[[int, str, JsonObject], T]
) -> Iterator[T]:
    """What ``made`` makes of every line: of its number, its document's id and its content.

    ``made`` raises :class:`InvalidLine` at what does not hold; ``kind`` is what messages call the
    file."""
    first_lines: dict[str, int] = {}
    for line, text in _read_raw_lines(source, kind):
        try:
            content = _parse_object(text, kind)
            id = _parse_id(content.get("id"))
            document = made(line, id, content)
        except InvalidLine as exc:
            raise source.fault(line, str(exc)) from None
        before = first_lines.setdefault(id, line)
        if before != line:
            raise source.fault(line, f"its id is that of line {before}; give every document one")
        yield document


def _read_raw_lines(source: InputStream, kind: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers."""
    line = 0
    while raw := source.stream.readline(LONGEST_LINE + 1):
        line += 1
        if len(raw) > LONGEST_LINE:
            raise source.fault(
                line, f"longer than {LONGEST_LINE:,} bytes; {kind} has one document a line"
            )
        text = source.decode(raw, line)
        if text.strip():
            yield line, text


def _parse_object(text: str, kind: str) -> JsonObject:
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InvalidLine(f"no JSON; {kind} has one JSON object a line") from None
    if not isinstance(content, dict):
        raise InvalidLine("no JSON object; a document has an id and spans")
    return content


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _parse_id(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
        return str(value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID and make_printable(value).strip():
        return make_printable(value)
    raise InvalidLine(f'its "id" is missing or no string of 1 to {LONGEST_ID} characters')
