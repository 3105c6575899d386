"""Every rule of the seeds' tables, from the text to its spans: tests/cases/policies.json.

A case has a profile, a text, and what becomes of it: for each span the piece, its label, what is
done, what stands there then (``/.../`` is a regular expression, null the piece itself), and where
it matters the affixes and the running number. Besides there may be

- ``set``, ``masks``, ``custom``: changes of the profile,
- ``beside``: other texts of the corpus, where the same names must have the same pseudonyms,
- ``labelled``: what an annotator labelled in the graph of the text.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import read_profile
from tacknamn.svala.building import build_graph
from tacknamn.svala.records import Graph, GraphSpan
from tests.policies_lists import make_bundle

CASES = json.loads((Path(__file__).parent / "cases" / "policies.json").read_text("utf-8"))
IDS = [f"{case['id']}: {case['text']}" for case in CASES]
NEEDED = [
    "A9.firstname_female",
    "A9.firstname_male",
    "A9.firstname_unknown",
    "A9.surname",
    "A9.middlename",
    "A9.initials",
    "A9.country",
    "A9.region",
    "A9.city",
    "A9.area",
    "A9.place",
    "A9.geo",
    "A9.street_nr",
    "A9.zip_code",
    "A9.school",
    "A9.work",
    "A9.other_institution",
    "A9.transport_name",
    "A9.transport_nr",
    "A9.age_digits",
    "A9.age_string",
    "A9.day",
    "A9.month_digit",
    "A9.month_word",
    "A9.year",
    "A9.date_digits",
    "A9.phone_nr",
    "A9.account_nr",
    "A9.other_nr_seq",
    "A9.personid_nr",
    "A9.license_nr",
    "A9.email",
    "A9.url",
    "A9.extra",
    "A9.prof",
    "A9.edu",
    "A9.fam",
    "A9.sensitive",
    "A9.comments",
    "B1",
    "B2",
    "B3",
    "B4",
    "B5",
    "B6.url",
    "B6.city",
    "B7",
    "C2",
    "C3.1",
    "C3.2",
    "C3.3",
    "C3.4",
    "C3.5",
    "C3.6",
    "C3.7",
    "C3.8",
    "C3.9",
    "C4",
]


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("policies") / "bundle"))


def profile_of(case: dict[str, Any]) -> Profile:
    profile = read_profile(case["profile"])
    if "masks" in case or "custom" in case:
        custom = [(expression, text) for expression, text in case.get("custom", [])]
        profile = profile.change_masks(case.get("masks"), custom)
    return profile.change_policies(case.get("set", {}))


def pseudonymizer_of(case: dict[str, Any], lexicon: Lexicon) -> Pseudonymizer:
    key = bytes(range(4, 36))
    return Pseudonymizer(lexicon, profile_of(case), key=key, language=case.get("language", ""))


def document_of(case: dict[str, Any], lexicon: Lexicon) -> Document:
    pseudonymizer = pseudonymizer_of(case, lexicon)
    if "labelled" not in case:
        return pseudonymizer(case["text"], name="case")
    return pseudonymizer.again(graph_of(case))


def graph_of(case: dict[str, Any]) -> Graph:
    """The graph of the text, with labels where an annotator put them."""
    text: str = case["text"]
    starts = [(text.index(piece), piece, labels) for piece, labels in case["labelled"]]
    return build_graph(
        text, [GraphSpan(at, at + len(word), word, tuple(to)) for at, word, to in starts]
    )


def test_every_rule_has_a_case() -> None:
    assert not set(NEEDED) - {case["id"] for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_spans_of_a_case(case: dict[str, Any], lexicon: Lexicon) -> None:
    document = document_of(case, lexicon)
    told = [
        [document.original[span.start : span.end], span.label, str(span.action)]
        for span in document.spans
    ]
    assert told == [wanted[:3] for wanted in case["expect"]]
    for span, (piece, _, _, replacement, *more) in zip(document.spans, case["expect"], strict=True):
        assert fits(span.replacement, piece if replacement is None else replacement)
        if more:
            assert list(span.affixes) == more[0]
        if more[1:]:
            assert span.number == more[1]


def fits(replacement: str, wanted: str) -> bool:
    if len(wanted) > 2 and wanted[0] == wanted[-1] == "/":
        return re.fullmatch(wanted[1:-1], replacement) is not None
    return replacement == wanted


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_nothing_changes_outside_the_spans(case: dict[str, Any], lexicon: Lexicon) -> None:
    document = document_of(case, lexicon)
    text = document.original
    for span in reversed(document.spans):
        text = text[: span.start] + span.replacement + text[span.end :]
    assert text == document.text


@pytest.mark.parametrize(
    "case", [case for case in CASES if "beside" in case], ids=lambda case: case["id"]
)
def test_names_rotate_through_a_corpus(case: dict[str, Any], lexicon: Lexicon) -> None:
    pseudonymizer = pseudonymizer_of(case, lexicon)
    names: dict[str, set[str]] = {}
    for number, text in enumerate([case["text"], *case["beside"]]):
        document = pseudonymizer(text, name=str(number))
        for span in document.spans:
            names.setdefault(text[span.start : span.end], set()).add(span.replacement)
    assert all(len(replacements) == 1 for replacements in names.values())
    assert len(set.union(*names.values())) == len(names)


PIECES = st.sampled_from(
    ["buss ", "Storgatan ", "Lund", "www.exempel.se/", "https://a.b/", "@anna", "anna@x.se", "kl ",
     "den ", " mars ", "Anna", " år", " kr", "sidan ", "-", ".", ",", " ", "/", "(", ":", "+46"]
)  # fmt: skip


@given(st.lists(PIECES | st.integers(0, 10**12).map(str) | st.text(max_size=3), max_size=9))
def test_no_number_of_three_digits_is_left_by_sms(lexicon: Lexicon, pieces: list[str]) -> None:
    """B3: reliability 100 %."""
    masked = Pseudonymizer(lexicon, "sms", 2**64)("".join(pieces)).text
    assert not re.search(r"\d{3}", masked)
