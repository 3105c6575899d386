"""Backends joined: the masking tool's examples, and what a slow reading of its definition says."""

import json
import re
import unicodedata
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.merging import merge_neighbours
from tacknamn.ner.combining.rules import CombinationMode
from tacknamn.ner.combining.trimming import trim_mentions
from tacknamn.ner.combining.voting import combine, normalize_mentions
from tests.combining_making import covered, mentions_of, runs, written

CASES = json.loads((Path(__file__).parent / "cases" / "combining.json").read_text("utf-8"))
TRIALS = [(case, how) for case in CASES for how in case["expect"]]
Found = dict[str, list[NamedMention]]


@pytest.mark.parametrize(
    ("case", "how"), TRIALS, ids=lambda value: value if isinstance(value, str) else value["id"]
)
def test_cases(case: dict[str, Any], how: str) -> None:
    name, _, k = how.partition(" ")
    found = mentions_of(case["text"], case["found"])
    weights = case.get("weights") if name == "weighted" else None
    names = combine(case["text"], found, name, weights, float(k) if k else None)
    assert written(case["text"], names) == case["expect"][how]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna Ek and Bo Lind", ["Anna Ek", "Bo Lind"]),
        ("Anna Ek & Bo och Åsa", ["Anna Ek", "Bo", "Åsa"]),
        ("Anna Ek, and", ["Anna Ek"]),
        ("Lind 1981", ["Lind"]),
        ("Bo Lind 4 – 6", ["Bo Lind"]),
        ("Mrs. Ek", ["Ek"]),
        ("Dr Anna Ek", ["Anna Ek"]),
        ("Mrs and Dr. Ek", ["Ek"]),
        ("Lieutenant Governor Ek", ["Ek"]),
        ("sister Anna Ek", ["Anna Ek"]),
        ("bror ek", ["bror ek"]),
        ("Chancellor Ek", ["Chancellor Ek"]),
        ("Dr.", []),
        ("Sergeant", ["Sergeant"]),
        ("Emma 070-1234567", ["Emma 070-1234567"]),
        ("Faster Ek", ["Faster Ek"]),
        ("make", ["make"]),
        ("Dean Ek", ["Dean Ek"]),
        ("anna ek", ["anna ek"]),
        ("Andy Sandor", ["Andy Sandor"]),
        ("Drew 3rd", ["Drew 3rd"]),
        ("1981", []),
        ("and", []),
    ],
)
def test_a_persons_name_is_cut_out_of_what_is_none(text: str, names: list[str]) -> None:
    found = normalize_mentions(text, [NamedMention(0, len(text), "PER")])
    assert [text[one.start : one.end] for one in found] == names
    assert normalize_mentions(text, [NamedMention(0, len(text), "DATE")]) != [] or not names


# ---- random texts -------------------------------------------------------------------------

words = st.sampled_from(
    ["Anna", "Kim", "Lee", "Bo", "J", "R", "W", "van", "de la", "Åke", "e\u0301va", "och", "3",
     "姓名", "An\u00adna", "ſ", "Jr"]
)  # fmt: skip
between = st.sampled_from(
    [" ", " ", " ", ". ", ".", "-", "‐", "'s ", " 's ", "'", ", ", "\n", "", "  ", "\u00a0", "’s, ",
     " (", ") ", "\ufeff", "_", "\u200d"]
)  # fmt: skip
texts = st.lists(st.tuples(words, between), max_size=8).map(lambda parts: "".join(sum(parts, ())))
labels = st.sampled_from(["PER", "PER", "PER", "LOC"])
scores = st.sampled_from([0.0, 0.3, 0.5, 0.9, 1.0])
NAMES = ("tacknamn", "spacy:small", "stanza", "flair")


@st.composite
def mentions(draw: st.DrawFn, text: str) -> list[NamedMention]:
    """What a backend may find, wherever it cuts, without overlaps."""
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return [NamedMention(start, end, draw(labels), draw(scores)) for start, end in pairs]


@st.composite
def situations(draw: st.DrawFn) -> tuple[str, Found]:
    text = draw(texts)
    count = draw(st.integers(1, len(NAMES)))
    return text, {name: draw(mentions(text)) for name in NAMES[:count]}


def reference(text: str, found: Found, need: dict[str, Fraction], enough: Fraction) -> set[int]:
    """Each character for itself, then parts of names put together."""
    sets = {name: covered(normalize_mentions(text, each), "PER") for name, each in found.items()}
    places = {
        place
        for place in range(len(text))
        if sum((need[name] for name in found if place in sets[name]), Fraction()) >= enough
    }
    return covered(merge_neighbours(text, runs(places)))


