"""The masking tool's patterns and a user's own: exact placeholders, order, and every broken pair."""

import json
import re
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tacknamn.detection.patterns.clinical_patterns import (
    ALL_NUMBERS,
    CLINICAL_PATTERNS,
    check_switches,
    find_matches,
    list_placeholders,
)
from tacknamn.detection.patterns.custom_masks import list_custom_texts
from tacknamn.errors import InputError
from tacknamn.pipeline.masks import add_masks, find_masks, mask_text
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Detection
from tests.timing import quickest, seconds

CASES = json.loads((Path(__file__).parent / "cases" / "masking.json").read_text("utf-8"))
NRIC, BED = "S1234567A", "bed: a12"
WARD = r"ward.\w+\s[a-zA-z0-9]+"
words = st.sampled_from(
    ["ward", "Ward:", "bed", "bed: ", "patient class: ", "admission time: ", "S1234567", "A", "z",
     "12", "345", "6789012", "3", " ", "\n", ".", "-", "_", "[", "]", "jan", " May ", "å", "ſ", "K"]
)  # fmt: skip
texts = st.lists(words, max_size=14).map("".join)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}: {case['text']}")
def test_cases(case: dict[str, Any]) -> None:
    custom = [(expression, text) for expression, text in case.get("custom", [])]
    assert mask_text(case["text"], case.get("switched", ALL_NUMBERS), custom) == case["expect"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}: {case['text']}")
def test_what_is_found_makes_the_masked_text(case: dict[str, Any]) -> None:
    custom = [(expression, text) for expression, text in case.get("custom", [])]
    found = find_masks(case["text"], case.get("switched", ALL_NUMBERS), custom)
    assert (
        written(case["text"], found, list_placeholders() | list_custom_texts(custom))
        == case["expect"]
    )


def written(text: str, found: list[Detection], instead: dict[str, str]) -> str:
    """The text with what stands instead, from behind."""
    for one in reversed(found):
        text = text[: one.start] + instead[one.label] + text[one.end :]
    return text


def test_rules_name_the_pattern() -> None:
    found = find_masks(f"{NRIC} {BED} Kund 7", custom=[(r"kund \d", "[Kund]")])
    assert [(one.label, one.rule) for one in found] == [
        ("NRIC", "mask:nric"),
        ("BEDNO", "mask:bed"),
        ("custom_1", "mask:custom_1"),
    ]


def test_the_seeds_numbers_and_placeholders() -> None:
    assert {one.number: one.text for one in CLINICAL_PATTERNS} == {
        1: "[NRIC]",
        2: "[PHONE]",
        3: "[CASENO]",
        4: "[ID]",
        5: "[DATE]",
        6: "Admission Time: [Time]",
        7: "Ward:[WardNo]",
        8: "Bed:[BedNo]",
        9: "Patient Class:[Class]",
    }


@given(texts)
def test_one_after_the_other_as_the_seed_substitutes(text: str) -> None:
    """Of 1 to 5, whose placeholders only the odd class of case numbers can cut: it has a [."""
    wanted = text
    for one in CLINICAL_PATTERNS:
        for expression in one.expressions if one.number <= 5 else ():
            assume(not re.search(r"\d{10}\[", wanted))
            wanted = re.sub(expression, one.text, wanted, flags=re.IGNORECASE)
    assert mask_text(text, range(1, 6)) == wanted


@given(texts, st.sets(st.sampled_from(sorted(ALL_NUMBERS))))
def test_all_agree_with_a_slow_reference(text: str, switched: set[int]) -> None:
    """Where each character carries the placeholder that it is of."""
    signs: list[tuple[str, object]] = [(sign, None) for sign in text]
    for one in CLINICAL_PATTERNS:
        for expression in one.expressions if one.number in switched else ():
            signs = substituted(signs, expression, one.text)
    assert mask_text(text, switched) == "".join(sign for sign, _ in signs)


def substituted(
    signs: list[tuple[str, object]], expression: str, text: str
) -> list[tuple[str, object]]:
    now = "".join(sign for sign, _ in signs)
    hit = [False] * len(signs)
    places = [found.span() for found in re.finditer(expression, now, re.IGNORECASE)]
    made: list[tuple[str, object]] = []
    groups: dict[int, object] = {}
    for start, end in places:
        while start and signs[start][1] is not None and signs[start - 1][1] is signs[start][1]:
            start -= 1
        while end < len(signs) and signs[end - 1][1] not in (None,) and (
            signs[end][1] is signs[end - 1][1]
        ):  # fmt: skip
            end += 1
        joined = next((groups[at] for at in range(start, end) if hit[at]), object())
        for at in range(start, end):
            hit[at], groups[at] = True, joined
    last: object = None
    for at, sign in enumerate(signs):
        if not hit[at]:
            made.append(sign)
        elif groups[at] is not last or not hit[at - 1]:
            made += [(letter, groups[at]) for letter in text]
        last = groups.get(at)
    return made


