"""Every measure on examples computed by hand, and its properties on any spans."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.evaluation.agreement import count_ratings, fleiss_kappa, krippendorff_alpha
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.label_maps import read_mapping
from tacknamn.evaluation.mistakes import count_confusions, rank_confusions
from tacknamn.evaluation.plain_data import evaluation_data
from tacknamn.evaluation.scores import Score, count_letters, intersect_intervals, merge_intervals
from tacknamn.evaluation.span_lists import ScoredSpan
from tests.reports import listed

HERE = Path(__file__).parent / "cases"
CASES = json.loads((HERE / "evaluating_measures.json").read_text("utf-8"))
AGREEMENT = json.loads((HERE / "evaluating_agreement.json").read_text("utf-8"))
TEXT = "Elsa Berg bor i Lund, Skåne."


def figure(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[part]
    return data


def number(told: Any) -> Any:
    return told[0] / told[1] if isinstance(told, list) else told


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_figures_are_those_computed_by_hand(case: dict[str, Any], tmp_path: Path) -> None:
    gold = listed(tmp_path, "gold", {"id": 1, "text": case["text"], "spans": case["gold"]})
    predicted = listed(tmp_path, "predicted", {"id": 1, "spans": case["predicted"]})
    chosen = dict(case["options"])
    if "mapping" in chosen:
        chosen["mapping"] = read_mapping(chosen["mapping"])
    data = evaluation_data(evaluate(gold, predicted, EvaluationOptions(draws=0, **chosen)))
    for path, told in case["figures"].items():
        assert figure(data, path) == pytest.approx(number(told)), path


# ---- agreement --------------------------------------------------------------------------


def ratings(case: dict[str, Any]) -> Counter[Any]:
    if "counts" in case:
        rows = [
            tuple(str(category) for category, n in enumerate(row) for _ in range(n))
            for row in case["counts"]
        ]
        return Counter(rows)
    if "columns" in case:
        return Counter(zip(*case["columns"], strict=True))
    return Counter({tuple(labels): tokens for labels, tokens in case["ratings"]})


@pytest.mark.parametrize("case", AGREEMENT, ids=[case["name"] for case in AGREEMENT])
def test_agreement_is_the_published_one(case: dict[str, Any]) -> None:
    found = fleiss_kappa(ratings(case)), krippendorff_alpha(ratings(case))
    for measured, told in zip(found, (case["kappa"], case["alpha"]), strict=True):
        if told is not None or case.get("undefined"):
            assert measured == pytest.approx(number(told))


categories = st.sampled_from(["", "a", "b", "c"])


def slow_alpha(rows: list[tuple[str | None, ...]]) -> float | None:
    """Krippendorff's definition, pair by pair of values."""
    units = [[label for label in row if label is not None] for row in rows]
    units = [unit for unit in units if len(unit) > 1]
    values = [label for unit in units for label in unit]
    observed = sum(
        (Fraction(2 * (one != other), len(unit) - 1)
         for unit in units for one, other in combinations(unit, 2)),
        Fraction(0),
    )  # fmt: skip
    expected = 2 * sum(one != other for one, other in combinations(values, 2))
    return float(1 - observed * (len(values) - 1) / expected) if expected else None


def slow_kappa(rows: list[tuple[str, ...]]) -> float | None:
    """Fleiss' definition, pair by pair of annotators."""
    pairs = [one == other for row in rows for one, other in combinations(row, 2)]
    values = [label for row in rows for label in row]
    chance = sum(Fraction(n, len(values)) ** 2 for n in Counter(values).values())
    agreed = Fraction(sum(pairs), len(pairs))
    return None if chance == 1 else float((agreed - chance) / (1 - chance))


@given(st.lists(st.tuples(*[st.none() | categories] * 3), max_size=12))
def test_alpha_is_what_pairs_of_values_say(rows: list[tuple[str | None, ...]]) -> None:
    assert krippendorff_alpha(Counter(rows)) == pytest.approx(slow_alpha(rows))


