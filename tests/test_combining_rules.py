"""Rules of combining: what is refused, what scores say, who found what, and how long it takes."""

from typing import Any

import pytest

from tacknamn.errors import InputError
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.rules import CombinationRule
from tacknamn.ner.combining.voting import combine, combine_by_rule, score_by_backend
from tests.combining_making import mentions_of, written
from tests.timing import LEEWAY, slowdown

TEXT = "Anna Lund met Kim."
FOUND = mentions_of(
    TEXT, {"A": ["Anna PER 0.9", "Kim PER 0.4"], "B": ["Anna Lund PER 0.6"], "C": ["Lund LOC 0.7"]}
)
REFUSED: list[tuple[dict[str, Any], str]] = [
    (
        {"mode": "both"},
        "there is no combination 'both'; choose one of union, intersection, majority",
    ),
    ({"mode": "union", "weights": {"A": 2}}, "weights: only for weighted, not for union"),
    ({"mode": "weighted", "weights": {"Z": 2}}, "there is no backend 'Z' among A, B, C"),
    ({"mode": "weighted", "weights": {"A": 0}}, "that of A must be a number above 0"),
    ({"mode": "weighted", "weights": {"A": float("nan")}}, "must be a number above 0"),
    ({"mode": "weighted", "weights": {"A": float("inf")}}, "must be a number above 0"),
    ({"mode": "weighted", "weights": {"A": True}}, "must be a number above 0"),
    ({"mode": "weighted", "k": 3.5}, "at least 3.5 is more than the weight of all backends (3)"),
    ({"mode": "majority", "k": 4}, "at least 4 is more than the number of backends (3)"),
    ({"mode": "majority", "k": 1.5}, "at least: must be a whole number for majority"),
    ({"mode": "majority", "k": 0}, "at least: must be a number above 0"),
    ({"mode": "union", "k": 1}, "at least: only for majority and weighted, not for union"),
    ({"mode": "gazetteer-first"}, "gazetteer-first needs tacknamn among the backends"),
]


@pytest.mark.parametrize(("asked", "told"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_cannot_be_done_is_refused(asked: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError) as caught:
        combine(TEXT, FOUND, **asked)
    assert told in str(caught.value)


@pytest.mark.parametrize("place", [(-1, 2), (3, 3), (4, 2), (0, 99)])
def test_places_that_are_none_are_refused(place: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="in a text of 18 characters"):
        combine(TEXT, {"A": [NamedMention(*place, "PER")]})


@pytest.mark.parametrize(
    ("how", "scores"),
    [("union", [0.9, 0.4]), ("intersection", []), ("majority", [0.6]), ("weighted", [0.6])],
)
def test_the_score_is_that_of_the_backend_that_made_it_enough(
    how: str, scores: list[float]
) -> None:
    assert [one.score for one in combine(TEXT, FOUND, how)] == scores


def test_the_score_of_an_intersection_is_that_of_the_least_sure() -> None:
    both = {name: FOUND[name] for name in ("A", "B")}
    assert combine(TEXT, both, "intersection") == [NamedMention(0, 4, "PER", 0.6)]


def test_who_found_a_name_is_told_with_the_surest_score() -> None:
    name = combine(TEXT, FOUND)[0]
    assert score_by_backend(name, FOUND) == {"A": 0.9, "B": 0.6}


def test_each_label_for_itself_and_the_surer_stays_whole() -> None:
    names = combine(TEXT, FOUND, label=None)
    assert [(TEXT[one.start : one.end], one.label) for one in names] == [
        ("Anna Lund", "PER"),
        ("Kim", "PER"),
    ]
    unsure = {"B": [NamedMention(0, 9, "PER", 0.5)], "C": [NamedMention(5, 9, "LOC", 0.7)]}
    names = combine(TEXT, unsure, label=None)
    assert [(TEXT[one.start : one.end], one.label) for one in names] == [
        ("Anna", "PER"),
        ("Lund", "LOC"),
    ]


def test_another_label_can_be_asked_for() -> None:
    assert combine(TEXT, FOUND, label="LOC") == [NamedMention(5, 9, "LOC", 0.7)]


def test_a_backend_that_is_missing_leaves_no_name_in_sight() -> None:
    """What three should have found is what the two that are left find."""
    left = {name: FOUND[name] for name in ("A", "B")}
    for how, k in [("majority", 3.0), ("weighted", 2.5), ("intersection", None)]:
        names = combine_by_rule(CombinationRule.make(how, None, k), TEXT, left)
        assert written(TEXT, names) == "[Name] Lund met Kim."
    first = CombinationRule.make("gazetteer-first")
    assert written(TEXT, combine_by_rule(first, TEXT, left)) == "[Name] met [Name]."


@pytest.mark.parametrize("how", ["union", "intersection", "majority", "gazetteer-first"])
def test_time_grows_with_the_text_alone(how: str) -> None:
    def work(times: int) -> None:
        text = "Anna Lund met Kim 's, " * times
        ours = [NamedMention(at, at + 4, "PER") for at in range(0, len(text), 22)]
        theirs = [NamedMention(at + 5, at + 20, "LOC") for at in range(0, len(text), 22)]
        combine(text, {"tacknamn": theirs, "B": ours}, how)
        combine(text, {"tacknamn": theirs, "B": ours}, how, label=None)

    assert slowdown(work, 500, 2500, 5) < LEEWAY


def test_one_endless_word_is_read_once() -> None:
    def work(times: int) -> None:
        text = "a" * 4 * times
        combine(text, {"A": [NamedMention(at, at + 2, "PER") for at in range(0, len(text), 4)]})

    assert slowdown(work, 2000, 10_000, 5) < LEEWAY
