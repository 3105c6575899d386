"""Pseudonymize the batches of a table: the core that all functions for tables use."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

import pyarrow

from tacknamn.arrow.spans import SPANS, build_spans
from tacknamn.arrow.table_columns import Rows, TableColumns
from tacknamn.arrow.text_arrays import write_texts
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.joined_texts import cut_spans
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Span
from tacknamn.support.splice import splice

__all__ = ["TablePseudonymizer"]

Visitor = Callable[[Document], object]
"""Gets the document of each row that has one, in the order of the rows."""


class TablePseudonymizer:
    """Pseudonymizes text columns of record batches.

    It can be pickled if its pseudonymizer can.
    """

    def __init__(
        self,
        pseudonymizer: Pseudonymizer,
        column: str | Sequence[str],
        id_column: str | None = None,
        *,
        spans: str | None = None,
        writer_column: str | None = None,
    ) -> None:
        """Choose columns.

        Args:
            column: The name of the text column, or of several ones. The columns of a row are one
                document.
            id_column: The column of strings or integers that names the document of each row. With a
                seed, rows with other names get other pseudonyms. A row without an id is identified
                by its text, as all rows are without this column.
            spans: The name of a new column of spans (:data:`tacknamn.arrow.SPANS`), by their places in
                the new text. If there are several text columns, each gets one: ``note_spans``. None
                for no such column.
            writer_column: The column of strings or integers that says who wrote each row, with a key:
                each writer has replacements of their own, as with ``writer``. A row whose writer is
                null or empty has those of the key alone.
        """
        if writer_column is not None:
            pseudonymizer.sampler.check_writers()
        self.pseudonymizer = pseudonymizer
        self.columns = TableColumns.choose(column, id_column, spans, writer_column)

    def extend_schema(self, schema: Any) -> Any:
        """Check the schema of a table, and return that of the result."""
        return self.columns.extend_schema(schema, SPANS)

    def pseudonymize_table(self, table: Any) -> Any:
        """Return a pseudonymized ``pyarrow.Table``."""
        schema = self.extend_schema(table.schema)
        return pyarrow.Table.from_batches(self.pseudonymize_batches(table.to_batches()), schema)

    def pseudonymize_batches(
        self, batches: Iterable[Any], visit: Visitor | None = None
    ) -> Iterator[Any]:
        """Yield the pseudonymized record batches. Large ones are cut into smaller ones.

        Args:
            visit: Gets the document of each row that has a text, in the order of the rows.
        """
        for part, rows_before in self.columns.cut_batches(batches):
            yield self.pseudonymize_batch(part, visit, rows_before)

    def pseudonymize_batch(
        self, batch: Any, visit: Visitor | None = None, rows_before: int = 0
    ) -> Any:
        """Return a pseudonymized record batch, with the same number of rows.

        Args:
            visit: As for :meth:`pseudonymize_batches`.
            rows_before: The number of rows before the batch, for error messages.
        """
        schema = self.extend_schema(batch.schema)
        rows = self.columns.read_rows(batch, rows_before)
        documents = self._pseudonymize_rows(rows)
        if visit is not None:
            for document in documents:
                if document is not None:
                    visit(document)
        arrays = list(batch.columns)
        for name, texts, spans in zip(
            self.columns.texts, *_list_results(rows, documents), strict=True
        ):
            index = batch.schema.get_field_index(name)
            arrays[index] = write_texts(texts, schema.field(index).type)
            if self.columns.spans is not None:
                arrays.append(build_spans(spans))
        return pyarrow.RecordBatch.from_arrays(arrays, schema=schema)

    def _pseudonymize_rows(self, rows: Rows) -> list[Document | None]:
        if rows.ids is not None:
            return list(self.pseudonymizer.many(rows.documents, rows.ids, rows.writers))
        # Without ids, equal texts of a writer have equal results: each is processed once.
        keys = list(zip(rows.documents, rows.writers or repeat(None), strict=False))
        distinct = dict.fromkeys(keys)
        texts, writers = [text for text, _ in distinct], [writer for _, writer in distinct]
        made = self.pseudonymizer.many(texts, None, None if rows.writers is None else writers)
        results = dict(zip(distinct, made, strict=True))
        return [results[key] for key in keys]


_Spans = list[Sequence[Span] | None]


def _list_results(
    rows: Rows, documents: list[Document | None]
) -> tuple[list[list[str | None]], list[_Spans]]:
    """Return the texts and the spans of each column."""
    if len(rows.cells) == 1:
        texts = [None if document is None else document.text for document in documents]
        return [texts], [[None if document is None else document.spans for document in documents]]
    all_texts: list[list[str | None]] = [[] for _ in rows.cells]
    all_spans: list[_Spans] = [[] for _ in rows.cells]
    for cells, document in zip(zip(*rows.cells, strict=True), documents, strict=True):
        originals = [cell for cell in cells if cell is not None]
        parts = iter(() if document is None else cut_spans(document.spans, originals))
        for cell, texts, spans in zip(cells, all_texts, all_spans, strict=True):
            part = None if cell is None else next(parts)
            spans.append(part)
            texts.append(None if cell is None or part is None else _replace(cell, part))
    return all_texts, all_spans


def _replace(text: str, spans: Sequence[Span]) -> str:
    return splice(text, ((span.start, span.end, span.replacement) for span in spans))
