"""The table of formats: their names, the endings of their files, and the modules that handle them.

The module of a format has ``read(source, options)``, which yields an
:class:`~tacknamn.formats.records.InputDocument` for each document, or a
:class:`~tacknamn.formats.records.Writer`, or both. It is imported when it is first needed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tacknamn.errors import InputError
from tacknamn.formats.notes import without_internal_notes
from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.printing import make_printable

__all__ = ["FORMATS", "Format", "guess_format", "load_writer", "read_inputs"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents."""

    name: str
    ending: str
    """The ending of its files, with the full stop."""
    module: str
    """The module in this package."""
    reads: bool = False
    """Whether files of the format can be read."""
    many: bool = False
    """Whether one file may have several documents."""
    original: bool = False
    """Whether written files contain the original text. Only annotators may see them."""
    has_labels: bool = False
    """Whether it is for publication and has labels. Internal notes of annotators are left out."""
    compressed: bool = False
    """Whether files of the format may be compressed by gzip or zstd as a whole."""
    is_arrow: bool = False
    """Whether files of the format are read and written with pyarrow, by row groups."""
    has_columns: bool = False
    """Whether files of the format have the other columns of a table."""
    needs_same: bool = False
    """Whether it is written only from the same format: the result is the input with other cells."""
    writer: str = "WRITER"
    """The name of the writer in the module."""


FORMATS = {
    format.name: format
    for format in (
        Format("text", ".txt", "text_files", reads=True),
        Format("svala", ".json", "svala_files", reads=True, original=True),
        Format("service", ".json", "svala_files", original=True, writer="SERVICE_WRITER"),
        Format("xml", ".xml", "xml_files", reads=True, many=True, has_labels=True),
        Format("portal", ".xml", "portal", reads=True, many=True, original=True),
        Format(
            "tab",
            ".json",
            "tab_files",
            reads=True,
            many=True,
            original=True,
            writer="STANDOFF_WRITER",
        ),
        Format("review", ".html", "tab_files", many=True, writer="REVIEW_WRITER"),
        Format(
            "jsonl",
            ".jsonl",
            "jsonl",
            reads=True,
            many=True,
            compressed=True,
            has_labels=True,
            has_columns=True,
        ),
        Format(
            "csv",
            ".csv",
            "csv_files",
            reads=True,
            many=True,
            compressed=True,
            needs_same=True,
            has_columns=True,
        ),
        Format(
            "parquet",
            ".parquet",
            "arrow_files",
            reads=True,
            many=True,
            is_arrow=True,
            has_labels=True,
            has_columns=True,
        ),
        Format(
            "arrow",
            ".arrow",
            "arrow_files",
            reads=True,
            many=True,
            is_arrow=True,
            has_labels=True,
            has_columns=True,
        ),
        Format(
            "arrows",
            ".arrows",
            "arrow_files",
            reads=True,
            many=True,
            is_arrow=True,
            has_labels=True,
            has_columns=True,
        ),
        Format("html", ".html", "write_only", original=True, writer="COMPARISON_WRITER"),
    )
}
_BY_ENDING = {
    ".txt": "text",
    ".json": "svala",
    ".xml": "xml",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".arrows": "arrows",
}
"""The format that files with an ending are read as. All other files are plain text."""


def guess_format(file: str | Path) -> str:
    """Guess the format of a file from its name.

    >>> guess_format("essay.JSONL"), guess_format("-")
    ('jsonl', 'text')
    """
    return _BY_ENDING.get(Path(file).suffix.lower(), "text")


def read_inputs(
    file: str | Path | InputStream, format: str | None = None, options: ReadOptions | None = None
) -> Iterator[InputDocument]:
    """Yield the documents of a file one by one; ``-`` is standard input.

    Without ``format``, the name of the file decides. If something cannot be read, the documents
    before it are yielded, and then one InputError names file and line and quotes nothing."""
    if isinstance(file, InputStream):
        yield from _read_source(file, format or guess_format(file.name), options)
        return
    with open_input(file) as source:
        yield from _read_source(source, format or guess_format(file), options)


@cache
def load_writer(format: str, with_notes: bool = False) -> Writer:
    """Return the writer of a format.

    Args:
        with_notes: Whether formats for publication have the internal notes of annotators as well.
    """
    known = _find_format(format)
    writer: Writer = getattr(_load_module(known), known.writer)
    return without_internal_notes(writer) if known.has_labels and not with_notes else writer


def _read_source(
    source: InputStream, name: str, options: ReadOptions | None
) -> Iterator[InputDocument]:
    format = _find_format(name)
    if not format.reads:
        readable = ", ".join(each.name for each in FORMATS.values() if each.reads)
        raise InputError(
            f"{source.name}: {name} can only be written; formats to read are {readable}"
        )
    inputs: Iterator[InputDocument] = _load_module(format).read(source, options or ReadOptions())
    yield from inputs


def _find_format(name: str) -> Format:
    format = FORMATS.get(name)
    if format is None:
        raise InputError(
            f"there is no format {make_printable(name)[:40]!r}; there are {', '.join(FORMATS)}"
        )
    return format


def _load_module(format: Format) -> ModuleType:
    return import_module(f"tacknamn.formats.{format.module}")
