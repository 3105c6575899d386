"""Ages, dates, numbers and addresses are replaced as rules A9, B3, B4 and D4 say."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.replacement import number_replacements, sms_masks
from tacknamn.replacement.number_replacements import (
    EMAIL_PSEUDONYM,
    URL_PSEUDONYM,
    USERNAME_PSEUDONYM,
    replace_age,
    replace_age_to_90,
    replace_day,
    replace_digits,
    replace_house_number,
    replace_identity_number,
    replace_month,
    replace_month_name,
    replace_number,
    replace_year,
)
from tacknamn.replacement.sms_masks import mask_email, mask_numbers

HERE = Path(__file__).parent / "cases"
CASES = json.loads((HERE / "number_replacements.json").read_text(encoding="utf-8"))
DRAWS = st.integers(min_value=0, max_value=1 << 64)


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['id']}-{case['function']}-{case['original']}"
)
def test_an_original_becomes_what_its_rule_says(case: dict[str, Any]) -> None:
    module = sms_masks if case["function"].startswith("mask_") else number_replacements
    function = getattr(module, case["function"])
    draw = [case["draw"]] if "draw" in case else []
    assert function(case["original"], *draw) == case["expect"]


def test_addresses_have_one_pseudonym_each() -> None:
    assert (EMAIL_PSEUDONYM, URL_PSEUDONYM) == ("email@dot.com", "url.com")
    assert USERNAME_PSEUDONYM == "användare"


@given(st.integers(80, 120), DRAWS)
def test_no_age_from_90_on_is_written(age: int, draw: int) -> None:
    moved = replace_age_to_90(str(age), draw)
    assert moved == "90+" or int(moved) < 90
    assert age < 90 or moved == "90+"


@given(st.integers(0, 120), DRAWS)
def test_an_age_stays_within_two_years(age: int, draw: int) -> None:
    moved = int(replace_age(str(age), draw))
    assert abs(moved - age) <= 2
    assert 0 < moved <= 120


@given(st.integers(1000, 2999), DRAWS)
def test_a_year_stays_within_two(year: int, draw: int) -> None:
    assert abs(int(replace_year(str(year), draw)) - year) <= 2


@given(st.integers(1, 31), DRAWS)
def test_a_day_is_one_that_every_month_has(day: int, draw: int) -> None:
    assert 1 <= int(replace_day(str(day), draw)) <= 28


@pytest.mark.parametrize(
    ("function", "originals", "size"),
    [
        (replace_day, ("1", "12", "31"), 28),
        (replace_month, ("1", "12"), 12),
        (replace_month_name, ("januari", "mars"), 12),
        (replace_house_number, ("1", "49", "212"), 50),
    ],
)
def test_the_original_changes_nothing_in_what_is_drawn(
    function: Callable[[str, int], str], originals: tuple[str, ...], size: int
) -> None:
    drawn = [Counter(function(each, draw) for draw in range(2 * size)) for each in originals]
    assert all(counts == drawn[0] for counts in drawn)
    assert set(drawn[0].values()) == {2}
    assert len(drawn[0]) == size


@pytest.mark.parametrize("function", [replace_age, replace_year])
def test_all_five_numbers_around_an_original_are_as_likely(
    function: Callable[[str, int], str],
) -> None:
    drawn = Counter(int(function("30", draw)) for draw in range(50))
    assert drawn == {number: 10 for number in range(28, 33)}


@given(st.text())
def test_noughts_keep_everything_but_digits(text: str) -> None:
    zeros = replace_digits(text)
    assert len(zeros) == len(text)
    assert all(
        new == "0" if old.isdecimal() else new == old for old, new in zip(text, zeros, strict=True)
    )


@given(st.text(min_size=1), st.text(min_size=1))
def test_a_masked_address_keeps_its_length(local: str, domain: str) -> None:
    original = f"{local}@{domain}"
    assert len(mask_email(original)) == len(original)


def test_words_of_a_spoken_number_are_replaced_by_every_method() -> None:
    spoken = "noll sju noll, ett två"
    assert replace_number(spoken) == "0 0 0, 0 0"
    assert mask_numbers(spoken) == "N N N, N N"
    assert mask_numbers("tjugofem") == "tjugofem"
    assert replace_identity_number("850709-98 05") == "123456-0000"
    assert replace_identity_number("19850709-TF05") == "123456-0000"
