"""Fitting explains gold texts better step by step, and comes to the same each time."""

from itertools import product
from math import exp, log
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.features import name_case
from tacknamn.detection.ranking.model import CASES, CLASSES, LEAST_SHARE, RankingModel
from tacknamn.detection.ranking.paths import compute_shares
from tacknamn.detection.ranking.rows import build_rows
from tacknamn.detection.ranking.weights_table import COLUMNS, Vector, read_weights
from tacknamn_builders.fitting import fit_weights
from tacknamn_builders.fitting.examples import ExampleRow, FittingExample
from tacknamn_builders.fitting.likelihood import (
    CLASS_NUMBERS,
    KIND_NAMES,
    LINKS,
    FittedWeights,
    build_batches,
    compute_gradient,
)
from tests.detection_lists import make_bundle
from tests.fitting_making import (
    FEATURES,
    invented_texts,
    numbers_of,
    random_row,
    random_weights,
    rows_of_file,
    weights_of,
    written,
)

NUMBERS = {name: number for number, name in enumerate(FEATURES)}
STEP = 1e-5
SEEDS = range(4)
EVERY_LENGTH = (1, 2, 3, 4)


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("fitting") / "bundle"))


@pytest.fixture(scope="module")
def rows(lexicon: Lexicon, tmp_path_factory: pytest.TempPathFactory) -> list[ExampleRow]:
    path = written(tmp_path_factory.mktemp("gold") / "gold.jsonl", invented_texts())
    return rows_of_file(Detector(lexicon, fuzzy=True), path)


def read(
    lines: list[str], folder: Path
) -> tuple[dict[str, Vector], dict[str, dict[str, dict[str, float]]]]:
    path = folder / "weights.tsv"
    path.write_text("\n".join(["\t".join(COLUMNS), *lines]) + "\n", "utf-8")
    return read_weights(path, "sv")  # type: ignore[return-value]  # links as they are made


def scores_of(one: FittingExample, weights: FittedWeights) -> dict[str, float]:
    """The logarithm of each kind, reckoned one by one."""
    own = np.zeros(len(CLASSES) + 1)
    for name in one.features:
        if name in NUMBERS:
            own[:-1] += weights.features[NUMBERS[name]]
    for number, of_mass in enumerate(weights.masses[CASES.index(one.case)]):
        mass = sum(share for kind, share in one.shares.items() if class_of(kind) == number)
        own[:-1] += (max(log(mass), LEAST_SHARE) if mass else LEAST_SHARE) * of_mass
    return {kind: log(share) + own[class_of(kind)] for kind, share in one.shares.items()}


def class_of(kind: str) -> int:
    return int(CLASS_NUMBERS[KIND_NAMES.index(kind)])


def slow_likelihood(row: ExampleRow, weights: FittedWeights) -> float:
    """By all paths: those that gold allows, against every one."""
    scores = [scores_of(one, weights) for one in row.examples]
    right = every = 0.0
    for path in product(*scores):
        score = sum(own[kind] for own, kind in zip(scores, path, strict=True))
        for place in range(1, len(path)):
            how = LINKS.index(row.examples[place].link)
            score += weights.links[how, KIND_NAMES.index(path[place - 1]),
                                   KIND_NAMES.index(path[place])]  # fmt: skip
        every += exp(score)
        if all(kind in one.allowed for kind, one in zip(path, row.examples, strict=True)):
            right += exp(score)
    return row.weight * log(right / every)


def links_before() -> dict[str, dict[str, dict[str, float]]]:
    links: dict[str, dict[str, dict[str, float]]] = {}
    for (how, one, other), factor in fit_weights.PRIOR_LINKS.items():
        links.setdefault(how, {}).setdefault(one, {})[other] = factor
    return links


