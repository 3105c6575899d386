"""Rows of Parquet and Arrow files as documents, for all that works on documents.

The chosen columns of a row are one document, as in other tables. The other columns become fields of
JSON Lines. From Parquet to Parquet, rows do not go this way: :mod:`tacknamn.batch.table_run` copies
whole columns.
"""

import base64
import json
import math
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from tacknamn.arrow.table_columns import TableColumns
from tacknamn.errors import InputError
from tacknamn.formats import jsonl
from tacknamn.formats.jsonl import JsonlRecord
from tacknamn.formats.records import InputDocument, ReadOptions
from tacknamn.formats.tables.table_files import open_table
from tacknamn.support.input_files import STANDARD_INPUT, InputStream
from tacknamn.support.printing import make_printable

__all__ = ["WRITER", "choose_table_columns", "read"]

WRITER = jsonl.WRITER
"""Documents of other formats become rows with the fields of JSON Lines
(:mod:`tacknamn.formats.tables.document_rows`)."""
_MOST_NAMES = 40
"""Column names in one message."""
_LONGEST_NAME = 40
"""Letters of a column name that a message shows."""


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the rows of a table as documents. A row without a text is an empty document."""
    if source.name == STANDARD_INPUT:
        raise InputError("standard input: Parquet and Arrow are read from files; name a file")
    table = open_table(source.stream, source.name)
    columns = choose_table_columns(table.schema, options)
    others = [name for name in table.schema.names if name not in columns.texts]
    for batch, before in columns.cut_batches(table.read(table.pieces)):
        rows = columns.read_rows(batch, before)
        ids: list[str] = rows.ids or [""] * batch.num_rows
        writers: Sequence[str | None] = rows.writers or [None] * batch.num_rows
        fields: list[dict[str, Any]] = batch.select(others).to_pylist()
        all_cells = zip(*rows.cells, strict=True)
        for number, (text, id, cells) in enumerate(
            zip(rows.documents, ids, all_cells, strict=True)
        ):
            row = before + number + 1
            texts = tuple(zip(columns.texts, cells, strict=True))
            yield InputDocument(
                id or str(row),
                text or "",
                location=f"{source.name}, row {row}",
                format_data=_make_record(fields[number], id or row, columns.id, texts),
                writer=writers[number],
                is_unnamed=not id,
                row_id=_read_id(fields[number]),
                has_other_columns=any(name != columns.id for name in others),
            )


def choose_table_columns(schema: Any, options: ReadOptions) -> TableColumns:
    """Return the chosen columns of a table, which exist and have texts."""
    if not options.columns and len(schema.names) > 1:
        names = [make_printable(name)[:_LONGEST_NAME] for name in schema.names]
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        raise InputError(
            "say which columns to read (--column); there are "
            f"{', '.join(names[:_MOST_NAMES])}{more}"
        )
    chosen = tuple(dict.fromkeys(options.columns or schema.names))
    columns = TableColumns.choose(chosen, options.id_column, None, options.writer_column)
    columns.extend_schema(schema, None)
    return columns


def _read_id(fields: dict[str, Any]) -> str | None:
    """Return what the column ``id`` says; None if there is none, or if it is a text."""
    if "id" not in fields:
        return None
    return "" if fields["id"] is None else str(fields["id"])


def _make_record(
    fields: dict[str, Any],
    id: str | int,
    id_column: str | None,
    texts: tuple[tuple[str, str | None], ...],
) -> JsonlRecord:
    """Return the fields of a row as JSON; its id comes first, unless a column has that name."""
    written = {name: _write_json(value, name) for name, value in fields.items()}
    if id_column != "id" and "id" not in written:
        written = {"id": json.dumps(id, ensure_ascii=False), **written}
    return JsonlRecord(tuple(written.items()), id_column or "id", texts)


def _write_json(value: Any, column: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "null"  # JSON has no NaN
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_simplify)
    except ValueError:
        raise InputError(
            f"column {make_printable(column)[:_LONGEST_NAME]!r}: has NaN or infinity within a list "
            "or struct, which JSON cannot hold; write Parquet or Arrow"
        ) from None


def _simplify(value: object) -> str:
    """Return a value that JSON does not have as a string."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    return str(value.total_seconds()) if isinstance(value, timedelta) else str(value)
