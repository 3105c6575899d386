"""Names side by side settle each other, as if all paths through their kinds had been tried."""

from collections.abc import Iterator
from itertools import pairwise, product
from math import exp, isfinite, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.ranking.best_labels import label_pieces
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.paths import Links, compute_shares, find_best_path
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.detection.ranking.rows import KINDS, LONGEST_ROW, RowStep, build_rows
from tacknamn.detection.ranking.weights import OTHER, WeightedPiece
from tacknamn.detection.ranking.weights_table import MOST, LinkFactors
from tests.fitting_making import weighed_as

NAMES = sorted(set(KINDS.values()))
HOWS = ("beside", "comma", "and")
SIZE = 4
"""Letters of each invented name."""

numbers = st.floats(1e-6, 1e6)
factors = st.floats(1e-3, 1e3)
links = st.dictionaries(
    st.sampled_from(HOWS),
    st.dictionaries(
        st.sampled_from(NAMES), st.dictionaries(st.sampled_from(NAMES), factors, max_size=4)
    ),
)
label_weights = st.dictionaries(
    st.sampled_from(sorted(set(KINDS) - {OTHER})), numbers, max_size=5
).flatmap(lambda weights: numbers.map(lambda none: {**weights, OTHER: none}))
steps = st.tuples(
    st.sampled_from(HOWS), st.dictionaries(st.sampled_from(NAMES), numbers, min_size=1, max_size=4)
)


def row_of(shares: list[tuple[str, dict[str, float]]]) -> list[RowStep]:
    nobody = weighed_as(TextPiece(0, SIZE, LetterCase.TITLE), {OTHER: 1.0})
    return [
        RowStep(nobody, link if place else "", scaled(one))
        for place, (link, one) in enumerate(shares)
    ]


def scaled(shares: dict[str, float]) -> dict[str, float]:
    whole = sum(shares.values())
    return {kind: share / whole for kind, share in shares.items()}


def score(row: list[RowStep], path: tuple[str, ...], links: LinkFactors) -> float:
    """The product of a path's shares and of its links' factors."""
    return prod(step.shares[kind] for step, kind in zip(row, path, strict=True)) * prod(
        links.get(step.link, {}).get(one, {}).get(other, 1.0)
        for step, (one, other) in zip(row[1:], pairwise(path), strict=True)
    )


def every_path(row: list[RowStep]) -> Iterator[tuple[str, ...]]:
    return product(*(step.shares for step in row))


def in_text(weights: list[dict[str, float]], between: str = " ") -> tuple[str, list[WeightedPiece]]:
    """Names of these weights, one behind the other."""
    text, pieces = "", []
    for one in weights:
        start = len(text)
        text += "Xxxx" + between
        pieces.append(weighed_as(TextPiece(start, start + SIZE, LetterCase.TITLE), one))
    return text, pieces


@given(st.lists(steps, min_size=1, max_size=5), links)
def test_the_best_path_is_the_best_of_all(
    shares: list[tuple[str, dict[str, float]]], links: LinkFactors
) -> None:
    row = row_of(shares)
    most = max(score(row, path, links) for path in every_path(row))
    assert score(row, tuple(find_best_path(row, Links(links))), links) == pytest.approx(
        most, rel=1e-9
    )


