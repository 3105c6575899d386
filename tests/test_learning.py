"""What corrections teach, and what is never listed."""

import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.learning.corrected_texts import read_corrected
from tacknamn.learning.evidence import UnmarkedCounter
from tacknamn.learning.forms import is_learnable
from tacknamn.learning.learner import LearningResult, learn
from tacknamn.learning.records import CorrectedText, Decision, Mark
from tacknamn.learning.table import write_table
from tacknamn.svala.building import replace_spans
from tacknamn.svala.json_graphs import write_graph
from tacknamn.svala.records import GraphSpan
from tacknamn.text.fold import Folded, fold
from tests.learning_making import corrected, document, graph, lines_of
from tests.policies_lists import make_bundle

CASES = json.loads(Path("tests/cases/learning.json").read_text("utf-8"))
Learn = Callable[..., LearningResult]


@pytest.fixture(scope="module")
def pseudonymizer(tmp_path_factory: pytest.TempPathFactory) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(make_bundle(tmp_path_factory.mktemp("learn") / "b")), seed=1)


@pytest.fixture
def learnt(pseudonymizer: Pseudonymizer, tmp_path: Path) -> Learn:
    def learnt(*marked: str, minimum: int = 2, earlier: Sequence[Any] = (), **fields: Any) -> Any:
        return learn(corrected(tmp_path, *marked, **fields), pseudonymizer, earlier, minimum)

    return learnt


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_corrections_teach(case: dict[str, Any], learnt: Learn) -> None:
    found = learnt(*case["texts"], minimum=case.get("minimum", 2))
    assert lines_of(found) == case["lines"]
    if "held_back" in case:
        assert sum(found.held_back.values()) == case["held_back"]


def test_the_order_of_texts_does_not_matter(pseudonymizer: Pseudonymizer, tmp_path: Path) -> None:
    texts = corrected(tmp_path, *(text for case in CASES for text in case["texts"]))
    table = write_table(learn(texts, pseudonymizer).lines)
    random.Random(3).shuffle(texts)
    assert write_table(learn(texts, pseudonymizer).lines) == table
    assert table.count("\n") > 5


def test_a_graph_teaches_what_the_same_spans_do(
    pseudonymizer: Pseudonymizer, tmp_path: Path
) -> None:
    marked = [
        "Hej [Zorvine|firstname_female].",
        "[Zorvines|firstname_female|gen] bok. Min vän heter [Anna|] Dahl.",
    ]
    for number, text in enumerate(marked):
        (tmp_path / f"e{number}.json").write_text(graph(text), "utf-8")
    files = sorted(tmp_path.glob("e*.json"))
    found = learn([text for file in files for text in read_corrected(file)], pseudonymizer)
    assert lines_of(found) == [["add", "Zorvine", "firstname_female", 2, 2, 0]]
    assert found.held_back == {("exclude", "firstname_female"): 1}  # Anna was freed of her label


def test_marks_that_nobody_touched_teach_nothing(
    pseudonymizer: Pseudonymizer, tmp_path: Path
) -> None:
    """A graph calls all labels manual, also those of the program."""
    text = "Min syster heter Anna. Jag går på Björkhagaskolan, och zorvine bor i Kvillberga."
    document = pseudonymizer(text)
    assert "Björkhagaskolan" in [text[each.start : each.end] for each in document.spans]
    file = tmp_path / "essay.json"
    file.write_text(write_graph(document.graph), "utf-8")
    assert lines_of(learn(read_corrected(file), pseudonymizer, minimum=1)) == []
    added = GraphSpan(55, 62, "Elsa", ("firstname_female", "2", "OBS!"), comment="ovanligt")
    file.write_text(write_graph(replace_spans(document.graph, [added])), "utf-8")
    found = learn(read_corrected(file), pseudonymizer, minimum=1)
    assert lines_of(found) == [["add", "Zorvine", "firstname_female", 1, 1, 0]]
    assert "annotators left a note" in found.lines[0].note


def test_an_untouched_mark_supports_what_people_marked_elsewhere(
    pseudonymizer: Pseudonymizer, tmp_path: Path
) -> None:
    by_program = pseudonymizer("Min syster går på Björkhagaskolan.").graph
    (tmp_path / "a.json").write_text(write_graph(by_program), "utf-8")
    (tmp_path / "b.json").write_text(graph("Här är [Björkhagaskolan|school]."), "utf-8")
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    found = learn([text for file in files for text in read_corrected(file)], pseudonymizer)
    assert lines_of(found) == [["add", "Björkhagaskolan", "school", 2, 2, 0]]


def test_two_annotators_of_one_text_make_one_text_and_are_reported(learnt: Learn) -> None:
    marked = "Hej [Zorvine|surname]!"
    once = learnt(marked, minimum=1, annotator="eva", date="2026-11-18T12:00:00")
    both = learnt(marked, minimum=1, earlier=once.lines, annotator="Per Ek")
    (line,) = both.lines
    assert (line.texts, line.mentions) == (1, 1)
    assert [(witness.annotator, witness.date) for witness in line.witnesses] == [
        ("eva", "2026-11-18"),
        ("Per_Ek", ""),
    ]


def test_what_was_counted_is_not_counted_again_and_decisions_stay(
    pseudonymizer: Pseudonymizer, tmp_path: Path
) -> None:
    texts = [f"Hej [Zorvine|surname], nummer {word}." for word in ("ett", "två", "tre")]
    first = learn(corrected(tmp_path, *texts[:2]), pseudonymizer)
    (line,) = first.lines
    decided = [_with(line, decision=Decision.NO, note="en båt")]
    read = [*corrected(tmp_path, *texts[:2]), *corrected(tmp_path, texts[2])]
    (again,) = learn(read, pseudonymizer, decided).lines
    assert (again.texts, again.decision, again.note) == (3, Decision.NO, "en båt")
    assert again.key == line.key


