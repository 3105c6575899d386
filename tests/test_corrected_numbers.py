"""Running numbers that people corrected say who is the same, and pseudonyms follow (A7)."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.pipeline.document import Document
from tacknamn.svala.building import build_graph, replace_spans
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Graph, GraphSpan
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, get_target_text, list_spans
from tests.policies_lists import make_bundle

TEXT = (
    "Jag heter Anna och bor i Lund. Min syster Elena bor i Malmö. Elenas katt är söt, och Anna bor "
    "kvar. Annas bil är blå."
)
FEMALE = "firstname_female"
JOINED, SPLIT = "one label and number", "several numbers"


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("numbers") / "bundle"))


@pytest.fixture(scope="module")
def first(lexicon: Lexicon) -> Document:
    """The text before anyone corrected it."""
    return Pseudonymizer(lexicon, seed=7)(TEXT)


def change(graph: Graph, piece: str, place: int = 0, **changes: object) -> Graph:
    """The graph after an annotator changed the span at the n-th place of a piece."""
    text, start = get_source_text(graph), -1
    for _ in range(place + 1):
        start = text.index(piece, start + 1)
    span = next(each for each in list_spans(graph) if each.start == start)
    return replace_spans(graph, [replace(span, **changes)])  # type: ignore[arg-type]


def again(lexicon: Lexicon, graph: Graph, **settings: object) -> Document:
    """Another run over a graph, by default with another seed."""
    document = Pseudonymizer(lexicon, **({"seed": 99} | settings)).again(  # type: ignore[arg-type]
        read_graph(write_graph(graph))
    )
    assert find_violations(document.graph) == ()
    assert get_target_text(document.graph) == document.text
    return document


def replaced(document: Document) -> dict[str, str]:
    """What replaced each piece; of equal ones the last."""
    return {document.original[each.start : each.end]: each.replacement for each in document.spans}


def test_the_second_run_says_how_many_names_were_drawn_from(
    lexicon: Lexicon, first: Document
) -> None:
    """Risk reports count a pool of one as a placeholder, which reveals nothing."""
    pools = [span.pool for span in first.spans]
    assert max(pools) > 1
    assert [span.pool for span in again(lexicon, first.graph).spans] == pools


def test_the_pool_of_a_name_that_an_annotator_wrote_is_not_known(
    lexicon: Lexicon, first: Document
) -> None:
    graph = change(first.graph, "Elena", replacement="Zorrina")
    graph = change(graph, "Elenas", replacement="Zorrinas")
    document = again(lexicon, graph)
    assert replaced(document)["Elena"] == "Zorrina"
    unknown = {document.original[span.start : span.end] for span in document.spans if not span.pool}
    assert unknown == {"Elena", "Elenas"}


def test_a_corrected_number_joins_the_pseudonyms(lexicon: Lexicon, first: Document) -> None:
    anna = replaced(first)["Anna"]
    graph = change(first.graph, "Elena", labels=(FEMALE, "1"))
    graph = change(graph, "Elenas", labels=(FEMALE, "1", "gen"))
    document = again(lexicon, graph)
    assert replaced(document) | {"Lund": "", "Malmö": ""} == {
        "Anna": anna, "Annas": f"{anna}s", "Elena": anna, "Elenas": f"{anna}s", "Lund": "", "Malmö": "",
        "syster": "syster",
    }  # fmt: skip
    assert JOINED in document.warnings[0]
    assert not again(lexicon, document.graph).warnings


def test_a_word_that_was_put_back_joins_as_well(lexicon: Lexicon, first: Document) -> None:
    graph = change(first.graph, "Malmö", labels=("city", "1"), replacement="Malmö")
    document = again(lexicon, graph)
    assert replaced(document)["Malmö"] == replaced(first)["Lund"]
    assert document.warnings == ()  # nothing that was replaced has changed


def test_most_pieces_decide_and_not_the_first(lexicon: Lexicon) -> None:
    first = Pseudonymizer(lexicon, seed=7)("Jag heter Elena. Anna, Anna och Anna är här.")
    document = again(lexicon, change(first.graph, "Elena", labels=(FEMALE, "2")))
    assert replaced(document)["Elena"] == replaced(first)["Anna"]


def test_a_pseudonym_that_another_number_has_is_not_joined(
    lexicon: Lexicon, first: Document
) -> None:
    """One mention of Anna was Elena: Anna's other mentions keep their pseudonym, and Elena hers."""
    document = again(lexicon, change(first.graph, "Anna", 0, labels=(FEMALE, "2")))
    assert document.text.startswith(f"Jag heter {replaced(first)['Elena']} ")
    assert replaced(document) == replaced(first)


@pytest.mark.parametrize("settings", [{}, {"seed": None, "key": bytes(range(32))}])
def test_a_corrected_number_splits_a_pseudonym(
    lexicon: Lexicon, first: Document, settings: Mapping[str, object]
) -> None:
    graph = change(first.graph, "Anna", 1, labels=(FEMALE, "9"))
    document = again(lexicon, graph, **settings)
    anna = replaced(first)["Anna"]
    names = [each.replacement for each in document.spans if each.label == FEMALE]
    assert names[0] == anna and names[-1] == f"{anna}s"
    assert names[3] not in (anna, replaced(first)["Elena"])
    assert SPLIT in document.warnings[0]
    assert not again(lexicon, document.graph, **settings).warnings


