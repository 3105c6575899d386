"""Read and write the lines of ``tacknamn reveal --spans``, with all that they have besides.

A line goes out as it came in: with the original text, without its spans, which counted
characters of the other one, and with every other field as it was written.
"""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, BinaryIO, cast

from tacknamn.formats.json_fields import JsonField, fields_of
from tacknamn.reporting.json_lines import Wrong
from tacknamn.reporting.sources import Source
from tacknamn.risk.span_files import read_span_file

if TYPE_CHECKING:
    from tacknamn.risk.documents import Document

__all__ = ["line_of", "read_span_lines"]


class _Lines:
    """A file, and the line of it that was read last."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.last = b""

    def readline(self, size: int = -1) -> bytes:
        """The next line."""
        self.last = self._stream.readline(size)
        return self.last


def read_span_lines(source: Source) -> "Iterator[tuple[Document, Mapping[str, JsonField]]]":
    """The documents of a span file, each with the fields of its line."""
    lines = _Lines(source.stream)
    for document in read_span_file(Source(source.name, cast("BinaryIO", lines))):
        line = document.origin.line
        try:
            fields = fields_of(source.decode(lines.last, line))
        except Wrong as exc:
            raise source.fault(line, str(exc)) from None
        yield document, fields


def line_of(fields: Mapping[str, JsonField], text: str) -> str:
    """A line with another text, and without spans."""
    written = {name: one.written for name, one in fields.items() if name != "spans"}
    written["text"] = json.dumps(text)
    return f"{{{', '.join(f'{json.dumps(name)}: {value}' for name, value in written.items())}}}"
