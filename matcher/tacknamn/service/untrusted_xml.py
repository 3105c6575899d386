"""Read XML that clients send, without building a tree.

Nothing is fetched and nothing is expanded: a document type declaration, and with it every entity, is
refused, and depth has a limit. Messages name a line and quote nothing. Names come as
``namespace name``, or as ``name`` without a namespace.
"""

from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from tacknamn.service.problems import Problem
from tacknamn.svala.tokens import find_text_error

__all__ = ["ElementHandler", "read_elements"]

DEEPEST = 100
"""How deep elements may be nested. Configurations of pages have some ten levels."""


class ElementHandler(Protocol):
    """Receives the elements of a document in order."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None: ...

    def end(self, name: str) -> None: ...

    def text(self, text: str) -> None: ...


def read_elements(xml: str, place: str, handler: ElementHandler) -> None:
    """Pass the elements of a document to a handler; ``place`` names the document in messages."""
    if error := find_text_error(xml):
        raise Problem("invalid", f"{place} has {error}; remove it")
    parser = expat.ParserCreate("utf-8", namespace_separator=" ")
    parser.buffer_text = True
    depth = 0

    def refuse(reason: str) -> Problem:
        return Problem("invalid", f"{place}, line {parser.CurrentLineNumber}: {reason}")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise refuse(f"elements are nested more than {DEEPEST} levels deep")
        handler.start(name, attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        handler.end(name)

    def refuse_declaration(*_: object) -> None:
        raise refuse("a document type declaration is not read; remove it")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = refuse_declaration
    try:
        parser.Parse(xml.encode(), True)
    except expat.ExpatError as exc:
        raise refuse(f"not well-formed XML ({expat.ErrorString(exc.code)})") from None
