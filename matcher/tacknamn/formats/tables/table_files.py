"""Open tables in Parquet and Arrow IPC (files and streams), and read them in pieces.

A piece is a few row groups or record batches, so large that starting it costs nothing and so small
that it is soon done. Any process can read any piece. Files are untrusted: what pyarrow cannot read
is one error that names the file and quotes nothing of it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow
import pyarrow.parquet

from tacknamn.errors import InputError
from tacknamn.support.file_kinds import ARROW_BEGINNING, COMPRESSED_BEGINNINGS, PARQUET_BEGINNING
from tacknamn.support.lazy_property import lazy_property

__all__ = [
    "IpcTable",
    "ParquetTable",
    "TableFile",
    "TablePiece",
    "open_part",
    "open_table",
    "open_table_file",
    "write_part",
]

_PIECE_ROWS, _PIECE_BYTES = 1 << 14, 1 << 20
"""A piece has so many rows, or bytes before compression, that it is some seconds of work."""
_BATCH = 1 << 22
"""Bytes that are decoded at once."""
_MOST_ROWS = 1 << 11
"""Rows of a batch."""
_DECODED_ROWS = 1 << 7
"""Rows that are decoded at once. In a Parquet file, all rows may share a text of a megabyte, so rows
are counted, not the bytes of the file."""
_BUFFER = 1 << 20
"""Bytes of a column that are read ahead; otherwise all of a row group is read at once."""


@dataclass(frozen=True, slots=True)
class TablePiece:
    """Consecutive row groups, or record batches, of a table."""

    first: int
    """The number of the first group, from 0."""
    groups: tuple[int, ...]
    """The rows of each group."""
    rows_before: int
    """The rows of the table before this piece, for messages."""

    @property
    def rows(self) -> int:
        """The rows of all groups."""
        return sum(self.groups)


class TableFile(ABC):
    """An open table."""

    def __init__(self, name: str, schema: Any) -> None:
        self.name = name
        self.schema = schema
        _decode_names(schema)

    @lazy_property
    def pieces(self) -> tuple[TablePiece, ...]:
        """The pieces of the table. Those of Arrow are found by reading all of it."""
        with _named_errors(self.name):
            return tuple(_divide(self._list_groups()))

    @abstractmethod
    def _list_groups(self) -> Iterable[tuple[int, int]]:
        """Return the rows and bytes of each group."""

    @property
    def rows(self) -> int:
        """The rows of the table."""
        return sum(piece.rows for piece in self.pieces)

    def read(self, pieces: Iterable[TablePiece]) -> Iterator[Any]:
        """Yield the record batches of pieces, which must be in the order of the table."""
        with _named_errors(self.name):
            for piece in pieces:
                yield from self._read_piece(piece)

    @abstractmethod
    def _read_piece(self, piece: TablePiece) -> Iterator[Any]:
        """Yield the record batches of a piece."""


def _decode_names(fields: Iterable[Any]) -> None:
    """Decode the names of all columns and of what is in them, so that damaged ones are found here."""
    for field in fields:
        _ = field.name
        _decode_names(field.type.field(at) for at in range(field.type.num_fields))


def _divide(groups: Iterable[tuple[int, int]]) -> Iterator[TablePiece]:
    first = rows_before = size = 0
    rows: list[int] = []
    for number, (rows_of_group, bytes_of_group) in enumerate(groups, 1):
        rows.append(rows_of_group)
        size += bytes_of_group
        if size >= _PIECE_BYTES or sum(rows) >= _PIECE_ROWS:
            yield TablePiece(first, tuple(rows), rows_before)
            first, rows_before, size, rows = number, rows_before + sum(rows), 0, []
    if rows:
        yield TablePiece(first, tuple(rows), rows_before)


class ParquetTable(TableFile):
    """A file of Parquet."""

    def __init__(self, source: Any, name: str) -> None:
        self._file = pyarrow.parquet.ParquetFile(
            source, buffer_size=_BUFFER, pre_buffer=False, page_checksum_verification=True
        )
        self.metadata = self._file.metadata
        self._groups = [
            (group.num_rows, group.total_byte_size)
            for group in map(self.metadata.row_group, range(self.metadata.num_row_groups))
        ]
        super().__init__(name, self._file.schema_arrow)

    def _list_groups(self) -> Iterable[tuple[int, int]]:
        return self._groups

    def _read_piece(self, piece: TablePiece) -> Iterator[Any]:
        for number in range(piece.first, piece.first + len(piece.groups)):
            rows, size = self._groups[number]
            at_once = max(1, min(_DECODED_ROWS, _BATCH * rows // max(size, 1)))
            yield from _join_batches(
                self._file.iter_batches(at_once, row_groups=[number], use_threads=False)
            )


def _join_batches(batches: Iterable[Any]) -> Iterator[Any]:
    """Join small batches to those that are processed at once."""
    waiting: list[Any] = []
    rows = size = 0
    for batch in batches:
        waiting.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows >= _MOST_ROWS or size >= _BATCH:
            yield from _join(waiting)
            waiting, rows, size = [], 0, 0
    yield from _join(waiting)


def _join(batches: Sequence[Any]) -> Sequence[Any]:
    """Return one batch of several; or all of them if their dictionaries do not fit into one."""
    if len(batches) < 2:
        return batches
    try:
        joined: Sequence[Any] = pyarrow.Table.from_batches(batches).combine_chunks().to_batches()
    except (pyarrow.ArrowInvalid, pyarrow.ArrowNotImplementedError):
        return batches
    return joined


class IpcTable(TableFile):
    """A file or a stream of Arrow IPC."""

    def __init__(self, source: Any, name: str, is_stream: bool) -> None:
        self._source, self._is_stream = source, is_stream
        self._batches = self._open()
        self._next = 0
        """The number of the batch that comes next from ``_batches``."""
        super().__init__(name, self._schema)

    def _list_groups(self) -> Iterable[tuple[int, int]]:
        groups = [(batch.num_rows, batch.nbytes) for batch in self._open()]
        self._batches, self._next = self._open(), 0
        return groups

    def _open(self) -> Iterator[Any]:
        self._source.seek(0)
        if self._is_stream:
            stream = pyarrow.ipc.open_stream(self._source)
            self._schema = stream.schema
            return iter(stream)
        file = pyarrow.ipc.open_file(self._source)
        self._schema = file.schema
        return map(file.get_batch, range(file.num_record_batches))

    def _read_piece(self, piece: TablePiece) -> Iterator[Any]:
        if self._next > piece.first:
            self._batches, self._next = self._open(), 0
        for batch in self._batches:
            self._next += 1
            if self._next > piece.first:
                batch.validate(full=True)  # columns are mapped as they are in the file
                yield batch
            if self._next == piece.first + len(piece.groups):
                return


def open_table(source: Any, name: str) -> TableFile:
    """Open a table from a file of Python or pyarrow; its first bytes say what it is.

    Args:
        name: The file's name for messages.
    """
    with _named_errors(name):
        beginning = source.read(len(ARROW_BEGINNING))
        source.seek(0)
        if beginning.startswith(PARQUET_BEGINNING):
            return ParquetTable(source, name)
        if beginning == ARROW_BEGINNING:
            return IpcTable(source, name, is_stream=False)
        if beginning.startswith(_CONTINUATION):
            return IpcTable(source, name, is_stream=True)
    if beginning.startswith(_ENCRYPTED):
        raise InputError(f"{name}: is an encrypted Parquet file; decrypt it first")
    if beginning.startswith(COMPRESSED_BEGINNINGS):
        raise InputError(
            f"{name}: is compressed as a whole; unpack it first (Parquet and Arrow compress their "
            "columns)"
        )
    raise InputError(f"{name}: is neither a Parquet nor an Arrow file; check its name and --from")


def open_table_file(path: Path, name: str) -> TableFile:
    """Open a table from its path; it stays open."""
    return open_table(pyarrow.OSFile(str(path)), name)


_CONTINUATION = b"\xff\xff\xff\xff"
"""The first bytes of each message of a stream."""
_ENCRYPTED = b"PARE"


@contextmanager
def _named_errors(name: str) -> Iterator[None]:
    """Turn the errors of pyarrow into one that names the file. Its messages may quote the file."""
    try:
        yield
    except MemoryError:
        raise InputError(
            f"{name}: its rows need more memory than is free; use fewer processes (-j), or write it "
            "with smaller pages and row groups"
        ) from None
    except (pyarrow.ArrowException, OSError, UnicodeDecodeError, EOFError) as exc:
        if isinstance(exc, OSError) and exc.errno:
            raise  # of the system, not of the file's content
        raise InputError(
            f"{name}: is damaged, cut off, or of a kind that pyarrow {pyarrow.__version__} cannot "
            "read; get the file again"
        ) from None


@contextmanager
def write_part(stream: BinaryIO, schema: Any) -> Iterator[Callable[[Any], None]]:
    """Return what appends record batches to a stream of Arrow."""
    with pyarrow.ipc.new_stream(stream, schema) as writer:
        yield writer.write_batch


@contextmanager
def open_part(path: Path) -> Iterator[Any]:
    """Return a stream of Arrow as a table that is mapped into memory."""
    with pyarrow.memory_map(str(path)) as file, pyarrow.ipc.open_stream(file) as stream:
        yield stream.read_all()
