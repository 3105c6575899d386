"""Graphs are read from files that may be anything; what is wrong is told once and quotes nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.svala import json_graphs
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Edge, Graph, GraphSpan, Token
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import list_freed
from tests.svala_making import broken_graphs

WORD = {"id": "s0", "text": "Hemligt "}
EDGE = {"id": "e-s0", "ids": ["s0"], "labels": [], "manual": True}
RIGHT = {"source": [WORD], "target": [], "edges": {"e-s0": EDGE}}


def text_of(**changes: Any) -> str:
    return json.dumps({**RIGHT, **changes})


def with_edge(**changes: Any) -> str:
    return text_of(edges={"e-s0": {**EDGE, **changes}})


def test_a_right_graph_is_read() -> None:
    assert find_violations(read_graph(json.dumps(RIGHT))) == ()


def test_a_graph_as_svala_writes_it_keeps_its_contents() -> None:
    text = json.dumps({**RIGHT, "comment": "å\u2028"}, separators=(",", ":"))
    graph = read_graph(text)
    assert json.loads(write_graph(graph)) == json.loads(text)


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "essay.json"
    path.write_text(json.dumps(RIGHT), "utf-8-sig")
    assert read_graph(path) == read_graph(json.dumps(RIGHT))


@given(broken_graphs)
def test_what_is_written_is_read_whatever_is_wrong_with_it(graph: Graph) -> None:
    again = read_graph(write_graph(graph))
    if len({edge.id for edge in graph.edges}) == len(graph.edges):
        assert again == graph
    else:
        assert (again.source, again.target, again.edges) == (
            graph.source,
            graph.target,
            graph.edges,
        )


FLAWS = {
    "another name than its id": (text_of(edges={"e0": EDGE}), ["edge-key"]),
    "no manual": (text_of(edges={"e-s0": {"id": "e-s0", "ids": ["s0"], "labels": []}}), ["fields"]),
    "no labels": (
        text_of(edges={"e-s0": {"id": "e-s0", "ids": ["s0"], "manual": True}}),
        ["fields"],
    ),
    "no id": (text_of(edges={"e-s0": {"ids": ["s0"], "labels": [], "manual": True}}), ["fields"]),
    "null for a comment": (text_of(comment=None), ["fields"]),
    "a field too many": (text_of(author="Hemlig"), ["fields"]),
    "a field too many of a token": (text_of(source=[{**WORD, "lemma": "x"}]), ["fields"]),
    "a field too many of an edge": (with_edge(colour="red"), ["fields"]),
    "an empty comment": (text_of(comment=""), ["empty-comment"]),
    "two edges under one name": (
        with_edge(labels=["city"])[:-2]
        + ', "e-s0": '
        + json.dumps({**EDGE, "labels": ["1"]})
        + "}}",
        ["duplicate-id", "token-edges", "duplicate-id"],
    ),
}


@pytest.mark.parametrize("name", FLAWS)
def test_flaws_of_the_file_are_told_and_mended(name: str) -> None:
    text, rules = FLAWS[name]
    graph = read_graph(text)
    assert [violation.rule for violation in find_violations(graph)] == rules
    mended = repair_graph(graph)
    assert find_violations(mended) == ()
    assert read_graph(write_graph(mended)) == mended


def test_edges_under_one_name_lose_no_label() -> None:
    graph = repair_graph(read_graph(FLAWS["two edges under one name"][0]))
    assert graph.edges[0].labels == ("city", "1")


WRONG = {
    "nothing": ("", "line 1, column 1"),
    "no JSON": ('{"source": hemligt}', "line 1, column 12"),
    "a raw NUL": ('{"source": "\0hemligt"}', "line 1, column 13"),
    "a list": ("[]", "is not a JSON object"),
    "a number without end": ('{"source": ' + "9" * 5000 + "}", "out of range"),
    "not a number": ('{"source": NaN}', "out of range"),
    "too deep": ("[" * 200_000, "nested too deep"),
    "objects too deep": ('{"a":' * 200_000, "nested too deep"),
    "no source": ('{"target": [], "edges": {}}', '"source" is missing'),
    "an object for a list": (text_of(target={}), '"target" is missing or not a list'),
    "edges in a list": (text_of(edges=[]), '"edges" are missing or not an object'),
    "a field twice": ('{"source": [], "source": [], "target": [], "edges": {}}', "a field twice"),
    "a token that is a string": (
        text_of(source=["hemligt"]),
        "source token 1: is not a JSON object",
    ),
    "a number for an id": (
        text_of(source=[{"id": 0, "text": "a "}]),
        '"id" is missing or not a string',
    ),
    "no text": (text_of(target=[{"id": "t0"}]), 'target token 1: its "text" is missing'),
    "half a letter": (
        text_of(source=[{"id": "s0", "text": "a\ud800 "}]),
        "half of a surrogate pair",
    ),
    "a NUL": (text_of(source=[{"id": "s0", "text": "a\0 "}]), "a NUL character"),
    "an edge that is null": (text_of(edges={"e-s0": None}), "edge 1: is not a JSON object"),
    "ids that are a string": (with_edge(ids="s0"), '"ids" are missing or not a list'),
    "labels with a number": (with_edge(labels=[1]), '"labels" is missing or not a string'),
    "manual that is a number": (with_edge(manual=1), "neither true nor false"),
    "a comment that is a list": (with_edge(comment=[]), '"comment" is missing or not a string'),
    "half a letter in a label": (with_edge(labels=["\udc00"]), "half of a surrogate pair"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_graph_is_refused_with_file_and_place(name: str, tmp_path: Path) -> None:
    text, message = WRONG[name]
    path = tmp_path / "essay.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    for source in (path, text):
        with pytest.raises(InputError) as caught:
            read_graph(source, "essay.json")
        assert message in str(caught.value)
        assert str(caught.value).startswith("essay.json: ")
        assert "hemlig" not in str(caught.value).lower()


def test_other_encodings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "essay.json"
    path.write_bytes('{"source": "å"}'.encode("latin-1"))
    with pytest.raises(InputError, match=r"essay\.json: not UTF-8 at byte 12"):
        read_graph(path)


def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_graphs, "LARGEST_FILE", 100)
    path = tmp_path / "essay.json"
    path.write_text(write_graph(build_graph("ord " * 50)), "utf-8")
    for source in (path, path.read_text("utf-8")):
        with pytest.raises(InputError, match="larger than 100 bytes"):
            read_graph(source)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["source", "target", "edges", "id", "ids", "text", "labels", "manual"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.fixed_dictionaries({"source": _json, "target": _json, "edges": _json}) | _json)
def test_any_json_is_a_graph_or_refused(value: Any) -> None:
    try:
        graph = read_graph(json.dumps(value))
    except InputError:
        return
    assert find_violations(repair_graph(graph)) == ()


def test_a_freed_word_with_a_note_is_listed_and_a_noted_one_is_not() -> None:
    """A note says nothing about the word: its id does, as for words without a note."""
    graph = build_graph("Anna såg Lund.", [GraphSpan(9, 13, "Lund", ("OBS!",), comment="känd?")])
    assert list_freed(graph) == ()
    old = next(edge for edge in graph.edges if edge.labels)
    new = Edge("e-s2-t9", ("s2", "t9"), old.labels, True, old.comment)
    target = (*graph.target[:2], Token("t9", graph.target[2].text))
    edges = (*(edge for edge in graph.edges if edge is not old), new)
    assert list_freed(Graph(graph.source, target, edges)) == ((9, 15),)
