"""XML in either of two forms; the root element of a file says which one it is.

Files of the SweLL portal begin with ``<swell>`` (:mod:`tacknamn.formats.portal`). Files with inline
tags begin with ``<documents>`` or ``<document>`` (:mod:`tacknamn.formats.inline_xml`); this is the
form that is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tacknamn.formats.inline_xml import WRITER, InlineReader
from tacknamn.formats.portal import PortalReader
from tacknamn.formats.records import InputDocument, ReadOptions
from tacknamn.formats.xml_events import Attributes, XmlHandler, read_xml
from tacknamn.support.input_files import InputStream

__all__ = ["WRITER", "read"]


def read(source: InputStream, options: ReadOptions) -> Iterator[InputDocument]:
    """Yield the documents of a file one by one."""
    yield from read_xml(source, _XmlReader(source.name))


@dataclass(slots=True)
class _XmlReader:
    """Passes everything to the reader of the form that the first element shows."""

    source: str
    line: int = 0
    _asides: list[str] = field(default_factory=list)
    """Comments before the first element."""
    _chosen: XmlHandler | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        if self._chosen is None:
            self._chosen = (PortalReader if name == "swell" else InlineReader)(self.source)
            for markup in self._asides:
                self._chosen.aside(markup)
        self._chosen.line = self.line
        self._chosen.start(name, attributes)

    def end(self, name: str) -> None:
        if self._chosen is not None:
            self._chosen.end(name)

    def text(self, text: str) -> None:
        if self._chosen is not None:
            self._chosen.text(text)

    def aside(self, markup: str) -> None:
        if self._chosen is None:
            self._asides.append(markup)
        else:
            self._chosen.aside(markup)

    def take_ready(self) -> Iterator[InputDocument]:
        if self._chosen is not None:
            yield from self._chosen.take_ready()
