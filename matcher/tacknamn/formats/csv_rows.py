r"""Read a table row by row, so that every cell can be written back exactly as it was.

A cell is the text between delimiters. A cell that begins with ``"`` ends at the next lone ``"`` and
may contain delimiters and line ends; ``""`` in it is one quote, and text after the last quote
belongs to it. In other cells, quotes are ordinary characters. Rows end in ``\n``, ``\r\n`` or
``\r``. Reading takes linear time, whatever the file contains.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tacknamn.errors import InputError
from tacknamn.formats.records import LONGEST_DOCUMENT
from tacknamn.formats.text_files import decode_text
from tacknamn.support.input_files import InputStream

__all__ = ["CsvLines", "CsvRow", "quote_cell", "read_rows", "unquote_cell"]

_ROW_END = re.compile(r"\r\n|\n|\r|\Z")


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row of a table."""

    line: int
    """The line where it begins."""
    cells: tuple[str, ...]
    """The cells as they are written, quotes included."""
    end: str
    """Its line end; empty at the end of a file without one."""


@dataclass(slots=True)
class CsvLines:
    r"""The lines of a file, each up to ``\n``, as text. The first lines can be read in advance."""

    source: InputStream
    number: int = 0
    """The number of the last line that was read."""
    mark: str = ""
    """The byte-order mark before the first line, which is not part of its first cell."""
    _bytes_read: int = 0
    _waiting: list[str] = field(default_factory=list)

    def read_ahead(self, most: int) -> str:
        """Return the first ``most`` lines of the file; iteration still yields them."""
        while len(self._waiting) < most and (line := self._read_line()):
            self._waiting.append(line)
        return "".join(self._waiting)

    def __iter__(self) -> Iterator[str]:
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            self.number += 1
            yield line
        while line := self._read_line():
            self.number += 1
            yield line

    def _read_line(self) -> str:
        raw = self.source.stream.readline(LONGEST_DOCUMENT + 1)
        if len(raw) > LONGEST_DOCUMENT:
            raise _make_length_error(self.source.name)
        text = decode_text(raw, self.source.name, self._bytes_read)
        if self._bytes_read == 0 and text.startswith("\ufeff"):
            self.mark, text = text[0], text[1:]
        self._bytes_read += len(raw)
        return text


def _make_length_error(name: str) -> InputError:
    return InputError(
        f"{name}: a row longer than {LONGEST_DOCUMENT:,} bytes; is it a table, and is every "
        "quoted cell closed?"
    )


def read_rows(lines: CsvLines, delimiter: str) -> Iterator[CsvRow]:
    """Yield the rows of a table one by one.

    ``cell`` matches a cell that ends in its line. A quoted cell that does not end there is read
    up to the line in which it ends, and the row goes on in that line."""
    cell, rest_of_cell = _compile_patterns(delimiter)
    following = iter(lines)
    for text in following:
        position = 0
        while position < len(text):  # a line has several rows if they end in \r
            line, cells = lines.number, []
            while True:
                match = cell.match(text, position)
                if match is not None:
                    cells.append(match[0])
                    position = match.end()
                else:
                    start = text[position:]
                    inside, text, position = _read_open_cell(
                        lines, following, rest_of_cell, len(start)
                    )
                    cells.append(start + inside)
                if text[position : position + 1] != delimiter:
                    break
                position += 1
            end = _ROW_END.match(text, position)
            assert end is not None  # a cell ends at a delimiter or at a line end
            position = end.end()
            yield CsvRow(line, tuple(cells), end[0])


def _read_open_cell(
    lines: CsvLines, following: Iterator[str], rest_of_cell: re.Pattern[str], size: int
) -> tuple[str, str, int]:
    """Return the rest of a quoted cell, the line in which it ends, and its end in that line."""
    line = lines.number
    parts: list[str] = []
    for text in following:
        match = rest_of_cell.match(text)
        if match is not None:
            return "".join([*parts, match[0]]), text, match.end()
        parts.append(text)
        size += len(text)
        if size > LONGEST_DOCUMENT:
            raise _make_length_error(lines.source.name)
    raise InputError(f"{lines.source.name}, line {line}: a quoted cell begins and is never closed")


def _compile_patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile a cell, and the rest of a cell whose opening quote is in an earlier line.

    The quantifiers are possessive (``*+``, ``++``), so that there is no backtracking."""
    sign = re.escape(delimiter)
    inside = rf'[^"]*+(?:""[^"]*+)*+"[^{sign}\r\n]*+'
    return re.compile(rf'"{inside}|(?!")[^{sign}\r\n]*+'), re.compile(inside)


_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')


def unquote_cell(cell: str) -> str:
    """Return the text of a cell: without the quotes around it, and one quote for two."""
    match = _QUOTED.match(cell)
    if match is None:
        return cell
    return match[1].replace('""', '"') + cell[match.end() :]


def quote_cell(text: str, cell: str, delimiter: str) -> str:
    """Write a text as a cell, quoted if necessary or if the original ``cell`` was quoted.

    Some programs read a quote within a cell as the start of a quoted part (PostgreSQL), so a text
    that got quotes is quoted too."""
    if text == unquote_cell(cell):
        return cell
    is_special = (
        text.startswith('"')
        or ('"' in text and '"' not in cell)
        or any(sign in text for sign in (delimiter, "\n", "\r"))
    )
    if not is_special and not cell.startswith('"'):
        return text
    escaped = text.replace('"', '""')
    return f'"{escaped}"'
