"""Quick looks of labelling say what the slow and obvious way says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.labelling import kinds, pieces

WORDS = sorted(
    word for where in ("behind", "team", "glued", "water") for word in kinds._kinds(where)
)
LETTERS = st.text(alphabet="aeinskålö", max_size=6)
words = st.builds(
    lambda before, word, behind: before + word + behind,
    LETTERS,
    st.sampled_from(WORDS),
    st.sampled_from(["", "", "s", "-", "9", ".", "\n", ",\u2028"]),
)
adjectives = st.sampled_from(["tekniska", "nya", "gamla", "norska", "Nya", "ska", "svenska\n"])
sentences = st.lists(st.one_of(words, adjectives, LETTERS, st.text(max_size=5)), max_size=5).map(
    lambda parts: "Björk " + " ".join(parts)
)
NAME = len("Björk")


@given(sentences)
def test_what_stands_behind_a_name_is_what_the_pattern_finds(text: str) -> None:
    found = kinds._NEXT.match(text, NAME)
    label = kinds._label_behind(found.group(1)) if found else ""
    expected = kinds.Kind(label, found.start(1), found.end(), True) if found and label else None
    assert kinds.kind_behind(text, NAME) == expected


def test_a_long_word_behind_a_name_is_read_whole() -> None:
    text = "Björk " + "a" * 50 + "skola"
    assert kinds.kind_behind(text, NAME) == kinds.Kind("school", 6, len(text), True)


@pytest.mark.parametrize("where", ["glued", "water", "home", "outdoors"])
@given(word=words)
def test_a_word_has_the_first_of_all_endings(where: str, word: str) -> None:
    lowered = word[-kinds.LONGEST_ENDING :].lower()
    expected = [
        label
        for ending, label in kinds._kinds(where).items()
        if lowered.endswith(ending) and len(lowered) >= len(ending) + kinds.SHORTEST_HEAD
    ]
    assert kinds.ends_in(word, where) == (expected[0] if expected else "")


@given(st.lists(st.sampled_from([
    "Anna", "A.", "J.-P.", "K.B.", "O'Brien", "Å", "Ǆ", "x", "y9", "@Bo", "-", ".", " ", "\n", "'s",
    "Ö’N", "BO", "Anna-Lena", "_B", "ΑΒ", "e-Post",
]), max_size=12).map("".join))  # fmt: skip
def test_capitalised_words_are_those_of_the_whole_pattern(text: str) -> None:
    expected = [found.span() for found in pieces._capitalised().finditer(text)]
    assert pieces.capitalised_words(text) == expected
    assert [found.span() for found in pieces._capitalised_alone().finditer(text)] == expected


def test_glued_letters_belong_to_the_word_behind_them() -> None:
    text = "Ali al-Jadaan, el-Amin och d'Artagnan"
    assert [text[start:end] for start, end in pieces.capitalised_words(text)] == [
        "Ali", "al-Jadaan", "el-Amin", "d'Artagnan",
    ]  # fmt: skip