@pytest.mark.parametrize("seed", SEEDS)
def test_the_likelihood_is_that_of_all_paths(seed: int) -> None:
    random = Random(seed)
    weights = random_weights(random)
    rows = [random_row(random, length, random.random()) for length in EVERY_LENGTH for _ in "ab"]
    found = compute_gradient(weights, build_batches(rows, NUMBERS)).likelihood
    assert found == pytest.approx(sum(slow_likelihood(row, weights) for row in rows), rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_gradient_is_what_small_changes_change(seed: int) -> None:
    random = Random(seed)
    weights = random_weights(random)
    texts = build_batches([random_row(random, length, 0.7) for length in EVERY_LENGTH], NUMBERS)
    found = compute_gradient(weights, texts)
    for part, slopes in zip(weights.parts(), found.parts(), strict=True):
        for place in np.ndindex(part.shape):
            if part is not weights.masses and place[0] == (
                len(NUMBERS) if part is weights.features else 0
            ):
                continue  # what stays nought
            before = part[place]
            part[place] = before + STEP
            above = compute_gradient(weights, texts).likelihood
            part[place] = before - STEP
            below = compute_gradient(weights, texts).likelihood
            part[place] = before
            assert slopes[place] == pytest.approx((above - below) / (2 * STEP), rel=1e-4, abs=1e-7)


def test_features_without_weight_and_links_of_first_pieces_have_no_gradient() -> None:
    random = Random(3)
    found = compute_gradient(
        random_weights(random), build_batches([random_row(random, 3)], NUMBERS)
    )
    assert not found.features[-1].any() and not found.links[0].any()


def test_gold_that_allows_what_cannot_be_teaches_nothing() -> None:
    one = FittingExample(
        shares={"none": 0.5, "place": 0.5},
        features=("one",),
        allowed=frozenset({"first"}),
        case="title",
        link="",
    )
    weights = random_weights(Random(1))
    found = compute_gradient(weights, build_batches([ExampleRow((one,), 1.0)], NUMBERS))
    assert found.likelihood == pytest.approx(0)
    assert not any(part.any() for part in found.parts())


def test_heavy_weights_leave_a_likelihood() -> None:
    random = Random(2)
    weights = random_weights(random)
    for part in weights.parts():
        part *= 1e4
    found = compute_gradient(weights, build_batches([random_row(random, 4)], NUMBERS))
    assert np.isfinite(found.likelihood)
    assert all(np.isfinite(part).all() for part in found.parts())


def test_the_likelihood_grows_while_fitting_beyond_what_weights_cost(
    rows: list[ExampleRow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = numbers_of(rows)
    texts = build_batches(rows, numbers)
    before = weights_of({}, links_before(), numbers)
    grown = []
    for steps in (0, 10, 40, fit_weights.STEPS):
        monkeypatch.setattr(fit_weights, "STEPS", steps)
        table, links = read(fit_weights.fit_rows("sv", rows), tmp_path)
        weights = weights_of(table, links, numbers)
        cost = sum(
            penalty * float(np.square(part - start).sum()) / 2
            for penalty, part, start in zip(
                fit_weights.PENALTIES, weights.parts(), before.parts(), strict=True
            )
        )
        grown.append(compute_gradient(weights, texts).likelihood - cost)
    assert grown == sorted(set(grown))


def test_what_is_fitted_is_what_decides(
    lexicon: Lexicon, rows: list[ExampleRow], tmp_path: Path
) -> None:
    """A detector with the table is as sure of each kind as fitting was."""
    table, links = read(fit_weights.fit_rows("sv", rows), tmp_path)
    detector, own = Detector(lexicon, fuzzy=True), RankingModel(lexicon, table, links)
    text = "Igår såg vi Peter Z. Amin och Ulla Lindberg, Lund, där med Anna von Rosen."
    capitals, looked = detector.list_examples(text)
    assert capitals is CapitalUse.TRUSTED
    for row in looked:
        weighed = [own.reweigh(text, step.weighted, capitals) for step, _ in row]
        (again,) = build_rows(text, weighed)
        for place, sure in enumerate(compute_shares(again, own.links)):
            for kind, share in sure.items():
                examples = tuple(
                    FittingExample(
                        shares=step.shares,
                        features=tuple(features),
                        allowed=frozenset({kind} if at == place else KIND_NAMES),
                        case=name_case(step.weighted.piece.case, capitals),
                        link=step.link,
                    )
                    for at, (step, features) in enumerate(row)
                )
                made = [ExampleRow(examples, 1.0)]
                numbers = numbers_of(made)
                found = compute_gradient(
                    weights_of(table, links, numbers), build_batches(made, numbers)
                )
                assert exp(found.likelihood) == pytest.approx(share, rel=1e-6, abs=1e-9)


def test_the_same_rows_in_any_order_weigh_the_same(
    rows: list[ExampleRow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit_weights, "STEPS", 5)
    one, _ = read(fit_weights.fit_rows("sv", rows), tmp_path)
    other, _ = read(fit_weights.fit_rows("sv", rows[::-1]), tmp_path)
    assert one.keys() == other.keys()
    assert all(one[name] == pytest.approx(other[name], abs=0.0011) for name in one)


def test_no_rows_give_the_links_that_one_begins_with(tmp_path: Path) -> None:
    table, links = read(fit_weights.fit_rows("sv", []), tmp_path)
    assert table == {}
    assert links.keys() == links_before().keys()
    for one, others in links_before()["beside"].items():
        assert links["beside"][one] == pytest.approx(others, rel=0.001)