@given(situations(), st.integers(1, 4))
def test_it_is_what_sets_of_characters_say(situation: tuple[str, Found], k: int) -> None:
    text, found = situation
    ones = dict.fromkeys(found, Fraction(1))
    k = min(k, len(found))
    for how, number, enough in [
        ("union", None, 1), ("intersection", None, len(found)), ("majority", k, k),
        ("majority", None, len(found) // 2 + 1),
    ]:  # fmt: skip
        names = combine(text, found, how, k=number)
        assert covered(names) == reference(text, found, ones, Fraction(enough)), how


@given(situations(), st.lists(st.integers(1, 9), min_size=4, max_size=4), st.integers(1, 36))
def test_weights_are_added_exactly(
    situation: tuple[str, Found], tenths: list[int], enough: int
) -> None:
    text, found = situation
    weights = {name: tenth / 10 for name, tenth in zip(found, tenths, strict=False)}
    exact = {name: Fraction(tenth, 10) for name, tenth in zip(found, tenths, strict=False)}
    needed = min(Fraction(enough, 10), sum(exact.values(), Fraction()))
    names = combine(text, found, "weighted", weights, float(needed))
    assert covered(names) == reference(text, found, exact, needed)


@given(situations())
def test_a_union_covers_no_less_than_any_member(situation: tuple[str, Found]) -> None:
    text, found = situation
    names = covered(combine(text, found))
    for each in found.values():
        assert covered(normalize_mentions(text, each), "PER") <= names


@given(situations())
def test_a_union_loses_no_letter_of_a_name(situation: tuple[str, Found]) -> None:
    text, found = situation
    lost = covered((one for each in found.values() for one in each), "PER") - covered(
        combine(text, found)
    )
    assert all(is_no_letter_of_a_name(text, place) for place in lost)


def is_no_letter_of_a_name(text: str, place: int) -> bool:
    """Nor of a clitic, a conjunction or a number, which no name ends in; 姓名 begins a new word."""
    ends = r"[^\W_姓名]"
    nobodys = (found.span() for found in re.finditer(f"(?<!{ends})(?:och|3+)(?!{ends})", text))
    return (
        not text[place].isalnum()
        or (text[place] in "sſ" and text[place - 1] in "'’")
        or any(start <= place < end for start, end in nobodys)
    )


@given(situations())
def test_an_intersection_covers_no_more_than_any_member(situation: tuple[str, Found]) -> None:
    text, found = situation
    names = covered(combine(text, found, "intersection"))
    for each in found.values():
        assert names <= covered(normalize_mentions(text, each), "PER")


@given(situations())
def test_of_whole_words_an_intersection_is_that_of_the_seed(
    situation: tuple[str, Found],
) -> None:
    """Where backends keep to single words, nothing but their common characters is masked."""
    text = "".join("|" if sign in " .-‐\n'’,_\u00a0" else sign for sign in situation[0])
    found = {
        name: [one for one in each if normalize_mentions(text, [one]) == [one]]
        for name, each in situation[1].items()
    }
    sets = [covered(each, "PER") for each in found.values()]
    assert covered(combine(text, found, "intersection")) == set.intersection(*sets)


@given(situations(), st.sampled_from([how.value for how in CombinationMode]), st.randoms())
def test_the_order_of_backends_does_not_matter(
    situation: tuple[str, Found], how: str, random: Any
) -> None:
    text, found = situation
    weights = {"tacknamn": 0.7, "flair": 0.1} if how == "weighted" and len(found) == 4 else None
    shuffled = list(found.items())
    random.shuffle(shuffled)
    assert combine(text, found, how, weights) == combine(text, dict(shuffled), how, weights)


@given(situations(), st.sampled_from([how.value for how in CombinationMode]))
def test_no_word_is_cut_and_nothing_overlaps(situation: tuple[str, Found], how: str) -> None:
    text, found = situation
    for label in ("PER", None):
        end = 0
        for one in combine(text, found, how, label=label):
            assert end <= one.start < one.end <= len(text)
            assert not is_within_word(text, one.start) and not is_within_word(text, one.end)
            assert 0 <= one.score <= 1
            end = one.end


def is_within_word(text: str, place: int) -> bool:
    return 0 < place < len(text) and all(
        unicodedata.category(sign)[0] in "LMN" and not "\u3040" <= sign <= "\u9fff"
        for sign in text[place - 1 : place + 1]
    )


@given(situations())
def test_with_our_engine_nothing_is_lost(situation: tuple[str, Found]) -> None:
    text, found = situation
    others = {name: each for name, each in found.items() if name != "tacknamn"}
    for how in ("union", "gazetteer-first"):
        names = covered(combine(text, found, how))
        assert covered(normalize_mentions(text, found["tacknamn"]), "PER") <= names
    if others:
        assert covered(combine(text, others)) <= covered(combine(text, found))


@given(situations())
def test_what_is_combined_stays_as_it_is(situation: tuple[str, Found]) -> None:
    text, found = situation
    for how in CombinationMode:
        names = combine(text, found, how)
        assert combine(text, {"one": names}) == names


@given(situations())
def test_all_labels_cover_what_each_covers(situation: tuple[str, Found]) -> None:
    text, found = situation
    every = covered(combine(text, found, label=None))
    for label in ("PER", "LOC"):
        alone = covered(combine(text, found, label=label))
        assert all(is_no_letter_of_a_name(text, place) for place in alone - every)


@given(texts.flatmap(lambda text: st.tuples(st.just(text), mentions(text))))
def test_reading_twice_changes_nothing(given: tuple[str, list[NamedMention]]) -> None:
    text, found = given
    once = normalize_mentions(text, found)
    assert normalize_mentions(text, once) == once
    assert trim_mentions(text, trim_mentions(text, found)) == trim_mentions(text, found)
    assert merge_neighbours(text, merge_neighbours(text, found)) == merge_neighbours(text, found)
