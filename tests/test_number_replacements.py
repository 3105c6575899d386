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
    Chance,
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
from tacknamn.replacement.own_parts import get_part_size
from tacknamn.replacement.sms_masks import mask_email, mask_numbers

HERE = Path(__file__).parent / "cases"
CASES = json.loads((HERE / "number_replacements.json").read_text(encoding="utf-8"))
NUMBERS = st.integers(min_value=0, max_value=1 << 512)
CHANCES = st.builds(Chance, NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case['id']}-{case['function']}-{case['original']}"
)
def test_an_original_becomes_what_its_rule_says(case: dict[str, Any]) -> None:
    module = sms_masks if case["function"].startswith("mask_") else number_replacements
    function = getattr(module, case["function"])
    chance = [Chance(case["draw"], 0)] if "draw" in case else []
    assert function(case["original"], *chance) == case["expect"]


def test_addresses_have_one_pseudonym_each() -> None:
    assert (EMAIL_PSEUDONYM, URL_PSEUDONYM) == ("email@dot.com", "url.com")
    assert USERNAME_PSEUDONYM == "användare"


@given(st.integers(80, 120), CHANCES)
def test_no_age_from_90_on_is_written(age: int, chance: Chance) -> None:
    moved = replace_age_to_90(str(age), chance)
    assert moved == "90+" or int(moved) < 90
    assert age < 90 or moved == "90+"


@given(st.integers(0, 120), CHANCES)
def test_an_age_moves_by_one_or_two_years(age: int, chance: Chance) -> None:
    moved = int(replace_age(str(age), chance))
    assert 1 <= abs(moved - age) <= 2
    assert 0 < moved <= 120


@given(st.integers(1000, 2999), CHANCES)
def test_a_year_moves_by_one_or_two(year: int, chance: Chance) -> None:
    assert 1 <= abs(int(replace_year(str(year), chance)) - year) <= 2


@given(st.integers(0, 99), CHANCES)
def test_a_cut_year_moves_by_one_or_two(year: int, chance: Chance) -> None:
    moved = int(replace_year(f"{year:02}", chance))
    assert (moved - year) % 100 in (1, 2, 98, 99)


@given(st.integers(1, 31), CHANCES)
def test_a_day_is_another_one_that_every_month_has(day: int, chance: Chance) -> None:
    assert int(replace_day(str(day), chance)) in {*range(1, 29)} - {day}


@pytest.mark.parametrize(
    ("function", "original", "others"),
    [
        (replace_day, "1", 27),
        (replace_day, "31", 28),
        (replace_month, "12", 11),
        (replace_month_name, "januari", 11),
        (replace_month_name, "jan.", 11),
        (replace_house_number, "49", 49),
        (replace_house_number, "212", 50),
    ],
)
def test_all_others_are_as_likely(
    function: Callable[[str, Chance], str], original: str, others: int
) -> None:
    for text in (0, 1):  # the first and the second one of the part
        runs = range(others * (others - 1))
        drawn = Counter(function(original, Chance(run, text)) for run in runs)
        assert len(drawn) == others
        assert set(drawn.values()) == {others - 1}
        assert original not in drawn


@given(NUMBERS)
def test_the_texts_of_a_run_show_a_part_of_the_numbers(run: int) -> None:
    for function, size in ((replace_day, 28), (replace_month, 12), (replace_house_number, 50)):
        drawn = Counter(function("3", Chance(run, text)) for text in range(60 * size))
        assert len(drawn) == get_part_size(size)


@pytest.mark.parametrize("function", [replace_age, replace_year])
def test_all_four_numbers_around_an_original_are_as_likely(
    function: Callable[[str, Chance], str],
) -> None:
    drawn = Counter(int(function("30", Chance(run, 0))) for run in range(40))
    assert drawn == {number: 10 for number in (28, 29, 31, 32)}


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
