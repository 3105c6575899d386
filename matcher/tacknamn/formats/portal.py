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

A content of the type ``raw``, or of none, is plain text. What is read from a portal file is
written back into it: only contents change, and all become graphs; everything else, students and
tasks above all, stays as it is, and is for those who run the portal to judge. Documents of other
files become essays of a student and a task that are ``unknown``, with their ids in
``<extra name="id">``; they must be filled in before the portal takes them. A graph has the
original text in it.
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
"""Characters that may stand between two contents."""


@dataclass(frozen=True, slots=True)
class _PortalRecord:
    """What a content has besides its text."""

    attributes: tuple[tuple[str, str], ...] = ()


def read(source: InputStream, reading: ReadOptions) -> Iterator[InputDocument]:
    """The contents of a portal file, one by one."""
    yield from read_xml(source, PortalReader(source.name))


def _write_document(document: "Document", input: InputDocument) -> str:
    if input.kept:
        return input.before
    graph = escape_plain_content(escape_json(write_graph(document.graph)))
    if isinstance(input.own, _PortalRecord):
        attributes = {**dict(input.own.attributes), "type": "svala"}
        return f"{input.before}{_write_tag('content', attributes)}{graph}</content>"
    return (
        '<essay student="unknown" task="unknown">'
        f'<extra name="id">{escape_content(input.id)}</extra>\n'
        f'<content type="svala" normalized="no" annotated="no">{graph}</content></essay>\n'
    )


def _write_head(first: InputDocument | None) -> str:
    if first is not None and isinstance(first.own, _PortalRecord):
        return ""
    return f'{_DECLARATION}<{_ROOT} source="UNKNOWN">\n<essays>\n'


def _write_tail(first: InputDocument | None) -> str:
    if first is not None and isinstance(first.own, _PortalRecord):
        return ""
    return f"</essays>\n</{_ROOT}>\n"


WRITER = Writer(_write_document, _write_head, _write_tail, keeps=True)


def _write_tag(name: str, attributes: Attributes) -> str:
    told = "".join(f" {key}={quote_plain_attribute(value)}" for key, value in attributes.items())
    return f"<{name}{told}>"


@dataclass(slots=True)
class PortalReader:
    """Makes a document of each content, and keeps in writing what stands around it."""

    source: str
    """The file's name."""
    line: int = 0
    _path: list[str] = field(default_factory=list)
    _aside: list[str] = field(default_factory=lambda: [_DECLARATION])
    """What stands before the next content."""
    _aside_size: int = 0
    _text: list[str] | None = None
    """Of the content that is being read; None outside."""
    _size: int = 0
    _essay: str = ""
    """Whose essay this is, and of which task."""
    _contents: int = 0
    """Contents of this essay so far."""
    _essays: dict[str, int] = field(default_factory=dict)
    """How often a student's essay of a task came."""
    _own: _PortalRecord = _PortalRecord()
    _before: str = ""
    _began: int = 0
    _ended: bool = False
    _done: list[InputDocument] = field(default_factory=list)

    def start(self, name: str, attributes: Attributes) -> None:
        self._path.append(name)
        if len(self._path) == 1 and name != _ROOT:
            raise InputError(f"no file of the SweLL portal, which begins with <{_ROOT}>")
        if self._text is not None:
            raise InputError("an element stands in a content, which has nothing but text")
        if self._path == _CONTENT:
            self._start_content(attributes)
            return
        if self._path == _ESSAY:
            self._start_essay(attributes)
        self._keep(_write_tag(name, attributes))

    def _start_essay(self, attributes: Attributes) -> None:
        names = (attributes.get("student", ""), attributes.get("task", ""))
        essay = "-".join(make_printable(one).strip() or "unknown" for one in names)[:LONGEST_ID]
        self._essays[essay] = times = self._essays.get(essay, 0) + 1
        self._essay = essay if times == 1 else f"{essay}-{times}"
        self._contents = 0

    def _start_content(self, attributes: Attributes) -> None:
        if attributes.get("type", "raw") not in _TYPES:
            raise InputError("a content's type is neither raw nor svala")
        self._own = _PortalRecord(tuple(attributes.items()))
        self._before, self._aside, self._aside_size = "".join(self._aside), [], 0
        self._text, self._size, self._began = [], 0, self.line
        self._contents += 1

    def end(self, name: str) -> None:
        if self._text is not None:
            self._done.append(self._input("".join(self._text)))
            self._text = None
        else:
            self._keep(f"</{name}>")
        self._path.pop()
        if not self._path:
            self._keep("\n")
            self._ended = True

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

    def ready(self) -> Iterator[InputDocument]:
        done, self._done = self._done, []
        yield from done
        if self._aside and self._ended:
            yield InputDocument("", "", before="".join(self._aside), kept=True, own=_PortalRecord())
            self._aside = []

    def _keep(self, markup: str) -> None:
        self._aside.append(markup)
        self._aside_size += len(markup)
        if self._aside_size > LARGEST_ASIDE:
            raise InputError(f"more than {LARGEST_ASIDE:,} characters between two contents")

    def _input(self, text: str) -> InputDocument:
        place = f"{self.source}, line {self._began}"
        id = self._essay if self._contents == 1 else f"{self._essay}-{self._contents}"
        if dict(self._own.attributes).get("type") == "svala":
            graph = parse_graph(text, place)
            return InputDocument(
                id, get_source_text(graph), graph, place, self._before, own=self._own
            )
        return InputDocument(id, text, None, place, self._before, own=self._own)
