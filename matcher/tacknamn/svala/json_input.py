"""Read JSON that may be anything: too large, too deep, no UTF-8, with names twice.

Objects are read as lists of name and value, so that nothing is lost where a name stands twice.
"""

import json
from pathlib import Path
from typing import Any

from tacknamn.errors import InputError

__all__ = ["Fields", "file_text", "parsed"]

LARGEST = 1 << 26
"""Bytes. An essay of a thousand words takes 200,000."""


class Fields(list[tuple[str, Any]]):
    """A JSON object: its names and values as they stand."""


def file_text(path: Path) -> str:
    """The text of a file, without the byte-order mark that some editors write."""
    with path.open("rb") as stream:
        raw = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise _too_large(str(path))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InputError(
            f"{path}: no UTF-8 at byte {exc.start}; convert it first, e.g. with "
            "`iconv -f latin1 -t utf-8`"
        ) from None


def parsed(text: str, name: str) -> object:
    """The value of a JSON text; ``name`` says in messages where it is from."""
    if len(text) > LARGEST:
        raise _too_large(name)
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=Fields, parse_constant=_no)
    except json.JSONDecodeError as exc:
        place = f"line {exc.lineno}, column {exc.colno}"
        raise InputError(f"{name}: no JSON at {place}; export the graph again") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{name}: no JSON that can be read (nested too deep, or a number out of range); "
            "export the graph again"
        ) from None


def _too_large(name: str) -> InputError:
    return InputError(f"{name}: larger than {LARGEST:,} bytes; a graph holds one document")


def _no(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are not JSON
