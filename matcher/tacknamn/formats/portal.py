"""The XML of the SweLL portal: students, tasks and essays, each with SVALA's graph as its text.

::

    <swell source="A">
      <meta><student id="1"/><task id="2"/></meta>
      <essays>
        <essay student="1" task="2" grade="B2">
          <content type="svala" normalized="no" annotated="no">{"source": ...}</content>
        </essay>
      </essays>
    </swell>

A content of the type ``raw``, or without a type, is plain text. A portal file is written back as it
was read: only its contents change, and all of them become graphs. Everything else stays as it is,
students and tasks included; whether these identify a person is for those who run the portal to
decide. Documents of other formats become essays whose student and task are ``unknown``, with their
ids in ``<extra name="id">``; student and task must be filled in before the portal accepts them. A
graph contains the original text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.formats.records import (
    LONGEST_DOCUMENT,
    LONGEST_ID,
    InputDocument,
    ReadOptions,
    Writer,
)
from tacknamn.formats.svala_files import parse_graph
from tacknamn.formats.xml_events import Attributes, read_xml
from tacknamn.formats.xml_text import (
    escape_content,
    escape_json,
    escape_plain_content,
    quote_plain_attribute,
)
from tacknamn.support.input_files import InputStream
from tacknamn.support.printing import make_printable
from tacknamn.svala.json_graphs import write_graph
from tacknamn.svala.texts import get_source_text

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document

__all__ = ["WRITER", "PortalReader", "read"]

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ROOT = "swell"
_ESSAY = [_ROOT, "essays", "essay"]
_CONTENT = [*_ESSAY, "content"]
_TYPES = {"raw", "svala"}
LARGEST_ASIDE = 1 << 26
"""Characters between two contents."""


@dataclass(frozen=True, slots=True)
class _PortalRecord:
    """The attributes of a content."""

    attributes: tuple[tuple[str, str], ...] = ()


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the contents of a portal file one by one."""
    yield from read_xml(source, PortalReader(source.name))


def _write_document(document: "Document", input: InputDocument) -> str:
    if input.is_trailer:
        return input.preceding
    graph = escape_plain_content(escape_json(write_graph(document.graph)))
    if isinstance(input.format_data, _PortalRecord):
        attributes = {**dict(input.format_data.attributes), "type": "svala"}
        return f"{input.preceding}{_write_tag('content', attributes)}{graph}</content>"
    return (
        '<essay student="unknown" task="unknown">'
        f'<extra name="id">{escape_content(input.shown_id)}</extra>\n'
        f'<content type="svala" normalized="no" annotated="no">{graph}</content></essay>\n'
    )


def _write_head(first: InputDocument | None) -> str:
    if first is not None and isinstance(first.format_data, _PortalRecord):
        return ""
    return f'{_DECLARATION}<{_ROOT} source="UNKNOWN">\n<essays>\n'


def _write_tail(first: InputDocument | None) -> str:
    if first is not None and isinstance(first.format_data, _PortalRecord):
        return ""
    return f"</essays>\n</{_ROOT}>\n"


WRITER = Writer(_write_document, _write_head, _write_tail, keeps_trailer=True)


def _write_tag(name: str, attributes: Attributes) -> str:
    written = "".join(f" {key}={quote_plain_attribute(value)}" for key, value in attributes.items())
    return f"<{name}{written}>"


@dataclass(slots=True)
class PortalReader:
    """Makes a document of each content (an :class:`~tacknamn.formats.xml_events.XmlHandler`).

    It collects the markup between the contents, so that a writer can write it back."""

    source: str
    """The file's name."""
    line: int = 0
    _path: list[str] = field(default_factory=list)
    """The names of the open elements."""
    _aside: list[str] = field(default_factory=lambda: [_DECLARATION])
    """The markup since the last content."""
    _aside_size: int = 0
    _text: list[str] | None = None
    """The parts of the content that is being read; None outside of contents."""
    _size: int = 0
    _essay: str = ""
    """The id of the essay: student and task."""
    _contents: int = 0
    """How many contents the essay had so far."""
    _essays: dict[str, int] = field(default_factory=dict)
    """How many essays each student had of each task so far."""
    _record: _PortalRecord = _PortalRecord()
    _preceding: str = ""
    """The markup before the content that is being read."""
    _first_line: int = 0
    _has_ended: bool = False
    _ready: list[InputDocument] = field(default_factory=list)

    def start(self, name: str, attributes: Attributes) -> None:
        self._path.append(name)
        if len(self._path) == 1 and name != _ROOT:
            raise InputError(f"not a file of the SweLL portal, which begins with <{_ROOT}>")
        if self._text is not None:
            raise InputError("an element is inside a content, which may contain only text")
        if self._path == _CONTENT:
            self._start_content(attributes)
            return
        if self._path == _ESSAY:
            self._start_essay(attributes)
        self._keep(_write_tag(name, attributes))

    def _start_essay(self, attributes: Attributes) -> None:
        names = (attributes.get("student", ""), attributes.get("task", ""))
        essay = "-".join(make_printable(name).strip() or "unknown" for name in names)[:LONGEST_ID]
        self._essays[essay] = times = self._essays.get(essay, 0) + 1
        self._essay = essay if times == 1 else f"{essay}-{times}"
        self._contents = 0

    def _start_content(self, attributes: Attributes) -> None:
        if attributes.get("type", "raw") not in _TYPES:
            raise InputError("the type of a content is neither raw nor svala")
        self._record = _PortalRecord(tuple(attributes.items()))
        self._preceding, self._aside, self._aside_size = "".join(self._aside), [], 0
        self._text, self._size, self._first_line = [], 0, self.line
        self._contents += 1

    def end(self, name: str) -> None:
        if self._text is not None:
            self._ready.append(self._make_input("".join(self._text)))
            self._text = None
        else:
            self._keep(f"</{name}>")
        self._path.pop()
        if not self._path:
            self._keep("\n")
            self._has_ended = True

    def text(self, text: str) -> None:
        if self._text is None:
            self._keep(escape_plain_content(text))
            return
        self._text.append(text)
        self._size += len(text)
        if self._size > LONGEST_DOCUMENT:
            raise InputError(f"a content longer than {LONGEST_DOCUMENT:,} characters")

    def aside(self, markup: str) -> None:
        if self._text is None:
            self._keep(markup if self._path else markup + "\n")

    def take_ready(self) -> Iterator[InputDocument]:
        ready, self._ready = self._ready, []
        yield from ready
        if self._aside and self._has_ended:
            rest = "".join(self._aside)
            yield InputDocument(
                "", "", preceding=rest, is_trailer=True, format_data=_PortalRecord()
            )
            self._aside = []

    def _keep(self, markup: str) -> None:
        self._aside.append(markup)
        self._aside_size += len(markup)
        if self._aside_size > LARGEST_ASIDE:
            raise InputError(f"more than {LARGEST_ASIDE:,} characters between two contents")

    def _make_input(self, text: str) -> InputDocument:
        location = f"{self.source}, line {self._first_line}"
        is_graph = dict(self._record.attributes).get("type") == "svala"
        graph = parse_graph(text, location) if is_graph else None
        return InputDocument(
            self._essay if self._contents == 1 else f"{self._essay}-{self._contents}",
            text if graph is None else get_source_text(graph),
            graph,
            location,
            self._preceding,
            format_data=self._record,
        )
