"""Several texts as one document are cut where they were joined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.pipeline.joined_texts import BETWEEN, cut_spans, join_texts
from tacknamn.records import Action, Detection, Span
from tacknamn.support.splice import splice

TEXTS = st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1, max_size=4)


def span(start: int, end: int, replacement: str, action: Action = Action.REPLACE) -> Span:
    return Span(start, end, "surname", replacement, 1, (), action, None)


def replace(text: str, spans: list[Span]) -> str:
    return splice(text, ((each.start, each.end, each.replacement) for each in spans))


@given(TEXTS, st.data())
def test_cut_texts_are_the_joined_text(texts: list[str], data: st.DataObject) -> None:
    """Whatever lies within the texts: cut and joined again, it is the replaced document."""
    spans, start = [], 0
    for text in texts:
        if text:
            first = data.draw(st.integers(0, len(text) - 1))
            last = data.draw(st.integers(first + 1, len(text)))
            spans.append(span(start + first, start + last, "Ek"))
        start += len(text) + len(BETWEEN)
    cut = cut_spans(spans, texts)
    parts = [replace(text, part) for text, part in zip(texts, cut, strict=True)]
    assert join_texts(parts) == replace(join_texts(texts), spans)


def test_a_span_over_the_border_stands_in_the_first_text_only() -> None:
    texts = ["Anna", "Ek", "bor"]
    over = [span(2, len(join_texts(texts[:2])), "X")]
    assert cut_spans(over, texts) == [[span(2, 4, "X")], [span(0, 2, "")], []]


def test_a_span_over_an_empty_text() -> None:
    texts = ["Anna", "", "Ek"]
    over = [span(0, len(join_texts(texts)), "X")]
    assert cut_spans(over, texts) == [[span(0, 4, "X")], [], [span(0, 2, "")]]


def test_a_span_from_the_border_on_keeps_its_replacement() -> None:
    texts = ["Anna", "Ek"]
    assert cut_spans([span(5, 11, "X")], texts) == [[], [span(0, 2, "X")]]


def test_a_marked_span_over_the_border_changes_nothing() -> None:
    texts = ["Anna", "Ek"]
    marked = [span(0, len(join_texts(texts)), join_texts(texts), Action.MARK)]
    cut = cut_spans(marked, texts)
    assert [replace(text, part) for text, part in zip(texts, cut, strict=True)] == texts


@pytest.mark.parametrize("texts", [["Anna Ek"], ["", "Anna Ek"]])
def test_detections_are_moved(texts: list[str]) -> None:
    start = join_texts(texts).index("Ek")
    cut = cut_spans([Detection(start, start + 2, "surname", "list")], texts)
    assert cut[-1] == [Detection(5, 7, "surname", "list")]
