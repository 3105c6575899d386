"""Plain text: a file is one document, byte for byte.

Line ends and a byte-order mark are characters of the document; nothing is translated. Files that
are not text (PDF, word processor, zip) are recognized by their ending or their first bytes, and
refused with advice.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.records import (
    LONGEST_DOCUMENT,
    LONGEST_ID,
    InputDocument,
    ReadOptions,
    Writer,
)
from tacknamn.support.file_kinds import describe_binary, suggest_conversion
from tacknamn.support.input_files import STANDARD_INPUT, InputStream

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "WRITER",
    "check_ending",
    "decode_text",
    "is_portal_file",
    "name_document",
    "read",
    "read_whole",
]

_SAVE = "save it as plain text in UTF-8 first"
_CONVERT = "convert it to CSV or Parquet first"
_REFUSED_ENDINGS = {
    ".avro": ("an Avro file", _CONVERT),
    ".db": ("a database", _CONVERT),
    ".doc": ("a document of a word processor", _SAVE),
    ".docx": ("a document of a word processor", _SAVE),
    ".htm": ("a web page", _SAVE),
    ".html": ("a web page", _SAVE),
    ".ods": ("a spreadsheet", _CONVERT),
    ".odt": ("a document of a word processor", _SAVE),
    ".orc": ("an ORC file", _CONVERT),
    ".pdf": ("a PDF", _SAVE),
    ".rtf": ("a document of a word processor", _SAVE),
    ".sqlite": ("a database", _CONVERT),
    ".xls": ("a spreadsheet", _CONVERT),
    ".xlsx": ("a spreadsheet", _CONVERT),
}
"""Files that are not read, and what to do: their tags and codes would be taken for text."""
PORTAL_BYTES_READ = 1 << 13
"""Bytes that hold the first element of an XML file, after comments and a declaration."""
_PORTAL = re.compile(
    rb"(?:\xef\xbb\xbf)?+(?:\s++|(?><\?.*?\?>)|(?><!--.*?-->)|<![^-][^>]*+>)*+<swell[\s/>]",
    re.DOTALL,
)


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the one document of a file; an empty file is refused unless the options allow it."""
    raw = read_whole(source)
    if not raw and not options.allow_empty:
        if source.name == STANDARD_INPUT:
            raise InputError("standard input is empty; name a file, or send a text through a pipe")
        raise InputError(f"{source.name}: is empty; there is nothing to do")
    text = decode_text(raw, source.name, 0)
    del raw  # while the text is processed, memory is for one copy
    yield InputDocument(name_document(source), text, location=source.name)


def read_whole(source: InputStream) -> bytes:
    """Read all of a file, which must not be larger than a document."""
    raw = source.stream.read(LONGEST_DOCUMENT + 1)
    if len(raw) > LONGEST_DOCUMENT:
        raise InputError(
            f"{source.name}: larger than {LONGEST_DOCUMENT:,} bytes; give its documents in "
            "several files, or as JSON Lines, one per line"
        )
    return raw


def decode_text(raw: bytes, name: str, before: int) -> str:
    """Decode bytes; ``before`` is the number of bytes of the file before them."""
    if not before and (kind := describe_binary(raw)):
        raise InputError(f"{name}: is {kind}")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as exc:
        problem = f"not UTF-8 at byte {before + exc.start}; {suggest_conversion(raw)}"
    else:
        if "\0" not in text:
            return text
        problem = f"a NUL at byte {before + raw.index(0)}; {suggest_conversion(raw)}"
    raise InputError(f"{name}: {problem}")


def name_document(source: InputStream) -> str:
    """Return the id of a document that has none: the name of its file."""
    return source.name[-LONGEST_ID:]


def check_ending(file: Path) -> None:
    """Refuse a file whose ending says that it is not text."""
    kind = _REFUSED_ENDINGS.get(file.suffix.lower())
    if kind is not None:
        what, remedy = kind
        raise InputError(f"is {what}, which is not read; {remedy}, or give its format with --from")


def is_portal_file(file: Path) -> bool:
    """Whether an XML file is one of the SweLL portal; False if it cannot be read."""
    try:
        if not file.is_file():  # reading a pipe would empty it
            return False
        with file.open("rb") as stream:
            return _PORTAL.match(stream.read(PORTAL_BYTES_READ)) is not None
    except OSError:
        return False


def _write_document(document: "Document", input: InputDocument) -> str:
    return document.text


WRITER = Writer(_write_document)
