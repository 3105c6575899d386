"""Names are masked whole or not at all, in the shapes of notes, forms and several languages (C1)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn import Lexicon
from tacknamn.ner import mask_names
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.names.completing import complete_names
from tacknamn.ner.names.evidence import NameEvidence
from tests.timing import LEEWAY, slowdown

FIRST = ("Almvika", "Brisko", "Corvin", "Faizul", "Siu", "Deirdra", "Jonquil")
LAST = ("Dantorp", "Ekmar", "Tansi", "Wo")
CASES = json.loads(
    (Path(__file__).parent / "cases" / "whole_names.json").read_text(encoding="utf-8")
)
ENTRIES = [
    *((name, "firstname_female", 1000, "en", "GB") for name in FIRST),
    *((name, "surname", 1000, "en", "GB") for name in LAST),
    ("Aquilor", "city", 1000, "en", "GB"),
]


@pytest.fixture(scope="module")
def evidence() -> NameEvidence:
    return NameEvidence(Lexicon.from_entries(ENTRIES))


def _mask(text: str, found: list[str], evidence: NameEvidence) -> str:
    mentions = [
        NamedMention(text.index(name), text.index(name) + len(name), "PER") for name in found
    ]
    for mention in reversed(complete_names(text, mentions, evidence)):
        text = f"{text[: mention.start]}[Name]{text[mention.end :]}"
    return text


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["text"])[:50])
def test_names_are_whole(case: dict[str, str], evidence: NameEvidence) -> None:
    found = [name for name in case.get("found", "").split("; ") if name]
    assert _mask(case["text"], found, evidence) == case["masked"]


PARTS = st.sampled_from(
    (*FIRST, *LAST, "von", "bin", "d/o", "and", "of", "Mr", "Dr.", "Patient name:", "J.", "the", "\n",
     "ALMVIKA", "DANTORP", "May", "asked", ",", "al-Tansi", "\u00a0", "Aquilor", "é\u0301")
)  # fmt: skip


@given(st.lists(PARTS, max_size=14).map(" ".join), st.data())
def test_mentions_grow_and_never_overlap(text: str, data: st.DataObject) -> None:
    evidence = NameEvidence(LEXICON)
    starts = data.draw(st.lists(st.integers(0, max(0, len(text) - 3)), max_size=3, unique=True))
    mentions = [
        NamedMention(start, start + 2, "PER")
        for start in sorted(starts)
        if start + 2 <= len(text)
        and not any(abs(start - other) < 2 for other in starts if other != start)
    ]
    whole = complete_names(text, mentions, evidence)
    at = 0
    for mention in whole:
        assert at <= mention.start < mention.end <= len(text)
        at = mention.end
    assert complete_names(text, mentions, evidence) == whole


LEXICON = Lexicon.from_entries(ENTRIES)


@pytest.mark.parametrize("piece", ["A ", "Almvika von ", "Mr ", "name: ", "Wo and ", "J. ", "WO "])
def test_time_grows_with_the_text_alone(piece: str) -> None:
    evidence = NameEvidence(LEXICON)

    def work(times: int) -> None:
        complete_names(piece * times, [], evidence)

    assert slowdown(work, 300, 1500, 5) < LEEWAY


def test_masking_completes_names_in_english_only(data: Path) -> None:
    text = "Patient name: SIU DANTORPO WOLI"
    assert mask_names(text, data=data) == "Patient name: [Name]"
    assert mask_names(text, data=data, language="sv") != "Patient name: [Name]"
