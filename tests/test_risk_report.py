"""The report as a whole: what it counts, what it says, what it keeps to itself, what it costs."""

import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from tacknamn.errors import InputError
from tacknamn.formats.span_files import DocumentOrigin, DocumentSpan, SpanFileDocument
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.reports.tables import render_lines
from tacknamn.risk.anonymity import LabelFigures
from tacknamn.risk.assessment import Questions, RiskReport, assess
from tacknamn.risk.definitions import DEFINITIONS
from tacknamn.risk.layout import build_sections, state_verdict
from tacknamn.risk.originals import OriginalIndex
from tacknamn.risk.plain_data import export_report
from tests.making import bundle, entry

WORDS = [
    entry("Elsa", "firstname_female", 9000),
    entry("Nils", "firstname_male", 9000),
    entry("Lund", "city", 90000),
]


@pytest.fixture(scope="module")
def matcher(tmp_path_factory: pytest.TempPathFactory) -> Matcher:
    folder = tmp_path_factory.mktemp("risk") / "bundle"
    return Matcher(Lexicon.open(bundle(folder, [WORDS])))


def document(id: str, text: str, *spans: dict[str, Any]) -> SpanFileDocument:
    """A document whose spans are given by their words."""
    found = []
    for facts in spans:
        word = facts.pop("word")
        start = text.index(word)
        found.append(DocumentSpan(start, start + len(word), **facts))
    return SpanFileDocument(DocumentOrigin("essays.jsonl", 1, id), text, tuple(found))


def elsa(id: str, rest: str = "", **facts: Any) -> SpanFileDocument:
    drawn = {"word": "Elsa", "label": "firstname_female", "number": 1, "pool": 50}
    return document(id, f"Elsa bor här. {rest}", drawn | facts)


def test_what_is_clean_is_said_to_be(matcher: Matcher) -> None:
    report = assess([elsa("a"), elsa("b")], matcher)
    assert not report.leaks
    assert state_verdict(report) == "No possible leaks were found."


def test_nothing_read_is_not_called_free_of_leaks(matcher: Matcher) -> None:
    assert state_verdict(assess([], matcher)).startswith("Nothing was read")


def test_leftovers_are_leaks(matcher: Matcher) -> None:
    report = assess([elsa("a", "Ring Nils."), elsa("b", "Ring Elsa, 0123.")], matcher)
    assert report.leaks
    assert report.leftovers.by_kind == {"name": 2, "digits": 1}
    assert report.leftovers.by_label == {"digits": 1, "firstname_female": 1, "firstname_male": 1}
    assert report.leftovers.also_pseudonyms == 1
    assert state_verdict(report) == "Possible leaks: 3 leftovers."


def test_combinations_of_fewer_than_k_documents_are_leaks(matcher: Matcher) -> None:
    baker = {"word": "bagare", "label": "prof"}
    both = [document(id, "Hon är bagare.", dict(baker)) for id in "ab"]
    assert assess(both[:1], matcher).leaks
    assert not assess(both, matcher).leaks
    report = assess(both, matcher, Questions(k=3))
    assert state_verdict(report) == (
        "Possible leaks: 1 combination shared by fewer than 3 documents."
    )
    assert not assess(both, matcher, Questions(k=1)).leaks
    assert not assess(both[:1], matcher, Questions(quasi=("year",))).leaks


def test_a_pseudonym_that_is_its_own_original_is_a_leak(matcher: Matcher) -> None:
    report = assess([elsa("a", original="ELSA")], matcher)
    assert report.leaks
    assert report.pseudonyms.unchanged.count == 1


def test_an_original_of_a_small_pool_is_a_leak_too(matcher: Matcher) -> None:
    word = {"word": "Lund", "label": "city", "pool": 5, "original": "Lund"}
    report = assess([document(id, "Hon bor i Lund.", dict(word)) for id in "ab"], matcher)
    assert report.leaks
    assert report.pseudonyms.unchanged.count == 2


def test_the_report_lists_the_attacks_on_its_labels(matcher: Matcher) -> None:
    report = assess([document("a", "Hon bor i Lund.", {"word": "Lund", "label": "city"})], matcher)
    [section] = [part for part in build_sections(report) if part.name == "attack"]
    assert {str(row[0]).split(",")[0] for row in section.rows} >= {"home town"}
    exported = export_report(report)["attacks"]
    assert len(exported) >= len(section.rows)
    assert all(each["success"] > each["chance"] and each["rule"] for each in exported)


def test_originals_come_from_the_files(matcher: Matcher) -> None:
    other = document(
        "b", "Maja bor här.", {"word": "Maja", "label": "firstname_female", "pool": 50,
                               "original": "Elsa"},
    )  # fmt: skip
    drawn = assess([elsa("a", original="Sara"), other], matcher).pseudonyms
    assert (drawn.corpus.count, drawn.same_document.count, drawn.unchanged.count) == (1, 0, 0)
    assert drawn.corpus.listed[0].origin.id == "a"


def test_a_pseudonym_used_elsewhere_too_is_seen_there(matcher: Matcher) -> None:
    """Elsa is an original in a alone, and a pseudonym in a and b: b is where it is another's."""
    other = {"word": "Nils", "label": "firstname_male", "pool": 50, "original": "Elsa"}
    first = {"word": "Elsa", "label": "firstname_female", "pool": 50, "original": "Maja"}
    both = document("a", "Elsa och Nils.", first, other)
    drawn = assess([both, elsa("b")], matcher).pseudonyms
    assert [place.origin.id for place in drawn.same_document.listed] == ["a"]
    assert [place.origin.id for place in drawn.corpus.listed] == ["b"]


