"""Text of HTML: every piece is where a browser has it, and hostile HTML takes no time."""

import time
from html import escape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.service.label_studio.html_text import read_html
from tacknamn.service.problems import Problem

Tree = list[Any]
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=5)
ATTRIBUTES = st.sampled_from(["", " a", " a=b", ' a="<b> > c"', " a='>'", ' a = "x" b/', " a=it's"])


def elements(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    names = st.sampled_from(["p", "div", "b", "I", "my-tag"])
    return st.tuples(names, ATTRIBUTES, st.lists(children, max_size=4))


PIECES = st.recursive(
    TEXTS | st.sampled_from([("br",), ("!",), ("script",)]), elements, max_leaves=15
)


def write(tree: Tree) -> str:
    """The HTML of a tree."""
    special = {"br": "<br/>", "!": "<!-- <b> -->", "script": "<SCRIPT>if (a<b) '</b>'</Script >"}
    written = ""
    for each in tree:
        if isinstance(each, str):
            written += escape(each, quote=False)
        elif len(each) == 1:
            written += special[each[0]]
        else:
            written += f"<{each[0]}{each[1]}>{write(each[2])}</{each[0]}>"
    return written


def list_nodes(tree: Tree, path: str = "") -> list[tuple[str, str]]:
    """The paths and texts of the text nodes of a tree: the slow twin."""
    counts: dict[str, int] = {}
    nodes: list[tuple[str, str]] = []
    previous: Any = None
    for each in tree:
        is_text = isinstance(each, str)
        if is_text and isinstance(previous, str):
            nodes[-1] = nodes[-1][0], nodes[-1][1] + each
        elif not (not is_text and each[0] == "!"):
            name = "text()" if is_text else each[0].lower()
            counts[name] = counts.get(name, 0) + 1
            place = f"{path}/{name}[{counts[name]}]"
            if is_text:
                nodes.append((place, each))
            elif len(each) == 3:
                nodes += list_nodes(each[2], place)
        previous = each
    return nodes


@given(st.lists(PIECES, max_size=6))
def test_each_text_node_has_its_path_and_its_place(tree: Tree) -> None:
    page = read_html(write(tree))
    assert [(node.path, node.text) for node in page.nodes] == list_nodes(tree)
    for node in page.nodes:
        end = node.start + len(node.text)
        assert page.text[node.start : end] == node.text
        place = page.locate(node.start, end)
        assert (place["start"], place["startOffset"], place["end"]) == (node.path, 0, node.path)
        assert place["endOffset"] == len(node.text.encode("utf-16-le")) // 2


@pytest.mark.parametrize(
    "piece",
    ["<!--", "<a ", "</", "<!", "<?", "&#", "<a b='", "<script>", "</p>", "<a/", "< ", "=\t"],
)
def test_hostile_html_takes_no_time(piece: str) -> None:
    began = time.process_time()
    read_html(piece * 200_000)
    assert time.process_time() - began < 5


def test_html_that_is_too_deep_is_refused() -> None:
    with pytest.raises(Problem, match="100 levels"):
        read_html("<p>" * 1000)