@given(st.lists(st.tuples(categories, categories, categories), min_size=1, max_size=12))
def test_kappa_is_what_pairs_of_annotators_say(rows: list[tuple[str, ...]]) -> None:
    assert fleiss_kappa(Counter(rows)) == pytest.approx(slow_kappa(rows))


# ---- parts ------------------------------------------------------------------------------


def test_f2_prefers_recall() -> None:
    bold, shy = Score(8, 16, 10), Score(5, 5, 10)
    assert bold.f2 is not None and shy.f2 is not None
    assert bold.f2 > shy.f2 and bold.f1 == pytest.approx(16 / 26)


def test_any_label_of_seed_d_can_stand_beside() -> None:
    assert Score(91, 100, 100).f2 == pytest.approx(0.91)


def test_cities_taken_for_countries_are_seen() -> None:
    gold = [ScoredSpan(0, 4, "city"), ScoredSpan(5, 9, "place"), ScoredSpan(16, 20, "country")]
    ours = [
        ScoredSpan(0, 4, "country"),
        ScoredSpan(5, 9, "city"),
        ScoredSpan(10, 13, "city"),
        ScoredSpan(16, 20, "city"),
    ]
    found = count_confusions(gold, ours)
    assert found == {("city", "country"): 1, ("place", "city"): 1, ("country", "city"): 1,
                     ("", "city"): 1}  # fmt: skip
    assert rank_confusions(found) == [("city", "country", 2), ("city", "place", 1)]


def test_the_right_label_wins_where_several_cover_as_much() -> None:
    gold = [ScoredSpan(0, 9, "city")]
    assert count_confusions(gold, [ScoredSpan(0, 9, "a"), ScoredSpan(0, 9, "city")]) == {
        ("city", "city"): 1
    }
    assert count_confusions(gold, [ScoredSpan(0, 3, "city"), ScoredSpan(3, 9, "b")]) == {
        ("city", "b"): 1
    }
    assert count_confusions(gold, []) == {("city", ""): 1}


parts = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 8)).map(lambda p: (p[0], p[0] + p[1])), max_size=6
)


@given(parts, parts)
def test_intervals_are_sets_of_characters(one: Any, other: Any) -> None:
    def characters(intervals: Any) -> set[int]:
        return {at for start, end in intervals for at in range(start, end)}

    assert characters(merge_intervals(one)) == characters(one)
    both = list(intersect_intervals(merge_intervals(one), merge_intervals(other)))
    assert characters(both) == characters(one) & characters(other)
    places = characters(one)
    assert count_letters(TEXT, merge_intervals(one)) == sum(
        not TEXT[at].isspace() for at in places if at < len(TEXT)
    )


words = st.text(alphabet="aä1_ \n.,-\u0301", max_size=30)
labelled = st.lists(
    st.tuples(st.integers(0, 29), st.integers(1, 9), st.sampled_from("ab")).map(
        lambda one: ScoredSpan(one[0], one[0] + one[1], one[2])
    ),
    max_size=5,
)


def slow_patterns(text: str, raters: list[list[ScoredSpan] | None]) -> Counter[Any]:
    """Every token looked at, with every span."""
    import re

    found: Counter[Any] = Counter()
    for token in re.finditer(r"\w+|[^\w\s]", text):
        row: list[str | None] = []
        for spans in raters:
            best, label = 0, ""
            for one in spans or []:
                shared = min(one.end, token.end()) - max(one.start, token.start())
                if shared > best:
                    best, label = shared, one.label
            row.append(None if spans is None else label)
        found[tuple(row)] += 1
    return found


@given(words, labelled, labelled, st.none() | labelled)
def test_tokens_are_those_of_a_slow_look(
    text: str, one: list[ScoredSpan], other: list[ScoredSpan], third: list[ScoredSpan] | None
) -> None:
    def fitting(spans: list[ScoredSpan]) -> list[ScoredSpan]:
        return sorted({span for span in spans if span.end <= len(text)})

    raters = [fitting(one), fitting(other), None if third is None else fitting(third)]
    assert count_ratings(text, raters) == slow_patterns(text, raters)