@given(texts)
def test_wards_are_found_as_by_the_expression(text: str) -> None:
    expected = [found.span() for found in re.finditer(WARD, text, re.IGNORECASE)]
    assert list(find_matches(WARD, text)) == expected


@pytest.mark.parametrize(
    "text", ["ward" * 100_000, "ward:" + "a" * 400_000, "bed: " * 50_000, "1" * 200_000]
)
def test_time_grows_with_the_text_only(text: str) -> None:
    assert quickest(lambda: seconds(lambda: mask_text(text)), 5) < 5


BROKEN = [
    ("(", "[X]", "not a regular expression"),
    ("[a", "[X]", "not a regular expression"),
    (r"\L<names>", "[X]", "not a regular expression"),
    ("(" * 400 + "a" + ")" * 400, "[X]", "not a regular expression"),
    ("a*", "[X]", "matches the empty string"),
    (r"\b", "[X]", "matches the empty string"),
    ("(?=a)", "[X]", "matches the empty string"),
    ("(a)", r"\1", "no backslash"),
    ("(?P<name>a)", r"\g<name>", "no backslash"),
    ("(a|aa)+$", "[X]", "takes too long"),
    ("(?>(a|aa)+!)", "[X]", "takes too long"),
    ("((a{999}){999}){999}", "[X]", "repeats more than"),
    ("a{" + "9" * 900 + "}", "[X]", "repeats more than"),
    ("a" * 2000, "[X]", "longer than"),
    ("a", "x" * 2000, "longer than"),
]


@pytest.mark.parametrize(("expression", "text", "told"), BROKEN)
def test_a_broken_pair_is_one_error_that_does_not_quote_the_text(
    expression: str, text: str, told: str
) -> None:
    private = "hemligt " + "a" * 60 + "b"
    with pytest.raises(InputError, match=told) as caught:
        mask_text(private, custom=[("zzz", "z"), (expression, text)], seconds=0.5)
    assert "pair 2" in str(caught.value)
    assert "hemligt" not in str(caught.value) and "aaaaaaaaaaaaaaa" not in str(caught.value)


def test_the_expression_of_the_issue_ends() -> None:
    assert mask_text("a" * 500 + "!", custom=[("(a+)+$", "[X]")]) == "a" * 500 + "!"

    def mask() -> None:
        with pytest.raises(InputError, match="takes too long"):
            mask_text("a" * 50_000 + "!", (), [("(a+)+$", "[X]")], seconds=0.5)

    assert quickest(lambda: seconds(mask, perf_counter), 3) < 3


def test_the_time_is_that_of_all_pairs_together() -> None:
    slow = [(f"(a|aa)+{letter}", "[X]") for letter in "bcdefgh"]

    def mask() -> None:
        with pytest.raises(InputError, match="takes too long"):
            mask_text("a" * 60, custom=slow, seconds=0.3)

    assert quickest(lambda: seconds(mask, perf_counter), 3) < 3


def test_an_honest_expression_on_a_long_text_is_quick() -> None:
    text = "Kund 4711 ringde igen. " * 50_000
    assert mask_text(text, (), [(r"\bkund\s\d+\b", "[Kund]")]).count("[Kund]") == 50_000


@pytest.mark.parametrize("pair", [("a",), ("a", "b", "c"), ("a", None), (1, "b"), "abc"])
def test_what_is_no_pair_is_refused(pair: Any) -> None:
    with pytest.raises(InputError, match="custom pair 1"):
        mask_text("text", custom=[pair])


@pytest.mark.parametrize("number", [0, 10, -1, True, "1"])
def test_an_unknown_number_is_told_with_those_there_are(number: Any) -> None:
    with pytest.raises(InputError, match="1 nric, 2 phone, 3 caseno"):
        check_switches([number])


def test_a_mask_covers_the_names_that_it_touches() -> None:
    profile = read_profile("mask")
    text = "ward type Anna, Anna S1234567A bed: Bo-Eva, patient class: CHAS Bo"
    known = re.finditer("Anna|Bo-Eva|Bo|CHAS Bo", text)
    names = [Detection(at.start(), at.end(), "surname", "list") for at in known]
    assert [(text[one.start : one.end], one.label) for one in add_masks(text, names, profile)] == [
        ("ward type Anna", "WARDNO"),
        ("Anna", "surname"),
        ("S1234567A", "NRIC"),
        ("bed: Bo-Eva", "BEDNO"),
        ("patient class: CHAS Bo", "CLASS"),
    ]


def test_what_a_profile_keeps_is_no_placeholder() -> None:
    profile = read_profile("mask").change_masks((), [("lund", "[Ort]")])
    found = add_masks("I Lund", [Detection(2, 6, "city", "list")], profile)
    assert [(one.label, profile.resolve_policy(one).text) for one in found] == [
        ("custom_1", "[Ort]")
    ]
