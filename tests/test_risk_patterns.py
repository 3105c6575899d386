"""Addresses and digits outside the spans: what is found, what is not, and in what time."""

import json
import re
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.risk.leak_patterns import FILLER, find_patterns, mask_spans
from tests.timing import LEEWAY, shorten, slowdown

CASES = json.loads((Path(__file__).parent / "cases" / "risk_patterns.json").read_text("utf-8"))
ALPHABET = "abå.@-/: \n019ª+w"
SIZE = shorten(1_000_000)
"""Characters of a hostile text."""


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:20] for case in CASES])
def test_patterns(case: dict[str, Any]) -> None:
    text = case["text"]
    found = [[kind, text[start:end]] for start, end, kind in find_patterns(text)]
    assert found == case["expect"]


@given(st.text(ALPHABET, max_size=60))
def test_patterns_stand_in_order_and_apart(text: str) -> None:
    found = find_patterns(text)
    assert all(start < end <= len(text) for start, end, _ in found)
    assert all(pattern.end <= following.start for pattern, following in pairwise(found))


@given(st.text("0a @.29", max_size=40))
def test_no_run_of_three_digits_is_missed(text: str) -> None:
    """But those of placeholders: all noughts, all ones."""
    covered = {at for start, end, _ in find_patterns(text) for at in range(start, end)}
    for run in re.finditer(r"\d{3,}", text):
        if "2" in run.group() and "9" in run.group():
            assert covered.issuperset(range(*run.span()))


@given(st.text("ab.@ -", max_size=20))
def test_addresses_are_those_of_a_plain_search(text: str) -> None:
    found = [text[start:end] for start, end, kind in find_patterns(text) if kind == "email"]
    assert found == list(plain_emails(text))


def plain_emails(text: str) -> list[str]:
    """The obvious way, in quadratic time: words, each cut at its first @."""
    addresses = []
    for blank, letters in groupby(text, str.isspace):
        word = "" if blank else "".join(letters)
        while "@" in word:
            local, _, rest = word.partition("@")
            domain = rest.partition("@")[0].rstrip(".-")
            if local and "." in domain.strip("."):
                addresses.append(f"{local}@{domain}")
                word = rest[len(domain) :]
            else:
                word = rest
    return addresses


@given(st.text(ALPHABET, min_size=1, max_size=30), st.data())
def test_masks_keep_places_and_hide_letters(text: str, data: st.DataObject) -> None:
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    parts = list(zip(borders[::2], borders[1::2], strict=False))
    hidden = mask_spans(text, parts)
    inside = {at for start, end in parts for at in range(start, end)}
    assert hidden == "".join(FILLER if at in inside else letter for at, letter in enumerate(text))


@pytest.mark.parametrize(
    "hostile", ["a", "a.", "a-", "@", "a@", "a@a.", "1", "1 ", "1a", "www.", "http://", "a.a-", "ª"]
)
def test_hostile_texts_take_time_in_proportion(hostile: str) -> None:
    text = hostile * (SIZE // len(hostile))
    assert slowdown(find_patterns, text[: len(text) // 10], text, times=10) < LEEWAY
