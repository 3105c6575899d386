"""From the spans of the page to SVALA's graph, and back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.service.review.graph_changes import change_graph
from tacknamn.service.review.graph_spans import read_graph_spans
from tacknamn.service.review.records import ReviewAction, ReviewedSpan
from tacknamn.svala.alignment import sort_edges
from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Edge, Graph, Token, make_edge_id, sort_ids
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, get_target_text, list_freed
from tests.service.review.span_making import comments, spans_within, texts
from tests.svala_making import broken_graphs

REPLACE, MARK, FREE = ReviewAction


def write_text(text: str, spans: list[ReviewedSpan]) -> str:
    """The pseudonymized text, word for word."""
    pieces, at = [], 0
    for span in spans:
        pieces += [text[at : span.start], span.replacement]
        at = span.end
    return "".join([*pieces, text[at:]])


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_any_sequence_of_corrections_gives_a_graph_that_svala_opens(data: st.DataObject) -> None:
    text = data.draw(texts)
    graph, before = build_graph(text), list[ReviewedSpan]()
    for _ in range(3):
        after = data.draw(spans_within(text))
        comment = data.draw(comments)
        graph = read_graph(write_graph(change_graph(graph, before, after, comment)))
        assert find_violations(graph) == ()
        assert get_source_text(graph) == text
        assert (graph.comment or "") == comment
        assert get_target_text(graph).split() == write_text(text, after).split()
        before = after


@given(broken_graphs, st.data())
@settings(max_examples=300, deadline=None)
def test_any_graph_stays_one_that_svala_opens(broken: Graph, data: st.DataObject) -> None:
    graph = repair_graph(broken)
    before = read_graph_spans(graph)
    assert write_graph(change_graph(graph, before, before, graph.comment or "")) == write_graph(
        graph
    )
    text = get_source_text(graph)
    changed = change_graph(graph, before, data.draw(spans_within(text)), "")
    assert find_violations(changed) == ()
    assert get_source_text(changed) == text


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_taking_all_corrections_back_gives_the_first_graph(data: st.DataObject) -> None:
    text = data.draw(texts)
    spans = data.draw(spans_within(text))
    graph = change_graph(build_graph(text), [], spans, "")
    back = change_graph(graph, spans, [], "")
    assert write_graph(back) == write_graph(build_graph(text))
    assert list_freed(back) == ()


def test_spans_that_have_words_of_their_own_are_read_back() -> None:
    text = "Anna Ek bor i Lund, Malmö och Kiruna."
    spans = [
        ReviewedSpan(0, 4, "firstname_female", 1, (), ("OBS!",), "vem?", "Malin"),
        ReviewedSpan(5, 7, "surname", 1, (), (), "", "Berg"),
        ReviewedSpan(14, 18, "city", 1, (), (), "", "Lund", MARK),
        ReviewedSpan(20, 25, replacement="Malmö", action=FREE),
        ReviewedSpan(30, 36, notes=("Com!",), comment="se", replacement="Kiruna", action=FREE),
    ]
    graph = change_graph(build_graph(text), [], spans, "")
    assert [span.decision for span in read_graph_spans(graph)] == [span.decision for span in spans]


def test_spans_in_one_word_share_its_edge() -> None:
    text = "Anna/Erik bor i Lund-trakten."
    spans = [
        ReviewedSpan(0, 4, "firstname_female", 1, replacement="Malin"),
        ReviewedSpan(5, 9, "firstname_male", 1, replacement="Karl"),
        ReviewedSpan(16, 20, "city", 1, replacement="Umeå"),
    ]
    graph = change_graph(build_graph(text), [], spans, "")
    assert get_target_text(graph) == "Malin/Karl bor i Umeå-trakten."
    assert [span.label for span in read_graph_spans(graph)] == ["firstname_female", "city"]


def connect(*ids: str, labels: tuple[str, ...] = ()) -> Edge:
    ids = sort_ids(ids)
    return Edge(make_edge_id(ids), ids, labels, True)


def test_what_svala_made_elsewhere_stays() -> None:
    """An edge over words that are not adjacent, a deleted word, an inserted and a moved one."""
    plain = build_graph("Hon tycker mycket om Lund och Anna .")
    far = connect("s1", "s3", "t1", "t3", labels=("extra", "1"))
    gone, new, moved = connect("s2"), connect("t90"), connect("s7", "t7")
    kept = [edge for edge in plain.edges if {"s1", "s2", "s3", "s7"}.isdisjoint(edge.ids)]
    words = {token.id: token for token in plain.target}
    target = [
        words["t7"],
        *(words[f"t{at}"] for at in (0, 1, 3, 4, 5)),
        Token("t90", "ofta "),
        words["t6"],
    ]
    graph = sort_edges(Graph(plain.source, tuple(target), (*kept, far, gone, new, moved)))
    assert find_violations(graph) == ()
    before = read_graph_spans(graph)
    anna = ReviewedSpan(30, 34, "firstname_female", 1, replacement="Malin")
    after = sorted([*before, anna], key=lambda span: span.place)
    changed = change_graph(graph, before, after, "")
    assert find_violations(changed) == ()
    assert {far, gone, new, moved} <= set(changed.edges)
    assert get_target_text(changed) == ". Hon tycker om Lund och ofta Malin"
    back = change_graph(changed, after, before, "")
    assert write_graph(back) == write_graph(graph)
