"""Write tables in Parquet and Arrow IPC, with the properties of the table that was read."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import pyarrow
import pyarrow.parquet

from tacknamn.errors import InputError
from tacknamn.formats.tables.table_files import ParquetTable, TableFile

__all__ = ["TableWriter", "open_table_writer"]

_COMPRESSION = "zstd"
"""The compression of Parquet files that are made from other formats."""
_ROWS_OF_BATCH = 1 << 16
"""Rows of a record batch that is made from a row group."""


class TableWriter:
    """A table that is being written."""

    def __init__(self, writer: Any, is_parquet: bool) -> None:
        self._writer, self._is_parquet = writer, is_parquet

    def write_group(self, table: Any) -> None:
        """Write a row group of Parquet, or record batches of Arrow."""
        if self._is_parquet:
            self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
            return
        for start in range(0, table.num_rows, _ROWS_OF_BATCH):
            part = table.slice(start, _ROWS_OF_BATCH).combine_chunks()
            for batch in part.to_batches():
                self._write_batch(batch)

    def _write_batch(self, batch: Any) -> None:
        try:
            self._writer.write_batch(batch)
        except pyarrow.ArrowInvalid:
            raise InputError(
                "the file format of Arrow has one dictionary for a column, and a pseudonymized "
                "column needs several; write a stream (.arrows) or Parquet"
            ) from None


@contextmanager
def open_table_writer(
    stream: BinaryIO, format: str, schema: Any, source: TableFile | None = None
) -> Iterator[TableWriter]:
    """Open a writer of a table.

    Args:
        format: ``parquet``, ``arrow`` or ``arrows``.
        source: The table that was read. Of Parquet, compression and encodings are kept.
    """
    if format == "parquet":
        properties = {"compression": _COMPRESSION}
        if isinstance(source, ParquetTable):
            properties = _list_properties(source.metadata)
        with pyarrow.parquet.ParquetWriter(stream, schema, **properties) as writer:
            yield TableWriter(writer, is_parquet=True)
        return
    new = pyarrow.ipc.new_file if format == "arrow" else pyarrow.ipc.new_stream
    with new(stream, schema) as writer:
        yield TableWriter(writer, is_parquet=False)


def _list_properties(metadata: Any) -> dict[str, Any]:
    """Return the arguments of a writer that keep what a file of Parquet has."""
    properties: dict[str, Any] = {"version": metadata.format_version}
    if metadata.num_row_groups == 0:
        return properties
    group = metadata.row_group(0)
    columns = [group.column(index) for index in range(group.num_columns)]
    properties["compression"] = {
        column.path_in_schema: _COMPRESSION_NAMES.get(column.compression, column.compression)
        for column in columns
    }
    properties["use_dictionary"] = [
        column.path_in_schema for column in columns if column.has_dictionary_page
    ]
    if any(column.physical_type == "INT96" for column in columns):
        properties["use_deprecated_int96_timestamps"] = True
    return properties


_COMPRESSION_NAMES = {"UNCOMPRESSED": "NONE"}
"""Where the name of a compression in metadata is not the name that a writer takes."""
