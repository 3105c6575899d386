"""Folding: spellings of one name meet, and folding twice changes nothing."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.text.fold import fold, fold_units, is_combining

CASES = [
    ("Göteborg", "göteborg"),
    ("Go\u0308teborg", "göteborg"),
    ("ÅSA", "åsa"),
    ("STRASSE", "strasse"),
    ("Straße", "strasse"),
    ("İstanbul", "istanbul"),
    ("Anna–Karin", "anna-karin"),
    ("O’Brien", "o'brien"),
    ("Stora\u00a0\n Gatan", "stora gatan"),
    ("Stock\u00adholm", "stockholm"),
    ("\ufeffLund", "lund"),
    ("i\u200d\u0307\u0301", "í"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "folded"), CASES)
def test_spellings_meet(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Mn", "Cf", "Zs", "Pd"])))
def test_folding_marks_and_invisible_characters_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


MARKED = st.text(
    alphabet="aoAi \u200d\u00ad\u0308\u0307\u0301\u0345\u0323ßİ´\n한ᄒ\u1161\u11abকা\u09be"
)


@given(st.text() | MARKED)
def test_units_joined_are_the_folded_text(text: str) -> None:
    joined = "".join(folded for folded, _, _ in fold_units(text))
    assert " ".join(joined.split()) == fold(text)


@given(st.text() | MARKED)
def test_units_are_pieces_of_the_text_in_order(text: str) -> None:
    before = 0
    for _, start, end in fold_units(text):
        assert before <= start < end <= len(text)
        before = end


def test_what_melts_is_what_unicode_composes() -> None:
    seconds = {
        int(part, 16)
        for code in range(sys.maxunicode + 1)
        if not (decomposed := unicodedata.decomposition(chr(code))).startswith("<")
        for part in decomposed.split()[1:]
    }
    assert all(is_combining(chr(code)) for code in seconds)
