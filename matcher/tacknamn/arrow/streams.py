"""From any table that speaks Arrow's C stream to a reader of pseudonymized record batches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Unpack

import pyarrow

from tacknamn.arrow.detector import TableDetector
from tacknamn.arrow.pseudonymizer import TablePseudonymizer
from tacknamn.arrow.settings import PseudonymizerSettings, open_pseudonymizer
from tacknamn.errors import InputError

__all__ = ["detect", "pseudonymize"]


def pseudonymize(
    data: Any,
    column: str | Sequence[str],
    id_column: str | None = None,
    *,
    spans: str | None = None,
    writer_column: str | None = None,
    **settings: Unpack[PseudonymizerSettings],
) -> Any:
    """Pseudonymize text columns of a table; return a ``pyarrow.RecordBatchReader``.

    Rows are processed when they are read, in batches of a few thousand.

    Args:
        data: Anything with the method ``__arrow_c_stream__``: tables and readers of pyarrow, frames
            of Polars and pandas, relations of DuckDB.
        column: The name of the text column, or of several ones. The columns of a row are one
            document.
        id_column: The column that names the document of each row.
        spans: The name of a new column of spans, by their places in the new text; None for no such
            column.
        writer_column: The column that says who wrote each row, with a key: each writer has
            replacements of their own.
        settings: Those of :class:`tacknamn.Pseudonymizer` (``profile``, ``key``, ``language`` and
            others), ``lexicon`` and ``key_file``; or an existing ``pseudonymizer``.
    """
    pseudonymizer = open_pseudonymizer(settings)
    pseudonymizer.warn_of_inconsistency()
    table = TablePseudonymizer(
        pseudonymizer, column, id_column, spans=spans, writer_column=writer_column
    )
    return _make_reader(data, table.extend_schema, table.pseudonymize_batches)


def detect(
    data: Any,
    column: str | Sequence[str],
    *,
    spans: str = "spans",
    **settings: Unpack[PseudonymizerSettings],
) -> Any:
    """Add what may identify a person in text columns; return a ``pyarrow.RecordBatchReader``.

    The texts stay as they are. The arguments are those of :func:`pseudonymize`.
    """
    table = TableDetector(open_pseudonymizer(settings), column, spans=spans)
    return _make_reader(data, table.extend_schema, table.detect_batches)


def _make_reader(
    data: Any,
    extend_schema: Callable[[Any], Any],
    process: Callable[[Iterable[Any]], Iterator[Any]],
) -> Any:
    reader = _open_reader(data)
    schema = extend_schema(reader.schema)
    return pyarrow.RecordBatchReader.from_batches(schema, process(reader))


def _open_reader(data: Any) -> Any:
    if isinstance(data, pyarrow.RecordBatch):
        return pyarrow.RecordBatchReader.from_batches(data.schema, [data])
    if not hasattr(data, "__arrow_c_stream__"):
        raise InputError(
            f"{type(data).__name__} has no method __arrow_c_stream__; give a table of pyarrow, "
            "Polars, DuckDB or pandas"
        )
    try:
        return pyarrow.RecordBatchReader.from_stream(data)
    except pyarrow.ArrowException as exc:
        raise InputError(f"{type(data).__name__} is no table: {exc}") from exc
