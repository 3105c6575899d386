"""Choosing by key: the same everywhere, without favour, and different for whatever differs."""

import hmac
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.errors import InputError
from tacknamn.replacement.choices import draw_below, generate_keyed_numbers
from tacknamn.replacement.keys import derive_key

CASES = json.loads((Path(__file__).parent / "cases" / "vault_choices.json").read_text("utf-8"))
KEY = bytes.fromhex(CASES["key"])
TEXTS = st.tuples(st.text(max_size=5), st.text(max_size=5), st.text(max_size=5))


@pytest.mark.parametrize("case", CASES["choices"], ids=lambda case: ascii(case["folded"]))
def test_a_choice_stays_what_it_was(case: dict[str, Any]) -> None:
    """Whoever has pseudonymized half a corpus goes on with the next version."""
    drawn = generate_keyed_numbers(KEY, case["label"], case["folded"], case["purpose"])
    assert [f"{number:016x}" for number in islice(drawn, 6)] == case["numbers"]


@given(TEXTS)
def test_choices_are_what_the_description_says(texts: tuple[str, str, str]) -> None:
    purpose, label, folded = texts
    message = b"".join(len(t.encode()).to_bytes(4, "big") + t.encode() for t in texts)
    digests = [
        hmac.new(derive_key(KEY, "choices"), message + bytes([0] * 7 + [block]), "sha256").digest()
        for block in (0, 1, 2)
    ]
    slow = [int.from_bytes(d[at : at + 8], "big") for d in digests for at in (0, 8, 16, 24)]
    assert list(islice(generate_keyed_numbers(KEY, label, folded, purpose), 12)) == slow


def first_number(key: bytes, label: str, folded: str, purpose: str = "name") -> int:
    return next(generate_keyed_numbers(key, label, folded, purpose))


@given(TEXTS, TEXTS)
def test_what_differs_is_chosen_apart(
    one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    same = first_number(KEY, one[1], one[2], one[0]) == first_number(
        KEY, other[1], other[2], other[0]
    )
    assert same == (one == other)


def test_borders_between_the_parts_count() -> None:
    assert first_number(KEY, "ab", "c") != first_number(KEY, "a", "bc")
    assert first_number(KEY, "a", "", "name") != first_number(KEY, "", "a", "name")


def test_another_key_chooses_otherwise() -> None:
    assert first_number(KEY, "surname", "lund") != first_number(KEY[::-1], "surname", "lund")


def test_a_short_key_is_refused_before_anything_is_drawn() -> None:
    with pytest.raises(InputError):
        generate_keyed_numbers(b"short", "surname", "lund")


def test_every_name_of_fifty_is_equally_likely() -> None:
    draws = 20_000
    drawn = Counter(
        draw_below(50, generate_keyed_numbers(KEY, "surname", f"namn {n}")) for n in range(draws)
    )
    expected = draws / 50
    distance = sum((drawn[n] - expected) ** 2 / expected for n in range(50))
    assert 23.98 < distance < 85.35  # chi-square, 49 degrees: 0.1 % lie below, 0.1 % above


def test_numbers_that_would_favour_some_are_passed_over() -> None:
    top = 2**64 - 1
    assert draw_below(10, iter([top, top - 5, top - 6])) == (top - 6) % 10
    assert draw_below(2**64, iter([top])) == top
    assert draw_below(1, iter([top])) == 0