def test_an_earlier_line_stays_when_no_text_speaks_of_it(learnt: Learn) -> None:
    lines = learnt("Hej [Zorvine|surname]!", minimum=1).lines
    assert learnt("Hej!", earlier=lines).lines == lines


def test_what_was_added_meanwhile_counts_on(learnt: Learn) -> None:
    """A line of a form that a list has by now, for it was learnt, is still counted."""
    (line,) = learnt("Hej [Zorvine|surname]!", minimum=1).lines
    known = _with(line, form="Dahl")
    (again,) = learnt("Hej [Dahl|surname]!", "Hej då [Dahl|surname]!", earlier=[known]).lines
    assert again.texts == 3


def test_notes_tell_what_else_the_form_is(learnt: Learn) -> None:
    texts = [
        "[Anna|firstname_female] [Björk|city] och [Erik|firstname_male] [Dahl|surname] bor här.",
        "[Erik|firstname_male] [Björk|city] träffade [Ek|surname] i [Götebrog|city].",
        "[Ek|surname] kom till [Götebrog|city].",
    ]
    notes = {(line.what.value, line.form): line.note for line in learnt(*texts).lines}
    assert notes["add", "Björk"].startswith("the lists have it as surname")
    assert notes["exclude", "Björk"] == "annotators say city; from s0"
    assert notes["add", "Götebrog"].startswith("or a misspelling of Göteborg")


def test_texts_without_marks_are_reported(learnt: Learn) -> None:
    found = learnt("Hej!", "Hej [Anna|firstname_female]!")
    assert (found.texts, found.unmarked) == (2, 1)


def test_a_minimum_of_none_is_refused(learnt: Learn) -> None:
    with pytest.raises(InputError, match="1 or more"):
        learnt("Hej!", minimum=0)


def _with(line: Any, **changes: Any) -> Any:
    from dataclasses import replace

    return replace(line, **changes)


# ---- forms ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    ["850101-1234", "070-123 45 67", "zorvine@exempel.se", "exempel.se", "www.exempel.se/zorvine",
     "https://exempel.se", "/home/zorvine", "Zorvine7", "٣٤", "=SUM(A)", "+Zorvine", "-Zorvine",
     "@zorvine", "Zor\tvine", "Zor\nvine", "Zor\x1b[31mvine", "Zor\u202evine", "Zor\u200bvine",
     "Zor\"vine", "Zo\u0308rvine", "Zorvine--Ek", "'Zorvine", "Z", "", " ", "." * 5, "Zor|vine",
     "Zorvine" * 9, "a b c d e f g h", "\ud83d\ude00 smile".encode("utf-16", "surrogatepass").decode("utf-16")],
)  # fmt: skip
def test_numbers_addresses_formulas_and_signs_are_no_forms(form: str) -> None:
    assert not any(is_learnable(form, label) for label in Label)


@pytest.mark.parametrize(
    "form",
    ["Zorvine", "O'Brien", "Anna-Karin", "S:t Eriksplan", "St. Eriksplan", "H&M", "AC/DC",
     "J.R. Zorvines skola", "Göteborg", "Иван", "محمد", "राम", "Lunds universitet"],
)  # fmt: skip
def test_names_of_all_scripts_are_forms(form: str) -> None:
    assert is_learnable(form, Label.OTHER_INSTITUTION)


def test_a_person_is_no_form_but_a_name_is() -> None:
    assert is_learnable("von der Zorvine", Label.SURNAME)
    assert not is_learnable("Elsa Zorvine", Label.SURNAME)
    assert not is_learnable("von", Label.SURNAME) and not is_learnable("tretton", Label.AGE_STRING)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("ab s'.1", max_size=30), max_size=4), st.lists(st.text("abs", min_size=2)))
def test_unmarked_places_are_those_of_a_slow_search(texts: list[str], forms: list[str]) -> None:
    wanted = {Folded(fold(form)) for form in forms if is_learnable(form, Label.CITY)}
    for text in texts:
        marks = tuple(Mark(at, at + 2, None) for at in range(0, len(text) - 2, 7))
        found = UnmarkedCounter(wanted).count(CorrectedText("", "", text, marks))
        assert found == _slowly(text, marks, wanted)


def _slowly(text: str, marks: Sequence[Mark], forms: set[Folded]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for found in re.finditer("[abs]+", text):
        start, end = found.span()
        if any(mark.start < end and start < mark.end for mark in marks):
            continue
        word = found.group()
        form = word if word in forms else word[:-1] if word[-1] == "s" else ""
        if form in forms:
            counts[form] = counts.get(form, 0) + 1
    return counts


def test_a_page_of_marks_takes_no_longer_than_its_words() -> None:
    """Twenty thousand marks, and as many forms that begin alike: nothing is tried with each."""
    from tests.timing import quickest, seconds

    names = [f"Ek {_word(number)}" for number in range(20_000)]
    source = document(" ".join(f"[{name}|work] ek" for name in names))
    marks = tuple(Mark(span["start"], span["end"], Label.WORK) for span in source["spans"])
    text = CorrectedText("", "", source["text"], marks)
    wanted = [fold(name) for name in names]
    assert quickest(lambda: seconds(lambda: UnmarkedCounter(wanted).count(text)), 3) < 3


def _word(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number)) + "a"
