"""The compiled search for capitalized words finds those of the expression."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.ranking import capitals
from tacknamn.detection.ranking.pieces import LetterCase
from tacknamn.support import compiled

WORDS = ("Hej", "hej", "Hon", "Åsa", "K.", "Bo-Ek", ".", "!", "?", "/", "\n", "EKG", "1")
COMPILED = pytest.mark.skipif(compiled.capitals is None, reason="nothing was compiled")


@COMPILED
@given(st.text("AaÅåßǅΩ_'’-@. 1²\u0300\n", max_size=14) | st.text(max_size=20))
def test_compiled_code_finds_the_capitalized_words_of_the_expression(text: str) -> None:
    words = compiled.capitals.find_capitalized(text)
    pattern = capitals._compile_capitalized_fast()
    assert words is None or words == [match.span() for match in pattern.finditer(text)]


@COMPILED
@pytest.mark.parametrize("text", ["Karin K. Berg", "J.-P. ringde", "Anna@exempel.se"])
def test_compiled_code_leaves_initials_and_addresses_to_the_expression(text: str) -> None:
    assert compiled.capitals.find_capitalized(text) is None
    pattern = capitals._compile_capitalized()
    assert capitals.find_capitalized_words(text) == [
        match.span() for match in pattern.finditer(text)
    ]


@COMPILED
def test_compiled_code_takes_only_texts() -> None:
    with pytest.raises(TypeError):
        compiled.capitals.find_capitalized(b"Anna")  # type: ignore[arg-type]


@COMPILED
@given(st.lists(st.sampled_from(WORDS), max_size=9))
def test_words_are_left_out_only_where_they_surely_begin_a_sentence(words: list[str]) -> None:
    text = " ".join(words)
    left_out = {"Hej", "Hon", "EKG"}
    every = compiled.capitals.find_capitalized(text)
    some = compiled.capitals.find_capitalized(text, left_out)
    assert (every is None) == (some is None)
    for start, end in set(every or ()).difference(some or ()):
        assert text[start:end] in left_out
        assert capitals.read_case(text, start, end) in (LetterCase.START, LetterCase.CAPITALS)
        assert text[start - 1 : start] != "\n"
        assert "/" not in text[max(0, start - 12) : start]


@COMPILED
def test_an_ordinary_word_at_the_start_is_left_out() -> None:
    text = "Patienten mår bra. Hon sover! Hon åt. Se Hon, K. Hon"
    left_out = {"Patienten", "Hon"}
    assert compiled.capitals.find_capitalized(text.replace("K. ", ""), left_out) == [
        (38, 40),
        (41, 44),
        (46, 49),
    ]
    with pytest.raises(TypeError, match="must be a set"):
        compiled.capitals.find_capitalized(text, ["Hon"])  # type: ignore[arg-type]
