"""Write documents as rows of Parquet or Arrow: from text, CSV, XML or JSON Lines to a table.

A row has the fields that JSON Lines have: ``id``, ``text``, ``spans``, and the other fields of the
line. The types follow from the first rows.
"""

import json
from contextlib import ExitStack
from types import TracebackType
from typing import Any, BinaryIO, Self

import pyarrow

from tacknamn.errors import InputError
from tacknamn.formats.jsonl import SPANS_OF
from tacknamn.formats.tables.table_writers import open_table_writer

__all__ = ["DocumentRows"]

_BLOCK = 10_000
"""Rows that become a row group or a record batch, if their lines are short."""
_BLOCK_BYTES = 1 << 25
"""Characters of the lines of a block."""
_SPAN = {
    "start": pyarrow.int64(),
    "end": pyarrow.int64(),
    "label": pyarrow.string(),
    "number": pyarrow.int64(),
    "affixes": pyarrow.list_(pyarrow.string()),
    "pool": pyarrow.int64(),
    "action": pyarrow.string(),
    "notes": pyarrow.list_(pyarrow.string()),
    "comment": pyarrow.string(),
}
_KNOWN = {
    "text": pyarrow.string(),
    "spans": pyarrow.list_(pyarrow.struct(list(_SPAN.items()))),
}
"""The types of the fields that Täcknamn writes."""


def _has_spans(name: str, rows: list[dict[str, Any]]) -> bool:
    """Whether a field has the spans of one of several texts."""
    text = name.removesuffix(SPANS_OF.format(""))
    if text in ("", name) or not any(text in row for row in rows):
        return False
    values = [row.get(name) for row in rows]
    return all(
        value is None
        or (isinstance(value, list)
            and all(isinstance(each, dict) and each.keys() <= _SPAN.keys() for each in value))
        for value in values
    )  # fmt: skip


class DocumentRows:
    """A table that is being written."""

    def __init__(self, stream: BinaryIO, format: str, name: str) -> None:
        self._stream, self._format, self._name = stream, format, name
        self._lines: list[str] = []
        self._size = self._rows = 0
        self._schema: Any = None
        self._writer: Any = None
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._open:
            if exc is None:
                self._write_block()

    def add(self, text: str) -> None:
        """Add lines of JSON, each of which is a row."""
        self._lines += filter(None, text.split("\n"))
        self._size += len(text)
        if len(self._lines) >= _BLOCK or self._size >= _BLOCK_BYTES:
            self._write_block()

    def _write_block(self) -> None:
        """Write the waiting rows. The first block decides about the schema."""
        rows = [json.loads(line) for line in self._lines]
        if self._writer is None:
            self._schema = self._make_schema(rows)
            self._writer = self._open.enter_context(
                open_table_writer(self._stream, self._format, self._schema)
            )
        if rows:
            self._check_names(rows)
            arrays = [self._make_array(rows, field.name, field.type) for field in self._schema]
            self._writer.write_group(pyarrow.Table.from_arrays(arrays, schema=self._schema))
        self._rows += len(rows)
        self._lines, self._size = [], 0

    def _make_schema(self, rows: list[dict[str, Any]]) -> Any:
        names = dict.fromkeys(name for row in rows for name in row) or {"id": 0, **_KNOWN}
        types = [
            _KNOWN["spans"]
            if _has_spans(name, rows)
            else _KNOWN.get(name) or self._make_array(rows, name).type
            for name in names
        ]
        return pyarrow.schema(list(zip(names, types, strict=True)))

    def _check_names(self, rows: list[dict[str, Any]]) -> None:
        known = set(self._schema.names)
        if any(row.keys() - known for row in rows):
            raise self._make_error()

    def _make_array(self, rows: list[dict[str, Any]], name: str, type: Any = None) -> Any:
        try:
            return pyarrow.array([row.get(name) for row in rows], type)
        except (pyarrow.ArrowException, OverflowError, TypeError):
            raise self._make_error() from None

    def _make_error(self) -> InputError:
        return InputError(
            f"{self._name}: of the documents from number {self._rows + 1:,} on, one has a field that "
            "the first documents do not have, or of another type; choose --format jsonl, or give "
            "all documents the same fields"
        )
