"""Masks of numbers: the longest number wins over the patterns that match inside it."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.patterns.clinical_patterns import list_placeholders
from tacknamn.detection.patterns.custom_masks import list_custom_texts
from tacknamn.detection.patterns.finder import find_patterns
from tacknamn.pipeline.masked_numbers import NUMBER_LABELS
from tacknamn.pipeline.masks import add_masks
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Detection
from tacknamn.support.splice import splice

Pairs = Sequence[tuple[str, str]]

CASES = {
    "19340619-2384, ring 070-123 45 67": "[NRIC], ring [PHONE]",
    "19340619-2384": "[NRIC]",
    "193406192384": "[NRIC]",
    "ring 070-123 45 67 nu": "ring [PHONE] nu",
    "konto 8327-9, 123 456 789-0.": "konto [DATE].",
    "Faktura 123456789.": "Faktura [PHONE].",
    "Tel 91008100, S1234567A.": "Tel [PHONE], [NRIC].",
    "29/8/2022 and 10 patients": "[DATE] and 10 patients",
    "1 January 2012 12345678": "[DATE] [PHONE]",
}


def mask(text: str, switched: Iterable[int] = range(1, 10), custom: Pairs = ()) -> list[Detection]:
    profile = read_profile("mask").change_masks(list(switched), custom)
    return add_masks(text, [], profile)


def mask_text(text: str, switched: Iterable[int] = range(1, 10), custom: Pairs = ()) -> str:
    placeholders = list_placeholders() | list_custom_texts(custom)
    masks = mask(text, switched, custom)
    return splice(text, ((found.start, found.end, placeholders[found.label]) for found in masks))


@pytest.mark.parametrize("text", CASES)
def test_a_number_is_masked_whole_or_not_at_all(text: str) -> None:
    assert mask_text(text) == CASES[text]


def test_a_number_keeps_its_first_placeholder_if_that_of_its_kind_is_off() -> None:
    assert mask_text("19340619-2384, ring 070-123 45 67", [2]) == "[PHONE], ring 070-123 45 67"
    assert mask_text("ring 070-123 45 67", [5]) == "ring [DATE]"


def test_patterns_with_words_and_pairs_of_the_user_stay_as_they_match() -> None:
    assert mask_text("bed: 19340619-2384", [8]) == "Bed:[BedNo]-2384"
    assert mask_text("19340619-2384", [], [(r"\d{4}-", "X")]) == "1934X2384"
    assert mask_text("19340619-2384", [2], [("-", "X")]) == "[PHONE]X2384"


def test_a_number_that_touches_a_name_leaves_it_whole() -> None:
    text = "Anna 070-123 45 67"
    names = [Detection(0, 8, "surname", "list")]
    assert [(m.start, m.end) for m in add_masks(text, names, read_profile("mask"))] == [(0, 12)]


NUMBERS = st.one_of(
    st.sampled_from(
        ["19340619-2384", "340619-2384", "070-123 45 67", "+46 70 123 45 67", "08-123 456 78",
         "556677-8899", "5566778899", "SE45 5000 0000 0583 9825 7466", "8327-9, 123 456 789-0",
         "2018-12-01", "1/2/2018", "4111 1111 1111 1111", "123 45", "12345678", "1234567890A"]
    ),
    st.from_regex(r"\d{1,12}([-/. ]\d{1,6}){0,4}", fullmatch=True),
)  # fmt: skip
TEXTS = st.lists(
    st.tuples(NUMBERS, st.sampled_from([" ", ", ", " ring ", ". Född ", "\n", " och ", "(", "A "])),
    max_size=5,
).map(lambda pieces: "".join(number + gap for number, gap in pieces))


@given(TEXTS, st.frozensets(st.integers(1, 5)))
def test_no_number_is_masked_in_part(text: str, switched: frozenset[int]) -> None:
    masks = mask(text, switched)
    assert all(left.end <= right.start for left, right in pairwise(masks))
    for number in find_patterns(text):
        if number.label in NUMBER_LABELS:
            touching = [m for m in masks if m.start < number.end and number.start < m.end]
            whole = [m for m in touching if m.start <= number.start and number.end <= m.end]
            assert touching == whole
