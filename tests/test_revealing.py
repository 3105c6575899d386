"""Names that reveal nobody where they stand are left, and nothing else is.

In the cases ``{Istanbul|city|left}`` is a found name that is to be left, ``{Lund|city}`` one that
is not; ``context`` is on.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.harmless import always as never_module
from tacknamn.detection.harmless.always import HarmlessSettings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.records import Detection
from tacknamn.support.tables import read_table, split_cues
from tacknamn.taxonomy.reader import load_taxonomy
from tests.timing import LEEWAY, slowdown

CASES = json.loads((Path(__file__).parent / "cases" / "revealing.json").read_text(encoding="utf-8"))
FOLDER = Path(never_module.__file__ or "").parent
ALWAYS = HarmlessSettings(frozenset(["SE"]), frozenset(["europa"]), context=False)
CONTEXT = ALWAYS._replace(context=True)
PIECE = re.compile(r"\{([^|}]*)\|([^|}]*)(\|left)?\}")


def parted(marked: str) -> tuple[str, list[Detection], list[bool]]:
    """The text of a case, what is found in it, and what of that is to be left."""
    text, at = "", 0
    found, left = [], []
    for piece in PIECE.finditer(marked):
        text += marked[at : piece.start()]
        found.append(Detection(len(text), len(text) + len(piece[1]), piece[2], "case"))
        left.append(bool(piece[3]))
        text += piece[1]
        at = piece.end()
    return text + marked[at:], found, left


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']}-{case['text'][:40]}")
def test_what_reveals_nobody_is_left(case: dict[str, Any]) -> None:
    text, found, left = parted(case["text"])
    assert find_harmless(text, found, CONTEXT) == left


def test_without_the_switch_only_sweden_and_europe_are_left() -> None:
    text, found, _ = parted(
        "Romanen handlar om {Bo|firstname_male} i {Sverige|country} och {Paris|city}. "
        "{Paris|city} är huvudstad i {Frankrike|country} i {Europa|region}."
    )
    assert find_harmless(text, found, ALWAYS) == [False, True, False, False, False, True]


def test_a_profession_that_is_only_met_is_left_without_the_switch() -> None:
    text, found, left = parted("{Läkaren|prof|left} sade att min far var {läkare|prof}.")
    assert find_harmless(text, found, ALWAYS) == left
    assert find_harmless(text, found, HarmlessSettings()) == [False, False]


def test_a_profile_that_leaves_no_country_leaves_not_even_sweden() -> None:
    text, found, _ = parted("Jag bor i {Sverige|country} i {Europa|region}.")
    assert find_harmless(text, found, HarmlessSettings()) == [False, False]
    assert find_harmless(text, found, HarmlessSettings(names=frozenset(["europa"]))) == [
        False,
        True,
    ]


def test_a_country_is_known_by_its_capitals_or_its_base_however_it_is_spelt() -> None:
    text = "Svvärrige"
    told = Detection(0, len(text), "country", "list", country="SE")
    assert (
        find_harmless(text, [told, told._replace(country="", base="Sverige")], ALWAYS) == [True] * 2
    )
    town = told._replace(label="city")
    assert find_harmless(text, [town], ALWAYS) == [False]


HARD = ("phone_nr", "email", "personid_nr", "account_nr", "street_nr", "zip_code", "date_digits")


@pytest.mark.parametrize("label", HARD)
def test_what_is_hard_is_never_left(label: str) -> None:
    text, found, _ = parted(f"Romanen och filmen handlar om {{Sverige|{label}}}.")
    assert find_harmless(text, found, CONTEXT) == [False]


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
    assert {label for label, _ in read_table(never_module.__file__, "labels.tsv")} <= known
    cues = [
        cue
        for *_, field in read_table(never_module.__file__, "cues.tsv")
        for cue in split_cues(field)
    ]
    assert len(cues) == len(set(cues))
    assert all(cue == cue.lower().strip() for cue in cues)


def test_every_kind_of_cue_is_one_that_is_read() -> None:
    kinds = {kind for kind, *_ in read_table(never_module.__file__, "cues.tsv")}
    assert kinds == {"personal", "own", "watching", "opinion", "role", "review", "news", "place"}


PIECES = [
    *("jag ", "min mamma ", "romanen ", "är huvudstad ", "handlar om ", ". ", "\n", "İ", "a\u030a"),
    *("{Istanbul|city} ", "{Bo|firstname_male} ", "{5|street_nr} ", "{Sverige|country} ", "😀"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_gets_an_answer_for_each_piece_and_the_same_twice(marked: str) -> None:
    text, found, _ = parted(marked)
    left = find_harmless(text, found, CONTEXT)
    assert len(left) == len(found)
    assert left == find_harmless(text, found, CONTEXT)
    for one, of_one, always in zip(found, left, find_harmless(text, found, ALWAYS), strict=True):
        assert of_one or not always
        assert not (of_one and one.label == "street_nr")


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_a_writer_in_each_sentence_keeps_all_names(marked: str) -> None:
    marked = re.sub(r"\{[BI]", lambda piece: f"jag bor {piece[0]}", marked)
    text, found, _ = parted(marked)
    if "\u030a" in text:
        return
    for one, left in zip(found, find_harmless(text, found, CONTEXT), strict=True):
        assert not left or one.label == "country"


@pytest.mark.parametrize(
    "piece",
    [
        *("jag {Lund|city} ", "{Lund|city} är huvudstad ", "romanen {Bo|surname} ", "kära. "),
        *("jag såg filmen {Bo|surname} ", "huvudpersonen {Bo|surname}, ", "{Bo|surname} och jag. "),
    ],
)
def test_a_text_twice_as_long_takes_about_twice_as_long(piece: str) -> None:
    short, long = (parted(piece * times)[:2] for times in (500, 4000))
    taken = slowdown(lambda given: find_harmless(*given, CONTEXT), short, long, times=8)
    assert taken < LEEWAY