def test_originals_come_from_a_vault(matcher: Matcher) -> None:
    originals = OriginalIndex()
    for original in ("maja", "sara"):
        originals.add("firstname_female", original, "elsa", "z")  # type: ignore[arg-type]
    report = assess([elsa("a")], matcher, originals=originals)
    [figures] = report.labels
    assert figures.originals is not None and figures.originals.least == 2


def test_without_originals_that_is_said(matcher: Matcher) -> None:
    sections = {part.name: part for part in build_sections(assess([elsa("a")], matcher))}
    assert any("--vault" in note for note in sections["pseudonym"].notes)


def test_plain_texts_are_said_to_tell_less(matcher: Matcher) -> None:
    plain = SpanFileDocument(DocumentOrigin("a.txt", 1, "a.txt"), "Hej.", plain=True)
    report = assess([plain, elsa("b")], matcher)
    assert report.plain_texts == 1
    assert (
        build_sections(report)[0].notes[0].startswith("1 of 2 documents are plain texts: only left")
    )


def test_the_verdict_on_plain_texts_says_that_pseudonyms_count(matcher: Matcher) -> None:
    plain = SpanFileDocument(DocumentOrigin("a.txt", 1, "a.txt"), "Elsa sover.", plain=True)
    verdict = state_verdict(assess([plain], matcher))
    assert verdict.startswith("Possible leaks: 1 leftover. Of plain texts")
    assert verdict.endswith(
        "pseudonyms count as such: to tell them apart, write the results with --format jsonl."
    )
    assert "plain" not in state_verdict(assess([elsa("b")], matcher))


def test_no_documents_are_no_fault(matcher: Matcher) -> None:
    report = assess([], matcher)
    assert not report.leaks
    assert report.combinations.smallest is None
    json.dumps(export_report(report))


@pytest.mark.parametrize("facts", [{"k": 0}, {"most": -1}])
def test_what_cannot_be_asked_is_refused(facts: dict[str, int]) -> None:
    with pytest.raises(InputError):
        Questions(**facts)  # type: ignore[arg-type]


# ---- what is said, and what is not ------------------------------------------------------


@pytest.fixture(scope="module")
def report(matcher: Matcher) -> RiskReport:
    texts = ["Ring Nils i Lund.", "Se hemlig.example.se, 0123\x1b[31m4567."]
    documents = [elsa(f"d{number}", rest) for number, rest in enumerate(texts * 3)]
    return assess(documents, matcher, Questions(most=4))


def test_every_figure_is_defined_where_it_is_shown(report: RiskReport) -> None:
    used = [term.replace(" ", "_") for part in build_sections(report) for term, _ in part.defined]
    assert sorted(used) == sorted(DEFINITIONS)
    assert export_report(report)["definitions"] == dict(DEFINITIONS)


def test_every_figure_of_a_label_is_defined_and_in_json(report: RiskReport) -> None:
    names = {field.name for field in fields(LabelFigures)}
    assert set(export_report(report)["labels"][0]) == names
    derived = {"label": "entity", "entities": "entity", "single_originals": "originals"}
    assert {derived.get(name, name) for name in names} <= set(DEFINITIONS)


def test_all_are_counted_and_the_first_are_reported(report: RiskReport) -> None:
    leftovers = export_report(report)["leftovers"]
    assert (leftovers["count"], len(leftovers["listed"])) == (15, 4)
    leftovers = build_sections(report)[1]
    assert leftovers.notes[0] == "15 found; the first 4 are listed (--most lists more)."


@pytest.mark.parametrize("secret", ["Nils", "Lund", "hemlig", "0123", "bor", "Elsa"])
def test_the_text_stays_with_its_owner_unless_it_is_asked_for(
    report: RiskReport, secret: str
) -> None:
    quiet = json.dumps(export_report(report)) + "\n".join(render_lines("", build_sections(report)))
    assert secret not in quiet


def test_leftovers_are_shown_on_demand(report: RiskReport) -> None:
    assert export_report(report, show=True)["leftovers"]["listed"][0]["text"] == "Nils"
    assert any(
        line.endswith("\tNils") for line in render_lines("", build_sections(report, show=True))
    )


def test_lines_have_as_many_fields_as_their_table_has_columns(report: RiskReport) -> None:
    for part in build_sections(report, show=True):
        for line in render_lines("", [part]):
            if not line.startswith("verdict"):
                assert line.isprintable() or "\t" in line
                assert len(line.split("\t")) == 1 + len(part.columns)


def test_the_report_does_not_depend_on_the_order_of_documents(matcher: Matcher) -> None:
    documents = [elsa(id, "Ring Nils." * (number % 3)) for number, id in enumerate("abcdef")]
    there, back = assess(documents, matcher), assess(documents[::-1], matcher)
    assert there.labels == back.labels
    assert there.leftovers.by_kind == back.leftovers.by_kind


def test_documents_are_forgotten_once_they_were_read(matcher: Matcher) -> None:
    letters = "Det regnar ofta. " * 3000

    def corpus(number: int) -> Iterator[SpanFileDocument]:
        for index in range(number):
            yield elsa(str(index), f"{letters} Ring Nils {index}.")

    assess(corpus(3), matcher)  # what is loaded once
    tracemalloc.start()
    try:
        assess(corpus(300), matcher)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 * len(letters)  # of three hundred