def test_what_was_joined_can_be_split_again(lexicon: Lexicon, first: Document) -> None:
    joined = again(lexicon, change(first.graph, "Malmö", labels=("city", "1")))
    document = again(lexicon, change(joined.graph, "Malmö", labels=("city", "2")))
    assert replaced(document)["Lund"] == replaced(first)["Lund"]
    assert replaced(document)["Malmö"] != replaced(first)["Lund"]


def test_numbers_without_corrections_change_nothing(lexicon: Lexicon, first: Document) -> None:
    document = again(lexicon, first.graph)
    assert write_graph(document.graph) == write_graph(first.graph)
    assert document.warnings == ()


@given(st.permutations(["Anna", "Elena", "Maria", "Karin", "Sara"]), st.integers(2**64, 2**65))
def test_no_new_person_gets_a_pseudonym_that_stands(
    lexicon: Lexicon, names: list[str], seed: int
) -> None:
    text = f"Jag heter {names[0]}. {', '.join(names[1:])} och jag går hem."
    start = text.index(names[1])
    settled = GraphSpan(10, 10 + len(names[0]), "Ingrid", (FEMALE, "1"))
    other = GraphSpan(start, start + len(names[1]), "Hanna", (FEMALE, "2"))
    document = again(lexicon, build_graph(text, [settled, other]), seed=seed)
    drawn = [each.replacement for each in document.spans]
    assert drawn[:2] == ["Ingrid", "Hanna"] and len(set(drawn)) == len(drawn) == 5


def test_a_mention_that_is_found_anew_is_the_person_that_stands(lexicon: Lexicon) -> None:
    graph = build_graph(TEXT, [GraphSpan(10, 14, "Ingrid", (FEMALE, "4"))])
    document = again(lexicon, graph)
    annas = [each for each in document.spans if document.original[each.start :].startswith("Anna")]
    assert [(each.number, each.replacement) for each in annas] == [
        (4, "Ingrid"),
        (4, "Ingrid"),
        (4, "Ingrids"),
    ]


def test_a_street_moves_with_the_town_that_stands(lexicon: Lexicon) -> None:
    text = "Jag bor i Lund. Min gata är Storgatan 12 i Lund."
    graph = build_graph(text, [GraphSpan(10, 14, "Uppsala", ("city", "1"))])
    document = again(lexicon, graph)
    assert document.text.endswith("i Uppsala.")


def test_given_numbers_keep_namesakes_apart(lexicon: Lexicon) -> None:
    text = "Anna såg Anna."
    labels = [GraphSpan(0, 4, "Anna", (FEMALE, "1")), GraphSpan(9, 13, "Anna", (FEMALE, "2"))]
    for settings in ({"seed": 3}, {"key": bytes(32)}):
        pseudonymizer = Pseudonymizer(lexicon, **settings)
        one, other = pseudonymizer.with_labels(text, labels).spans
        assert (one.number, other.number) == (1, 2)
        assert one.replacement != other.replacement


def test_numbers_that_are_the_replacement_follow(lexicon: Lexicon) -> None:
    graph = build_graph(
        "Jag tar buss 55 eller buss 60 nu.",
        [
            GraphSpan(13, 15, "1", ("transport_nr", "1")),
            GraphSpan(27, 29, "2", ("transport_nr", "1")),
        ],
    )
    assert again(lexicon, graph).text == "Jag tar buss 1 eller buss 1 nu."


def test_a_replacement_written_by_hand_stays_where_nothing_contradicts_it(
    lexicon: Lexicon, first: Document
) -> None:
    document = again(lexicon, change(first.graph, "Malmö", replacement="Lillby"))
    assert replaced(document)["Malmö"] == "Lillby"
    assert document.warnings == ()


def test_forms_of_one_pseudonym_do_not_contradict_each_other(lexicon: Lexicon) -> None:
    text = "Lundabor och Lunds kommun i Lund, sa LUND."
    pieces = [("Lundabor", "Malmöbor", "pl"), ("Lunds", "Malmös", "gen"), ("Lund,", "Malmö,", ""),
              ("LUND", "MALMÖ", "")]  # fmt: skip
    spans = [
        GraphSpan(text.index(old), text.index(old) + len(old.strip(",")), new.strip(","),
                  ("city", "1", *[affix] * bool(affix)))
        for old, new, affix in pieces
    ]  # fmt: skip
    document = again(lexicon, build_graph(text, spans))
    assert document.text == "Malmöbor och Malmös kommun i Malmö, sa MALMÖ."
    assert document.warnings == ()


def test_the_command_warns_of_what_numbers_contradict(
    lexicon: Lexicon, first: Document, tmp_path: Path
) -> None:
    from tests.running_command import pseudonymize, under

    path = tmp_path / "essay.json"
    path.write_text(write_graph(change(first.graph, "Malmö", labels=("city", "1"))), "utf-8")
    done = pseudonymize(path, "--format", "text", **under(tmp_path, lexicon.bundle.folder))
    assert done.stdout.decode().count(replaced(first)["Lund"]) == 2
    assert JOINED.encode() in done.stderr
