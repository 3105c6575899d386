"""Pseudonymize text columns of frames of Polars, also of lazy ones.

::

    lazy = polars.scan_parquet("notes.parquet")
    safe = tacknamn.polars.pseudonymize(lazy, "note", key_file="corpus.key")
    safe.sink_parquet("safe.parquet")

A lazy frame is processed in the batches of the streaming engine. Categories stay categories; a column
of type ``Enum`` is refused, because its values are fixed.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, Unpack

from tacknamn.arrow import (
    PseudonymizerSettings,
    TableDetector,
    TablePseudonymizer,
    open_pseudonymizer,
)
from tacknamn.arrow.table_columns import TableColumns
from tacknamn.errors import InputError

try:
    import polars
except ImportError as exc:
    raise InputError("tacknamn.polars needs polars; `pip install 'tacknamn[polars]'`") from exc

__all__ = ["detect", "pseudonymize"]

Frame = TypeVar("Frame", "polars.DataFrame", "polars.LazyFrame")


def pseudonymize(
    frame: Frame,
    column: str | Sequence[str],
    id_column: str | None = None,
    *,
    spans: str | None = None,
    writer_column: str | None = None,
    **settings: Unpack[PseudonymizerSettings],
) -> Frame:
    """Return a frame with pseudonymized text columns; of a lazy frame, a lazy one.

    Args:
        column: The name of the text column, or of several ones. The columns of a row are one
            document.
        id_column: The column that names the document of each row.
        spans: The name of a new column of spans, a list of structs.
        writer_column: The column that says who wrote each row, with a key: each writer has
            replacements of their own.
        settings: As for :func:`tacknamn.arrow.pseudonymize`.
    """
    pseudonymizer = open_pseudonymizer(settings)
    pseudonymizer.warn_of_inconsistency()
    table = TablePseudonymizer(
        pseudonymizer, column, id_column, spans=spans, writer_column=writer_column
    )
    return _process(frame, table.columns, table.pseudonymize_table)


def detect(
    frame: Frame,
    column: str | Sequence[str],
    *,
    spans: str = "spans",
    **settings: Unpack[PseudonymizerSettings],
) -> Frame:
    """Return a frame with a new column of detections, a list of structs. Texts do not change."""
    table = TableDetector(open_pseudonymizer(settings), column, spans=spans)
    return _process(frame, table.columns, table.detect_table)


def _process(frame: Frame, columns: TableColumns, process: Callable[[Any], Any]) -> Frame:
    """Add to a frame what a function makes of the columns to read."""

    def extend(part: "polars.DataFrame") -> "polars.DataFrame":
        columns.check_names(part.columns)
        chosen = part.select(columns.texts + columns.ids)
        made = polars.from_arrow(process(chosen.to_arrow()))
        # Arrow has one type for several of Polars.
        types = {name: chosen.schema[name] for name in columns.texts}
        return part.with_columns(made.select(columns.texts + columns.span_names).cast(types))

    schema = frame.collect_schema()
    for name in columns.texts:
        if isinstance(schema.get(name), polars.Enum):
            raise InputError(
                f"column {name!r} is an Enum, whose values are fixed; cast it to String"
            )
    example = extend(schema.to_frame())  # errors of the settings are raised before any row is read
    if isinstance(frame, polars.DataFrame):
        return extend(frame)
    return frame.map_batches(extend, schema=example.schema, streamable=True)
