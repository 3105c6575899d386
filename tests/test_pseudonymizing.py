"""The pseudonymizer: what stays, what is numbered alike, what annotators settled, and why."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Matcher, Pseudonymizer
from tacknamn.detection.entities import unify_misspellings
from tacknamn.errors import InputError
from tacknamn.pipeline.document import Document
from tacknamn.profiles.reader import list_profiles
from tacknamn.records import Action, Detection
from tacknamn.svala.building import build_graph, replace_spans
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import Edge, Graph, GraphSpan, Token, make_edge_id, sort_ids
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_target_text, list_spans
from tacknamn.taxonomy.reader import load_taxonomy
from tests.policies_lists import make_bundle

TEXT = (
    "Jag heter Anna och bor i Lund. Min bror Erik bor på Storgatan 12 i Malmö. "
    "Annas telefon är 070-123 45 67, Eriks också. Min mamma är läkare."
)
PIECES = st.sampled_from(
    ["Anna", "Annas", "anna", "Lund", "Storgatan 12", "070-123 45 67", "25 år", "mamma", ". ",
     ", ", " ", "\n", "\r\n", "\t", "\ufeff", "\u2028", "İ", "ß", "a\u0308", "🙂", "\x0b", "jag heter "]
)  # fmt: skip
ANY = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map("".join))


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("pseudonymizing") / "bundle"))


@pytest.fixture(scope="module")
def swell(lexicon: Lexicon) -> Pseudonymizer:
    return Pseudonymizer(lexicon, seed=7)


def told(document: Document) -> list[tuple[str, str, int]]:
    """What was found, as it stands in the original, with label and number."""
    return [
        (document.original[span.start : span.end], span.label, span.number)
        for span in document.spans
    ]


def kept_apart(document: Document) -> tuple[list[str], list[str]]:
    """What stands outside the spans, in the original and in the new text."""
    before, after = [], []
    at = new = 0
    for span, (start, end) in zip(document.spans, document.places, strict=True):
        before.append(document.original[at : span.start])
        after.append(document.text[new:start])
        at, new = span.end, end
    return [*before, document.original[at:]], [*after, document.text[new:]]


# ---- A1: nothing else changes ---------------------------------------------------------------


@pytest.mark.parametrize("profile", list_profiles())
@given(text=ANY)
def test_every_character_outside_spans_comes_through(
    lexicon: Lexicon, profile: str, text: str
) -> None:
    document = Pseudonymizer(lexicon, profile, seed=2**64)(text)
    before, after = kept_apart(document)
    assert before == after
    assert all(left.end <= right.start for left, right in pairwise(document.spans))
    for span, (start, end) in zip(document.spans, document.places, strict=True):
        assert document.text[start:end] == span.replacement
        if span.action is Action.MARK:
            assert span.replacement == text[span.start : span.end]


@given(text=ANY)
def test_the_same_seed_gives_the_same_text(lexicon: Lexicon, text: str) -> None:
    first, second = (Pseudonymizer(lexicon, seed=3)(text) for _ in range(2))
    assert (first.text, first.spans) == (second.text, second.spans)


# ---- A7: running numbers ----------------------------------------------------------------------


def test_each_label_counts_from_one(swell: Pseudonymizer) -> None:
    numbers = [(label, number) for _, label, number in told(swell(TEXT))]
    assert numbers == [
        ("firstname_female", 1), ("city", 1), ("fam", 1), ("firstname_male", 2), ("place", 1),
        ("street_nr", 1), ("city", 2), ("firstname_female", 1), ("phone_nr", 1),
        ("firstname_male", 2), ("fam", 2), ("prof", 1),
    ]  # fmt: skip


def test_first_names_have_one_sequence(lexicon: Lexicon) -> None:
    """As in the picture of the guidelines: Alice is 1 and Bob is 2."""
    english = Pseudonymizer(lexicon, seed=7, language="en")
    document = english("Sara and Erik met Kim Ek. Sara's wallet was stolen. Lena Holm saw it.")
    assert [(label, number) for _, label, number in told(document)] == [
        ("firstname_female", 1), ("firstname_male", 2), ("firstname_unknown", 3), ("surname", 1),
        ("firstname_female", 1), ("firstname_female", 4), ("surname", 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Jag bor i Stockholm. Stockholms gator är stora.", ("Stockholm", "Stockholms")),
        ("Jag bor i Stockholm. Stockhulm är stort.", ("Stockholm", "Stockhulm")),
        ("Jag heter Anna. anna är glad. ANNA!", ("Anna", "anna", "ANNA")),
        ("Jag kom från Köpenhamn. I Köpenhmn var det bra.", ("Köpenhamn", "Köpenhmn")),
        ("Jag går på Björkskolan. Björkskolans lärare.", ("Björkskolan", "Björkskolans")),
        ("Jag jobbar på Björkskolan. Björkskolans rektor.", ("Björkskolan", "Björkskolans")),
        ("Jag jobbar på Volvo. Volvos hus är stort.", ("Volvo", "Volvos")),
        ("Ring 070-123 45 67 eller +46 70 123 45 67.", ("070-123 45 67", "+46 70 123 45 67")),
        (
            "Mitt personnummer: 19900512-1234, alltså 9005121234.",
            ("19900512-1234", "9005121234"),
        ),
        ("Den 5 maj och den femte maj.", ("5", "femte")),
        ("Den 5 jan. och den 9 januari.", ("jan", "januari")),
    ],
)
def test_one_thing_has_one_number_however_it_is_written(
    swell: Pseudonymizer, text: str, forms: tuple[str, ...]
) -> None:
    document = swell(text)
    found = [span for span in told(document) if span[0] in forms]
    assert [form for form, _, _ in found] == list(forms)
    assert {(label, number) for _, label, number in found} == {found[0][1:]}


@pytest.mark.parametrize("seed", range(6))
def test_ages_and_years_of_a_range_keep_their_order(lexicon: Lexicon, seed: int) -> None:
    text = "De är mellan 5 och 6 år. Barnen är två och tre år. Jag jobbade 2003-2004."
    spans = Pseudonymizer(lexicon, seed=seed)(text).spans
    drawn = [int(span.replacement) for span in spans if span.label[:3] in ("age", "yea")]
    assert len(drawn) == 6
    assert all(first < second for first, second in zip(drawn[::2], drawn[1::2], strict=True))
    assert min(drawn) > 0


def test_one_age_is_replaced_alike_in_words_and_digits(swell: Pseudonymizer) -> None:
    digits, words = swell("Jag är 23 år. Min bror är tjugotre år.").spans[::2]
    assert (digits.label, words.label) == ("age_digits", "age_string")
    assert digits.replacement == words.replacement


def test_an_age_within_a_word_stays_a_word(swell: Pseudonymizer) -> None:
    text = swell("Jag har en treåring. Treåringen sover, min tjugofemåriga son är tre år.").text
    word, again, son, age = re.findall(r"(\w+)(?=åring\b|åringen|åriga| år\.)", text)
    assert word in ("ett", "två", "tre", "fyra", "fem") and again == word.capitalize()
    assert son.startswith("tjugo") and age.isdecimal()


def test_where_somebody_works_is_hidden_wherever_it_is_named(swell: Pseudonymizer) -> None:
    assert "Volvo" not in swell("Jag arbetar på Volvo. Volvos chef är snäll. Volvo!").text
    assert "Volvo" in swell("Jag köpte en Volvo. Volvos chef är snäll.").text


def test_what_lies_abroad_is_foreign_without_a_list(swell: Pseudonymizer) -> None:
    affixes = {
        span.label: span.affixes for span in swell("Vi bodde på Fox Street i Istanbul.").spans
    }
    assert affixes == {"place": ("foreign",), "city": ("foreign",)}


def test_two_names_of_the_lists_are_two_however_alike() -> None:
    anna, anne = (Detection(0, 4, "surname", "list", base, entry=7) for base in ("Anna", "Anne"))
    unlisted = Detection(0, 4, "surname", "capital", "Annu")
    assert [detection.base for detection in unify_misspellings([anna, anne, unlisted])] == [
        "Anna",
        "Anne",
        "Anna",
    ]


def test_pseudonyms_take_the_form_of_the_original(swell: Pseudonymizer) -> None:
    document = swell("Jag heter Anna. Annas hund är glad. ANNA!")
    names = [span.replacement for span in document.spans if span.label == "firstname_female"]
    assert [name.casefold().rstrip("'s") for name in names] == [names[0].casefold()] * 3
    assert names[2].isupper()


# ---- graphs -----------------------------------------------------------------------------------


@given(text=ANY)
def test_the_graph_is_one_that_the_editor_opens(lexicon: Lexicon, text: str) -> None:
    try:
        graph = Pseudonymizer(lexicon, seed=5)(text).graph
    except InputError as exc:  # what JSON cannot hold is told before a graph is made
        assert "the text has" in str(exc)
        return
    assert find_violations(graph) == ()


def test_again_without_corrections_changes_nothing(swell: Pseudonymizer, lexicon: Lexicon) -> None:
    document = swell(TEXT)
    again = Pseudonymizer(lexicon, seed=99).again(document.graph)
    assert write_graph(again.graph) == write_graph(document.graph)
    assert again.text == document.text


def corrected(graph: Graph, piece: str, **changes: object) -> Graph:
    """The graph after an annotator changed the first span of this piece."""
    text = "".join(token.text for token in graph.source)
    start = text.index(piece)
    span = next(each for each in list_spans(graph) if each.start == start)
    return replace_spans(graph, [replace(span, **changes)])  # type: ignore[arg-type]


def test_corrected_labels_and_replacements_stay(swell: Pseudonymizer) -> None:
    graph = swell(TEXT).graph
    graph = corrected(graph, "Erik", labels=("surname", "7", "OBS!"), comment="or a surname?")
    graph = corrected(graph, "Lund", replacement="Lillby")
    again = swell.again(read_graph(write_graph(graph)))
    settled = {again.original[span.start : span.end]: span for span in again.spans if span.manual}
    assert settled["Erik"].label == "surname"
    assert settled["Erik"].number == 7
    assert settled["Erik"].affixes == ("OBS!",)
    assert settled["Erik"].comment == "or a surname?"
    assert settled["Lund"].replacement == "Lillby"
    assert "Lillby" in again.text
    assert write_graph(again.graph) == write_graph(graph)


def test_what_an_annotator_labels_is_replaced(lexicon: Lexicon) -> None:
    swell = Pseudonymizer(lexicon, seed=7)
    graph = swell("Vi såg mimbrax igår. Jag bor i Lund nu.").graph
    text = "".join(token.text for token in graph.source)
    start = text.index("mimbrax")
    marked = replace_spans(graph, [GraphSpan(start, start + 7, "mimbrax", ("city", "4", "gen"))])
    again = swell.again(marked)
    span = next(each for each in again.spans if each.start == start)
    assert (span.label, span.number, span.affixes) == ("city", 4, ("gen",))
    assert span.replacement != "mimbrax"
    assert "mimbrax" not in again.text
    assert find_violations(again.graph) == ()


def test_what_an_annotator_freed_of_labels_is_not_found_again(swell: Pseudonymizer) -> None:
    graph = corrected(swell(TEXT).graph, "Lund", labels=(), replacement="Lund")
    assert "Lund" in swell.again(graph).text


@pytest.mark.parametrize("piece", ["Lund", "Annas telefon"])
def test_a_note_settles_nothing_and_stays(swell: Pseudonymizer, piece: str) -> None:
    start = TEXT.index(piece)
    note = GraphSpan(start, start + len(piece), piece, ("Com!",), True, "a village?")
    again = swell.again(build_graph(TEXT, [note]))
    assert piece[:4] not in again.text
    assert [span.comment for span in again.spans if "Com!" in span.affixes] == ["a village?"]
    assert find_violations(again.graph) == ()
    assert get_target_text(again.graph).rstrip() == again.text
    assert [edge.comment for edge in again.graph.edges if "Com!" in edge.labels] == ["a village?"]


def test_a_note_on_words_that_reveal_nobody_stays(swell: Pseudonymizer) -> None:
    graph = build_graph("Boken är bra.", [GraphSpan(9, 12, "bra", ("OBS!",), True, "odd")])
    again = swell.again(graph)
    assert [(span.label, span.comment, span.action) for span in again.spans] == [
        ("OBS!", "odd", Action.MARK)
    ]
    assert write_graph(again.graph) == write_graph(graph)


def test_a_placeholder_is_not_put_within_itself(swell: Pseudonymizer) -> None:
    graph = build_graph("Det var [extra].", [GraphSpan(9, 14, "extra", ("extra", "1"))])
    assert swell.again(graph).text == "Det var [extra]."


def test_what_is_said_beforehand_is_done(swell: Pseudonymizer) -> None:
    said = [GraphSpan(10, 14, "Anna", ("surname", "4")), GraphSpan(25, 29, "Lund", ("PER",))]
    document = swell.with_labels(TEXT, said)
    assert told(document)[:2] == [("Anna", "surname", 4), ("Lund", "city", 1)]
    assert document.spans[0].manual and document.spans[0].replacement != "Anna"
    before, after = kept_apart(document)
    assert before == after
    assert find_violations(document.graph) == ()


def test_labels_of_other_programs_settle_nothing(swell: Pseudonymizer) -> None:
    graph = corrected(swell(TEXT).graph, "Lund", labels=("LOC",), replacement="Lund")
    again = swell.again(graph)
    assert "Lund" not in again.text
    assert find_violations(again.graph) == ()


def test_numbers_go_on_behind_those_that_were_given(swell: Pseudonymizer) -> None:
    graph = corrected(swell(TEXT).graph, "Lund", labels=("city", "8"))
    graph = corrected(graph, "Malmö", labels=("LOC",), replacement="Malmö")
    numbers = {form: number for form, label, number in told(swell.again(graph)) if label == "city"}
    assert numbers == {"Lund": 8, "Malmö": 9}


def test_a_graph_that_the_editor_would_refuse_is_refused(swell: Pseudonymizer) -> None:
    graph = swell(TEXT).graph
    with pytest.raises(InputError, match="validate --repair") as caught:
        swell.again(replace(graph, edges=graph.edges[1:]))
    assert "Anna" not in str(caught.value)


# ---- explain ----------------------------------------------------------------------------------


def test_each_span_is_explained(swell: Pseudonymizer) -> None:
    document = swell(TEXT)
    for span in document.spans:
        why = document.explain(span)
        assert why.rule and why.policy and why.reason
        assert 0 < why.probability <= 1
    name = document.explain(document.spans[0])
    assert (name.rule, name.trigger) == ("list", "heter")
    assert name.candidates[0].sources
    phone = next(span for span in document.spans if span.label == "phone_nr")
    assert document.explain(phone).policy == "zero"


def test_spans_of_other_documents_are_refused(swell: Pseudonymizer) -> None:
    span = swell(TEXT).spans[0]
    with pytest.raises(InputError, match=r"document\.spans"):
        swell("Jag bor i Lund.").explain(span)


def test_nothing_tells_the_text_by_accident(swell: Pseudonymizer) -> None:
    document = swell("Jag heter Anna och bor i Lund.")
    shown = repr(document) + repr(document.spans) + repr(document.detected)
    assert "Anna" not in shown and "Lund" not in shown


# ---- arguments --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"profile": "swel"}, "swell"),
        ({"language": "da"}, "auto, en, sv"),
        ({"policies": {"citty": "keep"}}, "city"),
        ({"policies": {"city": "kep"}}, "keep"),
        ({"seed": 1, "key": bytes(32)}, "seed and a key"),
        ({"seed": "a"}, "seed must be a whole number, not str"),
        ({"profile": None}, "a name, a Path or a Profile, not NoneType"),
        ({"policies": ["city"]}, "policies must be a dict of labels, not list"),
        ({"thresholds": {"surname": "x"}}, "must be a number, such as 0.9, not str"),
        ({"language": 5}, "language must be a string"),
        ({"lang": "en"}, "there is no argument 'lang'; did you mean language?"),
    ],
)
def test_wrong_arguments_are_told_with_what_there_is(
    lexicon: Lexicon, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        Pseudonymizer(lexicon, **arguments)  # type: ignore[arg-type]


def test_lists_must_be_opened_first() -> None:
    for kind in (Pseudonymizer, Matcher):
        with pytest.raises(InputError, match=r"such as Lexicon\.open\(\), not str"):
            kind("build/default")  # type: ignore[arg-type]


UNCHECKED_MATCHER: Any = Matcher
UNCHECKED_LEXICON: Any = Lexicon


@pytest.mark.parametrize(
    "call",
    [
        lambda it: it(None),
        lambda it: it(b"Anna"),
        lambda it: it("Anna", name=5),
        lambda it: it.detect(None),
        lambda it: list(it.detect_many(None)),
        lambda it: list(it.detect_many([5])),
        lambda it: it.again("Anna"),
        lambda it: it.with_labels(None, []),
        lambda it: it.with_labels("Anna", [(0, 4, "surname")]),
        lambda it: UNCHECKED_MATCHER(it.lexicon, labels="city"),
        lambda it: UNCHECKED_MATCHER(it.lexicon, labels=5),
        lambda it: UNCHECKED_MATCHER(it.lexicon).match(None),
        lambda it: UNCHECKED_MATCHER(it.lexicon).match_many(None),
        lambda it: UNCHECKED_LEXICON.open(5),
    ],
)
def test_what_is_not_a_text_is_an_error_that_quotes_nothing(
    swell: Pseudonymizer, call: Callable[[Any], object]
) -> None:
    with pytest.raises(InputError, match=r"must be .*, not \w+") as caught:
        call(swell)
    assert "Anna" not in str(caught.value)


def test_policies_may_be_changed(lexicon: Lexicon) -> None:
    changed = Pseudonymizer(lexicon, seed=7, policies={"city": "keep", "phone_nr": "[telefon]"})
    document = changed(TEXT)
    assert "Lund" in document.text and "Malmö" in document.text
    assert "[telefon]" in document.text


def test_a_key_gives_a_name_the_same_pseudonym_in_all_documents(lexicon: Lexicon) -> None:
    keyed = Pseudonymizer(lexicon, key=bytes(range(32)))
    first, second = keyed("Jag heter Anna."), keyed("Vi såg Anna i Lund igår.")
    assert first.spans[0].replacement == second.spans[0].replacement


def test_a_profile_of_ones_own(lexicon: Lexicon, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'format = 1\ndescription = "names only"\nfinders = ["lists"]\nothers = "keep"\n'
        '[labels]\nfirstname_female = "[NAMN]"\n',
        "utf-8",
    )
    document = Pseudonymizer(lexicon, profile=file)("Jag heter Anna, 070-123 45 67.")
    assert document.text == "Jag heter [NAMN], 070-123 45 67."


def free(graph: Graph, original: str) -> Graph:
    """Remove the last label of a word, as SVALA does: the original is back, with a new id."""
    words = {token.id: token for token in graph.source}
    (edge,) = [
        edge
        for edge in graph.edges
        if edge.labels
        and any(words[id].text.strip(" .") == original for id in edge.ids if id in words)
    ]
    (source,) = [id for id in edge.ids if id in words]
    new = Token(f"t{max(int(token.id[1:]) for token in graph.target) + 1}", words[source].text)
    target = tuple(new if token.id in edge.ids else token for token in graph.target)
    ids = (source, new.id)
    edges = tuple(Edge(make_edge_id(ids), ids) if each is edge else each for each in graph.edges)
    return replace(graph, target=target, edges=edges)


def renumber(graph: Graph) -> Graph:
    """Give the target the ids that SVALA gives to copies: they count on from the source."""
    first = len(graph.source)
    names = {token.id: f"t{int(token.id[1:]) + first}" for token in graph.target}
    target = tuple(replace(token, id=names[token.id]) for token in graph.target)
    edges = []
    for edge in graph.edges:
        ids = sort_ids(names.get(id, id) for id in edge.ids)
        edges.append(replace(edge, id=make_edge_id(ids), ids=ids))
    return replace(graph, target=target, edges=tuple(edges))


@pytest.mark.parametrize("change", [lambda graph: graph, renumber])
def test_a_name_that_an_annotator_freed_stays_free(
    swell: Pseudonymizer, change: Callable[[Graph], Graph]
) -> None:
    freed = free(change(swell(TEXT).graph), "Erik")
    for _ in range(3):
        assert find_violations(freed) == ()
        document = swell.again(read_graph(write_graph(freed)))
        assert "bror Erik bor" in document.text and "Anna" not in document.text
        assert "Erik" not in [document.original[span.start : span.end] for span in document.spans]
        freed = document.graph


def test_what_no_one_freed_is_found_again(swell: Pseudonymizer) -> None:
    graph = build_graph(TEXT)
    for unchanged in (graph, renumber(graph)):
        assert swell.again(unchanged).text == swell(TEXT).text


@pytest.mark.parametrize("text", ["Anna/Erik kom.", "Malmö/Lund är bra.", "Vi bor i Malmö-Lund."])
def test_no_word_gets_two_main_labels(swell: Pseudonymizer, text: str) -> None:
    split = load_taxonomy().split_labels
    document = swell(text)
    assert all(len(split(edge.labels).main) < 2 for edge in document.graph.edges)
    names = {"Anna", "Erik", "Malmö", "Lund"} & set(re.split(r"\W+", text))
    replaced = [text[span.start : span.end] for span in document.spans if span.action == "replace"]
    assert names == set(re.split(r"\W+", "/".join(replaced)))
