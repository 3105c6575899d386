"""Many texts at once give the results of single calls."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, cast

import pandas
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import InputError
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.pipeline.many import MOST_CHARACTERS, MOST_TEXTS
from tests.essays.reading import read_essays

TEXTS = [essay.text for essay in read_essays()]
KEY = bytes(range(32))


@pytest.fixture(scope="module")
def pseudonymizer(data: Path) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), "swell", key=KEY)


def test_documents_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    ids = [f"essay {number}" for number in range(len(TEXTS))]
    documents = list(pseudonymizer.many(TEXTS, ids))
    for document, text, name in zip(documents, TEXTS, ids, strict=True):
        single = pseudonymizer(text, name)
        assert document is not None
        assert (document.text, document.spans, document.name, document.warnings) == (
            single.text,
            single.spans,
            name,
            single.warnings,
        )


def test_detections_are_those_of_single_calls(pseudonymizer: Pseudonymizer) -> None:
    assert list(pseudonymizer.detect_many(TEXTS)) == [pseudonymizer.detect(text) for text in TEXTS]
    everything = [pseudonymizer.detect(text, everything=True) for text in TEXTS]
    assert list(pseudonymizer.detect_many(TEXTS, everything=True)) == everything


def test_no_text_stays_no_text(pseudonymizer: Pseudonymizer) -> None:
    first, none, empty = pseudonymizer.many([TEXTS[0], None, ""])
    assert first is not None and first.original == TEXTS[0]
    assert none is None
    assert empty is not None and empty.text == ""
    assert list(pseudonymizer.detect_many([None, ""])) == [None, []]


def test_missing_values_of_a_series_are_no_texts(pseudonymizer: Pseudonymizer) -> None:
    missing: list[Any] = [float("nan"), pandas.NA, pandas.NaT, None]
    for column in (
        pandas.Series([TEXTS[0], None, float("nan")]),
        pandas.Series([TEXTS[0], None], dtype="string"),
        pandas.Series([TEXTS[0], *missing], dtype=object),
    ):
        first, *others = pseudonymizer.many(column)
        assert first is not None and first.original == TEXTS[0]
        assert set(others) == {None}
        assert list(pseudonymizer.detect_many(column))[1:] == [None] * len(others)
    with pytest.raises(InputError, match=r"texts\[0\] must be str or None, not float"):
        list(pseudonymizer.many([cast("str", 1.5)]))


def test_the_name_distinguishes_documents(data: Path) -> None:
    seeded = Pseudonymizer(Lexicon.open(data), "swell", seed=7)
    names = [f"row {number}" for number in range(20)]
    with pytest.warns(InconsistentNamesWarning):
        texts = {each.text for each in seeded.many([TEXTS[0]] * 20, names) if each is not None}
    assert len(texts) > 1


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["first"], r"fewer ids than texts: texts\[1\]"),
        (["first", "second", "third"], r"more ids than texts \(2\)"),
        (["first", 2], r"ids\[1\] must be str, not int"),
    ],
)
def test_each_text_needs_an_id(pseudonymizer: Pseudonymizer, ids: list[Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(pseudonymizer.many(TEXTS[:2], ids))


def test_what_is_no_text_is_named_by_its_position(pseudonymizer: Pseudonymizer) -> None:
    texts: list[Any] = ["Anna bor i Lund.", None, b"Elsa bor i Lund."]
    with pytest.raises(InputError, match=r"texts\[2\] must be str or None, not bytes") as caught:
        list(pseudonymizer.many(texts))
    assert "Elsa" not in str(caught.value)
    with pytest.raises(InputError, match=r"texts\[2\]"):
        list(pseudonymizer.detect_many(texts))


def test_one_text_is_no_list_of_texts(pseudonymizer: Pseudonymizer) -> None:
    with pytest.raises(InputError, match="pass a list"):
        list(pseudonymizer.many("Anna bor i Lund."))


def test_results_before_an_error_are_given(pseudonymizer: Pseudonymizer) -> None:
    def read() -> Iterator[str]:
        yield TEXTS[0]
        raise OSError("the disk is gone")

    documents = pseudonymizer.many(read())
    first = next(documents)
    assert first is not None and first.original == TEXTS[0]
    with pytest.raises(OSError, match="gone"):
        next(documents)


def test_texts_are_read_a_batch_ahead_at_most(pseudonymizer: Pseudonymizer) -> None:
    counted = count()
    texts = (f"Rad {next(counted)}" for _ in range(10 * MOST_TEXTS))
    next(pseudonymizer.many(texts))
    assert next(counted) <= MOST_TEXTS + 1


def test_long_texts_make_small_batches(pseudonymizer: Pseudonymizer) -> None:
    counted = count()
    texts = ("a " * MOST_CHARACTERS for _ in iter(lambda: next(counted), 10))
    next(pseudonymizer.detect_many(texts))
    assert next(counted) == 1


@given(texts=st.lists(st.none() | st.text(max_size=40) | st.sampled_from(TEXTS), max_size=6))
def test_any_texts_have_the_documents_of_single_calls(
    pseudonymizer: Pseudonymizer, texts: list[str | None]
) -> None:
    for document, text in zip(pseudonymizer.many(texts), texts, strict=True):
        assert (document is None) == (text is None)
        if document is not None and text is not None:
            single = pseudonymizer(text)
            assert (document.text, document.spans) == (single.text, single.spans)
            assert (document.detected, document.warnings) == (single.detected, single.warnings)


@pytest.mark.parametrize(
    "settings",
    [
        {"language": "auto"},
        {"language": "en"},
        {"profile": "clinic"},
        {"profile": "tab", "language": "en"},
        {"profile": "sms"},
        {"thresholds": {"surname": 0.9}},
    ],
    ids=str,
)
def test_batches_follow_the_settings(data: Path, settings: dict[str, Any]) -> None:
    pseudonymizer = Pseudonymizer(Lexicon.open(data), key=KEY, **settings)
    english = ["My name is Anna and I live in Lund.", "The weather is nice.", ""]
    for text, document in zip(
        [*TEXTS[:10], *english], pseudonymizer.many([*TEXTS[:10], *english]), strict=True
    ):
        single = pseudonymizer(text)
        assert document is not None
        assert (document.text, document.language) == (single.text, single.language)
