"""A text becomes a graph and a text again, and nothing but the spans changes."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from tacknamn.errors import InputError
from tacknamn.svala.building import build_graph, replace_spans
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Graph, GraphSpan
from tacknamn.svala.repair import repair_graph
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, get_target_text, list_spans
from tacknamn.taxonomy.reader import load_taxonomy
from tests.svala_making import broken_graphs, texts, texts_with_spans


def replaced(text: str, spans: list[GraphSpan]) -> str:
    """The text with its spans replaced, the obvious way."""
    for span in sorted(spans, key=lambda span: -span.start):
        text = text[: span.start] + span.replacement + text[span.end :]
    return text


@given(texts)
def test_every_character_of_a_text_survives(text: str) -> None:
    graph = read_graph(write_graph(build_graph(text)))
    assert find_violations(graph) == ()
    assert get_source_text(graph) == get_target_text(graph) == text


@given(texts_with_spans())
def test_nothing_but_the_spans_changes(case: tuple[str, list[GraphSpan]]) -> None:
    text, spans = case
    graph = build_graph(text, spans)
    assert find_violations(graph) == ()
    assert get_source_text(graph) == text
    assert get_target_text(graph) == replaced(text, spans)


@given(texts_with_spans())
def test_labels_and_comments_survive(case: tuple[str, list[GraphSpan]]) -> None:
    graph = build_graph(*case)
    for span in case[1]:
        # Of spans that share a token, only the first keeps its main label.
        kept = {label for label in span.labels if "!" in label or label == "odd"}
        edges = [edge for edge in graph.edges if kept <= set(edge.labels)]
        assert edges
        assert any(span.comment in (edge.comment or "") for edge in edges if span.comment) or not (
            span.comment
        )


@given(texts_with_spans())
def test_no_edge_has_more_main_labels_than_a_span(case: tuple[str, list[GraphSpan]]) -> None:
    split = load_taxonomy().split_labels
    most = max((len(split(span.labels).main) for span in case[1]), default=0)
    assert all(len(split(edge.labels).main) <= most for edge in build_graph(*case).edges)


def test_names_that_share_a_token_get_the_label_of_the_first() -> None:
    spans = [
        GraphSpan(0, 4, "Eva", ("firstname_female", "1")),
        GraphSpan(5, 9, "Bo", ("firstname_male", "2", "gen", "OBS!"), comment="who?"),
    ]
    graph = build_graph("Anna/Erik kom", spans)
    assert [(edge.labels, edge.comment) for edge in graph.edges if edge.labels] == [
        (("firstname_female", "1", "OBS!"), "who?")
    ]
    assert get_target_text(graph) == "Eva/Bo kom"
    alone = build_graph("Anna/Erik kom", [GraphSpan(0, 4, "Anna", ("OBS!",)), spans[1]])
    assert {edge.labels for edge in alone.edges if edge.labels} == {
        ("OBS!", "firstname_male", "2", "gen")
    }


@given(texts_with_spans())
def test_reading_what_was_written_gives_the_same(case: tuple[str, list[GraphSpan]]) -> None:
    graph = build_graph(*case, comment="om texten")
    assert read_graph(write_graph(graph)) == graph
    assert write_graph(read_graph(write_graph(graph))) == write_graph(graph)


@given(texts_with_spans().map(lambda case: build_graph(*case)) | broken_graphs.map(repair_graph))
def test_what_came_out_of_a_graph_goes_in_again(graph: Graph) -> None:
    assert replace_spans(graph, list_spans(graph)) == graph


@given(broken_graphs.map(repair_graph))
def test_spans_of_any_graph_lie_within_its_text(graph: Graph) -> None:
    found = list_spans(graph)
    assert all(0 <= span.start < span.end <= len(get_source_text(graph)) for span in found)
    assert all(left.end <= right.start for left, right in pairwise(found))


@given(broken_graphs.map(repair_graph))
def test_new_pseudonyms_for_annotated_edges_keep_labels_and_comments(graph: Graph) -> None:
    new = [replace(span, replacement="Nytt") for span in list_spans(graph)]
    again = replace_spans(graph, new)
    assert find_violations(again) == ()
    assert get_source_text(again) == get_source_text(graph)
    kept = [
        edge for edge in graph.edges if {token.id for token in graph.source}.intersection(edge.ids)
    ]
    for edge in kept:
        assert any(
            set(edge.labels) <= set(other.labels) and (edge.comment or "") in (other.comment or "")
            for other in again.edges
        )


def test_the_worked_example() -> None:
    graph = build_graph(
        "Jag bor på Stora Gatan nu .", [GraphSpan(11, 22, "Skolgatan", ("place", "1"))]
    )
    assert [token.text for token in graph.source][3:5] == ["Stora ", "Gatan "]
    assert [(token.id, token.text) for token in graph.target][3:5] == [
        ("t7", "Skolgatan "),
        ("t5", "nu "),
    ]
    edge = next(edge for edge in graph.edges if edge.labels)
    assert (edge.id, edge.ids, edge.manual) == ("e-s3-s4-t7", ("s3", "s4", "t7"), True)
    assert all(not edge.manual for edge in graph.edges if not edge.labels)


@pytest.mark.parametrize(
    ("text", "span", "target"),
    [
        ("Jag bor i Uppsala.", GraphSpan(10, 17, "New York", ("city", "1")), ["New ", "York. "]),
        (
            "Hon heter (Anna-Karin).",
            GraphSpan(11, 21, "Lisa", ("firstname_female", "1")),
            ["(Lisa). "],
        ),
        ("i Lund,\n  sa han", GraphSpan(2, 6, "Falun", ("city", "1")), ["Falun,\n  "]),
        ("Anna/Lisa kom", GraphSpan(5, 9, "Eva", ("firstname_female", "2")), ["Anna/Eva "]),
    ],
)
def test_what_shares_a_token_with_a_span_goes_with_it(
    text: str, span: GraphSpan, target: list[str]
) -> None:
    graph = build_graph(text, [span])
    edge = next(edge for edge in graph.edges if edge.labels)
    assert [token.text for token in graph.target if token.id in edge.ids] == target


def test_a_span_comes_back_without_the_punctuation_round_it() -> None:
    span = GraphSpan(10, 17, "Lund", ("city", "1", "gen", "Com!"), comment="hemstad")
    back = list_spans(build_graph("Jag bor i Uppsala, där.", [span]))
    assert [(span.start, span.end, span.replacement) for span in back] == [(10, 17, "Lund")]
    assert (back[0].labels, back[0].comment) == (span.labels, "hemstad")


def test_initials_keep_their_full_stops() -> None:
    span = GraphSpan(0, 4, "A.A.", ("initials", "1"))
    assert list_spans(build_graph("K.L. kom", [span]))[0].end == 4


def test_words_that_are_only_marked_keep_their_tokens() -> None:
    graph = build_graph("Jag är läkare nu", [GraphSpan(7, 13, "läkare", ("prof", "1"))])
    assert [token.id for token in graph.target] == ["t0", "t1", "t2", "t3"]


def corrected() -> Graph:
    """A graph in which an annotator took a label away, moved a number and left a comment."""
    spans = [
        GraphSpan(0, 4, "Anna", (), manual=True),
        GraphSpan(10, 14, "Falun", ("city", "7", "OBS!"), comment="stavfel för Lund"),
    ]
    return build_graph("Anna bor i Lnud med Erik och katten Misse.", spans, comment="om texten")


def test_corrections_of_annotators_are_kept() -> None:
    text = get_source_text(corrected())
    new = [
        GraphSpan(0, 4, "Eva", ("firstname_female", "1")),
        GraphSpan(11, 15, "Umeå", ("city", "1")),
        GraphSpan(text.index("Erik"), text.index("Erik") + 4, "Per", ("firstname_male", "1")),
    ]
    graph = replace_spans(corrected(), new)
    assert get_target_text(graph).startswith("Anna bor")
    assert "med Per och" in get_target_text(graph)
    assert "Umeå" not in get_target_text(graph)
    edge = next(edge for edge in graph.edges if "city" in edge.labels)
    assert (edge.labels, edge.comment) == (("city", "7", "OBS!"), "stavfel för Lund")
    assert graph.comment == "om texten"


def test_an_annotated_edge_gets_another_pseudonym_when_its_span_comes_back() -> None:
    graph = corrected()
    spans = [
        GraphSpan(span.start, span.end, "Kalmar", span.labels, span.manual, span.comment, span.edge)
        for span in list_spans(graph)
        if "city" in span.labels
    ]
    again = replace_spans(graph, spans)
    assert "Kalmar" in get_target_text(again)
    edge = next(edge for edge in again.edges if "city" in edge.labels)
    assert (edge.labels, edge.comment) == (("city", "7", "OBS!"), "stavfel för Lund")


def test_a_span_of_another_graphs_edge_is_a_span_like_others() -> None:
    span = GraphSpan(4, 8, "Umeå", ("city", "1"), edge="e-s2-t2")
    assert get_target_text(build_graph("bor Lund nu", [span])) == "bor Umeå nu"


def test_spans_are_not_worked_into_a_graph_that_is_none() -> None:
    with pytest.raises(InputError, match="repair the graph first"):
        replace_spans(Graph(build_graph("a b").source), [])


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        ([GraphSpan(0, 4, "a"), GraphSpan(3, 6, "b")], "overlap at character 3"),
        ([GraphSpan(2, 2, "a")], "not within"),
        ([GraphSpan(0, 99, "a")], "not within the text of 8 characters"),
        ([GraphSpan(-1, 2, "a")], "not within"),
        ([GraphSpan(0, 2, "\ud800")], "half of a surrogate pair"),
        ([GraphSpan(0, 2, "a", ("OBS!",), comment="\0")], "a NUL character"),
        ([GraphSpan(0, 2, "a", ("city",), comment="x")], "add the label OBS! or Com!"),
    ],
)
def test_spans_that_cannot_be_are_refused(spans: list[GraphSpan], message: str) -> None:
    with pytest.raises(InputError, match=message):
        build_graph("Hemligt!", spans)


@pytest.mark.parametrize("text", ["a\0b", "a\ud800"])
def test_texts_that_cannot_be_written_are_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        build_graph(text)
    assert "a" + text[1] not in str(caught.value)


def test_a_million_blanks_are_not_compared_with_each_other() -> None:
    text = " " * 1_000_000
    for each in (text, text + "a b" + text):
        assert get_source_text(build_graph(each)) == each


def test_long_texts_with_many_spans() -> None:
    text = " ".join(f"ord{place % 7}" for place in range(20_000))
    spans = [GraphSpan(at, at + 4, "x", ("extra", "1")) for at in range(0, 90_000, 50)]
    assert get_target_text(build_graph(text, spans)) == replaced(text, spans)
