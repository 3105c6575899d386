"""The service's answer, taken in as SVALA's client takes it in, with both of its traps."""

import json
from itertools import chain
from typing import Any

import pytest
from hypothesis import given

from tacknamn.errors import InputError
from tacknamn.svala.building import build_graph
from tacknamn.svala.records import Edge, Graph, GraphSpan, Token
from tacknamn.svala.rules import find_violations
from tacknamn.svala.service import Answer, make_service_answer
from tacknamn.svala.texts import get_target_text
from tacknamn.svala.tokens import trim_blanks
from tacknamn.taxonomy.reader import load_taxonomy
from tests.svala_client import show, take_in
from tests.svala_making import texts_with_spans

TAXONOMY = load_taxonomy()


def sentences(answer: Answer) -> Any:
    """The answer as the client receives it."""
    return json.loads(json.dumps(answer.sentences))


def flat(answer: Answer) -> list[tuple[str, list[str]]]:
    return [(word["string"], word["label"]) for word in chain(*answer.sentences)]


@given(texts_with_spans())
def test_the_client_survives_every_answer(case: tuple[str, list[GraphSpan]]) -> None:
    graph = build_graph(*case)
    if not case[0]:
        assert make_service_answer(graph).sentences == ()
        return
    if not trim_blanks(case[0]):
        with pytest.raises(InputError, match="only blanks"):
            make_service_answer(graph)
        return
    answer = make_service_answer(graph)
    result, store = take_in(graph.source, sentences(answer))
    assert find_violations(result) == ()
    got = {id: edge for edge in result.edges for id in edge.ids}
    for edge in graph.edges:
        if edge.id in answer.joined:
            continue
        parts = TAXONOMY.split_labels(edge.labels)
        wanted = parts.label or ("extra" if parts.unknown else None)
        sources = [token.id for token in graph.source if token.id in edge.ids]
        if edge.id in answer.held_back:
            sources.remove(graph.source[-1].id)
        for id in sources:
            labels = got[id].labels
            # A word that was joined to the pseudonym before it has the label of that.
            assert labels[:1] == ((wanted,) if wanted else ()) or len(got[id].ids) > 2
            if labels:
                assert " ".join(TAXONOMY.sort_labels(labels)) in store


def test_the_worked_example() -> None:
    graph = build_graph(
        "Jag bor på Stora Gatan nu .", [GraphSpan(11, 22, "Skolgatan", ("place", "1"))]
    )
    assert sentences(make_service_answer(graph)) == [
        [
            {"string": "Jag", "label": []},
            {"string": "bor", "label": []},
            {"string": "på", "label": []},
            {"string": "Skolgatan", "label": ["place", "1"]},
            {"string": "nu", "label": []},
            {"string": ".", "label": []},
        ]
    ]


def test_affixes_are_in_the_pseudonym_and_not_in_the_labels() -> None:
    graph = build_graph(
        "Lunds domkyrka .", [GraphSpan(0, 5, "Umeås", ("city", "1", "gen", "foreign"))]
    )
    assert flat(make_service_answer(graph))[0] == ("Umeås", ["city", "1"])


def test_the_last_word_is_never_labelled_and_that_is_told() -> None:
    graph = build_graph("Jag bor i Lund", [GraphSpan(10, 14, "Umeå", ("city", "1"))])
    answer = make_service_answer(graph)
    assert flat(answer)[-1] == ("Lund", [])
    assert [edge.id for edge in graph.edges if edge.labels] == list(answer.held_back)


def test_of_several_words_at_the_end_only_the_last_is_held_back() -> None:
    graph = build_graph("på Stora Gatan", [GraphSpan(3, 14, "Skolgatan", ("place", "1"))])
    assert flat(make_service_answer(graph))[1:] == [("Skolgatan", ["place", "1"]), ("Gatan", [])]


@pytest.mark.parametrize(
    ("text", "spans", "words"),
    [
        (
            "på Stora Gatan Lund nu",
            [
                GraphSpan(3, 14, "Skolgatan", ("place", "1")),
                GraphSpan(15, 19, "Umeå", ("city", "1")),
            ],
            ["Skolgatan Umeå"],
        ),
        (
            "på Stora Gatan Lund nu",
            [
                GraphSpan(3, 14, "Norra Vägen", ("place", "1")),
                GraphSpan(15, 19, "Umeå", ("city", "1")),
            ],
            ["Norra", "Vägen", "Umeå"],
        ),
        (
            "på Stora Gatan Lund nu",
            [
                GraphSpan(3, 14, "Norra Södra Vägen", ("place", "1")),
                GraphSpan(15, 19, "Umeå", ("city", "1")),
            ],
            ["Norra", "Södra Vägen", "Umeå"],
        ),
        ("Ica och Son och vi", [GraphSpan(0, 11, "Lidl", ("work", "1"))], ["Lidl och"]),
        ("Ica och Ica och och", [GraphSpan(0, 11, "Lidl", ("work", "1"))], ["Lidl"] * 3),
        ("Ica och Son som vi", [GraphSpan(0, 11, "Lidl", ("work", "1"))], ["Lidl"]),
    ],
)
def test_words_are_sent_so_that_the_client_does_not_lose_count(
    text: str, spans: list[GraphSpan], words: list[str]
) -> None:
    answer = make_service_answer(build_graph(text, spans))
    assert [string for string, label in flat(answer) if label] == words


