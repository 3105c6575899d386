"""The same person in all rows: one pseudonym with a key, and a warning without one."""

import random
import warnings
from collections.abc import Sequence
from typing import Any

import pytest

from tacknamn import Document, Lexicon, Pseudonymizer
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tests.policies_lists import make_bundle

KEY = bytes(range(32))
NAMES = ("Anna", "Erik", "Maria", "Johan")
TOWNS = ("Lund", "Uppsala", "Kiruna")
ROWS = [f"Jag heter {name} och bor i {town}." for name in NAMES for town in TOWNS] * 3
DRAWN = {"firstname_female": "draw"}
"""A policy by which a profile draws names."""


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(make_bundle(tmp_path_factory.mktemp("consistency") / "bundle"))


def run(pseudonymizer: Pseudonymizer, rows: Sequence[str], size: int) -> list[Document]:
    """Pseudonymize rows in batches of one size."""
    batches = (rows[start : start + size] for start in range(0, len(rows), size))
    documents = [document for batch in batches for document in pseudonymizer.many(batch)]
    return [document for document in documents if document is not None]


def list_changes(documents: Sequence[Document]) -> list[tuple[str, str]]:
    return [
        (document.original[span.start : span.end], span.replacement)
        for document in documents
        for span in document.spans
    ]


def test_with_a_key_a_name_has_one_pseudonym_in_all_rows(lexicon: Lexicon) -> None:
    changes = list_changes(run(Pseudonymizer(lexicon, key=KEY), ROWS, len(ROWS)))
    assert len(changes) == 2 * len(ROWS)
    assert len(set(changes)) == len(NAMES) + len(TOWNS)


@pytest.mark.parametrize("size", [1, 5, len(ROWS)])
def test_with_a_key_neither_order_nor_batches_nor_processes_matter(
    lexicon: Lexicon, size: int
) -> None:
    expected = {each.original: each.text for each in run(Pseudonymizer(lexicon, key=KEY), ROWS, 1)}
    rows = random.Random(size).sample(ROWS, len(ROWS))
    other = Pseudonymizer(lexicon, key=KEY)  # as in another process
    assert {each.original: each.text for each in run(other, rows, size)} == expected


def test_a_pseudonym_gives_way_where_its_own_word_is_in_the_text(lexicon: Lexicon) -> None:
    pseudonymizer = Pseudonymizer(lexicon, key=KEY)
    usual = pseudonymizer("Jag heter Anna.").spans[0].replacement
    text = f"Jag heter Anna. {usual} är här."
    assert dict(list_changes([pseudonymizer(text)]))["Anna"] == usual  # it does not stay there
    base = lexicon.bundle.folder
    pseudonymizer = Pseudonymizer(Lexicon.open(base, keep=[usual]), key=KEY)
    assert dict(list_changes([pseudonymizer(text)]))["Anna"] != usual


def test_without_a_key_equal_names_differ_and_one_warning_says_so(lexicon: Lexicon) -> None:
    pseudonymizer = Pseudonymizer(lexicon, seed=7)
    with pytest.warns(InconsistentNamesWarning, match="equal names get different") as caught:
        changes = list_changes(run(pseudonymizer, ROWS, 5))
    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert len(set(changes)) > len(NAMES) + len(TOWNS)


@pytest.mark.parametrize(
    ("profile", "settings"),
    [
        ("swell", {"key": KEY}),
        ("clinic", {"key": KEY}),
        ("sms", {"seed": 7 + 2**63}),  # names rotate, in one way for the whole corpus
        ("mask", {"seed": 7}),  # stars and placeholders
        ("tab", {"seed": 7}),
    ],
)
def test_what_is_equal_in_all_rows_needs_no_warning(
    profile: str, settings: dict[str, Any], lexicon: Lexicon
) -> None:
    pseudonymizer = Pseudonymizer(lexicon, profile, **settings)
    assert pseudonymizer.is_consistent
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        list(pseudonymizer.many(ROWS))


@pytest.mark.parametrize(
    ("profile", "settings"),
    [("swell", {}), ("clinic", {"seed": 7}), ("mask", {"seed": 7, "policies": DRAWN})],
)
def test_what_differs_between_rows_gets_a_warning(
    profile: str, settings: dict[str, Any], lexicon: Lexicon
) -> None:
    pseudonymizer = Pseudonymizer(lexicon, profile, **settings)
    assert not pseudonymizer.is_consistent
    with pytest.warns(InconsistentNamesWarning, match="give a key"):
        list(pseudonymizer.many(ROWS))
