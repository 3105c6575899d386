"""Read XML that may be anything, piece by piece, without building a tree.

Nothing is fetched and nothing is expanded: a document type declaration, and with it every entity,
is refused. Depth, tags and documents have limits, and text is handed on as it comes.
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
"""Bytes of a tag or a comment. The parser looks at an unfinished one again with every chunk."""
DEEPEST = 100
"""Elements within each other; the formats need seven."""

Attributes = dict[str, str]


class XmlHandler(Protocol):
    """Takes what stands in a file, in order, and makes documents of it."""

    line: int
    """Where the parser is."""

    def start(self, name: str, attributes: Attributes) -> None: ...

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...

    def aside(self, markup: str) -> None:
        """A comment or an instruction, as it stands in the file."""

    def ready(self) -> Iterator[InputDocument]:
        """The documents that are complete and were not told yet."""


def read_xml(source: InputStream, handler: XmlHandler) -> Iterator[InputDocument]:
    """The documents that ``handler`` makes of a file."""
    parser = _make_parser(source.name, handler)
    fed = 0
    while chunk := source.stream.read(CHUNK):
        _parse(parser, source.name, chunk, False)
        fed += len(chunk)
        if fed - parser.CurrentByteIndex > LONGEST_TAG:
            raise InputError(
                f"{_name_line(parser, source.name)}: a tag or comment longer than {LONGEST_TAG:,} bytes"
            )
        yield from handler.ready()
    _parse(parser, source.name, b"", True)
    yield from handler.ready()


def _make_parser(name: str, handler: XmlHandler) -> expat.XMLParserType:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    depth = 0

    def start(element: str, attributes: Attributes) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise InputError(f"elements stand more than {DEEPEST} deep in each other")
        handler.line = parser.CurrentLineNumber
        handler.start(element, attributes)

    def end(element: str) -> None:
        nonlocal depth
        depth -= 1
        handler.line = parser.CurrentLineNumber
        handler.end(element)

    def declaration(*_: object) -> None:
        raise InputError("has a document type declaration, which is not read; take it away")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.CommentHandler = lambda comment: handler.aside(f"<!--{comment}-->")
    parser.ProcessingInstructionHandler = lambda target, data: handler.aside(f"<?{target} {data}?>")
    parser.StartDoctypeDeclHandler = declaration
    return parser


def _parse(parser: expat.XMLParserType, name: str, chunk: bytes, last: bool) -> None:
    try:
        parser.Parse(chunk, last)
    except expat.ExpatError as exc:
        raise InputError(
            f"{name}, line {exc.lineno}: no well-formed XML ({expat.ErrorString(exc.code)})"
        ) from None
    except InputError as exc:
        if str(exc).startswith(f"{name}, line "):
            raise
        raise InputError(f"{_name_line(parser, name)}: {exc}") from None
    except (LookupError, ValueError):  # an encoding that nobody knows, or of several bytes
        raise InputError(f"{name}: its encoding cannot be read; convert it to UTF-8") from None


def _name_line(parser: expat.XMLParserType, name: str) -> str:
    return f"{name}, line {parser.CurrentLineNumber}"
