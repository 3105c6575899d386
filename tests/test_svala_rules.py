"""Every rule by which SVALA refuses graphs is told, and every graph can be repaired."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.svala import diff
from tacknamn.svala.alignment import align_edges
from tacknamn.svala.building import build_graph
from tacknamn.svala.diff import TooDifferent, find_common_letters
from tacknamn.svala.edge_labels import find_concerns, update_labels
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Edge, Graph, Token, Violation
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rules import GraphRule, find_violations
from tacknamn.svala.texts import get_source_text, get_target_text
from tacknamn.svala.tokens import BLANKS
from tests.svala_making import broken_graphs, texts, texts_with_spans

HERE = Path(__file__).parent / "cases"
CASES: list[dict[str, Any]] = json.loads((HERE / "svala_graphs.json").read_text("utf-8"))["cases"]
DIFFERENCES: list[list[list[Any]]] = json.loads(
    (HERE / "svala_differences.json").read_text("utf-8")
)["cases"]


def graph_of(case: dict[str, Any]) -> Graph:
    source, target = (
        tuple(Token(*fields) for fields in case[side]) for side in ("source", "target")
    )
    edges = (Edge(id, tuple(ids), tuple(labels), *more) for id, ids, labels, *more in case["edges"])
    return Graph(source, target, tuple(edges))


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if letter not in BLANKS)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_rules_that_a_graph_breaks(case: dict[str, Any]) -> None:
    assert [violation.rule for violation in find_violations(graph_of(case))] == case["rules"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["rules"]], ids=lambda case: case["name"]
)
def test_what_repair_makes_of_a_graph(case: dict[str, Any]) -> None:
    graph = repair_graph(graph_of(case))
    assert [[list(edge.ids), list(edge.labels)] for edge in graph.edges] == case["repaired"]
    assert graph.comment == case.get("comment")
    assert find_violations(graph) == ()


def test_every_rule_has_a_case() -> None:
    told = {rule for case in CASES for rule in case["rules"]}
    assert told == set(GraphRule) - {
        GraphRule.EDGE_KEY,
        GraphRule.FIELDS,
    }  # those are told by the reader


@given(broken_graphs)
def test_repair_leaves_no_violation_and_loses_nothing(graph: Graph) -> None:
    right = repair_graph(graph)
    assert find_violations(right) == ()
    assert letters(get_source_text(right)) == letters(get_source_text(graph))
    assert letters(get_target_text(right)) == letters(get_target_text(graph))
    kept = " ".join([right.comment or "", *(edge.comment or "" for edge in right.edges)])
    assert all(edge.comment in kept for edge in graph.edges if edge.comment)
    ids = {token.id for token in (*graph.source, *graph.target) if token.text.strip(BLANKS)}
    labels = {label for edge in graph.edges if ids.intersection(edge.ids) for label in edge.labels}
    assert labels <= {label for edge in right.edges for label in edge.labels}


@given(broken_graphs)
def test_repairing_twice_is_repairing_once(graph: Graph) -> None:
    assert repair_graph(repair_graph(graph)) == repair_graph(graph)
    assert read_graph(write_graph(repair_graph(graph))) == repair_graph(graph)


@given(texts_with_spans())
def test_right_graphs_stay_as_they_are(case: Any) -> None:
    graph = build_graph(*case)
    assert repair_graph(graph) is graph


@given(texts, texts)
def test_alignment_connects_every_token_once_and_for_all(old: str, new: str) -> None:
    source, target = build_graph(old).source, build_graph(new).target
    alone = [Edge(f"e-{token.id}", (token.id,)) for token in (*source, *target)]
    graph = Graph(source, target, tuple(alone))
    once = replace(graph, edges=tuple(align_edges(graph).values()))
    assert sorted(id for edge in once.edges for id in edge.ids) == sorted(
        token.id for token in (*source, *target)
    )
    assert align_edges(once) == {edge.id: edge for edge in once.edges}
    assert find_violations(once) == ()


@pytest.mark.parametrize("changes", DIFFERENCES)
def test_texts_are_compared_as_svalas_library_does(changes: list[list[Any]]) -> None:
    old = "".join(text for sign, text in changes if sign <= 0)
    new = "".join(text for sign, text in changes if sign >= 0)
    expected, at_one, at_other = [], 0, 0
    for sign, text in changes:
        size = len(text)
        if sign == 0:
            expected += [(at_one + place, at_other + place) for place in range(size)]
        at_one += size if sign <= 0 else 0
        at_other += size if sign >= 0 else 0
    assert list(find_common_letters(old, new)) == expected


@given(st.text("ab c", max_size=80), st.text("ab c", max_size=80))
def test_letters_that_are_kept_are_the_same_and_in_order(old: str, new: str) -> None:
    pairs = list(find_common_letters(old, new))
    assert all(old[here] == new[there] for here, there in pairs)
    assert pairs == sorted(pairs)
    assert len({here for here, _ in pairs}) == len({there for _, there in pairs}) == len(pairs)


@pytest.mark.slow
def test_texts_too_different_to_compare_end_soon_and_can_be_repaired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = "".join(chr(0x4E00 + place * 7 % 5000) + " " for place in range(5000))
    new = "".join(chr(0x4E00 + place * 11 % 4999) + " " for place in range(5000))
    with pytest.raises(TooDifferent):
        list(find_common_letters(old, new))
    monkeypatch.setattr(diff, "MOST_STEPS", diff.MOST_STEPS // 10)  # enough for the others
    source, target = build_graph(old).source, build_graph(new).target
    edges = tuple(
        Edge(f"e-{a.id}-{b.id}", (a.id, b.id)) for a, b in zip(source, target, strict=True)
    )
    found = find_violations(Graph(source, target, edges))
    assert [(violation.rule, violation.place) for violation in found] == [
        (GraphRule.NOT_ALIGNED, "graph")
    ]
    assert find_violations(repair_graph(Graph(source, target, edges))) == ()


def test_letters_beyond_the_first_plane_are_two_for_svala() -> None:
    tokens = [Token("s0", "\U0001f600 "), Token("s1", "\U0001f601 ")]
    target = [Token("t0", "\U0001f601 ")]
    edges = [Edge("e-s0", ("s0",)), Edge("e-s1", ("s1",)), Edge("e-t0", ("t0",))]
    graph = Graph(tuple(tokens), tuple(target), tuple(edges))
    assert set(align_edges(graph)) == {"e-s0", "e-s1-t0"}


def test_messages_quote_nothing() -> None:
    token = Token("hemligt ord", "hemlig text ")
    graph = Graph(
        (token, token), (), (Edge("hemlig", ("hemligt ord", "x"), ("hemlig",), True, "hemlig"),)
    )
    found = (*find_violations(graph), *find_concerns(graph))
    assert len(found) > 4
    assert not any("hemlig" in violation.message + violation.place for violation in found)


def labelled(*labels: str) -> Graph:
    return Graph((Token("s0", "a "),), (), (Edge("e-s0", ("s0",), labels, True),))


@pytest.mark.parametrize(
    ("labels", "rules"),
    [
        (["city", "1", "gen"], []),
        ([], []),
        (["city", "region", "1"], ["main-labels"]),
        (["city"], ["number-missing"]),
        (["1"], ["number-alone"]),
        (["city", "1", "OBS!"], ["temporary"]),
        (["firstname:male", "1"], ["old-label"]),
        (["O"], ["unknown-label"]),
    ],
)
def test_what_annotators_should_not_leave(labels: list[str], rules: list[str]) -> None:
    assert [concern.rule for concern in find_concerns(labelled(*labels))] == rules


def test_labels_of_an_old_corpus_are_brought_up_to_date() -> None:
    graph = update_labels(labelled("firstname:male", "firstname_male", "1", "O"))
    assert graph.edges[0].labels == ("firstname_male", "1", "O")


def test_a_violation_names_its_place() -> None:
    graph = Graph(
        (Token("s0", "a b "), Token("s1", "c ")), (), (Edge("e-s0-s1", ("s0", "s1"), (), True),)
    )
    assert find_violations(graph)[0] == Violation(
        GraphRule.BAD_TOKEN,
        "source token 1 (s0)",
        "is not one word followed by a blank; make a token of each word and end it in a blank",
    )