def test_a_new_number_of_a_first_name_is_that_of_no_other_first_name() -> None:
    """If an annotator then corrects the gender, no one becomes somebody else."""
    spans = [
        GraphSpan(0, 4, "Eva", ("firstname_female", "1")),
        GraphSpan(5, 9, "Per", ("firstname_male", "2")),
        GraphSpan(10, 15, "Evas", ("firstname_female", "1", "gen")),
    ]
    answer = make_service_answer(build_graph("Anna Erik Annas bok", spans))
    labels = [label for _, label in flat(answer) if label]
    assert labels == [["firstname_female", "1"], ["firstname_male", "2"], ["firstname_female", "3"]]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        (
            "Anna och Annas bror och Anna igen.",
            [
                GraphSpan(0, 4, "Eva", ("firstname_female", "1")),
                GraphSpan(9, 14, "Evas", ("firstname_female", "1", "gen")),
                GraphSpan(24, 28, "Eva", ("firstname_female", "1")),
            ],
        ),
        (
            "Vi bor på Stora Gatan 12 i stan.",
            [
                GraphSpan(10, 21, "Skolgatan", ("place", "1")),
                GraphSpan(22, 24, "7", ("street_nr", "1")),
            ],
        ),
        ("Anna\nkom hem.\n\nSedan", [GraphSpan(0, 4, "Eva", ("firstname_female", "1"))]),
        ("Hej Anna\n\nHej igen", [GraphSpan(4, 8, "Eva", ("firstname_female", "1"))]),
        (
            "Anna Lund kom.",
            [
                GraphSpan(0, 4, "Eva", ("firstname_female", "1")),
                GraphSpan(5, 9, "Berg", ("surname", "1")),
            ],
        ),
        (
            "Jag såg Anna. Anna, Anna! hej",
            [
                GraphSpan(8, 12, "Eva", ("firstname_female", "1")),
                GraphSpan(14, 18, "Eva", ("firstname_female", "1")),
                GraphSpan(20, 24, "Eva", ("firstname_female", "1")),
            ],
        ),
    ],
)
def test_the_client_shows_the_pseudonymized_text(text: str, spans: list[GraphSpan]) -> None:
    graph = build_graph(text, spans)
    shown = show(graph.source, sentences(make_service_answer(graph)))
    assert shown.rstrip(" ") == get_target_text(graph)


def test_numbers_stay_where_a_person_has_one_form() -> None:
    spans = [
        GraphSpan(0, 4, "Eva", ("firstname_female", "2")),
        GraphSpan(9, 13, "Eva", ("firstname_female", "2")),
        GraphSpan(18, 22, "Evas", ("firstname_female", "2", "gen")),
        GraphSpan(27, 31, "Maja", ("firstname_female", "3")),
    ]
    answer = make_service_answer(build_graph("Anna och Anna och Anna och Sara kom.", spans))
    assert [label[1] for _, label in flat(answer) if label] == ["2", "2", "4", "3"]


def test_labels_without_a_number_get_one_per_pseudonym() -> None:
    text = "läkare eller lärare eller läkare ."
    spans = [GraphSpan(0, 6, "läkare", ("prof",)), GraphSpan(13, 19, "lärare", ("prof", "4"))]
    answer = make_service_answer(
        build_graph(text, [*spans, GraphSpan(26, 32, "läkare", ("prof",))])
    )
    numbers = [label[1] for _, label in flat(answer) if label]
    assert numbers == ["5", "4", "5"]


def test_old_and_unknown_labels_are_sent_as_svala_knows_them() -> None:
    text = "Ada och Öland och ABC ."
    labels = [("firstname:female", "1"), ("island", "1"), ("mystery", "1")]
    spans = [
        GraphSpan(at, end, "X", edge_labels)
        for (at, end), edge_labels in zip([(0, 3), (8, 13), (18, 21)], labels, strict=True)
    ]
    sent = [label for _, label in flat(make_service_answer(build_graph(text, spans))) if label]
    assert sent == [["firstname_female", "1"], ["geo", "1"], ["extra", "1"]]


def test_what_was_deleted_shows_its_label() -> None:
    graph = Graph(
        (Token("s0", "Ada "), Token("s1", "kom ")),
        (Token("t1", "kom "),),
        (Edge("e-s0", ("s0",), ("firstname_female", "1"), True), Edge("e-s1-t1", ("s1", "t1"))),
    )
    assert flat(make_service_answer(graph))[0] == ("[firstname_female]", ["firstname_female", "1"])


def test_sentences_end_where_they_do() -> None:
    answer = make_service_answer(build_graph("Hej! Kom nu\nGå sedan ."))
    assert [len(sentence) for sentence in answer.sentences] == [1, 2, 3]
