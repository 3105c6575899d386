"""Split a JSON object into its fields, each with the JSON text of its value.

So a value that is not changed is written back byte for byte: 1.0 stays 1.0, and a number of fifty
digits keeps them all.
"""

import json
import re
from typing import Any, NamedTuple

from tacknamn.support.json_lines import InvalidLine

__all__ = ["JsonField", "parse_fields"]

_BLANKS = re.compile(r"[ \t\r\n]*+")


class JsonField(NamedTuple):
    """The value of a field."""

    value: Any
    written: str
    """The JSON text in the file."""


def parse_fields(text: str) -> dict[str, JsonField]:
    """Return the fields of a JSON object; raise InvalidLine for anything else.

    >>> parse_fields('{"id": 7, "score": 1.00}')["score"]
    JsonField(value=1.0, written='1.00')
    """
    try:
        return _parse_object(text)
    except (ValueError, RecursionError, IndexError):
        raise InvalidLine("not JSON; give one JSON object per line") from None


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # Python reads NaN and Infinity, which are not JSON


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _parse_object(text: str) -> dict[str, JsonField]:
    position = _skip_sign(text, 0, "{", "not a JSON object; a document has an id and a text")
    fields: dict[str, JsonField] = {}
    if text[position] == "}":
        _check_end(text, position)
        return fields
    while True:
        if text[position] != '"':
            raise ValueError("not a name")
        name, position = _DECODER.raw_decode(text, position)
        position = _skip_sign(text, position, ":")
        value, end = _DECODER.raw_decode(text, position)
        if name in fields:
            raise InvalidLine("has a field twice")
        fields[name] = JsonField(value, text[position:end])
        position = _skip_blanks(text, end)
        if text[position] == "}":
            _check_end(text, position)
            return fields
        position = _skip_sign(text, position, ",")


def _check_end(text: str, position: int) -> None:
    if _skip_blanks(text, position + 1) < len(text):
        raise InvalidLine("has text after its JSON object; give one object per line")


def _skip_sign(text: str, position: int, sign: str, problem: str = "") -> int:
    """Return the position after ``sign``, which must come next, and the blanks around it."""
    position = _skip_blanks(text, position)
    if text[position] != sign:
        raise InvalidLine(problem) if problem else ValueError(sign)
    return _skip_blanks(text, position + 1)


def _skip_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    return match.end() if match else position
