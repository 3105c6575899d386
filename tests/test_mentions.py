"""Counts of every kind become one figure that ranks as people would."""

import numpy as np
import pytest

from tacknamn.labels import Kind, Label
from tacknamn_builders import mentions
from tests.making import content, entry, merged

HOME_BEARERS = [
    ("bearers", 120, "SE", 120),
    ("share", 0.001, "SE", 0.001 * mentions.BEARERS_PER_FIRST_NAME_SHARE),
    ("rank", 3, "SE", 3 * mentions.BEARERS_PER_RANK),
    ("class", 0, "SE", mentions.BEARERS_PER_CLASS),
    ("class", 5, "SE", 32 * mentions.BEARERS_PER_CLASS),
    ("none", 7, "SE", 0),
    ("inhabitants", 7, "SE", 0),
    ("bearers", 120, "DK", 120 * mentions.ABROAD),
    ("bearers", 120, "", 120 * mentions.ABROAD),
    ("class", 5, "DK", 32 * mentions.BEARERS_PER_CLASS * mentions.ABROAD),
]


@pytest.mark.parametrize(("kind", "count", "country", "bearers"), HOME_BEARERS)
def test_counts_become_bearers_at_home(
    kind: str, count: float, country: str, bearers: float
) -> None:
    made = content([[entry("Kim", "firstname_male", count, kind, country=country)]])
    found = mentions.home_bearers(made.pool.rows(), made.pool.names.code("SE"))
    assert found.tolist() == pytest.approx([bearers])


def test_a_share_of_surnames_is_of_the_bearers_of_surnames() -> None:
    made = content([[entry("Ek", "surname", 0.5, "share")]])
    found = mentions.home_bearers(made.pool.rows(), made.pool.names.code("SE"))
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


def test_which_labels_are_first_names() -> None:
    labels = np.array([mentions.code_of(label) for label in Label])
    found = [
        label for label, is_one in zip(Label, mentions.is_first_name(labels), strict=True) if is_one
    ]
    assert found == list(mentions.FIRST_NAMES)


def test_kinds_are_numbered_in_their_order() -> None:
    assert [kind.value for kind in Kind][:2] == ["bearers", "inhabitants"]
