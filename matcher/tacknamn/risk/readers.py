"""Read documents one by one, from files of any supported format.

A reader is a function that takes an :class:`~tacknamn.support.input_files.InputStream` and yields its
documents, so that at most one is in memory. To support a further format, write such a function and
add its file ending to ``_BY_ENDING``.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from tacknamn.formats.span_files import DocumentOrigin, SpanFileDocument, read_span_file
from tacknamn.support.input_files import InputStream, open_input

__all__ = ["DocumentReader", "read_documents", "read_text"]

_MARK = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8."""


class DocumentReader(Protocol):
    """Yields the documents of a file, or raises InputError with the file's name and line."""

    def __call__(self, source: InputStream) -> Iterator[SpanFileDocument]:
        """Read ``source`` document by document."""


def read_documents(files: Iterable[str | Path]) -> Iterator[SpanFileDocument]:
    """Read the documents of files, one by one; ``-`` is standard input.

    ``.jsonl`` and ``.ndjson`` are span files, ``.txt`` is a plain text. For other names the first
    character that is not blank decides: a span file begins with ``{``."""
    for file in files:
        with open_input(file) as source:
            yield from _choose_reader(file, source.stream)(source)


def _choose_reader(file: str | Path, stream: BinaryIO) -> DocumentReader:
    by_ending = _BY_ENDING.get(Path(file).suffix.lower())
    if by_ending is not None:
        return by_ending
    peek = getattr(stream, "peek", None)  # files and standard input have it
    start: bytes = peek(1) if peek is not None else b""
    return read_span_file if start.removeprefix(_MARK).lstrip()[:1] == b"{" else read_text


def read_text(source: InputStream) -> Iterator[SpanFileDocument]:
    """Read a plain text as one document, named after the file. Its replacements are unknown."""
    text = source.decode(source.stream.read(), 1)
    yield SpanFileDocument(DocumentOrigin(source.name, 1, source.name), text, plain=True)


_BY_ENDING: dict[str, DocumentReader] = {
    ".jsonl": read_span_file,
    ".ndjson": read_span_file,
    ".txt": read_text,
}
