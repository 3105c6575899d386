"""The compiled counter of words counts what the portable one counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.support import compiled
from tacknamn.text.word_counts import PortableWordCounter, build_word_counter
from tests.engines import ENGINES

COMPILED = pytest.mark.skipif(compiled.words is None, reason="nothing was compiled")
LETTERS = "aåÅéß²½_1' ’-.\u0130"
WORDS = st.lists(st.text("aåéß²½\u0142", min_size=1, max_size=3) | st.just("a'å"), max_size=9)
TEXTS = st.text(LETTERS, max_size=24) | st.text(max_size=12)


@COMPILED
@given(words=WORDS, text=TEXTS, most=st.integers(0, 30))
def test_both_count_alike(words: list[str], text: str, most: int) -> None:
    number = build_word_counter(words, "native").count(text, most)
    if any(ord(letter) > 255 for letter in text):
        assert number == -1
    else:
        assert number == PortableWordCounter(words).count(text, most)


@pytest.mark.parametrize("engine", ENGINES)
def test_words_are_counted_whole_and_in_any_case(engine: str) -> None:
    counter = build_word_counter(["och", "att", "isn't"], engine)
    assert counter.count("Och ATT, isn't: ochra och-att matta", 100) == 5
    assert counter.count("och och och", 7) == 2
    assert counter.count("", 100) == 0
    assert build_word_counter([], engine).count("och", 100) == 0


@COMPILED
def test_the_compiled_counter_takes_only_texts() -> None:
    counter = build_word_counter(["och"], "native")
    with pytest.raises(TypeError):
        counter.count(b"och", 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a word must be str"):
        build_word_counter([b"och"], "native")  # type: ignore[list-item]
