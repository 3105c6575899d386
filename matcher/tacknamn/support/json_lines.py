"""Read JSON Lines: one document per line, in UTF-8, each with its own id.

An ``id`` is a string or a whole number and is unique in its file. Blank lines are skipped. The
other fields of a document depend on the format.

Files are untrusted: the first problem ends reading with an error that names file and line, and
does not quote the text.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from tacknamn.support.input_files import InputStream
from tacknamn.support.printing import make_printable

__all__ = ["LARGEST_NUMBER", "InvalidLine", "read_lines"]

LONGEST_LINE = 1 << 26
"""Bytes of a line. With 67 million characters it is no document, but a file without line ends."""
LONGEST_ID = 200
LARGEST_NUMBER = 1 << 53
"""Numbers from here on are not the same in every program that reads JSON."""
JsonObject = dict[str, Any]
T = TypeVar("T")


class InvalidLine(Exception):
    """A line is not as its format requires; the message does not quote it."""


def read_lines(
    source: InputStream, kind: str, parse: Callable[[int, str, JsonObject], T]
) -> Iterator[T]:
    """Parse every line with ``parse(number, id, content)``.

    ``parse`` raises :class:`InvalidLine` for a line that it refuses; ``kind`` is the name of the
    format in messages."""
    first_lines: dict[str, int] = {}
    for line, text in _read_raw_lines(source, kind):
        try:
            content = _parse_object(text, kind)
            id = _parse_id(content.get("id"))
            document = parse(line, id, content)
        except InvalidLine as exc:
            raise source.error(line, str(exc)) from None
        before = first_lines.setdefault(id, line)
        if before != line:
            raise source.error(
                line, f"the id was used in line {before}; give every document its own"
            )
        yield document


def _read_raw_lines(source: InputStream, kind: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers."""
    line = 0
    while raw := source.stream.readline(LONGEST_LINE + 1):
        line += 1
        if len(raw) > LONGEST_LINE:
            raise source.error(
                line, f"longer than {LONGEST_LINE:,} bytes; {kind} has one document per line"
            )
        text = source.decode(raw, line)
        if text.strip():
            yield line, text


def _parse_object(text: str, kind: str) -> JsonObject:
    try:
        content = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise InvalidLine(f"not JSON; {kind} has one JSON object per line") from None
    if not isinstance(content, dict):
        raise InvalidLine("not a JSON object; a document has an id and spans")
    return content


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


def _parse_id(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
        return str(value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID and make_printable(value).strip():
        return make_printable(value)
    raise InvalidLine(f'its "id" is missing or not a string of 1 to {LONGEST_ID} characters')
