"""The compiled search for capitalized words finds those of the expression."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.ranking import capitals
from tacknamn.support import compiled

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
