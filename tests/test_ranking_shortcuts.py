"""The shortcuts of the ranking give the result of the slow and obvious way."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.ranking import capitals, detections, name_cues, type_words
from tacknamn.text.letter_case import begins_sentence

WORDS = sorted(
    word for group in ("behind", "team", "glued", "water") for word in type_words._read_words(group)
)
LETTERS = st.text(alphabet="aeinskålö", max_size=6)
words = st.builds(
    lambda before, word, after: before + word + after,
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
def test_the_type_word_after_a_name_is_the_one_that_the_pattern_finds(text: str) -> None:
    match = type_words._NEXT.match(text, NAME)
    label = type_words._find_label_after(match.group(1)) if match else ""
    expected = (
        type_words.TypeWord(label, match.start(1), match.end(), True) if match and label else None
    )
    assert type_words.find_type_word_after(text, NAME) == expected


def test_a_long_word_after_a_name_is_read_whole() -> None:
    text = "Björk " + "a" * 50 + "skola"
    assert type_words.find_type_word_after(text, NAME) == type_words.TypeWord(
        "school", 6, len(text), True
    )


@pytest.mark.parametrize("group", ["glued", "water", "home", "outdoors"])
@given(word=words)
def test_a_word_has_the_first_of_all_endings(group: str, word: str) -> None:
    lowered = word[-type_words.LONGEST_ENDING :].lower()
    expected = [
        label
        for ending, label in type_words._read_words(group).items()
        if lowered.endswith(ending) and len(lowered) >= len(ending) + type_words.SHORTEST_HEAD
    ]
    assert type_words.match_ending(word, group) == (expected[0] if expected else "")


@given(st.lists(st.sampled_from([
    "Anna", "A.", "J.-P.", "K.B.", "O'Brien", "Å", "Ǆ", "x", "y9", "@Bo", "-", ".", " ", "\n", "'s",
    "Ö’N", "BO", "Anna-Lena", "_B", "ΑΒ", "e-Post",
]), max_size=12).map("".join))  # fmt: skip
def test_capitalized_words_are_those_of_the_full_pattern(text: str) -> None:
    expected = [match.span() for match in capitals._compile_capitalized().finditer(text)]
    assert capitals.find_capitalized_words(text) == expected
    fast = capitals._compile_capitalized_fast()
    assert [match.span() for match in fast.finditer(text)] == expected


def test_lower_case_prefixes_belong_to_the_word_after_them() -> None:
    text = "Ali al-Jadaan, el-Amin och d'Artagnan"
    assert [text[start:end] for start, end in capitals.find_capitalized_words(text)] == [
        "Ali", "al-Jadaan", "el-Amin", "d'Artagnan",
    ]  # fmt: skip


@given(st.text(alphabet="Aa .!?\n…•-(9\u2028", max_size=6))
def test_sentences_begin_where_reading_every_sign_says_so(text: str) -> None:
    for start in range(len(text)):
        assert capitals._begins_sentence(text, start) == begins_sentence(text, start)


def sort_apart(offsets: list[int]) -> list[tuple[int, int]]:
    edges = sorted(set(offsets))
    return list(zip(edges[::2], edges[1::2], strict=False))


@given(*[st.lists(st.integers(0, 40), max_size=12).map(sort_apart) for _ in range(2)])
def test_offsets_are_dropped_like_any_items(
    offsets: list[tuple[int, int]], taken: list[tuple[int, int]]
) -> None:
    expected = list(detections.drop_overlapping(offsets, taken))
    assert detections.drop_taken(offsets, taken) == expected


@given(
    st.sampled_from([*name_cues._GREETINGS, "Ida", "mv", "K\u0130"]),
    st.sampled_from(["{}", "Stor {}, ", "{}s ", "{} :)", "X\n{}."]),
    st.sampled_from([str.lower, str.upper, str.title]),
)
def test_every_greeting_is_one(word: str, pattern: str, change: Callable[[str], str]) -> None:
    above = change(pattern.format(word))
    last = above.rstrip(name_cues._MARKS).rpartition("\n")[2].lower()
    expected = last.endswith(name_cues._GREETINGS)
    assert name_cues.is_after_greeting(f"{above}\nBo", len(above) + 1) == expected
