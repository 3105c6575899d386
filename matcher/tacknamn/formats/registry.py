"""The formats by name: which module reads and writes each, and the endings of its files.

A module of a format has ``read(source, reading)``, which yields an
:class:`~tacknamn.formats.records.InputDocument` for each document, or ``WRITER``, a
:class:`~tacknamn.formats.records.Writer`, or both. It is imported when somebody reads or writes
the format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument, ReadOptions, Writer
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.printing import make_printable

__all__ = ["FORMATS", "Format", "guess_format", "load_writer", "read_inputs"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of documents."""

    name: str
    ending: str
    """Of its files, with the full stop."""
    module: str
    reads: bool
    many: bool
    """Whether one file may have several documents."""
    original: bool
    """Whether what is written has the original text in it: it is for the eyes of annotators."""
    writer: str = "WRITER"
    """The name of its writer in the module."""


FORMATS = {
    one.name: one
    for one in (
        Format("text", ".txt", "tacknamn.formats.text_files", True, False, False),
        Format("svala", ".json", "tacknamn.formats.svala_files", True, False, True),
        Format(
            "service",
            ".json",
            "tacknamn.formats.svala_files",
            False,
            False,
            False,
            "SERVICE_WRITER",
        ),
        Format("xml", ".xml", "tacknamn.formats.xml_files", True, True, False),
        Format("portal", ".xml", "tacknamn.formats.portal", True, True, True),
        Format("tab", ".json", "tacknamn.formats.tab_standoff", False, False, True),
        Format("review", ".html", "tacknamn.formats.pages", False, False, False, "REVIEW_WRITER"),
        Format("jsonl", ".jsonl", "tacknamn.formats.jsonl", True, True, False),
        Format("csv", ".csv", "tacknamn.formats.csv_files", True, True, False),
        Format("html", ".html", "tacknamn.formats.pages", False, False, True, "COMPARISON_WRITER"),
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
}
"""Which format files of an ending are read as; others are plain texts."""


def guess_format(file: str | Path) -> str:
    """The format that a file is read as, by its name.

    >>> format_of("essay.JSONL"), format_of("-")
    ('jsonl', 'text')
    """
    return _BY_ENDING.get(Path(file).suffix.lower(), "text")


def read_inputs(
    file: str | Path | InputStream, format: str | None = None, reading: ReadOptions | None = None
) -> Iterator[InputDocument]:
    """The documents of a file, one by one; ``-`` is standard input.

    Without ``format``, the file's name decides. What cannot be read ends in one InputError that
    names file and place and quotes nothing; documents before that place have been yielded."""
    if isinstance(file, InputStream):
        yield from _read_source(file, format or guess_format(file.name), reading)
        return
    with open_input(file) as source:
        yield from _read_source(source, format or guess_format(file), reading)


def load_writer(format: str) -> Writer:
    """What writes documents in a format."""
    found = _find_format(format)
    loaded: Writer = getattr(import_module(found.module), found.writer)
    return loaded


def _read_source(
    source: InputStream, name: str, reading: ReadOptions | None
) -> Iterator[InputDocument]:
    format = _find_format(name)
    if not format.reads:
        known = ", ".join(one.name for one in FORMATS.values() if one.reads)
        raise InputError(f"{source.name}: {name} is only written; read are {known}")
    found: Iterator[InputDocument] = import_module(format.module).read(
        source, reading or ReadOptions()
    )
    yield from found


def _find_format(name: str) -> Format:
    found = FORMATS.get(name)
    if found is None:
        raise InputError(
            f"there is no format {make_printable(name)[:40]!r}; there are {', '.join(FORMATS)}"
        )
    return found
