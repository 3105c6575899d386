"""Read documents, one by one, whatever the format of their files.

A format is a reader: a function that takes a :class:`Source` and yields a document for each one
in it, so that no more than one is in memory. A further format is one more such function, and
its ending in ``_BY_ENDING``.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from tacknamn.reporting.sources import Source, opened
from tacknamn.risk.documents import Document, Origin
from tacknamn.risk.span_files import read_span_file

__all__ = ["Reader", "read_documents", "read_text"]

_MARK = b"\xef\xbb\xbf"
"""A byte-order mark in UTF-8."""


class Reader(Protocol):
    """Yields the documents of a file, or raises InputError with the file's name and line."""

    def __call__(self, source: Source) -> Iterator[Document]:
        """Read ``source``, sparing memory."""


def read_documents(files: Iterable[str | Path]) -> Iterator[Document]:
    """The documents of files, one by one; ``-`` is standard input.

    ``.jsonl`` and ``.ndjson`` are span files, ``.txt`` is a plain text; of other names the
    first character that is not blank decides: span files begin with ``{``."""
    for file in files:
        with opened(file) as source:
            yield from _reader(file, source.stream)(source)


def _reader(file: str | Path, stream: BinaryIO) -> Reader:
    by_ending = _BY_ENDING.get(Path(file).suffix.lower())
    if by_ending is not None:
        return by_ending
    peek = getattr(stream, "peek", None)  # files and standard input have it
    start: bytes = peek(1) if peek is not None else b""
    return read_span_file if start.removeprefix(_MARK).lstrip()[:1] == b"{" else read_text


def read_text(source: Source) -> Iterator[Document]:
    """A plain text as one document, named like the file: nobody says what was replaced."""
    text = source.decode(source.stream.read(), 1)
    yield Document(Origin(source.name, 1, source.name), text, plain=True)


_BY_ENDING: dict[str, Reader] = {
    ".jsonl": read_span_file,
    ".ndjson": read_span_file,
    ".txt": read_text,
}
