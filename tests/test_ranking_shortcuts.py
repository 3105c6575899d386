"""The shortcuts of the ranking give the result of the slow and obvious way."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.medicine.terms import is_medical_term
from tacknamn.detection.ranking import (
    added_persons,
    capitals,
    coordinated_names,
    detections,
    introduced_names,
    introductions,
    name_cues,
    name_parts,
    person_context,
    piece_reader,
    type_words,
)
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
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


contexts = st.lists(
    st.one_of(
        st.sampled_from(
            [" ", " ", " ", " ", "  ", "\n", " \n", ". ", ", ", "-", "\t", "² ", "9 ", "_"]
        ),
        st.sampled_from(
            [
                "min",
                "hans",
                "sol",
                "Åke",
                "och",
                "o",
                "å",
                "samt",
                "granne",
                "ljus-blå",
                "de la",
                "van der",
                "ibn",
                "bin",
            ]
        ),
        st.sampled_from(
            ["kalla", "Kallas", "smeknamn", "Bo", "mig", "hälsning", "Mvh", "MVH", "M.K."]
        ),
    ),
    max_size=14,
).map("".join)
"""Words and signs that the searches around names distinguish."""


@given(contexts)
def test_the_word_before_a_name_is_the_one_that_the_pattern_finds(text: str) -> None:
    for start in range(len(text) + 1):
        match = person_context._LAST_WORD.search(text, max(0, start - 40), start)
        expected = match.group(1).lower() if match else ""
        assert person_context.find_last_word(text, start) == expected


@given(contexts)
def test_the_word_after_a_name_is_the_one_that_the_pattern_finds(text: str) -> None:
    for end in range(len(text) + 1):
        match = introductions.FOLLOWING.match(text, end)
        assert introductions.find_end_of_following(text, end) == (match.end() if match else 0)
        is_blank = text[end : end + 1] == " "
        after = name_cues._WORD.match(text, end + 1, end + 32) if is_blank else None
        assert name_cues._find_following(text, end) == (after.group().lower() if after else "")


@given(contexts)
def test_no_search_before_a_cue_is_left_out_that_finds_something(text: str) -> None:
    for start in range(len(text) + 1):
        first = max(0, start - introductions.REACH)
        if introduced_names._APPOSITION.search(text, first, start):
            assert introduced_names._may_follow_owner(text, start)
        if introduced_names._SUBJECT.search(text, first, start):
            assert introduced_names._may_follow_subject(text, start)


@given(contexts)
def test_joints_and_particles_begin_as_they_do(text: str) -> None:
    for end in range(len(text)):
        if coordinated_names._AFTER.match(text, end):
            assert text[end : end + 2] in coordinated_names._JOINT_STARTS
        if name_parts._PARTICLE.match(text, end):
            assert text[end : end + 2] in name_parts._PARTICLE_STARTS


@pytest.mark.parametrize(
    ("pattern", "beginnings"),
    [
        (added_persons._CALLED, added_persons._BEFORE_NICKNAME),
        (added_persons._SIGNED, added_persons._SIGNS_LETTER),
    ],
)
@given(text=contexts)
def test_all_matches_are_found_from_how_they_begin(
    pattern: re.Pattern[str], beginnings: tuple[str, ...], text: str
) -> None:
    found = added_persons._match_at(pattern, text, beginnings)
    assert [match.span() for match in found] == [match.span() for match in pattern.finditer(text)]


@given(
    st.sampled_from(["", "Hej ", "min ", "Solu-", "Tablett "]),
    st.sampled_from(
        ["Furix", "Norton", "Alvedon", "Anna", "Lund", "Parkinsons", "Exeter", "X-fil"]
    ),
    st.sampled_from(
        [
            "",
            " 40 mg",
            " retard 5 mg",
            " junior, 5 st",
            "-stam",
            " skala",
            "s sjukdom",
            " är",
            ": 2",
        ]
    ),
    st.booleans(),
)
def test_no_term_of_medicine_is_taken_for_a_name(
    before: str, word: str, after: str, is_name: bool
) -> None:
    text, start, end = before + word + after, len(before), len(before + word)
    if is_medical_term(text, start, end, is_name, False, is_name):
        assert piece_reader._may_be_term(
            text, TextPiece(start, end, LetterCase.TITLE), is_name, False
        )
