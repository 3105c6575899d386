"""Read the text of an HTML fragment, and say where a piece of it stands, as Label Studio does.

A piece begins and ends in text nodes, which are named by XPath: ``/div[1]/p[2]/text()[1]``, with offsets
in UTF-16 units. The fragment must close its elements: what a browser adds to broken HTML is not known
here.
"""

from bisect import bisect_right
from html.parser import HTMLParser
from typing import Any, NamedTuple

from tacknamn.service.offsets import OffsetUnit, convert_offsets

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
_UNREAD = frozenset(("script", "style", "template", "title"))
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


class _NodeCollector(HTMLParser):
    """Collects text nodes. Pieces between two tags are one node, even if entities divide them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.nodes: list[_TextNode] = []
        self._open = [_Element("", "")]
        self._end = 0
        self._is_in_node = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._separate(tag)
        path = self._open[-1].add_child(tag)
        if tag not in _VOID:
            self._open.append(_Element(tag, path))

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """HTML knows no self-closing elements: the slash has no meaning."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._separate(tag)
        names = [element.name for element in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_comment(self, data: str) -> None:
        self._is_in_node = False

    def handle_data(self, data: str) -> None:
        if self._is_in_node:
            last = self.nodes[-1]
            self.nodes[-1] = last._replace(text=last.text + data)
        else:
            self.nodes.append(_TextNode(self._open[-1].add_child("text()"), self._end, data))
        if any(element.name in _UNREAD for element in self._open):
            self.nodes.pop()
        else:
            self._end += len(data)
            self._is_in_node = True

    def _separate(self, tag: str) -> None:
        self._is_in_node = False
        if tag not in _INLINE and self._end:
            self._end += len(_BREAK)


class HtmlText:
    """The text of a fragment: its nodes, with line ends where an element ends a sentence."""

    def __init__(self, nodes: list[_TextNode]) -> None:
        self._nodes = [node for node in nodes if node.text]
        self._starts = [node.start for node in self._nodes]
        parts, end = [], 0
        for node in self._nodes:
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
        node = self._nodes[bisect_right(self._starts, offset) - 1]
        return node, min(offset - node.start, len(node.text))


def _count_units(text: str, offset: int) -> int:
    [units] = convert_offsets(text, [offset], OffsetUnit.UTF16)
    return units


def read_html(html: str) -> HtmlText:
    """Return the text of a fragment."""
    collector = _NodeCollector()
    collector.feed(html)
    collector.close()
    return HtmlText(collector.nodes)
