"""Names that identify no person where they stand are harmless, and no other names are.

In the cases ``{Istanbul|city|left}`` is a harmless name and ``{Lund|city}`` one that is not; the
setting ``context`` is on.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.harmless import always
from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, split_cues
from tacknamn.taxonomy.reader import load_taxonomy
from tests.timing import LEEWAY, shorten, slowdown

CASES = json.loads((Path(__file__).parent / "cases" / "harmless.json").read_text(encoding="utf-8"))
FOLDER = Path(always.__file__ or "").parent
ALWAYS = HarmlessSettings(frozenset(["SE"]), frozenset(["europa"]), context=False)
CONTEXT = ALWAYS._replace(context=True)
PIECE = re.compile(r"\{([^|}]*)\|([^|}]*)(\|left)?\}")


def read_case(marked: str) -> tuple[str, list[Detection], list[bool]]:
    """Return the text of a case, its detections, and whether each of them is harmless."""
    text, at = "", 0
    detections, harmless = [], []
    for piece in PIECE.finditer(marked):
        text += marked[at : piece.start()]
        detections.append(Detection(len(text), len(text) + len(piece[1]), piece[2], "case"))
        harmless.append(bool(piece[3]))
        text += piece[1]
        at = piece.end()
    return text + marked[at:], detections, harmless


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['text'][:40]}")
def test_harmless_names_are_found(case: dict[str, Any]) -> None:
    text, detections, harmless = read_case(case["text"])
    assert find_harmless(text, detections, CONTEXT) == harmless


def test_without_the_context_only_sweden_and_europe_are_harmless() -> None:
    text, detections, _ = read_case(
        "Romanen handlar om {Bo|firstname_male} i {Sverige|country} och {Paris|city}. "
        "{Paris|city} är huvudstad i {Frankrike|country} i {Europa|region}."
    )
    assert find_harmless(text, detections, ALWAYS) == [False, True, False, False, False, True]


def test_a_profession_that_is_only_mentioned_is_harmless_without_the_context() -> None:
    text, detections, harmless = read_case(
        "{Läkaren|prof|left} sade att min far var {läkare|prof}."
    )
    assert find_harmless(text, detections, ALWAYS) == harmless
    assert find_harmless(text, detections, HarmlessSettings()) == [False, False]


def test_without_settings_not_even_sweden_is_harmless() -> None:
    text, detections, _ = read_case("Jag bor i {Sverige|country} i {Europa|region}.")
    assert find_harmless(text, detections, HarmlessSettings()) == [False, False]
    assert find_harmless(text, detections, HarmlessSettings(names=frozenset(["europa"]))) == [
        False,
        True,
    ]


def test_a_country_is_known_by_its_code_or_its_base_however_it_is_spelt() -> None:
    text = "Svvärrige"
    country = Detection(0, len(text), "country", "list", country="SE")
    assert (
        find_harmless(text, [country, country._replace(country="", base="Sverige")], ALWAYS)
        == [True] * 2
    )
    town = country._replace(label="city")
    assert find_harmless(text, [town], ALWAYS) == [False]


HARD = ("phone_nr", "email", "personid_nr", "account_nr", "street_nr", "zip_code", "date_digits")


@pytest.mark.parametrize("label", HARD)
def test_numbers_and_addresses_are_never_harmless(label: str) -> None:
    text, detections, _ = read_case(f"Romanen och filmen handlar om {{Sverige|{label}}}.")
    assert find_harmless(text, detections, CONTEXT) == [False]


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.tsv")))
def test_every_line_of_a_table_has_all_fields_and_a_reason(name: str) -> None:
    header, *lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    fields = header.split("\t")
    assert fields[-1] == "reason"
    for line in lines:
        values = line.split("\t")
        assert len(values) == len(fields), line
        assert values[-1]


def test_the_tables_name_labels_of_the_taxonomy_and_each_cue_once() -> None:
    known = {label.name for label in load_taxonomy().labels}
    assert {label for label, _ in read_table(always.__file__, "labels.tsv")} <= known
    cues = [
        cue for *_, field in read_table(always.__file__, "cues.tsv") for cue in split_cues(field)
    ]
    assert len(cues) == len(set(cues))
    assert all(cue == cue.lower().strip() for cue in cues)


def test_every_kind_of_cue_is_known() -> None:
    kinds = {kind for kind, *_ in read_table(always.__file__, "cues.tsv")}
    of_writer = {"personal", "own", "watching", "opinion"}
    assert kinds == of_writer | {"role", "review", "news", "place", "office", "general"}


PIECES = [
    *("jag ", "min mamma ", "romanen ", "är huvudstad ", "handlar om ", ". ", "\n", "İ", "a\u030a"),
    *("{Istanbul|city} ", "{Bo|firstname_male} ", "{5|street_nr} ", "{Sverige|country} ", "😀"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_has_the_same_answer_for_each_detection_twice(marked: str) -> None:
    text, detections, _ = read_case(marked)
    harmless = find_harmless(text, detections, CONTEXT)
    assert len(harmless) == len(detections)
    assert harmless == find_harmless(text, detections, CONTEXT)
    everywhere = find_harmless(text, detections, ALWAYS)
    for detection, here, anywhere in zip(detections, harmless, everywhere, strict=True):
        assert here or not anywhere
        assert not (here and detection.label == "street_nr")


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_with_the_writer_in_each_sentence_no_name_is_harmless(marked: str) -> None:
    marked = re.sub(r"\{[BI]", lambda piece: f" jag bor {piece[0]}", marked)
    text, detections, _ = read_case(marked)
    if "\u030a" in text:
        return
    harmless = find_harmless(text, detections, CONTEXT)
    for detection, is_harmless in zip(detections, harmless, strict=True):
        assert not is_harmless or detection.label == "country"


@pytest.mark.parametrize(
    "piece",
    [
        *("jag {Lund|city} ", "{Lund|city} är huvudstad ", "romanen {Bo|surname} ", "kära. "),
        *("jag såg filmen {Bo|surname} ", "huvudpersonen {Bo|surname}, ", "{Bo|surname} och jag. "),
    ],
)
def test_a_text_twice_as_long_takes_about_twice_as_long(piece: str) -> None:
    short, long = (read_case(piece * times)[:2] for times in (shorten(500), shorten(4000)))
    taken = slowdown(lambda given: find_harmless(*given, CONTEXT), short, long, times=8)
    assert taken < LEEWAY
