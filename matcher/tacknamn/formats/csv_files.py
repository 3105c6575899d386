"""Tables: chosen columns are pseudonymized or masked, everything else stays byte for byte.

A row is one document. So a person has one pseudonym in all chosen cells of a row, and the cells
help each other to decide what a name is. Other rows have their own numbers and pseudonyms, unless a
key makes them the same everywhere. The cells are joined with a separator that is in no list and no
pattern, so that nothing is found across two cells. If a span covers the separator nevertheless, its
replacement stands in the first cell, and the other cells lose what it covers.

The first row has the column names, unless the options say that it is a text. If columns were chosen
by number, it is handed on as well (:class:`~tacknamn.formats.records.SkippedHeader`): it may be a
text that was skipped by mistake.

A row with more cells than the first one is refused: its cells have moved, and a text could stay
unchanged.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.csv_columns import (
    GUESSED_FROM,
    ChosenColumns,
    choose_columns,
    find_column,
    guess_delimiter,
)
from tacknamn.formats.csv_rows import CsvLines, CsvRow, quote_cell, read_rows, unquote_cell
from tacknamn.formats.records import InputDocument, ReadOptions, SkippedHeader, Writer
from tacknamn.pipeline.joined_texts import cut_spans, join_texts
from tacknamn.support.input_files import InputStream
from tacknamn.support.splice import splice

if TYPE_CHECKING:
    from tacknamn.formats.jsonl import JsonlRecord
    from tacknamn.pipeline.document import Document

__all__ = ["WRITER", "read"]


@dataclass(frozen=True, slots=True)
class _CsvRecord:
    """A row, and which of its cells are the document."""

    row: CsvRow
    chosen: tuple[int, ...]
    delimiter: str
    writer: int | None = None
    """Which cell says who wrote it."""
    names: tuple[str, ...] = ()
    """The names of the columns; their numbers if the table has no header."""

    def make_record(self) -> "JsonlRecord":
        """Return the row as the fields of a line of JSON Lines. What cells say are strings."""
        from tacknamn.formats.jsonl import JsonlRecord  # here: other results do not need it

        texts = [self.names[index] for index in self.chosen]
        if len(set(self.names)) < len(self.names):
            raise InputError(
                f"line {self.row.line}: two columns have the same name, which fields cannot have; "
                "rename one of them"
            )
        cells = [unquote_cell(cell) for cell in self.row.cells]
        values = dict(zip_longest(self.names, cells))  # a short row has fewer cells
        return JsonlRecord(
            tuple(
                (name, json.dumps(value, ensure_ascii=False))
                for name, value in values.items()
                if name not in texts
            ),
            texts=tuple((name, values[name]) for name in texts),
        )


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the rows of a table as documents."""
    lines = CsvLines(source)
    beginning = lines.read_ahead(GUESSED_FROM)
    if not beginning and options.allow_empty:
        return
    if not beginning.strip():
        raise InputError(f"{source.name}: is empty; there is nothing to do")
    names = (*options.columns, *filter(None, [options.writer_column])) if options.has_header else ()
    delimiter = options.delimiter or guess_delimiter(beginning, names)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise InputError(f"{source.name}: the delimiter must be one character, and not a quote")
    yield from _read_documents(lines, options, delimiter)


def _read_documents(
    lines: CsvLines, options: ReadOptions, delimiter: str
) -> Iterator[InputDocument]:
    file, table = lines.source.name, read_rows(lines, delimiter)
    first = next(table)
    names = _name_columns(first, options.has_header)
    chosen = choose_columns(first, options.columns, options.has_header, file)
    writer = _find_writer(first, chosen, options, file)
    preceding, header = lines.mark, None
    if options.has_header:
        preceding += delimiter.join(first.cells) + first.end
        header = _make_header(file, first, chosen, delimiter)
    else:
        table = chain([first], table)
    for row in table:
        if len(row.cells) > len(first.cells):
            raise InputError(
                f"{file}, line {row.line}: {len(row.cells)} cells, but the first row has "
                f"{len(first.cells)}; check its quotes"
            )
        record = _CsvRecord(row, chosen.indexes, delimiter, writer, names)
        yield _make_input(file, record, preceding, header)
        preceding, header = "", None
    if preceding:  # the table has a header only
        record = _CsvRecord(first, (), delimiter)
        yield InputDocument(
            "", "", preceding=preceding, is_trailer=True, format_data=record, header=header
        )


def _name_columns(first: CsvRow, has_header: bool) -> tuple[str, ...]:
    """Return the names of the columns; the number of one without a name."""
    cells = map(unquote_cell, first.cells) if has_header else [""] * len(first.cells)
    return tuple(name or str(number) for number, name in enumerate(cells, 1))


def _find_writer(
    first: CsvRow, chosen: ChosenColumns, options: ReadOptions, file: str
) -> int | None:
    if options.writer_column is None:
        return None
    writer = find_column(first, options.writer_column, options.has_header, file)
    if writer in chosen.indexes:
        raise InputError(f"{file}: --writer-column is one of the text columns; choose another one")
    return writer


def _read_writer(record: _CsvRecord) -> str | None:
    """Return who wrote a row; nothing if the cell is empty or missing."""
    if record.writer is None:
        return None
    cells = record.row.cells
    return unquote_cell(cells[record.writer]) if record.writer < len(cells) else ""


def _read_id(record: _CsvRecord) -> str | None:
    """Return the cell of the column ``id``; None if there is none, or if it is a text."""
    if "id" not in record.names or (index := record.names.index("id")) in record.chosen:
        return None
    cells = record.row.cells
    return unquote_cell(cells[index]) if index < len(cells) else ""


def _make_header(
    file: str, first: CsvRow, chosen: ChosenColumns, delimiter: str
) -> SkippedHeader | None:
    if not chosen.unnamed:
        return None
    texts = _list_texts(_CsvRecord(first, chosen.unnamed, delimiter))
    return SkippedHeader(file, join_texts(texts))


def _make_input(
    file: str, record: _CsvRecord, preceding: str, header: SkippedHeader | None
) -> InputDocument:
    return InputDocument(
        str(record.row.line),
        join_texts(_list_texts(record)),
        location=f"{file}, line {record.row.line}",
        preceding=preceding,
        format_data=record,
        writer=_read_writer(record),
        header=header,
        row_id=_read_id(record),
        has_other_columns=len(record.names) > len(record.chosen),
    )


def _list_texts(record: _CsvRecord) -> list[str]:
    """List the texts of the chosen cells that the row has."""
    cells = record.row.cells
    return [unquote_cell(cells[index]) for index in record.chosen if index < len(cells)]


def _write_row(document: "Document", input: InputDocument) -> str:
    record = input.format_data
    if not isinstance(record, _CsvRecord):
        raise InputError(
            f"{input.location}: csv can only be written from csv; choose another format"
        )
    if input.is_trailer:
        return input.preceding
    cells = list(record.row.cells)
    texts = _split_replaced(document, _list_texts(record))
    for index, text in zip(record.chosen, texts, strict=False):
        cells[index] = quote_cell(text, cells[index], record.delimiter)
    return f"{input.preceding}{record.delimiter.join(cells)}{record.row.end}"


def _split_replaced(document: "Document", texts: list[str]) -> Iterator[str]:
    """Yield the pseudonymized text of each cell; ``texts`` are the originals."""
    for text, spans in zip(texts, cut_spans(document.spans, texts), strict=True):
        yield splice(text, ((span.start, span.end, span.replacement) for span in spans))


WRITER = Writer(_write_row, keeps_trailer=True)
