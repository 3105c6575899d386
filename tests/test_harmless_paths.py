"""The short ways to a decision about harmless names lead to the same as the long ones."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.harmless import writer_names
from tacknamn.detection.harmless.context import find_harmless_in_context
from tacknamn.detection.harmless.names import find_groups
from tacknamn.detection.harmless.ties import LONGEST, find_word_before
from tests.test_harmless import read_case

CASES = json.loads((Path(__file__).parent / "cases" / "harmless.json").read_text(encoding="utf-8"))
PIECES = (
    *("{Anna|firstname_female} ", "{Ek|surname} ", "{Lund|city} ", "{Ekskolan|school} ", "han ", "hon "),
    *("vi ", "jag ", "bor i ", "grannen ", "hans son ", "kungen ", "firas i hela världen ", "romanen "),
    *("{1789|year} ", "{12|other_nr_seq} ", "{34|age_digits} år ", "är huvudstad i ", "och ", ". ", "\n"),
)  # fmt: skip


def find_in_case(marked: str) -> list[int]:
    text, detections, _ = read_case(marked)
    return list(find_harmless_in_context(text, detections, find_groups(detections), {}))


def check_public_life(marked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = find_in_case(marked)
    with monkeypatch.context() as patch:
        patch.setattr(writer_names, "is_about_public_life", lambda *_: False)
        assert find_in_case(marked) == short


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_text_about_public_life_needs_no_sentences(
    case: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_public_life(case["text"], monkeypatch)


@given(pieces=st.lists(st.sampled_from(PIECES), min_size=10, max_size=60))
def test_any_text_about_public_life_needs_no_sentences(pieces: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        check_public_life("".join(pieces) + "firas i hela världen sedan medeltiden.", patch)


@given(before=st.text(alphabet="aså²_1 \t\n.,-", max_size=40))
def test_the_word_before_a_name_is_that_of_the_expression(before: str) -> None:
    match = re.search(r"([^\W\d_]{1,20})[ \t]+$", before[-LONGEST:])
    found = find_word_before(before + "Anna", len(before))
    assert found == (match[1] if match else "")
