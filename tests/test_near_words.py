"""Words of a bundle's lists as compiled code looks them up (matcher/native/near_words.h)."""

from array import array
from typing import Any

import pytest

_near = pytest.importorskip("tacknamn._near", reason="nothing was compiled")


@pytest.mark.parametrize(
    "words", [(b"", b"", b"", b""), (1, b"", 1, b""), (b"abcd", b"", b"", b"")]
)
def test_lists_of_words_that_do_not_fit_are_refused(words: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, ValueError, AttributeError)):
        _near.Words(*words)


def test_a_word_that_a_list_has_is_known() -> None:
    offset = memoryview(array("I", [0, 2, 5]))
    none = memoryview(array("I", [0]))
    lists = _near.Words(none, b"", offset, b"bocat")
    assert [lists.has(word) for word in ("bo", "cat", "", "b", "boc", "d", "å")] == [
        True, True, False, False, False, False, False,
    ]  # fmt: skip
    assert lists.has("\ud800") is None
    assert lists.has("å" * 40) is None


def test_the_row_of_a_word_is_told() -> None:
    words = _near.Words(memoryview(array("I", [0, 2, 5])), b"bocat")
    assert [words.row(word) for word in ("bo", "cat", "", "cats")] == [0, 1, -1, -1]
    assert words.row("å" * 40) is None


def test_words_that_nobody_knows_are_told_and_odd_ones_left_to_python() -> None:
    lists = _near.Words(
        memoryview(array("I", [0])), b"", memoryview(array("I", [0, 2, 5])), b"bocat"
    )
    told = lists.unknown("Bo Cat cats, µat ßat cat2 dog", b"", 1, {})
    assert told == ([(13, 16, "µat"), (17, 20, "ßat"), (21, 25, "cat2"), (26, 29, "dog")], [])
    assert lists.unknown("dog o\u0308-cow\n🐮 bo", b"", 1, {}) == (
        [(0, 3, "dog")],
        [(4, 10), (11, 12)],
    )


def test_many_texts_have_the_unknown_words_of_each() -> None:
    lists = _near.Words(
        memoryview(array("I", [0])), b"", memoryview(array("I", [0, 2, 5])), b"bocat"
    )
    texts = ("Bo cat", "dog", "bo o\u0308-cow", "", "\u00adcat", "Bo Bo dog", "łcat cat")
    none = (b"",) * len(texts)
    expected = [lists.unknown(text, b"", 1, {}) for text in texts]
    for _ in range(2):  # the second time, known words are remembered
        found = lists.unknown_many(texts, none, 1, {})
        assert found == [None if each == ([], []) else each for each in expected]
    assert lists.unknown("Bo cat" + "s" * 40, b"", 1, {}) == ([(3, 46, "cat" + "s" * 40)], [])


def test_a_correction_is_never_taken_for_a_known_word() -> None:
    lists = _near.Words(memoryview(array("I", [0])), b"", memoryview(array("I", [0, 2])), b"bo")
    for remembered, number in (({}, 1), ({"dog": "Dag"}, 1), ({"dog": None}, 0)):
        assert len(lists.unknown("dog", b"", 1, remembered)[0]) == number


def test_many_texts_need_matches_each() -> None:
    lists = _near.Words(memoryview(array("I", [0])), b"")
    with pytest.raises(ValueError, match="matches for each"):
        lists.unknown_many(("a",), (), 1, {})
    with pytest.raises(TypeError):
        lists.unknown_many((1,), (b"",), 1, {})
    with pytest.raises(TypeError):
        lists.unknown_many(("a",), (None,), 1, {})
