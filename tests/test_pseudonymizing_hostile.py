"""Texts and graphs that are made to slow the pseudonymizer down, or to smuggle a name past it.

Each limit is the time that an early version took, or a tenth of it: far more than the time of today on
a busy machine, and far less than that of an algorithm that is quadratic in the length of a text.
"""

import random
import re
from itertools import pairwise

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.detection.ranking.best_labels import label_pieces
from tacknamn.detection.ranking.paths import Links
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece, WeightedPiece
from tacknamn.detection.ranking.repeats import MOST_ALIKE, NameIndex
from tacknamn.svala.building import build_graph
from tacknamn.svala.records import GraphSpan
from tests.policies_lists import make_bundle
from tests.timing import LEEWAY, quickest, seconds, slowdown

pytestmark = pytest.mark.slow

SECONDS = 4.0
"""The limit for texts that once took more than thirty seconds."""


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("hostile") / "bundle"))


@pytest.fixture(scope="module")
def swell(lexicon: Lexicon) -> Pseudonymizer:
    return Pseudonymizer(lexicon, seed=7)


def words(number: int) -> list[str]:
    """Return different words that no list has, with the same first letter and length."""
    chosen = random.Random(5)
    return [f"X{''.join(chosen.choices('abdegiklmnorstuvy', k=7))}" for _ in range(number)]


TEXTS = {
    "names next to each other": "Anna " * 40_000,
    "names below each other": "Anna\n" * 40_000,
    "initials": "A. " * 40_000,
    "one word with a capital": "X" + "bcdfgh" * 60_000,
    "one word of capitals": "XBCDFG" * 60_000,
    "one word of apostrophes": "X'" * 100_000,
    "words that no list has": " och ".join(words(10_000)),
    "such words next to each other": " ".join(words(10_000)),
    "numbers and hyphens": "12-" * 10_000,
    "quotes within quotes": "”" * 100_000,
    "entities": "&lt;" * 60_000,
    "firms with ampersands": "Ab Cd & " * 12_000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_time_is_not_quadratic_in_the_length_of_a_text(swell: Pseudonymizer, name: str) -> None:
    assert quickest(lambda: seconds(lambda: swell(TEXTS[name])), SECONDS) < SECONDS


@pytest.mark.parametrize(
    "piece", ["Anna bor i Malmö. ", "Malmö, Kairo och Lund. ", "/Anna\n", "Anna Berg "]
)
def test_each_piece_of_a_longer_text_takes_as_long(swell: Pseudonymizer, piece: str) -> None:
    """An early version listed all towns before each town to find the last one."""
    assert slowdown(swell.detect, piece * 800, piece * 8_000, times=10) < LEEWAY


@pytest.mark.parametrize("label", ["OBS!", "LOC", "surname"])
def test_a_graph_of_ten_thousand_corrections_takes_seconds(
    swell: Pseudonymizer, label: str
) -> None:
    number = 10_000
    graph = build_graph(
        "Berg, " * number,
        [GraphSpan(6 * at, 6 * at + 4, "Berg", (label,), True, None) for at in range(number)],
    )
    assert quickest(lambda: seconds(lambda: swell.again(graph)), SECONDS) < SECONDS


LINKS = Links({"beside": {"first": {"first": 10.0, "surname": 110.0}}})


def test_a_row_of_any_length_keeps_its_labels() -> None:
    """In an early version the products of the weights became infinite or zero, and the labels random."""
    piece = TextPiece(0, 4, LetterCase.TITLE)
    weights = {"firstname_male": 900.0, "surname": 5.0, "": 1.0}
    row = [
        WeightedPiece(piece.move_to(5 * at, 5 * at + 4), dict(weights), "") for at in range(20_000)
    ]
    labels = {ranked.label for ranked in label_pieces("Karl " * 20_000, row, LINKS)}
    assert labels <= {"firstname_male", "middlename", "surname"}


def test_the_nearest_name_is_the_first_of_those_with_fewest_edits() -> None:
    names = NameIndex(["stockholm", "lund", "kristina", "kristine"])
    assert names.find_nearest("stockhuml") == ("stockholm", 2)
    assert names.find_nearest("kristin") == ("kristina", 1)
    assert names.find_nearest("lund") is None
    assert names.find_nearest("tockholm") is None


def test_only_a_limited_number_of_similar_names_is_compared() -> None:
    names = NameIndex(f"anna{number:04}" for number in range(MOST_ALIKE + 1))
    assert names.find_nearest("anna0000x") == ("anna0000", 1)
    assert names.find_nearest(f"anna{MOST_ALIKE:04}"[:-2] + "xx") is not None
    names = NameIndex([*(f"a{number:07}" for number in range(MOST_ALIKE)), "averylon"])
    assert names.find_nearest("averylong") is None


SMUGGLED = [
    "Ring 5000 0000 0549 1000 0003😀Storgatan Anna",
    "Jag går i 12345;skola Björken",
    "konto 8327-9 123456/skolan Anna och 1234-skola Lund",
    "anna@gmail.com/skola Anna",
    "läkare Ǆ114/Storgatan Lund",
]


@pytest.mark.parametrize("text", SMUGGLED)
@pytest.mark.parametrize("profile", ["sms", "swell"])
def test_no_name_of_an_institution_swallows_a_number(
    lexicon: Lexicon, profile: str, text: str
) -> None:
    """B3 replaces each digit of numbers of three digits or more with N; A replaces the number."""
    made = Pseudonymizer(lexicon, profile, seed=2**64)(text).text
    assert not set(re.findall(r"\d{3,}", made)) & set(re.findall(r"\d{3,}", text)) - {"0000"}
    assert "anna@gmail" not in made


def test_spans_of_a_hostile_text_do_not_overlap(swell: Pseudonymizer) -> None:
    for text in (*SMUGGLED, "Anna Anna\u0301 A\u00adnna\ufeff \u202eLund\u200d\r\r\n Anna"):
        spans = swell(text).spans
        assert all(span.end <= following.start for span, following in pairwise(spans))
        assert all(0 <= span.start < span.end <= len(text) for span in spans)


def test_the_repr_of_an_explanation_shows_no_name(swell: Pseudonymizer) -> None:
    document = swell("Jag heter Anna och bor i Lund.")
    shown = repr([document.explain(span) for span in document.spans])
    assert "Anna" not in shown and "Lund" not in shown
