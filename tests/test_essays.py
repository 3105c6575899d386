"""The learner essays are what their README says; and the bars of COLING-2020's table are reached."""

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tacknamn.errors import Error
from tacknamn.evaluation.evaluator import EvaluationOptions, evaluate
from tacknamn.evaluation.label_maps import read_mapping
from tacknamn.evaluation.plain_data import evaluation_data
from tests.essays.reading import Essay, read_essays
from tests.essays.scoring import TABLE_6, gold_file, predicted_file, pseudonymizer_of
from tests.essays.tables import README, with_tables
from tests.timing import PATIENCE

ESSAYS = list(read_essays())
LENGTHS = {"A": (80, 200), "B": (250, 500), "C": (300, 500)}
"""Words of an essay, by level."""
BEYOND_TABLE_6 = {
    "account_nr", "age_string", "area", "fam", "firstname_female", "firstname_male",
    "firstname_unknown", "initials", "license_nr", "middlename", "other_institution",
    "personid_nr", "region", "sensitive", "street_nr", "transport_name", "transport_nr", "url",
    "work",
}  # fmt: skip
"""Labels besides COLING-2020's that are there five times, too."""
ENOUGH = 5
FICTION = (
    range(701740605, 701740700), range(313900600, 313900700), range(406280400, 406280500),
    range(846500400, 846500500),
)  # fmt: skip
"""Telephone numbers that the Swedish authority keeps for films and books, without their nought."""
F2 = 0.95


def labels_of(essay: Essay) -> Counter[str]:
    found = Counter("firstname" for one in essay.spans if one.label.startswith("firstname"))
    found.update("island" for one in essay.spans if "island" in one.extras)
    return found + Counter(one.label for one in essay.spans)


def pieces(label: str) -> list[str]:
    return [
        essay.text[one.start : one.end]
        for essay in ESSAYS
        for one in essay.spans
        if one.label == label
    ]


def test_the_readme_tells_how_many_there_are() -> None:
    readme = README.read_text("utf-8")
    assert with_tables(readme, ESSAYS) == readme


def test_there_are_sixty_essays_each_once() -> None:
    assert len({one.id for one in ESSAYS}) == len({one.text for one in ESSAYS}) == 60
    assert sum(one.words for one in ESSAYS) >= 9_000


def test_half_of_every_level_and_genre_is_for_tests() -> None:
    halves = Counter((one.level, one.genre, one.split) for one in ESSAYS)
    assert {one.split for one in ESSAYS} == {"dev", "test"}
    for level, genre, _ in halves:
        assert abs(halves[level, genre, "dev"] - halves[level, genre, "test"]) <= 1
    assert sum(one.split == "dev" for one in ESSAYS) == 30


@pytest.mark.parametrize("essay", ESSAYS, ids=lambda one: one.id)
def test_an_essay_is_well_formed(essay: Essay) -> None:
    shortest, longest = LENGTHS[essay.level]
    assert shortest <= essay.words <= longest
    for one, following in pairwise(essay.spans):
        assert one.end <= following.start
    for one in essay.spans:
        piece = essay.text[one.start : one.end]
        assert piece.strip(" ,;:!?\n") == piece != ""


def test_every_label_is_there_often_enough() -> None:
    found = sum((labels_of(one) for one in ESSAYS), Counter[str]())
    scarce = {name: found[name] for name in {*TABLE_6, *BEYOND_TABLE_6} if found[name] < ENOUGH}
    assert scarce == {}


def test_every_label_of_table_6_is_there_in_both_halves() -> None:
    for split in ("dev", "test"):
        labels = {name for one in ESSAYS if one.split == split for name in labels_of(one)}
        assert set(TABLE_6) - labels == set()


def test_essays_without_anything_personal_are_among_them() -> None:
    assert sum(not one.spans for one in ESSAYS) >= ENOUGH


def test_nobody_has_these_numbers() -> None:
    for piece in pieces("personid_nr"):
        assert not right_check_digit(re.sub(r"\D", "", piece)[-10:])
    for piece in pieces("phone_nr"):
        number = int(re.sub(r"\D", "", piece.replace("+46", "")))
        assert any(number in kept for kept in FICTION)


def test_nobody_has_these_addresses() -> None:
    for piece in [*pieces("email"), *pieces("url")]:
        assert re.search(r"(\.example|[@.]example\.(com|net|org|se))\b", piece)


def right_check_digit(ten: str) -> bool:
    doubled = (int(digit) * (2 - place % 2) for place, digit in enumerate(ten))
    return sum(each // 10 + each % 10 for each in doubled) % 10 == 0


def test_the_gold_agrees_with_itself(tmp_path: Path) -> None:
    gold = gold_file(ESSAYS, tmp_path / "gold.jsonl")
    data = evaluation_data(evaluate(gold, gold))
    assert data["exact"]["micro"]["f2"] == 1


def test_one_half_can_be_printed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.essays", "dev"], capture_output=True, encoding="utf-8",
        cwd=Path(__file__).parent.parent, timeout=PATIENCE,
    )  # fmt: skip
    assert done.stdout.count("\n") == 30


# ---- the bars, with a built bundle ------------------------------------------------------


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What ``tacknamn evaluate`` tells of the labels of COLING-2020's table 6."""
    try:
        pseudonymizer = pseudonymizer_of()
    except Error:
        pytest.skip("needs a built bundle: make build, or name its folder in TACKNAMN_DATA")
    here = tmp_path_factory.mktemp("essays")
    found = predicted_file(pseudonymizer, ESSAYS, here / "found.jsonl")
    mapping = read_mapping("coling-2020") | {"geo": "island"}
    options = EvaluationOptions(labels=TABLE_6, mapping=mapping)
    data: dict[str, Any] = evaluation_data(
        evaluate(gold_file(ESSAYS, here / "gold.jsonl"), found, options)
    )
    return data


@pytest.mark.full
def test_f2_is_better_than_published(figures: dict[str, Any]) -> None:
    assert figures["exact"]["micro"]["f2"] >= F2


@pytest.mark.full
def test_no_label_of_table_6_is_at_nothing(figures: dict[str, Any]) -> None:
    per_label = figures["exact"]["labels"]
    assert [name for name in TABLE_6 if not per_label[name]["f2"]] == []


@pytest.mark.full
def test_agreement_is_better_than_published(figures: dict[str, Any]) -> None:
    assert min(figures["agreement"]["kappa"], figures["agreement"]["alpha"]) > 0.86
