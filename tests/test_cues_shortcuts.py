"""Shortcuts of the cues change nothing that is found."""

import re
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.cues import occupations, persons, relatives
from tacknamn.detection.cues.finder import find_by_cues
from tacknamn.support.tables import read_table
from tacknamn.text.languages import LANGUAGES

WORDS = (
    "är", "var", "blivit", "en", "mycket", "duktig", "och", "snickare", "fotograf", "prolog", "lärare,",
    "barn", "bröder", "syster", "två", "fem", "femm", "trettio", "5", "12", "små", "söta", "av", "mina",
    "of", "my", "har", "jag", "Im", "i", "I'm", "x", ".", "\n", "\u00a0", "-", "²", "twenty-five", "brothers",
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).flatmap(
    lambda words: st.sampled_from([" ", "  ", "\n", ""]).map(lambda space: space.join(words))
)
MIXED = st.lists(st.sampled_from(WORDS) | st.sampled_from(" \n-."), max_size=16).map("".join)


@given(TEXTS | MIXED)
def test_most_cues_are_dismissed_by_the_words_beside_them(text: str) -> None:
    found = find_by_cues(text)
    with (
        patch.object(occupations, "is_before_ending", return_value=True),
        patch.object(relatives, "_may_have_number", return_value=True),
    ):
        assert find_by_cues(text) == found


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=TEXTS | MIXED)
def test_the_writer_is_found_as_by_a_list_of_words(language: str, text: str) -> None:
    words = [
        re.escape(word)
        for of, line in read_table(persons.__file__, "persons.tsv")
        if of in ("any", language)
        for word in line.split()
    ]
    match = re.search(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", text.lower())
    found = persons.find_writer(text.lower(), len(text), len(text), language, reach=len(text))
    assert found == (match.group() if match else "")
