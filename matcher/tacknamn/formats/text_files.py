"""Tell what files are that are no texts: by their endings and by their first bytes."""

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
from tacknamn.support.input_files import InputStream

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = [
    "WRITER",
    "check_ending",
    "decode_text",
    "describe_binary",
    "is_portal_file",
    "name_document",
    "read",
    "read_whole",
]

_SAVE = "save it as plain text in UTF-8 first"
_ENDINGS = {
    ".doc": "a document of a word processor",
    ".docx": "a document of a word processor",
    ".htm": "a page of the web",
    ".html": "a page of the web",
    ".odt": "a document of a word processor",
    ".pdf": "a PDF",
    ".rtf": "a document of a word processor",
}
"""What is not read, by its ending: tags and codes would be taken for the text."""
_UTF16 = "UTF-16; convert it first, with `iconv -f utf-16 -t utf-8`"
_BEGINNINGS = {
    b"PK\x03\x04": f"a zip, as .docx and .odt are; {_SAVE}",
    b"%PDF-": f"a PDF; {_SAVE}",
    b"\xd0\xcf\x11\xe0": f"an old document of an office program; {_SAVE}",
    b"\x1f\x8b": "packed by gzip; unpack it first, with `gunzip`",
    b"\xff\xfe": _UTF16,
    b"\xfe\xff": _UTF16,
}
LOOKED_AT = 1 << 13
"""Bytes in which the first element of XML stands, behind comments and a declaration."""
_PORTAL = re.compile(
    rb"(?:\xef\xbb\xbf)?+(?:\s++|(?><\?.*?\?>)|(?><!--.*?-->)|<![^-][^>]*+>)*+<swell[\s/>]",
    re.DOTALL,
)


def check_ending(file: Path) -> None:
    """Refuse a file whose ending says that it is no text."""
    what = _ENDINGS.get(file.suffix.lower())
    if what is not None:
        raise InputError(
            f"is {what}, which is not read; {_SAVE}, or say with --from what else it is"
        )


def describe_binary(raw: bytes) -> str:
    """What bytes are that are no text in UTF-8, and what to do; empty where they do not tell."""
    return next((what for begin, what in _BEGINNINGS.items() if raw.startswith(begin)), "")


def is_portal_file(file: Path) -> bool:
    """Whether a file of XML is one of the SweLL portal; one that cannot be read is not."""
    try:
        if not file.is_file():  # a pipe would be emptied
            return False
        with file.open("rb") as stream:
            return _PORTAL.match(stream.read(LOOKED_AT)) is not None
    except OSError:
        return False


# Plain text: a file is a document, byte for byte.
#
# Line ends, byte-order mark and all are characters of the document; nothing is translated.


def read(source: InputStream, reading: ReadOptions) -> Iterator[InputDocument]:
    """The one document of a file; an empty file is refused, for nobody means it."""
    raw = read_whole(source)
    if not raw:
        raise InputError(f"{source.name}: is empty; there is nothing to do")
    yield InputDocument(name_document(source), decode_text(raw, source.name, 0), place=source.name)


def read_whole(source: InputStream) -> bytes:
    """All of a file, which must not be larger than a document."""
    raw = source.stream.read(LONGEST_DOCUMENT + 1)
    if len(raw) > LONGEST_DOCUMENT:
        raise InputError(
            f"{source.name}: larger than {LONGEST_DOCUMENT:,} bytes; give its documents in "
            "several files, or as JSON Lines, one a line"
        )
    return raw


def decode_text(raw: bytes, name: str, before: int) -> str:
    """Bytes as text; ``before`` says how many bytes of the file stand before them."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as exc:
        problem = (
            f"no UTF-8 at byte {before + exc.start}; convert it first, e.g. with "
            "`iconv -f latin1 -t utf-8`"
        )
    else:
        if "\0" not in text:
            return text
        problem = (
            f"a NUL at byte {before + raw.index(0)}; is it a text? Convert UTF-16 first, e.g. "
            "with `iconv -f utf-16 -t utf-8`"
        )
    kind = "" if before else describe_binary(raw)
    raise InputError(f"{name}: {f'is {kind}' if kind else problem}")


def name_document(source: InputStream) -> str:
    """What a document is called that has no id: like its file."""
    return source.name[-LONGEST_ID:]


def _write_document(document: "Document", input: InputDocument) -> str:
    return document.text


WRITER = Writer(_write_document)
