"""Read the text of an HTML fragment, and say where a piece of it stands, as Label Studio does.

A piece begins and ends in text nodes, which are named by XPath: ``/div[1]/p[2]/text()[1]``, with offsets
in UTF-16 units. The fragment must close its elements: what a browser adds to broken HTML is not known
here.
"""

from bisect import bisect_right
from typing import Any, NamedTuple

from tacknamn.service.label_studio.html_tokens import HtmlToken, TokenKind, read_tokens
from tacknamn.service.offsets import OffsetUnit, convert_offsets
from tacknamn.service.problems import Problem

__all__ = ["HtmlText", "read_html"]

_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_DEEPEST = 100
"""How deep elements may be nested. Pages have some twenty levels, and paths grow with each."""
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "dfn",
        "em",
        "font",
        "i",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
"""Elements within a word or a name. All others end it."""
_BREAK = "\n"


class _TextNode(NamedTuple):
    """A text node and its place in the text that is examined."""

    path: str
    start: int
    text: str


class _Element:
    """An element that is open, and how many children of each name it has."""

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self._path = path
        self._children: dict[str, int] = {}

    def add_child(self, name: str) -> str:
        """Return the path of a new child."""
        self._children[name] = self._children.get(name, 0) + 1
        return f"{self._path}/{name}[{self._children[name]}]"


class _NodeCollector:
    """Collects text nodes with their paths."""

    def __init__(self) -> None:
        self.nodes: list[_TextNode] = []
        self._open = [_Element("", "")]
        self._end = 0

    def add(self, token: HtmlToken) -> None:
        """Take the next token."""
        if token.kind is TokenKind.TEXT:
            path = self._open[-1].add_child("text()")
            self.nodes.append(_TextNode(path, self._end, token.value))
            self._end += len(token.value)
        elif token.kind is not TokenKind.COMMENT:
            if token.value not in _INLINE and self._end:
                self._end += len(_BREAK)
            (self._start if token.kind is TokenKind.START else self._close)(token.value)

    def _start(self, name: str) -> None:
        path = self._open[-1].add_child(name)
        if name in _VOID:
            return
        if len(self._open) >= _DEEPEST:
            raise Problem("invalid", f"a HyperText is nested more than {_DEEPEST} levels deep")
        self._open.append(_Element(name, path))

    def _close(self, name: str) -> None:
        """Close an element, and those within it that were not closed."""
        for number in range(len(self._open) - 1, 0, -1):
            if self._open[number].name == name:
                del self._open[number:]
                return


class HtmlText:
    """The text of a fragment: its nodes, with line ends where an element ends a sentence."""

    def __init__(self, nodes: list[_TextNode]) -> None:
        self.nodes = [node for node in nodes if node.text]
        self._starts = [node.start for node in self.nodes]
        parts, end = [], 0
        for node in self.nodes:
            parts += [_BREAK * (node.start - end), node.text]
            end = node.start + len(node.text)
        self.text = "".join(parts)

    def locate(self, start: int, end: int) -> dict[str, Any]:
        """Return where a piece of the text begins and ends, as fields of a result."""
        first, start_offset = self._find_node(start)
        last, end_offset = self._find_node(end - 1)
        return {
            "start": first.path,
            "end": last.path,
            "startOffset": _count_units(first.text, start_offset),
            "endOffset": _count_units(last.text, end_offset + 1),
        }

    def _find_node(self, offset: int) -> tuple[_TextNode, int]:
        node = self.nodes[bisect_right(self._starts, offset) - 1]
        return node, min(offset - node.start, len(node.text))


def _count_units(text: str, offset: int) -> int:
    [units] = convert_offsets(text, [offset], OffsetUnit.UTF16)
    return units


def read_html(html: str) -> HtmlText:
    """Return the text of a fragment."""
    collector = _NodeCollector()
    for token in read_tokens(html):
        collector.add(token)
    return HtmlText(collector.nodes)
