"""Counts of every kind become one figure that ranks as people would."""

from dataclasses import replace

import numpy as np
import pytest

from tacknamn.labels import Kind, Label
from tacknamn_builders.merging import common_words, mentions
from tacknamn_builders.merging.merge import merge_records
from tacknamn_builders.records import WordFrequency
from tests.making import content, entry, gathered, merged, profile, source

HOME_BEARERS = [
    ("bearers", 120, "SE", 120),
    ("share", 0.001, "SE", 0.001 * mentions.BEARERS_PER_FIRST_NAME_SHARE),
    ("rank", 3, "SE", 3 * mentions.BEARERS_PER_RANK),
    ("class", 0, "SE", mentions.BEARERS_PER_CLASS),
    ("class", 5, "SE", 32 * mentions.BEARERS_PER_CLASS),
    ("none", 7, "SE", 0),
    ("inhabitants", 7, "SE", 0),
    ("bearers", 120, "DK", 120 * mentions.ABROAD[Kind.BEARERS]["DK"]),
    ("rank", 3, "IQ", 3 * mentions.BEARERS_PER_RANK * mentions.ABROAD[Kind.RANK]["IQ"]),
    ("bearers", 120, "IQ", 120 * mentions.ABROAD_OTHERWISE),
    ("bearers", 120, "", 120 * mentions.ABROAD_OTHERWISE),
    ("class", 5, "DK", 32 * mentions.BEARERS_PER_CLASS * mentions.ABROAD_OTHERWISE),
]


@pytest.mark.parametrize(("kind", "count", "country", "bearers"), HOME_BEARERS)
def test_counts_become_bearers_at_home(
    kind: str, count: float, country: str, bearers: float
) -> None:
    made = content([[entry("Kim", "firstname_male", count, kind, country=country)]])
    found = mentions.estimate_home_bearers(
        made.store, made.store.rows(), made.store.names.code("SE")
    )
    assert found.tolist() == pytest.approx([bearers])


def test_a_share_of_surnames_is_of_the_bearers_of_surnames() -> None:
    made = content([[entry("Ek", "surname", 0.5, "share")]])
    found = mentions.estimate_home_bearers(
        made.store, made.store.rows(), made.store.names.code("SE")
    )
    assert found.tolist() == [0.5 * mentions.BEARERS_PER_SHARE[Label.SURNAME]]


def expected(label: str, count: float, kind: str = "", country: str = "SE") -> float:
    (sense,) = merged([[entry("Namn", label, count, kind, country=country)]])
    return sense.mentions


RISING = [
    ("surname", [0, 100, 1000, 30000]),
    ("firstname_female", [0, 100, 1000, 30000]),
    ("city", [100, 1000, 30000]),
    ("country", [1000000, 10000000, 300000000]),
]


@pytest.mark.parametrize(("label", "counts"), RISING)
def test_more_bearers_or_inhabitants_are_named_more(label: str, counts: list[float]) -> None:
    found = [expected(label, count) for count in counts]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_a_town_at_home_is_named_more_than_one_of_its_size_abroad() -> None:
    assert expected("city", 50000) > expected("city", 50000, country="DE")


def test_everything_has_some_mentions() -> None:
    assert expected("city", 1, country="DE") > 0
    assert expected("surname", 1, "rank", country="US") > 0


def test_what_has_no_count_is_as_rare_as_a_thing_without_one() -> None:
    assert expected("geo", 0, "none") == mentions.UNCOUNTED
    assert expected("age_string", 3, "none") == mentions.UNCOUNTED


def test_a_village_abroad_without_inhabitants_is_hardly_named() -> None:
    assert expected("city", 0, country="NG") == mentions.UNCOUNTED_ABROAD
    assert expected("city", 0) == mentions.UNCOUNTED


def test_neighbours_are_countries_whose_bearers_are_met_here() -> None:
    counted = mentions.ABROAD[Kind.BEARERS]
    assert {country for country in counted if counted[country] >= 0.1} == {*mentions.NEIGHBOURS}


def curated(label: str, is_word: bool = False, country: str = "FI") -> float:
    """Mentions of a hand-made Åbo of some label, in a text that says so 8,710 times in a billion."""
    made = gathered([[entry("Åbo", label, country=country), WordFrequency("Åbo", "sv", 3.94)]])
    chosen = replace(profile(1), sources=(source(0, hand_made=True),))
    senses = merge_records(made, chosen, (), frozenset({"åbo"} if is_word else ()))
    return float(senses.mentions[0])


def test_a_curated_exonym_is_named_as_often_as_its_word() -> None:
    assert curated("city") == pytest.approx(8700, rel=0.1)
    assert curated("city", country="SE") == curated("geo") == common_words.CURATED_MENTIONS


def test_but_not_where_curation_calls_it_a_word() -> None:
    assert curated("city", is_word=True) == common_words.CURATED_MENTIONS


def test_a_curated_line_says_nothing_of_bearers() -> None:
    assert curated("surname") < common_words.CURATED_MENTIONS


def test_which_labels_are_first_names() -> None:
    labels = np.array([mentions.label_code(label) for label in Label])
    found = [
        label for label, is_one in zip(Label, mentions.is_first_name(labels), strict=True) if is_one
    ]
    assert found == list(mentions.FIRST_NAMES)


def test_kinds_are_numbered_in_their_order() -> None:
    assert [kind.value for kind in Kind][:2] == ["bearers", "inhabitants"]
