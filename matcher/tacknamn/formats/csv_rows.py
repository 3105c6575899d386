r"""Read a table row by row, so that every cell can be written back as it stood.

A cell is what stands between delimiters. One that begins with ``"`` goes on to the next lone
``"``, over delimiters and line ends; ``""`` in it is one quote, and what stands behind the last
quote belongs to it. Elsewhere quotes are letters like others. Rows end in ``\n``, ``\r\n`` or
``\r``. Reading takes time in proportion to the file, whatever stands in it.
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
    """Where it begins."""
    cells: tuple[str, ...]
    """As they are written, quotes and all."""
    end: str
    """Its line end; empty at the end of a file without one."""


@dataclass(slots=True)
class CsvLines:
    r"""The lines of a file, up to ``\n``, as text; some can be looked at beforehand."""

    source: InputStream
    number: int = 0
    """Of the line that was read last."""
    mark: str = ""
    """The byte-order mark before the first line, which is no part of its first cell."""
    _read: int = 0
    """Bytes read."""
    _waiting: list[str] = field(default_factory=list)

    def first(self, most: int) -> str:
        """The beginning of the file, ``most`` lines; they are still to come."""
        while len(self._waiting) < most and (line := self._line()):
            self._waiting.append(line)
        return "".join(self._waiting)

    def __iter__(self) -> Iterator[str]:
        waiting, self._waiting = self._waiting, []
        for line in waiting:
            self.number += 1
            yield line
        while line := self._line():
            self.number += 1
            yield line

    def _line(self) -> str:
        raw = self.source.stream.readline(LONGEST_DOCUMENT + 1)
        if len(raw) > LONGEST_DOCUMENT:
            raise make_length_error(self.source.name)
        text = decode_text(raw, self.source.name, self._read)
        if self._read == 0 and text.startswith("\ufeff"):
            self.mark, text = text[0], text[1:]
        self._read += len(raw)
        return text


def make_length_error(name: str) -> InputError:
    """The error of a row that is no row."""
    return InputError(
        f"{name}: a row longer than {LONGEST_DOCUMENT:,} bytes; is it a table, and every quoted "
        "cell closed?"
    )


def read_rows(lines: CsvLines, delimiter: str) -> Iterator[CsvRow]:
    """The rows of a table, one by one."""
    cell, rest = _compile_patterns(delimiter)
    following = iter(lines)
    for text in following:
        position = 0
        while position < len(text):
            line, cells = lines.number, []
            while True:
                found = cell.match(text, position)
                if found is not None:
                    cells.append(found[0])
                    position = found.end()
                else:
                    start = text[position:]
                    inside, text, position = _read_open_cell(lines, following, rest, len(start))
                    cells.append(start + inside)
                if text[position : position + 1] != delimiter:
                    break
                position += 1
            end = _ROW_END.match(text, position)
            assert end is not None  # a cell ends at a delimiter or at a line end
            position = end.end()
            yield CsvRow(line, tuple(cells), end[0])


def _read_open_cell(
    lines: CsvLines, following: Iterator[str], rest: re.Pattern[str], size: int
) -> tuple[str, str, int]:
    """The rest of a quoted cell, the line in which it ends, and where it ends there."""
    line = lines.number
    parts: list[str] = []
    for text in following:
        found = rest.match(text)
        if found is not None:
            return "".join([*parts, found[0]]), text, found.end()
        parts.append(text)
        size += len(text)
        if size > LONGEST_DOCUMENT:
            raise make_length_error(lines.source.name)
    raise InputError(f"{lines.source.name}, line {line}: a quoted cell begins and is never closed")


def _compile_patterns(delimiter: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a cell is, and what the rest of a cell is whose quotes were opened in a line before.

    Nothing is ever given back (``*+``, ``++``)."""
    sign = re.escape(delimiter)
    inside = rf'[^"]*+(?:""[^"]*+)*+"[^{sign}\r\n]*+'
    return re.compile(rf'"{inside}|(?!")[^{sign}\r\n]*+'), re.compile(inside)


_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')


def unquote_cell(cell: str) -> str:
    """The text of a cell, without the quotes around it and with one quote for two."""
    found = _QUOTED.match(cell)
    if found is None:
        return cell
    return found[1].replace('""', '"') + cell[found.end() :]


def quote_cell(text: str, cell: str, delimiter: str) -> str:
    """``text`` as a cell, quoted where the ``cell`` it comes from was, or where it has to be."""
    if text == unquote_cell(cell):
        return cell
    special = text.startswith('"') or any(sign in text for sign in (delimiter, "\n", "\r"))
    if not special and not cell.startswith('"'):
        return text
    quoted = text.replace('"', '""')
    return f'"{quoted}"'
