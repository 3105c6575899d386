"""The columns of a table that matter: what is read of them, and the schema of the result.

The chosen columns of a row are one document (:mod:`tacknamn.pipeline.joined_texts`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow

from tacknamn.arrow.text_arrays import is_text_type, read_texts
from tacknamn.errors import InputError
from tacknamn.pipeline.joined_texts import join_texts
from tacknamn.support.printing import make_printable
from tacknamn.support.suggest import suggest_names

__all__ = ["Rows", "TableColumns"]

MOST_ROWS = 2048
"""Rows that are processed at once. More are not faster; their documents are in memory together."""
MOST_BYTES = 4_000_000
"""Bytes of a text column that are processed at once, so that long texts do not fill the memory."""
MOST_ROWS_OF_BYTES = 128
"""The same if a dictionary has indices of 8 bits, so that each row may have another text."""
LONGEST_NAME = 40
"""Letters of a column name that a message shows. A longer one may be a text."""


class Rows(NamedTuple):
    """What a batch contains of the chosen columns."""

    cells: list[list[str | None]]
    """The texts of each column."""
    documents: list[str | None]
    """The document of each row; None if all its cells are null."""
    ids: list[str] | None
    """The name of each document; None if there is no column of ids."""
    writers: list[str] | None = None
    """Who wrote each document, empty if unknown; None if there is no column of writers."""


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Chooses columns by their names."""

    texts: tuple[str, ...]
    """The names of the columns to read."""
    id: str | None = None
    """The column that names the document of each row."""
    spans: str | None = None
    """The name of the column of spans; None for no such column. If several columns are read, each
    gets a column of spans with its own name before it: ``note_spans``."""
    writer: str | None = None
    """The column with the id of the person who wrote each document."""

    @classmethod
    def choose(
        cls,
        column: str | Sequence[str],
        id_column: str | None,
        spans: str | None,
        writer_column: str | None = None,
    ) -> "TableColumns":
        """Make the record from what a caller says."""
        texts = (column,) if isinstance(column, str) else tuple(column)
        if not texts:
            raise InputError("column= is empty; name the columns of the texts")
        if len(set(texts)) < len(texts):
            raise InputError("column= names a column twice; name each once")
        for name, option in ((id_column, "id_column"), (writer_column, "writer_column")):
            if name in texts:
                raise InputError(f"{option}= is one of the text columns; choose another one")
        return cls(texts, id_column, spans or None, writer_column)

    @property
    def ids(self) -> tuple[str, ...]:
        """The names of the columns of ids: of documents, and of those who wrote them."""
        return tuple(dict.fromkeys(filter(None, (self.id, self.writer))))

    @property
    def span_names(self) -> tuple[str, ...]:
        """The names of the columns of spans, one for each text column, or none."""
        if self.spans is None:
            return ()
        if len(self.texts) == 1:
            return (self.spans,)
        return tuple(f"{text}_{self.spans}" for text in self.texts)

    def check_names(self, names: Sequence[str]) -> None:
        """Check that a table with these columns has those to read, and none of the new ones."""
        for name in (*self.texts, *self.ids):
            _check_column(name, names)
        for name in self.span_names:
            if name in names:
                raise InputError(
                    f"there is a column {name!r} already; choose another name with spans="
                )

    def extend_schema(self, schema: Any, type: Any) -> Any:
        """Check the schema of a table, and return that of the result.

        Args:
            type: The type of the columns of spans."""
        self.check_names(schema.names)
        for name in self.texts:
            field = schema.field(name)
            if not is_text_type(field.type):
                raise InputError(
                    f"column {name!r} has no texts but {field.type}; choose another one"
                )
            if pyarrow.types.is_dictionary(field.type):  # Polars writes the values of an Enum there
                schema = schema.set(schema.get_field_index(name), field.remove_metadata())
        for name in self.ids:
            found = schema.field(name).type
            if not (is_text_type(found) or pyarrow.types.is_integer(found)):
                option = "id_column" if name == self.id else "writer_column"
                raise InputError(f"{option} {name!r} is {found}; ids are strings or integers")
        for name in self.span_names:
            schema = schema.append(pyarrow.field(name, type))
        return schema

    def cut_batches(self, batches: Iterable[Any]) -> Iterator[tuple[Any, int]]:
        """Yield slices of batches that are small enough to be processed at once.

        Each comes with the number of rows before it."""
        rows_before = 0
        for batch in batches:
            size = self._choose_rows(batch)
            for start in range(0, max(batch.num_rows, 1), size):
                part = batch.slice(start, size)
                yield part, rows_before
                rows_before += part.num_rows

    def _choose_rows(self, batch: Any) -> int:
        """Return how many rows of a batch are processed at once."""
        rows = MOST_ROWS
        for name in self.texts:
            column = batch.column(name)
            if not pyarrow.types.is_dictionary(column.type):
                rows = min(rows, max(1, batch.num_rows * MOST_BYTES // max(column.nbytes, 1)))
            elif column.type.index_type.bit_width == 8:
                rows = MOST_ROWS_OF_BYTES
        return rows

    def read_rows(self, batch: Any, rows_before: int) -> Rows:
        """Return what a batch contains of the columns."""
        cells = [read_texts(batch.column(name), name, rows_before) for name in self.texts]
        documents = (
            cells[0] if len(cells) == 1 else list(map(_join_cells, zip(*cells, strict=True)))
        )
        ids, writers = (_read_ids(batch, name, rows_before) for name in (self.id, self.writer))
        return Rows(cells, documents, ids, writers)


def _read_ids(batch: Any, name: str | None, rows_before: int) -> list[str] | None:
    """Return the ids in a column; empty ones for null. None if there is no such column."""
    if name is None:
        return None
    column = batch.column(name)
    if pyarrow.types.is_integer(column.type):
        return ["" if id is None else str(id) for id in column.to_pylist()]
    return [id or "" for id in read_texts(column, name, rows_before)]


def _join_cells(cells: Iterable[str | None]) -> str | None:
    texts = [cell for cell in cells if cell is not None]
    return join_texts(texts) if texts else None


def _check_column(name: str, names: Sequence[str]) -> None:
    count = names.count(name)
    if count > 1:
        raise InputError(f"there are {count} columns {name!r}; rename all but one of them")
    if not count:
        known = suggest_names(name, [make_printable(each)[:LONGEST_NAME] for each in names])
        shown = make_printable(name)[:LONGEST_NAME]
        raise InputError(f"there is no column {shown!r}; {known}")
