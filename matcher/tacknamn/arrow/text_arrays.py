"""Texts of Arrow arrays: read as strings, and written back in the array's own type.

Strings of all layouts are texts, and so is binary data in UTF-8. Each may be dictionary-encoded. An
array of type ``null`` is a column of texts without any text.
"""

from collections.abc import Sequence
from typing import Any

import pyarrow

from tacknamn.arrow.building import build_strings
from tacknamn.errors import InputError

__all__ = ["is_text_type", "read_texts", "write_texts"]

_STRINGS = frozenset(("string", "large_string", "string_view"))
_BYTES = frozenset(("binary", "large_binary", "binary_view"))


def is_text_type(type: Any) -> bool:
    """Whether arrays of a type contain texts."""
    return str(_get_value_type(type)) in {*_STRINGS, *_BYTES, "null"}


def read_texts(array: Any, column: str, rows_before: int) -> list[str | None]:
    """Return the texts of an array.

    Args:
        column: The name of the column, for errors.
        rows_before: The number of rows of the table before the array, for errors.
    """
    try:
        values = array.to_pylist()
        if str(_get_value_type(array.type)) in _BYTES:
            values = [value if value is None else value.decode("utf-8") for value in values]
    except UnicodeDecodeError:
        row = rows_before + _find_invalid(array) + 1
        raise InputError(
            f"column {column!r}, row {row}: is not valid UTF-8; convert the column to UTF-8 first"
        ) from None
    texts: list[str | None] = values
    return texts


def write_texts(texts: Sequence[str | None], type: Any) -> Any:
    """Return an array of texts in a type that :func:`read_texts` reads."""
    value_type = _get_value_type(type)
    if pyarrow.types.is_null(value_type):  # nothing can be cast to it
        array = pyarrow.nulls(len(texts))
    else:
        array = build_strings(texts).cast(value_type)
    if not pyarrow.types.is_dictionary(type):
        return array
    encoded = array.dictionary_encode()
    try:
        indices = encoded.indices.cast(type.index_type)
    except pyarrow.ArrowInvalid as exc:
        raise InputError(
            f"the dictionary of a column has no room for {len(encoded.dictionary)} texts; use a "
            "larger type of indices, or smaller batches"
        ) from exc
    return pyarrow.DictionaryArray.from_arrays(indices, encoded.dictionary, ordered=type.ordered)


def _get_value_type(type: Any) -> Any:
    return type.value_type if pyarrow.types.is_dictionary(type) else type


def _find_invalid(array: Any) -> int:
    """Return the number of the first row that is not valid UTF-8."""
    if pyarrow.types.is_dictionary(array.type):
        invalid = _find_invalid(array.dictionary)
        return int(array.indices.to_pylist().index(invalid))
    for number, value in enumerate(array.cast(pyarrow.large_binary()).to_pylist()):
        try:
            (value or b"").decode("utf-8")
        except UnicodeDecodeError:
            return number
    raise AssertionError("each value is valid")
