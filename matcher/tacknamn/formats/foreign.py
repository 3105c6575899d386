"""Tell what files are that are no texts: by their endings and by their first bytes."""

import re
from pathlib import Path

from tacknamn.errors import InputError

__all__ = ["begins_like_portal", "check_ending", "kind_of"]

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


def kind_of(raw: bytes) -> str:
    """What bytes are that are no text in UTF-8, and what to do; empty where they do not tell."""
    return next((what for begin, what in _BEGINNINGS.items() if raw.startswith(begin)), "")


def begins_like_portal(file: Path) -> bool:
    """Whether a file of XML is one of the SweLL portal; one that cannot be read is not."""
    try:
        if not file.is_file():  # a pipe would be emptied
            return False
        with file.open("rb") as stream:
            return _PORTAL.match(stream.read(LOOKED_AT)) is not None
    except OSError:
        return False
