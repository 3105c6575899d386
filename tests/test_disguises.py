"""A name is found however it is disguised, and its span covers what the original has in its place."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.detection.disguises.mapped_text import Edit, MappedText
from tacknamn.detection.disguises.survey import survey
from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import load_writer
from tacknamn.records import Action
from tacknamn.reports.document_page import render_document_page
from tacknamn.svala.rules import find_violations
from tacknamn.svala.texts import get_source_text, get_target_text
from tests.detection_lists import make_bundle

CASES = json.loads((Path(__file__).parent / "cases" / "disguises.json").read_text("utf-8"))
INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b\u200d\u200e\u202e\u2060\ufe0f\ufeff\U000e0041"
MARKS = "\u034f\ufe0f\U000e0041"
"""Those that belong to the letter before them."""
FULL_WIDTH = {ord(" "): " ", **{code: chr(code + 0xFEE0) for code in range(0x21, 0x7F)}}
WORDS = [
    "Jag",
    "heter",
    "Anna",
    "Andersson",
    "och",
    "bor",
    "i",
    "Lund",
    "Karin",
    "Rosen",
    "Muhammad",
    "Ali",
    "Zuhayra",
    "min",
    "bror",
    "ring",
    "070-174",
    "06",
    "05",
    "anna@exempel.se",
    "Storgatan",
    "12",
    "850709-9805",
    ".",
    ",",
    "katten",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@pytest.fixture(scope="module")
def pseudonymizers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Pseudonymizer]:
    """A pseudonymizer for each language, on hand-made lists."""
    lexicon = Lexicon.open(make_bundle(tmp_path_factory.mktemp("disguises") / "bundle"))
    return {
        language: Pseudonymizer(lexicon, seed=1, language=language) for language in ("sv", "en")
    }


@pytest.fixture(scope="module")
def swedish(pseudonymizers: dict[str, Pseudonymizer]) -> Pseudonymizer:
    return pseudonymizers["sv"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_text_has_exactly_these_detections(
    pseudonymizers: dict[str, Pseudonymizer], case: dict[str, Any]
) -> None:
    text = case["text"]
    detections = pseudonymizers[case.get("language", "sv")].detect(text)
    assert [[each.label, text[each.start : each.end]] for each in detections] == case["expect"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_original_is_replaced_whole(
    pseudonymizers: dict[str, Pseudonymizer], case: dict[str, Any]
) -> None:
    text = case["text"]
    document = pseudonymizers[case.get("language", "sv")](text)
    assert document.original == text
    for span, place in zip(document.spans, document.places, strict=True):
        written = document.text[slice(*place)]
        original = text[span.start : span.end]
        assert written == span.replacement
        assert span.action is not Action.MARK or written == original
        assert span.found is not None
        assert (span.found.start, span.found.end) == (span.start, span.end)
    assert [*document.detected] == pseudonymizers[case.get("language", "sv")].detect(text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_format_has_the_spans_of_the_original(
    pseudonymizers: dict[str, Pseudonymizer], case: dict[str, Any]
) -> None:
    text = case["text"]
    document = pseudonymizers[case.get("language", "sv")](text)
    assert find_violations(document.graph) == ()
    assert get_source_text(document.graph) == text
    assert get_target_text(document.graph) == document.text
    pieces = [text[span.start : span.end] for span in document.spans]
    disguised = [
        piece
        for piece, span in zip(pieces, document.spans, strict=True)
        if survey(piece) and span.action is Action.REPLACE
    ]
    for name in ("text", "svala", "service", "xml", "portal", "tab", "review", "jsonl", "html"):
        written = load_writer(name)(document, InputDocument("1", text))
        if name in ("text", "xml", "review"):
            assert not [piece for piece in disguised if piece in written]


@given(TEXTS, st.data())
def test_characters_without_width_change_no_detection(
    swedish: Pseudonymizer, text: str, data: st.DataObject
) -> None:
    """The slow twin: clean the text by hand, and count what was left out."""
    strewn, clean = "", []
    for position, character in enumerate(text):
        clean.append(len(strewn))
        strewn += character
        if character.isalpha() and text[position + 1 : position + 2].isalpha():
            strewn += data.draw(st.text(st.sampled_from(INVISIBLE), max_size=2))
    expected = [
        (each.label, each.rule, each.base, clean[each.start], clean[each.end - 1] + 1)
        for each in swedish.detect(text)
    ]
    found = [
        (each.label, each.rule, each.base, each.start, each.end) for each in swedish.detect(strewn)
    ]
    assert found == expected


@given(TEXTS)
def test_full_width_twins_have_the_same_detections(swedish: Pseudonymizer, text: str) -> None:
    twin = text.translate(FULL_WIDTH)
    found, expected = swedish.detect(twin), swedish.detect(text)
    assert [(each.start, each.end, each.label, each.rule) for each in found] == [
        (each.start, each.end, each.label, each.rule) for each in expected
    ]


def make_edits(draw: st.DrawFn, text: str) -> Iterator[Edit]:
    at = 0
    while at < len(text):
        start = draw(st.integers(at, len(text)))
        end = draw(st.integers(start, min(start + 3, len(text))))
        yield Edit(start, end, draw(st.text("XYZ", max_size=2)))
        at = end + 1


@st.composite
def edited_texts(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text("abc", max_size=12))
    return text, list(make_edits(draw, text))


@given(edited_texts())
def test_offsets_lead_back_to_the_characters_they_come_from(
    edited: tuple[str, list[Edit]],
) -> None:
    """The slow twin: an origin for each character."""
    text, edits = edited
    origins: list[tuple[int, int]] = []
    rewritten, done = "", 0
    for start, end, put in edits:
        origins += [(at, at + 1) for at in range(done, start)] + [(start, end)] * len(put)
        rewritten += text[done:start] + put
        done = end
    origins += [(at, at + 1) for at in range(done, len(text))]
    mapped = MappedText(text, edits, None)
    assert mapped.text == rewritten + text[done:]
    assert [mapped.map_start(at) for at in range(len(origins))] == [start for start, _ in origins]
    assert [mapped.map_end(at + 1) for at in range(len(origins))] == [end for _, end in origins]


def test_rewritten_twice_offsets_lead_back_twice() -> None:
    first = MappedText("Lind-\nbe\u200brg", [Edit(4, 6, "")], None)
    second = MappedText(first.text, [Edit(6, 7, "")], first)
    assert second.text == "Lindberg"
    assert (second.map_start(0), second.map_end(8)) == (0, 11)
    assert (second.map_start(4), second.map_end(4)) == (6, 4)


def test_words_that_were_not_examined_are_counted_by_script(swedish: Pseudonymizer) -> None:
    document = swedish("Hej! سيارة جميلة, 汽车 سيار\u200cة في. Hej \u0661\u0662!")
    assert document.unexamined == {"Arabic": 4, "Han": 1}
    assert swedish("Jag heter محمد.").unexamined == {}
    assert swedish("Jag heter Anna.").unexamined == {}
    assert swedish("Jag heter An\u200ena.").unexamined == {}


def test_a_passage_that_stays_is_counted_on_the_page(swedish: Pseudonymizer) -> None:
    document = swedish("Hej! سيارة جميلة في سيارة مع Anna.")
    page = render_document_page(document)
    assert "5 words in Arabic script were not examined" in page
    assert not document.warnings


def test_the_review_masks_what_it_masks_without_a_disguise(swedish: Pseudonymizer) -> None:
    plain, disguised = "Jag heter Anna Andersson.", "Jag heter Ａｎｎａ Ａｎｄｅｒｓｓｏｎ."
    pages = [
        load_writer("review")(swedish(text), InputDocument("1", "")) for text in (plain, disguised)
    ]
    assert pages[0] == pages[1]
    assert "*****" in pages[0]
