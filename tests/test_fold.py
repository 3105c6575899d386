"""Folding: spellings of one name meet, and folding twice changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.fold import fold

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
