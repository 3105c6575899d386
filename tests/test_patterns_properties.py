"""Whatever the text is: findings lie in it, do not overlap, hold every number, and take no time."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.replacement.sms_masks import mask_numbers
from tacknamn.text.normalized_text import normalize_text
from tests.timing import LEEWAY, shorten, slowdown

PIECES = (
    *"0123456789 -–/.,:+()@'\n\t\u00a0%_§",
    *("12", "34", "1990", "070", "123 45 67", "900512-1234", "SE35", "5000 0000", "ABC 123"),
    *("ring", "Telefon", "konto", "fyller", "är", "år", "åring", "tjugofem", "maj", "mars", "den"),
    *("Rosenvägen", "Ekskolan", "Storsjön", " gata", "anna@exempel.se", "www.", "https://", ".se"),
    *("kr", "kl", "buss", "instagram", "a\u030a", "\u0308", "İ", "ß", "٣", "\U0001d7d8", "x"),
    "7" * 40,
)
TEXTS = st.one_of(
    st.text(),
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
)
RUN = re.compile(r"\d{3,}")
SIZE = shorten(100_000)
"""Characters of a hostile text. The worst takes 9 seconds a million on two shared cores,
a search of quadratic time minutes."""
HOSTILE = (
    *("1", "1 ", "1-", "12.", "'90 ", "+46", "1%", "@", "a@", "a.", "://", "https://", "www."),
    *(".se", "a.se/", " år", " är tjugo", "tjugo ", "gatan", " Gatan", "mars ", "5 maj ", "den 1 "),
    *("insta:", "SE35", "SE35 5000 ", "ABC 123", "a\u0308", "\u0308", "\n", " ", "(at)", "a(at)"),
    *("fyller xxxxxxy ", "isbn 1234567890 ", "telefon 123456 ", "a" * 38 + "sjön", "\x00"),
)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_findings_lie_in_the_text_in_their_order_and_never_overlap(text: str) -> None:
    found = find_patterns(text)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert all(left.end <= right.start for left, right in pairwise(found))


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_three_digits_in_a_row_always_lie_in_findings(text: str) -> None:
    held = {place for each in find_patterns(text) for place in range(each.start, each.end)}
    for run in RUN.finditer(text):
        assert held.issuperset(range(*run.span()))
        assert not RUN.search(mask_numbers(run.group()))


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_the_losers_lie_in_the_text_and_touch_their_winner(text: str) -> None:
    for each in find_patterns(text):
        for other in each.others:
            assert 0 <= other.start < other.end <= len(text)
            assert other.start < each.end and each.start < other.end


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_places_of_a_page_go_back_to_the_same_letters(text: str) -> None:
    page, places = normalize_text(text, "sv")
    assert len(page.lowered) == len(page.text)
    given_places = [places.to_original(place) for place in range(len(page.text) + 1)]
    assert given_places[-1] == len(text)
    for place, sign in enumerate(page.text):
        letters = text[given_places[place] : given_places[place + 1]]
        assert letters == sign or len(letters) == 2


@pytest.mark.parametrize("unit", HOSTILE, ids=repr)
def test_no_text_takes_more_time_than_its_length_allows(unit: str) -> None:
    text = (unit * (SIZE // len(unit) + 1))[:SIZE]
    assert slowdown(find_patterns, text[: SIZE // 10], text, times=10) < LEEWAY
