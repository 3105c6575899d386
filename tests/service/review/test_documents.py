"""Open documents, correct them, save them, open them again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.essays.store import EssayStore
from tacknamn.svala.building import build_graph
from tacknamn.svala.checking import check_graph_file
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.rules import find_violations
from tests.service.review.annotator import Annotator, free, make_span
from tests.service.review.conftest import TEXT
from tests.service.review.span_making import comments, spans_within, texts

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def pick(doc: Any, *names: str) -> list[Any]:
    """Some fields of all spans."""
    return [tuple(span[name] for name in names) for span in doc["spans"]]


def get_pieces(doc: Any) -> list[str]:
    """The words of all spans."""
    units = doc["original"].encode("utf-16-le")
    return [units[2 * span["start"] : 2 * span["end"]].decode("utf-16-le") for span in doc["spans"]]


def test_a_new_document_has_proposals_that_wait_for_a_person(page: Annotator) -> None:
    doc = page.load("e1")
    assert (doc["version"], doc["done"], doc["writable"], doc["language"]) == (0, False, True, "sv")
    assert doc["original"] == TEXT
    assert get_pieces(doc) == ["Amina", "Göteborg", "Aminas", "Lund"]
    assert pick(doc, "by", "accepted") == [("program", False)] * 4
    amina, _, aminas, _ = doc["spans"]
    assert (amina["base"], aminas["base"], aminas["affixes"]) == ("Amina", "Amina", ["gen"])
    assert amina["newBase"] == aminas["newBase"] == amina["replacement"]
    assert amina["number"] == aminas["number"] == 1
    assert page.load("e1") == doc


def test_what_was_looked_at_is_known_when_the_document_is_opened_again(page: Annotator) -> None:
    doc = page.load("e1")
    doc["spans"][0]["accepted"] = True
    saved = page.save(doc)
    assert saved["version"] == 1
    assert saved["doc"] == page.load("e1")
    assert pick(saved["doc"], "by", "accepted") == [("program", True)] + [("program", False)] * 3
    assert pick(saved["doc"], "probability", "rule") == pick(doc, "probability", "rule")


def test_a_correction_is_a_persons(page: Annotator) -> None:
    doc = page.load("e1")
    doc["spans"][1] |= {
        "replacement": "Umeå",
        "newBase": "Umeå",
        "by": "program",
        "probability": 0.1,
    }
    saved = page.save(doc)["doc"]["spans"][1]
    assert (saved["by"], saved["accepted"], saved["probability"]) == ("person", True, 1.0)
    assert (saved["replacement"], saved["base"], saved["newBase"]) == ("Umeå", "Göteborg", "Umeå")


def test_saving_the_same_again_makes_no_version(page: Annotator) -> None:
    doc = page.save(page.load("e1"))["doc"]
    assert page.save(doc, done=True)["version"] == 1
    assert page.load("e1")["done"] is True
    assert page.save(doc, done=False)["version"] == 1
    assert [
        each["version"] for each in page.get(page.find_path("e1", "/versions"))["versions"]
    ] == [1]


def test_two_tabs_do_not_overwrite_each_other(page: Annotator) -> None:
    doc = page.load("e1")
    page.save(doc)
    problem = page.save(doc, 409, spans=[])
    assert problem["status"] == 409
    assert problem["newest"] == page.load("e1")
    assert problem["newest"]["version"] == 1


def test_an_older_version_can_be_opened(page: Annotator) -> None:
    doc = page.save(page.load("e1"))["doc"]
    page.save(doc, spans=[])
    assert page.load("e1", version=1)["spans"] == doc["spans"]
    assert page.load("e1")["spans"] == []
    assert page.load("e1", version=0)["version"] == 0
    page.load("e1", 404, version=7)


def test_spans_in_one_word_are_kept_apart(page: Annotator, folder: Path) -> None:
    (folder / "e4.txt").write_text("Anna/Erik bor i Lund-trakten.", "utf-8")
    doc = page.load("e4")
    spans = [
        make_span(doc, "Anna", label="firstname_female", number=1, replacement="Malin"),
        make_span(doc, "Erik", label="firstname_male", number=1, replacement="Karl"),
        make_span(doc, "Lund", label="city", number=1, replacement="Umeå"),
        free(doc, "trakten"),
    ]
    saved = page.save(doc, spans=spans)["doc"]
    assert get_pieces(saved) == ["Anna", "Erik", "Lund", "trakten"]
    assert pick(saved, "label", "replacement") == pick({"spans": spans}, "label", "replacement")
    text = page.client.get(f"/review/api{page.find_path('e4', '/export')}?format=text").text
    assert text == "Malin/Karl bor i Umeå-trakten."


def test_freed_words_are_no_suspects_and_are_not_proposed_again(
    page: Annotator, folder: Path, lexicon: Lexicon
) -> None:
    doc = page.load("e1")
    words = ["Amina", "Göteborg"]
    spans = [free(doc, "Amina"), free(doc, "Göteborg", notes=["OBS!"], comment="känd stad?")]
    saved = page.save(doc, spans=spans)["doc"]
    assert pick(saved, "action", "label") == [("free", ""), ("free", "")]
    assert saved["spans"][1]["comment"] == "känd stad?"
    graph = read_graph(folder / "versions/e1/1.json")
    again = Pseudonymizer(lexicon, seed=7).again(graph)
    assert not {
        again.original[span.start : span.end] for span in again.spans if span.label != "OBS!"
    } & {*words}
    for suspect in saved["suspects"]:
        assert not any(
            span["start"] < suspect["end"] and suspect["start"] < span["end"]
            for span in saved["spans"]
        )


def test_what_is_left_in_clear_is_a_suspect(page: Annotator) -> None:
    doc = page.load("e1")
    saved = page.save(doc, spans=doc["spans"][:3])["doc"]
    [lund] = saved["suspects"]
    assert doc["original"][lund["start"] : lund["end"]] == "Lund"
    assert (lund["label"], 0 < lund["probability"] <= 1) == ("city", True)


def test_a_comment_without_a_note_gets_one(page: Annotator) -> None:
    doc = page.load("e1")
    doc["spans"][0] |= {"comment": "vem?", "notes": []}
    assert page.save(doc)["doc"]["spans"][0]["notes"] == ["OBS!"]


def test_a_replacement_becomes_one_line(page: Annotator) -> None:
    doc = page.load("e1")
    doc["spans"][1]["replacement"] = " Nya\n\tStaden "
    assert page.save(doc)["doc"]["spans"][1]["replacement"] == "Nya Staden"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"replacement": " \n"}, "empty"),
        ({"replacement": "\u200b"}, "empty"),
        ({"replacement": "a\0"}, "NUL"),
        ({"replacement": "\ud800"}, ""),
        ({"label": "nonsense"}, "unknown label"),
        ({"label": ""}, "neither a label nor a note"),
        ({"affixes": ["city"]}, "unknown name"),
        ({"notes": ["gen"]}, "unknown name"),
        ({"start": 0, "end": 0}, "ends where it begins"),
        ({"start": 0, "end": 5_000}, "outside the text"),
        ({"start": 15, "end": 16}, "only blanks"),
        ({"start": 10, "end": 30}, "overlap"),
        ({"start": -1}, ""),
        ({"end": "5"}, ""),
        ({"number": 10**10}, ""),
        ({"action": "keep"}, ""),
        ({"color": "red"}, "unknown field"),
    ],
)
def test_a_wrong_span_is_refused_and_nothing_is_saved(
    page: Annotator, changes: dict[str, Any], message: str
) -> None:
    doc = page.load("e1")
    doc["spans"][0] |= changes
    response = page.client.put(
        f"/review/api{page.find_path('e1')}",
        content=json.dumps({"base": 0, "spans": doc["spans"], "comment": "", "done": False}),
        headers={"content-type": "application/json"},
    )
    assert response.status_code in (400, 422)
    assert message in response.json()["detail"]
    assert "Amina" not in response.text
    assert page.load("e1")["version"] == 0


def test_offsets_are_those_of_javascript(page: Annotator, folder: Path) -> None:
    (folder / "e5.txt").write_text("😀 Amina 👩‍👩‍👧 bor i Lund", "utf-8")
    doc = page.load("e5")
    assert get_pieces(doc) == ["Amina", "Lund"]
    assert doc["spans"][0]["start"] == 3
    half = make_span(doc, "Amina", start=1, label="city", replacement="x")
    assert "UTF-16" in page.save(doc, 422, spans=[half])["detail"]
    part = make_span(doc, "👩", label="extra", replacement="x")
    assert get_pieces(page.save(doc, spans=[part])["doc"]) == ["👩"]


@pytest.mark.parametrize(
    "text",
    [
        "שלום אמינה, أمينة تسكن في غوتنبرغ.",
        "Ami\u200bna och A\u0301sa bor i Lund\u00ad.",
        "<script>alert(1)</script> Amina <b>Ek</b> &amp; Lund",
        "",
        "   \n",
        "\ufeffAmina\r\nbor i Lund\r\n",
    ],
)
def test_odd_texts_are_opened_and_saved(page: Annotator, folder: Path, text: str) -> None:
    (folder / "odd.txt").write_bytes(text.encode())
    doc = page.load("odd")
    assert doc["original"] == text.removeprefix("\ufeff")
    saved = page.save(doc, comment="sedd")["doc"]
    assert pick(saved, "start", "end", "replacement") == pick(doc, "start", "end", "replacement")
    assert find_violations(read_graph(folder / "versions/odd/1.json")) == ()


def test_a_broken_graph_says_so(page: Annotator, folder: Path) -> None:
    (folder / "bad.json").write_text('{"source": []}', "utf-8")
    (folder / "e6.txt").write_bytes(b"\xff\xfe")
    assert "target" in page.load("bad", 422)["detail"]
    assert "UTF-8" in page.load("e6", 422)["detail"]
    page.get("/documents/none", 404)
    page.get("/documents/..%2Fe1", 404)
    page.get("/documents/e1", 404)


def test_a_graph_of_the_folder_keeps_its_decisions_and_gets_proposals(
    page: Annotator, folder: Path
) -> None:
    graph = build_graph(
        TEXT,
        [
            GraphSpan(10, 15, "Karin", ("firstname_female", "3", "OBS!"), comment="vem?"),
            GraphSpan(26, 34, "Göteborg", ()),
        ],
    )
    (folder / "g1.json").write_text(write_graph(graph), "utf-8")
    doc = page.load("g1")
    assert doc["original"] == TEXT
    assert pick(doc, "action", "by")[:2] == [("replace", "person"), ("free", "person")]
    assert (
        doc["spans"][0] | {"replacement": "Karin", "number": 3, "comment": "vem?"}
        == doc["spans"][0]
    )
    assert get_pieces(doc)[2:] == ["Aminas", "Lund"]
    assert pick(doc, "by")[2:] == [("program",), ("program",)]
    saved = page.save(doc)["doc"]
    assert saved["spans"] == [{**span, "edge": ANY} for span in doc["spans"]]
    assert EssayStore(folder).load("g1").graph.source == graph.source


def test_pseudonyms_follow_numbers_that_were_corrected_elsewhere(
    page: Annotator, folder: Path
) -> None:
    spans = [
        GraphSpan(10, 15, "Karin", ("firstname_female", "1")),
        GraphSpan(36, 42, "Saras", ("firstname_female", "1", "gen")),
    ]
    (folder / "g2.json").write_text(write_graph(build_graph(TEXT, spans)), "utf-8")
    doc = page.load("g2")
    assert [span["replacement"] for span in doc["spans"]][::2] == ["Karin", "Karins"]
    page.save(doc)
    assert "Karins " in [token.text for token in EssayStore(folder).load("g2").graph.target]


@pytest.mark.slow
@given(data=st.data())
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_corrections_survive(
    page: Annotator, folder: Path, lexicon: Lexicon, data: st.DataObject
) -> None:
    """Saved and opened again they are the same; the graph is valid, and pseudonymizing keeps them."""
    text = data.draw(texts)
    for path in (folder / "versions").glob("p/*"):
        path.unlink()
    (folder / "p.txt").write_bytes(text.encode())
    doc = page.load("p")
    text = doc["original"]
    spans = [
        make_span(doc, "", start=len(text[: span.start].encode("utf-16-le")) // 2, end=len(text[: span.end].encode("utf-16-le")) // 2, label="city" if span.label == "odd" else span.label, number=span.number, affixes=list(span.affixes), notes=list(span.notes), comment=span.comment, replacement=span.replacement, action=span.action.value)
        for span in data.draw(spans_within(text))
        if span.action != "mark" or span.label or span.notes
    ]  # fmt: skip
    comment, done = data.draw(comments), data.draw(st.booleans())
    saved = page.save(doc, spans=spans, comment=comment, done=done)["doc"]
    fields = (
        "start",
        "end",
        "label",
        "number",
        "affixes",
        "notes",
        "comment",
        "replacement",
        "action",
    )
    assert pick(saved, *fields) == [
        tuple(span[name] if span["label"] or name != "number" else 0 for name in fields)
        for span in spans
    ]
    assert page.load("p") == saved
    assert (saved["comment"], saved["done"]) == (comment, done)
    if not saved["version"]:
        return
    file = folder / f"versions/p/{saved['version']}.json"
    assert not check_graph_file(str(file)).has_errors
    graph = read_graph(file)
    again = Pseudonymizer(lexicon, seed=7).again(graph)
    assert find_violations(again.graph) == ()
    assert again.graph.comment == (comment or None)
    assert_kept(saved, again)


def assert_kept(saved: Any, again: Any) -> None:
    """What a person replaced or freed is as it was, where no number contradicts it (A7)."""
    at = 0
    text = saved["original"]
    units = text.encode("utf-16-le")
    for span in saved["spans"]:
        start = len(units[: 2 * span["start"]].decode("utf-16-le"))
        end = len(units[: 2 * span["end"]].decode("utf-16-le"))
        touching = [each for each in again.spans if each.start < end and start < each.end]
        if span["action"] == "free":
            assert all(each.found is None for each in touching)
        if any(
            (span["label"], span["action"]) == (other["label"], other["action"])
            and (span["number"] == other["number"]) != (span["replacement"] == other["replacement"])
            for other in saved["spans"]
        ):
            continue
        # A word that became itself is one that was only labelled: the profile replaces it.
        if span["action"] == "replace" and span["replacement"] != text[start:end]:
            assert span["replacement"] in again.text[at:]
            at = again.text.index(span["replacement"], at)
            assert all(each.found is None for each in touching)


def test_another_user_has_versions_of_their_own(open_page: Callable[..., Annotator]) -> None:
    anna, bo = open_page(user="anna"), open_page(user="bo")
    doc = anna.load("e1")
    anna.save(doc, spans=[])
    assert (anna.load("e1")["version"], bo.load("e1")["version"]) == (1, 0)
    assert bo.load("e1", user="anna")["spans"] == []
    assert anna.get("/settings")["users"] == ["", "anna"]
    bo.load("e1", 422, user="../x")
