"""Words with letters that look like Latin ones are read as Latin words; those of other alphabets stay."""

import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.detection.disguises import look_alikes
from tacknamn.detection.disguises.invisible import find_invisible_and_styled
from tacknamn.detection.disguises.look_alikes import find_look_alikes
from tacknamn.detection.disguises.mapped_text import MappedText
from tacknamn.detection.disguises.survey import ALIKE, STYLED, survey
from tacknamn.support.tables import read_table
from tests.detection_lists import make_bundle
from tests.essays.reading import read_essays

ROWS = read_table(look_alikes.__file__, "look_alikes.tsv", reasons=True)
SAME = {latin: letter for letter, latin, shape, _ in ROWS if shape == "same"}
CYRILLIC = {
    latin: letter
    for letter, latin, shape, reason in ROWS
    if shape == "same" and reason.startswith("CYRILLIC")
}
RAISED = {
    letter: unicodedata.lookup(f"MODIFIER LETTER SMALL {letter.upper()}")
    for letter in "abdeghkmoptuvy"
}
WORDS = [
    "Jag",
    "heter",
    "Anna",
    "Andersson",
    "och",
    "bor",
    "i",
    "Lund",
    "hos",
    "Karin",
    "Rosen",
    "min",
    "bror",
    "katten",
    "anna@exempel.se",
    ".",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join)


@pytest.fixture(scope="module")
def swedish(tmp_path_factory: pytest.TempPathFactory) -> Pseudonymizer:
    lexicon = Lexicon.open(make_bundle(tmp_path_factory.mktemp("look alikes") / "bundle"))
    return Pseudonymizer(lexicon, seed=2**64)


def read_plain(text: str) -> str:
    return MappedText(text, find_look_alikes(text), None).text


def test_the_table_is_sorted_and_names_each_letter_once() -> None:
    letters = [letter for letter, *_ in ROWS]
    assert letters == sorted(set(letters))
    for letter, latin, shape, reason in ROWS:
        assert shape in ("same", "like", "capital")
        assert len(letter) == len(latin) == 1
        assert unicodedata.name(latin).startswith("LATIN")
        assert reason.startswith(f"{unicodedata.name(letter)}: ")
        assert survey(letter) & ALIKE


def test_every_small_capital_is_in_the_table() -> None:
    capitals = {latin for _, latin, shape, _ in ROWS if shape == "capital"}
    assert capitals == set("abcdefghijklmnopqrstuvwyz")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\u0410nna", "Anna"),
        ("Аnnа-Каrіn", "Anna-Karin"),
        ("Αnna, Οla och Βo", "Anna, Ola och Bo"),
        ("Привет, Аnna!", "Привет, Anna!"),
        ("Hon heter Ѕоnја nu", "Hon heter Sonja nu"),
        ("Hon heter Іѕа nu", "Hon heter Isa nu"),
        ("Jag bor і Lund", "Jag bor i Lund"),
        ("Аппa Ёklund", "Anna Ëklund"),
        ("ᴀɴɴᴀ sᴠᴇɴssᴏɴ", "ANNA SVENSSON"),
        ("Aɴɴᴀ, ANɴA och Anɴa", "Anna, ANNA och Anna"),
        ("Ⅿaria Ⅼind", "Maria Lind"),
        ("ꓮꓠꓠꓮ ᎪNNA", "ANNA ANNA"),
    ],
)
def test_a_latin_word_is_read_with_latin_letters(text: str, plain: str) -> None:
    assert read_plain(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "Иван Петров",
        "Меня зовут Анна, я живу в Москве. Сара и Оса сор, а у моря Сосо.",
        "Mама мыла раму",
        "Ордер: IT-специалист, Xбокс и Wi-Fi",
        "Καλημέρα, Άννα. Το όνομά μου",
        "Іѕа",
        "Іѕа Ѕоѕа",
        "Kα-strålning, TNFα, NFκB, HIF1α, α-synuklein, μm, kΩ och ν",
        "Henrik Ⅷ, kapitel Ⅳ och Karl Ⅻ",
        "[ˈanɪkə], [ɡəˈlɛrɪ]",
        "Հայաստան",
        "ᏣᎳᎩ",
    ],
)
def test_words_of_other_alphabets_and_signs_stay(text: str) -> None:
    assert find_look_alikes(text) == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("ᴬⁿⁿᵃ Aⁿⁿᵃ Lᵢₙd", "Anna Anna Lind"),
        ("1ˢᵗ Dʳ", "1st Dr"),
        ("Anna Lindbergᵃ, Erik Rosenᵇ.", "Anna Lindberg, Erik Rosen."),
        ("🅰🅽🅽🅰 🅰️🅽🅽🅰️ 🅐🅝🅝🅐 ⒜⒩⒩⒜ 🄐🄝🄝🄐", "ANNA ANNA ANNA anna ANNA"),
        ("m², x₁, ½, ª, ⒜ och 🅰", "m², x₁, ½, ª, ⒜ och 🅰"),
    ],
)
def test_raised_and_enclosed_letters_are_plain(text: str, plain: str) -> None:
    assert MappedText(text, find_invisible_and_styled(text), None).text == plain


@pytest.mark.parametrize("alphabet", [CYRILLIC, SAME])
@given(text=TEXTS, data=st.data())
def test_twins_with_look_alikes_have_the_same_detections(
    swedish: Pseudonymizer, alphabet: dict[str, str], text: str, data: st.DataObject
) -> None:
    twin = "".join(
        alphabet[letter] if letter in alphabet and data.draw(st.booleans()) else letter
        for letter in text
    )
    if any(not any("a" <= letter <= "z" for letter in word) for word in twin.split()):
        return  # next to a word of nothing but look-alikes, nothing shows that the text is Latin
    assert summarize(swedish, twin) == summarize(swedish, text)


@given(TEXTS)
def test_raised_twins_have_the_same_detections(swedish: Pseudonymizer, text: str) -> None:
    twin = "".join(RAISED.get(letter, letter) for letter in text)
    if any(sum(letter in RAISED.values() for letter in word) == 1 for word in twin.split()):
        return  # a single raised letter at the end of a word refers to a note
    assert summarize(swedish, twin) == summarize(swedish, text)


def summarize(program: Pseudonymizer, text: str) -> list[tuple[Any, ...]]:
    return [
        (each.start, each.end, each.label, each.rule, each.base) for each in program.detect(text)
    ]


def test_a_long_word_and_many_words_take_linear_time(swedish: Pseudonymizer) -> None:
    assert len(find_look_alikes("а" * 200_000 + "b")) == 200_000
    assert find_look_alikes("Иа " * 100_000) == []
    assert len(find_look_alikes("аnna " * 50_000)) == 50_000


def test_texts_without_these_letters_are_read_as_before() -> None:
    assert not any(survey(essay.text) & (ALIKE | STYLED) for essay in read_essays())
