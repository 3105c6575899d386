"""Lower case and folding through bytes give what the methods of str give."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.text import fold as folding
from tacknamn.text.latin_letters import lower_letters

TEXTS = st.text(st.characters(max_codepoint=0xFF), max_size=12) | st.text(max_size=12)


@given(TEXTS)
def test_lower_case_is_that_of_str(text: str) -> None:
    assert lower_letters(text) == text.lower()


@given(TEXTS)
def test_what_is_folded_is_folded_as_defined(text: str) -> None:
    folded = folding._fold_latin(text)
    if folded is not None:
        expected = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
        assert folded == expected.replace("`", "'").replace("\u00b4", "'")


@pytest.mark.parametrize("text", ["Straße", "5 µg", "Anna\u00adKarin", "Łódź", "a\0b"])
def test_odd_characters_are_left_to_str(text: str) -> None:
    assert folding._fold_latin(text) is None
    assert folding.fold(text) == folding.fold(folding.fold(text))
