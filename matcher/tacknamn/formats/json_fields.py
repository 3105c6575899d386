"""Take a JSON object apart into its fields, each with the JSON it was written as.

What is not touched is so carried through byte for byte: 1.0 stays 1.0, and a number of fifty
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
    """As it stands in the file."""


def parse_fields(text: str) -> dict[str, JsonField]:
    """The fields of the object that ``text`` is; Wrong where it is none.

    >>> fields_of('{"id": 7, "score": 1.00}')["score"]
    JsonField(value=1.0, written='1.00')
    """
    try:
        return _parse_object(text)
    except (ValueError, RecursionError, IndexError):
        raise InvalidLine("no JSON; give one JSON object a line") from None


def _refuse_constant(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _parse_object(text: str) -> dict[str, JsonField]:
    position = _skip_sign(text, 0, "{", "no JSON object; a document has an id and a text")
    fields: dict[str, JsonField] = {}
    if text[position] == "}":
        _check_end(text, position)
        return fields
    while True:
        if text[position] != '"':
            raise ValueError("no name")
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
        raise InvalidLine("something stands behind its JSON object; give one a line")


def _skip_sign(text: str, position: int, sign: str, problem: str = "") -> int:
    """Where the next thing stands behind ``sign``, which must be the next sign."""
    position = _skip_blanks(text, position)
    if text[position] != sign:
        raise InvalidLine(problem) if problem else ValueError(sign)
    return _skip_blanks(text, position + 1)


def _skip_blanks(text: str, position: int) -> int:
    found = _BLANKS.match(text, position)
    return found.end() if found else position
