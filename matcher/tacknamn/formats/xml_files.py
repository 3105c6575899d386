"""XML, whichever of the two forms: a file's root element says which one it is.

Files of the SweLL portal begin with ``<swell>`` (:mod:`tacknamn.formats.portal`), those with
inline tags with ``<documents>`` or ``<document>`` (:mod:`tacknamn.formats.inline`), which is what
is written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tacknamn.formats.inline import WRITER, InlineReader
from tacknamn.formats.inputs import Input, Reading
from tacknamn.formats.portal import PortalReader
from tacknamn.formats.xml_events import Attributes, Handler, inputs_of
from tacknamn.reporting.sources import Source

__all__ = ["WRITER", "read"]


def read(source: Source, reading: Reading) -> Iterator[Input]:
    """The documents of a file, one by one."""
    yield from inputs_of(source, _Choice(source.name))


@dataclass(slots=True)
class _Choice:
    """Leaves everything to the reader of the form that the first element tells."""

    source: str
    line: int = 0
    _asides: list[str] = field(default_factory=list)
    _chosen: Handler | None = None

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

    def ready(self) -> Iterator[Input]:
        if self._chosen is not None:
            yield from self._chosen.ready()
