"""The short ways to a decision about harmless names lead to the same as the long ones."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.cues.literals import Literal, LiteralMatch
from tacknamn.detection.harmless.cues import PRONOUNS
from tacknamn.detection.harmless.evidence import (
    ENOUGH,
    Evidence,
    find_evidence,
    restrict_evidence,
)
from tacknamn.detection.harmless.expressions import compile_words
from tacknamn.detection.harmless.names import JudgedName, collect_names, find_groups
from tacknamn.detection.harmless.person_ties import find_clear_ties
from tacknamn.detection.harmless.private_persons import Past, find_private_mentions
from tacknamn.detection.harmless.public_names import collect_facts, find_public_names
from tacknamn.detection.harmless.sections import find_sections
from tacknamn.detection.harmless.ties import LONGEST, find_word_before
from tacknamn.detection.harmless.writer_names import is_about_public_life, judge_by_sentences
from tests.test_harmless import read_case

CASES = json.loads((Path(__file__).parent / "cases" / "harmless.json").read_text(encoding="utf-8"))
PIECES = (
    *("{Anna|firstname_female} ", "{Ek|surname} ", "{Lund|city} ", "{Ekskolan|school} ", "han ", "hon "),
    *("vi ", "jag ", "bor i ", "grannen ", "hans son ", "kungen ", "firas i hela världen ", "romanen "),
    *("{1789|year} ", "{12|other_nr_seq} ", "{34|age_digits} år ", "är huvudstad i ", "och ", ". ", "\n"),
)  # fmt: skip


def check_public_life(marked: str) -> None:
    """Compare both ways for a text, and for its paragraphs about others."""
    text, detections, _ = read_case(marked)
    lowered, groups = text.lower(), find_groups(detections)
    publics = find_public_names(lowered, detections, groups)
    facts = collect_facts(lowered, detections, publics)
    evidence = find_evidence(lowered, facts, text=text)
    if evidence is None:
        return
    names = collect_names(text, detections, groups, [public is not None for public in publics])
    if evidence.about >= ENOUGH:
        check_names(lowered, names, evidence)
    parts = find_sections(lowered, names, evidence).about_others
    of_parts = restrict_evidence(lowered, evidence, facts, parts)
    if of_parts.topic:
        inside = [name for name in names if any(start <= name.start < end for start, end in parts)]
        check_names(lowered, inside, of_parts)


def check_names(lowered: str, names: Sequence[JudgedName], evidence: Evidence) -> None:
    clear = find_clear_ties(lowered, names, evidence)
    if is_about_public_life(lowered, names, clear, evidence):
        assert judge_by_sentences(lowered, names, clear, evidence) == [False] * len(names)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_text_about_public_life_needs_no_sentences(case: dict[str, str]) -> None:
    check_public_life(case["text"])


@given(pieces=st.lists(st.sampled_from(PIECES), min_size=10, max_size=60))
def test_any_text_about_public_life_needs_no_sentences(pieces: list[str]) -> None:
    check_public_life("".join(pieces) + "firas i hela världen sedan medeltiden.")


@given(before=st.text(alphabet="aså²_1 \t\n.,-", max_size=40))
def test_the_word_before_a_name_is_that_of_the_expression(before: str) -> None:
    match = re.search(r"([^\W\d_]{1,20})[ \t]+$", before[-LONGEST:])
    found = find_word_before(before + "Anna", len(before))
    assert found == (match[1] if match else "")


@given(text=st.text(alphabet="haendtr_1 é.,", max_size=40), start=st.integers(0, 40))
def test_words_are_found_as_at_a_word_border(text: str, start: int) -> None:
    words = ("han", "hand(?= en)", "en", "the (?:ear|hand)", "then?")
    slow = re.compile(rf"\b(?:{'|'.join(words)})\b")
    found = compile_words(words, r"\b").finditer(text, min(start, len(text)))
    assert [match.span() for match in found] == [
        match.span() for match in slow.finditer(text, min(start, len(text)))
    ]


PRONOUN_WORDS = (
    "han",
    "hon",
    "hen",
    "he",
    "she",
    "hans",
    "1",
    "_",
    "é",
    " ",
    ". ",
    "bor",
    "Anna",
    "är 9 år",
)


@given(words=st.lists(st.sampled_from(PRONOUN_WORDS), max_size=30))
def test_pronouns_are_found_as_whole_words(words: list[str]) -> None:
    lowered = "anna" + "".join(words)
    person = JudgedName(0, (0, 4), "firstname_female", "person", "anna")
    slow = [
        LiteralMatch(match.start(), match.end(), match.start(), Literal(match[0], PRONOUNS))
        for match in re.finditer(r"\b(?:han|hon|hen|he|she)\b", lowered)
    ]
    found = [
        find_private_mentions(lowered, [person], [(0, 1)], [], Past.ALL, pronouns)
        for pronouns in (None, slow)
    ]
    assert found[0] == found[1]
