"""Plain text: a file is a document, byte for byte.

Line ends, byte-order mark and all are characters of the document; nothing is translated.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.foreign import kind_of
from tacknamn.formats.inputs import LONGEST_DOCUMENT, LONGEST_ID, Input, Reading
from tacknamn.formats.writers import Writer
from tacknamn.reporting.sources import Source

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.document import Document

__all__ = ["WRITER", "decoded", "name_of", "read", "whole"]


def read(source: Source, reading: Reading) -> Iterator[Input]:
    """The one document of a file; an empty file is refused, for nobody means it."""
    raw = whole(source)
    if not raw:
        raise InputError(f"{source.name}: is empty; there is nothing to do")
    yield Input(name_of(source), decoded(raw, source.name, 0), place=source.name)


def whole(source: Source) -> bytes:
    """All of a file, which must not be larger than a document."""
    raw = source.stream.read(LONGEST_DOCUMENT + 1)
    if len(raw) > LONGEST_DOCUMENT:
        raise InputError(
            f"{source.name}: larger than {LONGEST_DOCUMENT:,} bytes; give its documents in "
            "several files, or as JSON Lines, one a line"
        )
    return raw


def decoded(raw: bytes, name: str, before: int) -> str:
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
    kind = "" if before else kind_of(raw)
    raise InputError(f"{name}: {f'is {kind}' if kind else problem}")


def name_of(source: Source) -> str:
    """What a document is called that has no id: like its file."""
    return source.name[-LONGEST_ID:]


def _piece(document: "Document", input: Input) -> str:
    return document.text


WRITER = Writer(_piece)
