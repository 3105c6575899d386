"""The formats by name: which module reads and writes each, and the endings of its files.

A module of a format has ``read(source, reading)``, which yields an
:class:`~tacknamn.formats.inputs.Input` for each document, or ``WRITER``, a
:class:`~tacknamn.formats.writers.Writer`, or both. It is imported when somebody reads or writes
the format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.formats.inputs import Input, Reading
from tacknamn.formats.writers import Writer
from tacknamn.reporting.printing import printable
from tacknamn.reporting.sources import Source, opened

__all__ = ["FORMATS", "Format", "format_of", "read_inputs", "writer"]


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


FORMATS = {
    one.name: one
    for one in (
        Format("text", ".txt", "tacknamn.formats.plain", True, False, False),
        Format("svala", ".json", "tacknamn.formats.svala_files", True, False, True),
        Format("service", ".json", "tacknamn.formats.service", False, False, False),
        Format("xml", ".xml", "tacknamn.formats.xml_files", True, True, False),
        Format("portal", ".xml", "tacknamn.formats.portal", True, True, True),
        Format("tab", ".json", "tacknamn.formats.tab_files", False, False, True),
        Format("review", ".html", "tacknamn.formats.review", False, False, False),
        Format("jsonl", ".jsonl", "tacknamn.formats.jsonl", True, True, False),
        Format("csv", ".csv", "tacknamn.formats.csv_files", True, True, False),
        Format("html", ".html", "tacknamn.formats.html", False, False, True),
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


def format_of(file: str | Path) -> str:
    """The format that a file is read as, by its name.

    >>> format_of("essay.JSONL"), format_of("-")
    ('jsonl', 'text')
    """
    return _BY_ENDING.get(Path(file).suffix.lower(), "text")


def read_inputs(
    file: str | Path | Source, format: str | None = None, reading: Reading | None = None
) -> Iterator[Input]:
    """The documents of a file, one by one; ``-`` is standard input.

    Without ``format``, the file's name decides. What cannot be read ends in one InputError that
    names file and place and quotes nothing; documents before that place have been yielded."""
    if isinstance(file, Source):
        yield from _read(file, format or format_of(file.name), reading)
        return
    with opened(file) as source:
        yield from _read(source, format or format_of(file), reading)


def writer(format: str) -> Writer:
    """What writes documents in a format."""
    found: Writer = import_module(_named(format).module).WRITER
    return found


def _read(source: Source, name: str, reading: Reading | None) -> Iterator[Input]:
    format = _named(name)
    if not format.reads:
        known = ", ".join(one.name for one in FORMATS.values() if one.reads)
        raise InputError(f"{source.name}: {name} is only written; read are {known}")
    found: Iterator[Input] = import_module(format.module).read(source, reading or Reading())
    yield from found


def _named(name: str) -> Format:
    found = FORMATS.get(name)
    if found is None:
        raise InputError(
            f"there is no format {printable(name)[:40]!r}; there are {', '.join(FORMATS)}"
        )
    return found
