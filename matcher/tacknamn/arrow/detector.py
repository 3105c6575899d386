"""Detect in the batches of a table, and leave its texts as they are."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pyarrow

from tacknamn.arrow.spans import DETECTIONS, build_detections
from tacknamn.arrow.table_columns import Rows, TableColumns
from tacknamn.pipeline.joined_texts import cut_spans
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Detection

__all__ = ["TableDetector"]

_Detections = list[Sequence[Detection] | None]


class TableDetector:
    """Adds a column of detections for each text column of record batches.

    It can be pickled if its pseudonymizer can.
    """

    def __init__(
        self,
        pseudonymizer: Pseudonymizer,
        column: str | Sequence[str],
        *,
        spans: str = "spans",
    ) -> None:
        """Choose columns, as for :class:`tacknamn.arrow.TablePseudonymizer`.

        Args:
            spans: The name of the new column, of the type :data:`tacknamn.arrow.DETECTIONS`.
        """
        self.pseudonymizer = pseudonymizer
        self.columns = TableColumns.choose(column, None, spans)

    def extend_schema(self, schema: Any) -> Any:
        """Check the schema of a table, and return that of the result."""
        return self.columns.extend_schema(schema, DETECTIONS)

    def detect_table(self, table: Any) -> Any:
        """Return a ``pyarrow.Table`` with its detections."""
        schema = self.extend_schema(table.schema)
        return pyarrow.Table.from_batches(self.detect_batches(table.to_batches()), schema)

    def detect_batches(self, batches: Iterable[Any]) -> Iterator[Any]:
        """Yield the record batches with their detections. Large ones are cut into smaller ones."""
        for part, rows_before in self.columns.cut_batches(batches):
            yield self.detect_batch(part, rows_before)

    def detect_batch(self, batch: Any, rows_before: int = 0) -> Any:
        """Return a record batch with its detections.

        Args:
            rows_before: The number of rows before the batch, for error messages.
        """
        schema = self.extend_schema(batch.schema)
        rows = self.columns.read_rows(batch, rows_before)
        detected = list(self.pseudonymizer.detect_many(rows.documents))
        arrays = [build_detections(column) for column in _cut_detections(rows, detected)]
        return pyarrow.RecordBatch.from_arrays([*batch.columns, *arrays], schema=schema)


def _cut_detections(
    rows: Rows, detected: Iterable[Sequence[Detection] | None]
) -> list[_Detections]:
    """Return the detections of each column."""
    if len(rows.cells) == 1:
        return [list(detected)]
    columns: list[_Detections] = [[] for _ in rows.cells]
    for cells, detections in zip(zip(*rows.cells, strict=True), detected, strict=True):
        texts = [cell for cell in cells if cell is not None]
        parts = iter(cut_spans(detections or [], texts))
        for cell, column in zip(cells, columns, strict=True):
            column.append(None if cell is None else next(parts))
    return columns
