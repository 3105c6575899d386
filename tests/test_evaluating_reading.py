"""Span lists and other inputs: what they say is read, what is wrong is told in one line."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.goals import Goal, read_goal
from tacknamn.evaluation.label_maps import MAPS, read_mapping
from tacknamn.evaluation.pairing import pair_documents
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.evaluation.published import PUBLISHED, read_published
from tacknamn.evaluation.span_lists import (
    ScoredSpan,
    SpanDocument,
    SpanListOptions,
    read_span_list,
)
from tacknamn.support import json_lines
from tests.reports import listed

CASES = json.loads(
    (Path(__file__).parent / "cases" / "evaluating_bad_files.json").read_text("utf-8")
)
GOOD = {"id": "essay-7", "text": "Elsa bor i Lund.", "spans": [[0, 4, "firstname_female"]]}


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(content: bytes) -> Path:
        path = tmp_path / "gold.jsonl"
        path.write_bytes(content)
        return path

    return write


def line(**facts: Any) -> bytes:
    return json.dumps(GOOD | facts, ensure_ascii=False).encode("utf-8") + b"\n"


def test_both_forms_of_spans_are_read_in_order_and_once(file: Any) -> None:
    spans = [
        {"start": 11, "end": 15, "label": "city", "score": 0.9, "more": "passed over"},
        [0, 4, "firstname_female", 1],
        [0, 4, "firstname_female"],
        [11, 15, "city", 0.95],
    ]
    [document] = read_span_list(file(line(spans=spans, level="A", genre=None)),
                      SpanListOptions({}, ("level", "genre")))  # fmt: skip
    assert document == SpanDocument(
        "essay-7", 1, "Elsa bor i Lund.", (ScoredSpan(0, 4, "firstname_female"), ScoredSpan(11, 15, "city")),
        (("level", "A"), ("genre", "none")),
    )  # fmt: skip
    assert [span.score for span in document.spans] == [1, 0.95]


def test_blank_lines_byte_order_marks_and_windows_line_ends_do_not_matter(file: Any) -> None:
    content = b"\xef\xbb\xbf" + line(id=1).replace(b"\n", b"\r\n") + b"\n \n" + line(id=2)
    assert [(one.line, one.id) for one in read_span_list(file(content))] == [(1, "1"), (4, "2")]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_does_not_hold_is_told_with_its_line_and_without_the_text(
    case: dict[str, str], file: Any
) -> None:
    path = file(line(id=1) + case["line"].encode("utf-8"))
    with pytest.raises(InputError) as caught:
        list(read_span_list(path))
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert case["said"] in str(caught.value)
    assert "Hemlig" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (line() + line(id=2) + line(), "line 3: the id was used in line 1"),
        (b"[" * 100_000, "line 1: not JSON"),
        (b'{"id": ' + b"9" * 10_000 + b"}", "line 1: not JSON"),
        (line() + line(id=2, text="Malmö").decode("utf-8").encode("latin-1"), "line 2: not UTF-8"),
        (b"\x00\x01\x02", "line 1: not JSON"),
    ],
)
def test_files_of_another_kind_are_refused(file: Any, content: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        list(read_span_list(file(content)))


def test_a_file_without_lines_is_refused_early(file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "LONGEST_LINE", 1000)
    with pytest.raises(InputError, match="line 2: longer than 1,000 bytes"):
        list(read_span_list(file(line() + b" " * 2000)))


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=3)
)
some_span = st.tuples(st.integers(-1, 9), st.integers(0, 9), st.just("city") | anything).map(list)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.fixed_dictionaries({"id": st.text() | anything, "text": st.text(max_size=9) | anything,
                              "spans": st.lists(some_span, max_size=3) | anything}))  # fmt: skip
def test_any_json_is_sound_documents_or_one_error(file: Any, content: dict[str, Any]) -> None:
    path = file(json.dumps(content).encode("utf-8"))
    try:
        [document] = read_span_list(path)
    except InputError as exc:
        assert "\n" not in str(exc)
        return
    assert all(0 <= span.start < span.end for span in document.spans)
    assert document.text is None or all(s.end <= len(document.text) for s in document.spans)


# ---- several files ----------------------------------------------------------------------


def test_documents_meet_in_any_order(tmp_path: Path) -> None:
    documents: list[dict[str, Any]] = [GOOD | {"id": number} for number in range(50)]
    gold = listed(tmp_path, "gold", *documents)
    random.Random(1).shuffle(documents)
    ours = listed(tmp_path, "ours", *documents[:30])
    theirs = listed(tmp_path, "theirs", *reversed(documents))
    met = sorted(
        pair_documents(gold, [ours, theirs], SpanListOptions()), key=lambda one: one.number
    )
    assert [one.gold.id for one in met] == [str(number) for number in range(50)]
    assert sum(one.others[0] is not None for one in met) == 30
    assert all(one.others[1] and one.others[1].id == one.gold.id for one in met)


def test_the_order_of_predictions_changes_no_figure(tmp_path: Path) -> None:
    gold = listed(tmp_path, "gold", *(GOOD | {"id": number} for number in range(40)))
    ours: list[dict[str, Any]] = [
        {"id": number, "spans": [[number % 3, 4, "firstname_female", 0.5]]} for number in range(40)
    ]
    first = evaluation_data(evaluate(gold, listed(tmp_path, "ours", *ours)))
    random.Random(2).shuffle(ours)
    assert evaluation_data(evaluate(gold, listed(tmp_path, "ours", *ours))) == first


@pytest.mark.parametrize(
    ("ours", "said"),
    [
        ([{"id": "essay-8", "spans": []}], "ours, line 1: a document that .*gold does not have"),
        (
            [GOOD | {"text": "Hemlig text ........"}],
            "ours, line 1: its text differs from that of .*gold",
        ),
        (
            [{"id": "essay-7", "spans": [[3, 17, "city"]]}],
            "ours, line 1: a span ends outside the 16",
        ),
    ],
)
def test_files_that_do_not_fit_are_refused(
    ours: list[dict[str, Any]], said: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        evaluate(listed(tmp_path, "gold", GOOD), listed(tmp_path, "ours", *ours))
    assert "Hemlig" not in str(caught.value)


def test_gold_without_documents_or_from_a_pipe_is_refused(tmp_path: Path) -> None:
    empty = listed(tmp_path, "empty")
    with pytest.raises(InputError, match="has no documents"):
        evaluate(empty, empty)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="read twice"):
        evaluate(pipe, empty)
    with pytest.raises(InputError, match="standard input can be read only once"):
        evaluate(empty, "-", against="-")


def test_texts_may_be_missing_everywhere(tmp_path: Path) -> None:
    bare = {"id": 1, "spans": [[0, 9, "PER"]]}
    gold = listed(tmp_path, "gold", bare)
    ours = listed(tmp_path, "ours", bare | {"spans": [[0, 3, "PER"]]})
    data = evaluation_data(evaluate(gold, ours, EvaluationOptions(draws=0)))
    assert (data["textless"], data["tokens"]) == (1, 0)
    assert data["overlap"]["micro"]["recall"] == pytest.approx(3 / 9)
    assert data["agreement"]["kappa"] is None


def test_the_text_may_stand_with_the_predictions_alone(tmp_path: Path) -> None:
    bare = {"id": "essay-7", "spans": [[0, 4, "firstname_female"]]}
    data = evaluation_data(evaluate(listed(tmp_path, "gold", bare), listed(tmp_path, "ours", GOOD)))
    assert (data["textless"], data["tokens"]) == (0, 5)


# ---- mappings, published figures, goals -------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_mappings_of_the_package_can_be_read(name: str) -> None:
    assert read_mapping(name)["firstname_male"] in ("PER", "firstname")


def test_a_mapping_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_text("# mine\ncity\tLOC\tthe reason\n\nsurname\t\n", "utf-8")
    assert read_mapping(str(path)) == {"city": "LOC", "surname": ""}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("city LOC\n", "line 1: the tab"),
        ("city\tLOC\ncity\tPER\n", "pair 2 maps the same label"),
        ("Hemlig text\tLOC\n", "pair 1 has no valid label"),
    ],
)
def test_a_bad_mapping_is_refused(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "map.tsv"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError, match=said) as caught:
        read_mapping(str(path))
    assert "Hemlig" not in str(caught.value)


@pytest.mark.parametrize("wanted", ["nowhere.tsv", "city=LOC,surname", "=LOC", "a b=LOC"])
def test_mappings_that_are_none_are_refused(wanted: str) -> None:
    with pytest.raises(InputError):
        read_mapping(wanted)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_figures_can_be_read(name: str) -> None:
    figures = read_published(name)
    assert figures["surname"] == {"precision": 0.67, "recall": 0.32, "f1": 0.44, "f2": 0.37}
    assert figures["overall"]["precision"] is None and figures["overall"]["f2"] == 0.89


@pytest.mark.parametrize(
    "content", ["", "label\tf1\n", "label\tprecision\trecall\tf1\tf2\ncity\t2\t1\t1\t1\n"]
)
def test_bad_published_figures_are_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.tsv"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError):
        read_published(str(path))


def test_goals_have_short_names() -> None:
    assert read_goal("f2=0.95") == Goal("exact.micro.f2", 0.95)
    assert read_goal("leak_rate=0.05").at_most and read_goal("calibration.error=0.05").at_most
    assert not read_goal("overlap.any.recall=1").at_most


@pytest.mark.parametrize("wanted", ["f2", "f2=", "f2=high", "f2=95", "f2=nan", "=0.5=-1"])
def test_goals_without_a_value_are_refused(wanted: str) -> None:
    with pytest.raises(InputError, match="METRIC=VALUE"):
        read_goal(wanted)