@given(st.lists(steps, min_size=1, max_size=5), links)
def test_shares_are_those_of_all_paths_together(
    shares: list[tuple[str, dict[str, float]]], links: LinkFactors
) -> None:
    row = row_of(shares)
    scores = {path: score(row, path, links) for path in every_path(row)}
    whole = sum(scores.values())
    for place, found in enumerate(compute_shares(row, Links(links))):
        expected = dict.fromkeys(row[place].shares, 0.0)
        for path, each in scores.items():
            expected[path[place]] += each / whole
        assert found == pytest.approx(expected, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("length", [1, 2, 300, 5000])
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_row_may_be_of_any_length_whatever_its_links_weigh(length: int, sign: int) -> None:
    heavy = {"beside": {"first": {"first": exp(sign * MOST), "place": exp(-sign * MOST)}}}
    row = row_of([("beside", {"first": 0.5, "place": 1e-9, "none": 0.5})] * length)
    assert len(find_best_path(row, Links(heavy))) == length
    found = compute_shares(row, Links(heavy))
    assert len(found) == length
    for shares in found:
        assert sum(shares.values()) == pytest.approx(1)
        assert all(isfinite(share) and 0 <= share <= 1 for share in shares.values())


@given(st.lists(steps, min_size=1, max_size=30), links)
def test_shares_of_a_piece_add_up_to_one(
    shares: list[tuple[str, dict[str, float]]], links: LinkFactors
) -> None:
    for step, found in zip(
        row_of(shares), compute_shares(row_of(shares), Links(links)), strict=True
    ):
        assert found.keys() == step.shares.keys()
        assert sum(found.values()) == pytest.approx(1)


BY_PLACE = ("middlename", "surname")
"""Labels that a name may have by its place in a row of first names alone."""


@given(st.lists(label_weights, min_size=1, max_size=8), links, st.sampled_from([" ", ", "]))
def test_every_piece_gets_a_label_of_its_own_and_a_probability(
    weights: list[dict[str, float]], links: LinkFactors, between: str
) -> None:
    text, pieces = in_text(weights, between)
    found = label_pieces(text, pieces, Links(links))
    assert [(one.piece.start, one.piece.end) for one in found] == [
        (one.piece.start, one.piece.end) for one in pieces
    ]
    for one, of_piece in zip(found, weights, strict=True):
        assert one.label in of_piece or one.label in BY_PLACE
        assert 0 <= one.probability <= one.class_probability + 1e-9
        assert one.class_probability <= 1


def test_labels_of_one_kind_share_what_the_kind_is_sure() -> None:
    text, pieces = in_text([{"city": 30.0, "place": 10.0, OTHER: 10.0}])
    (found,) = label_pieces(text, pieces, Links({}))
    assert found.label == "city"
    assert (found.probability, found.class_probability) == pytest.approx((0.6, 0.8))


@pytest.mark.parametrize(
    ("capitals", "case", "form", "label"),
    [
        (CapitalUse.TRUSTED, LetterCase.LOWER, Form({}, 0.0, 0.0), OTHER),
        (CapitalUse.TRUSTED, LetterCase.LOWER, None, "city"),
        (CapitalUse.TRUSTED, LetterCase.TITLE, Form({}, 0.0, 0.0), "city"),
        (CapitalUse.TRUSTED, LetterCase.START, None, OTHER),
        (CapitalUse.NEGLECTED, LetterCase.LOWER, Form({}, 0.0, 0.0), "city"),
    ],
)
def test_a_word_in_small_letters_is_rather_none_where_names_have_capitals(
    capitals: CapitalUse, case: LetterCase, form: Form | None, label: str
) -> None:
    weighed = weighed_as(TextPiece(0, SIZE, case, form), {"city": 0.4, OTHER: 0.6})
    (found,) = label_pieces("Xxxx", [weighed], Links({}), capitals)
    assert found.label == label


def test_a_first_name_makes_the_next_one_a_surname() -> None:
    links = {"beside": {"first": {"surname": 100.0}}}
    first = {"firstname_male": 9.0, "surname": 1.0, OTHER: 1.0}
    second = {"firstname_male": 5.0, "surname": 1.0, OTHER: 20.0}
    text, pieces = in_text([first, second])
    assert [one.label for one in label_pieces(text, pieces, Links(links))] == [
        "firstname_male",
        "surname",
    ]
    assert [one.label for one in label_pieces(text, pieces, Links({}))] == ["firstname_male", OTHER]


@pytest.mark.parametrize(
    ("between", "sizes"),
    [(" ", [2]), (", ", [2]), (" och ", [2]), (" & ", [2]), (" van der ", [2]), ("\n", [1, 1]),
     ("  ", [1, 1]), (" bor i ", [1, 1]), ("-", [1, 1]), (". ", [1, 1])],
)  # fmt: skip
def test_what_stands_between_says_whether_names_are_side_by_side(
    between: str, sizes: list[int]
) -> None:
    text, pieces = in_text([{OTHER: 1.0}] * 2, between)
    assert [len(row) for row in build_rows(text, pieces)] == sizes


def test_a_row_beyond_all_names_is_several() -> None:
    """Ctrl-C is noticed between rows alone."""
    text, pieces = in_text([{OTHER: 1.0}] * (2 * LONGEST_ROW + 1))
    rows = list(build_rows(text, pieces))
    assert [len(row) for row in rows] == [LONGEST_ROW, LONGEST_ROW, 1]
    assert [row[0].link for row in rows] == ["", "", ""]


def test_no_piece_is_no_row() -> None:
    assert list(build_rows("", [])) == []
    assert label_pieces("", [], Links({})) == []
