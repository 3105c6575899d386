"""Read untrusted XML piece by piece, without building a tree.

Nothing is fetched and nothing is expanded: a document type declaration, and with it every entity,
is refused. Depth, tags and documents have limits, and text is passed on as it comes.
"""

from collections.abc import Iterator
from typing import Protocol
from xml.parsers import expat

from tacknamn.errors import InputError
from tacknamn.formats.records import InputDocument
from tacknamn.support.input_files import InputStream

__all__ = ["Attributes", "XmlHandler", "read_xml"]

CHUNK = 1 << 16
"""Bytes to read at once."""
LONGEST_TAG = 1 << 20
"""Bytes of a tag or a comment. The parser rereads an unfinished one with every chunk."""
DEEPEST = 100
"""How deep elements may be nested. The formats need seven levels."""

Attributes = dict[str, str]


class XmlHandler(Protocol):
    """Receives the content of a file in order, and makes documents of it."""

    line: int
    """The line of the parser."""

    def start(self, name: str, attributes: Attributes) -> None: ...

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...

    def aside(self, markup: str) -> None:
        """Receive a comment or an instruction, as it is written in the file."""

    def take_ready(self) -> Iterator[InputDocument]:
        """Yield the documents that were completed since the last call."""


def read_xml(source: InputStream, handler: XmlHandler) -> Iterator[InputDocument]:
    """Yield the documents that ``handler`` makes of a file."""
    parser = _make_parser(source.name, handler)
    bytes_read = 0
    while chunk := source.stream.read(CHUNK):
        _parse(parser, source.name, chunk, False)
        bytes_read += len(chunk)
        if bytes_read - parser.CurrentByteIndex > LONGEST_TAG:
            raise InputError(
                f"{_name_line(parser, source.name)}: a tag or comment longer than "
                f"{LONGEST_TAG:,} bytes"
            )
        yield from handler.take_ready()
    _parse(parser, source.name, b"", True)
    yield from handler.take_ready()


def _make_parser(name: str, handler: XmlHandler) -> expat.XMLParserType:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = 0

    def start(element: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise InputError(f"elements are nested more than {DEEPEST} levels deep")
        handler.line = parser.CurrentLineNumber
        handler.start(element, attributes)

    def end(element: str) -> None:
        nonlocal depth
        depth -= 1
        handler.line = parser.CurrentLineNumber
        handler.end(element)

    def refuse_declaration(*_: object) -> None:
        raise InputError("has a document type declaration, which is not read; remove it")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.CommentHandler = lambda comment: handler.aside(f"<!--{comment}-->")
    parser.ProcessingInstructionHandler = lambda target, data: handler.aside(f"<?{target} {data}?>")
    parser.StartDoctypeDeclHandler = refuse_declaration
    return parser


def _parse(parser: expat.XMLParserType, name: str, chunk: bytes, last: bool) -> None:
    """Parse a chunk; add file and line to errors that do not name them yet."""
    try:
        parser.Parse(chunk, last)
    except expat.ExpatError as exc:
        raise InputError(
            f"{name}, line {exc.lineno}: not well-formed XML ({expat.ErrorString(exc.code)})"
        ) from None
    except InputError as exc:
        if str(exc).startswith(f"{name}, line "):
            raise
        raise InputError(f"{_name_line(parser, name)}: {exc}") from None
    except (LookupError, ValueError):  # an encoding that is unknown, or of several bytes
        raise InputError(f"{name}: its encoding cannot be read; convert it to UTF-8") from None


def _name_line(parser: expat.XMLParserType, name: str) -> str:
    return f"{name}, line {parser.CurrentLineNumber}"
