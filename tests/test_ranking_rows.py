"""Names side by side settle each other, as if all paths through their kinds were tried."""

from collections.abc import Iterator
from itertools import pairwise, product
from math import exp, isfinite, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.detection.ranking.best_labels import label_pieces
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import OTHER
from tacknamn.detection.ranking.paths import Links, compute_shares, find_best_path, find_paths
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import (
    KINDS,
    LONGEST_ROW,
    RowStep,
    build_rows,
    compute_shares_of_kinds,
)
from tacknamn.detection.ranking.weights_table import MOST, LinkFactors
from tacknamn.support import compiled
from tests.fitting_making import weighed_as

NAMES = sorted(set(KINDS.values()))
LINK_NAMES = ("beside", "comma", "and")
SIZE = 4
"""Letters of each invented name."""

numbers = st.floats(1e-6, 1e6)
factors = st.floats(1e-3, 1e3)
links = st.dictionaries(
    st.sampled_from(LINK_NAMES),
    st.dictionaries(
        st.sampled_from(NAMES), st.dictionaries(st.sampled_from(NAMES), factors, max_size=4)
    ),
)
label_weights = st.dictionaries(
    st.sampled_from(sorted(set(KINDS) - {OTHER})), numbers, max_size=5
).flatmap(lambda weights: numbers.map(lambda none: {**weights, OTHER: none}))
steps = st.tuples(
    st.sampled_from(LINK_NAMES),
    st.dictionaries(st.sampled_from(NAMES), numbers, min_size=1, max_size=4),
)


def make_row(shares: list[tuple[str, dict[str, float]]]) -> list[RowStep]:
    no_name = weighed_as(TextPiece(0, SIZE, LetterCase.TITLE), {OTHER: 1.0})
    return [
        RowStep(no_name, link if index else "", scale(kinds))
        for index, (link, kinds) in enumerate(shares)
    ]


def scale(shares: dict[str, float]) -> dict[str, float]:
    total = sum(shares.values())
    return {kind: share / total for kind, share in shares.items()}


def score(row: list[RowStep], path: tuple[str, ...], links: LinkFactors) -> float:
    """Return the product of a path's shares and of its links' factors."""
    return prod(step.shares[kind] for step, kind in zip(row, path, strict=True)) * prod(
        links.get(step.link, {}).get(first, {}).get(second, 1.0)
        for step, (first, second) in zip(row[1:], pairwise(path), strict=True)
    )


def list_paths(row: list[RowStep]) -> Iterator[tuple[str, ...]]:
    return product(*(step.shares for step in row))


def write_text(
    weights: list[dict[str, float]], between: str = " "
) -> tuple[str, list[WeightedPiece]]:
    """Return a text of names with these weights, one after the other."""
    text, pieces = "", []
    for of_piece in weights:
        start = len(text)
        text += "Xxxx" + between
        pieces.append(weighed_as(TextPiece(start, start + SIZE, LetterCase.TITLE), of_piece))
    return text, pieces


@given(st.lists(steps, min_size=1, max_size=5), links)
def test_the_best_path_is_the_best_of_all(
    shares: list[tuple[str, dict[str, float]]], links: LinkFactors
) -> None:
    row = make_row(shares)
    most = max(score(row, path, links) for path in list_paths(row))
    assert score(row, tuple(find_best_path(row, Links(links))), links) == pytest.approx(
        most, rel=1e-9
    )


@given(st.lists(steps, min_size=1, max_size=5), links)
def test_shares_are_those_of_all_paths_together(
    shares: list[tuple[str, dict[str, float]]], links: LinkFactors
) -> None:
    row = make_row(shares)
    scores = {path: score(row, path, links) for path in list_paths(row)}
    total = sum(scores.values())
    for index, actual in enumerate(compute_shares(row, Links(links))):
        expected = dict.fromkeys(row[index].shares, 0.0)
        for path, path_score in scores.items():
            expected[path[index]] += path_score / total
        assert actual == pytest.approx(expected, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("length", [1, 2, 300, 5000])
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_row_may_be_of_any_length_whatever_the_factors_of_its_links(
    length: int, sign: int
) -> None:
    heavy = {"beside": {"first": {"first": exp(sign * MOST), "place": exp(-sign * MOST)}}}
    row = make_row([("beside", {"first": 0.5, "place": 1e-9, "none": 0.5})] * length)
    assert len(find_best_path(row, Links(heavy))) == length
    all_shares = compute_shares(row, Links(heavy))
    assert len(all_shares) == length
    for shares in all_shares:
        assert sum(shares.values()) == pytest.approx(1)
        assert all(isfinite(share) and 0 <= share <= 1 for share in shares.values())


@given(st.lists(steps, min_size=1, max_size=30), links)
def test_shares_of_a_piece_add_up_to_one(
    shares: list[tuple[str, dict[str, float]]], links: LinkFactors
) -> None:
    row = make_row(shares)
    for step, probabilities in zip(row, compute_shares(row, Links(links)), strict=True):
        assert probabilities.keys() == step.shares.keys()
        assert sum(probabilities.values()) == pytest.approx(1)


BY_POSITION = ("middlename", "surname")
"""Labels that a name may get by its position in a row of first names alone."""


@given(st.lists(label_weights, min_size=1, max_size=8), links, st.sampled_from([" ", ", "]))
def test_every_piece_gets_one_of_its_labels_and_a_probability(
    weights: list[dict[str, float]], links: LinkFactors, between: str
) -> None:
    text, pieces = write_text(weights, between)
    labelled = label_pieces(text, pieces, Links(links))
    assert [(ranked.piece.start, ranked.piece.end) for ranked in labelled] == [
        (weighted.piece.start, weighted.piece.end) for weighted in pieces
    ]
    for ranked, of_piece in zip(labelled, weights, strict=True):
        assert ranked.label in of_piece or ranked.label in BY_POSITION
        assert 0 <= ranked.probability <= ranked.class_probability + 1e-9
        assert ranked.class_probability <= 1


def test_labels_of_one_kind_share_its_probability() -> None:
    text, pieces = write_text([{"city": 30.0, "place": 10.0, OTHER: 10.0}])
    (ranked,) = label_pieces(text, pieces, Links({}))
    assert ranked.label == "city"
    assert (ranked.probability, ranked.class_probability) == pytest.approx((0.6, 0.8))


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
def test_a_lower_case_word_is_rather_no_name_where_names_have_capitals(
    capitals: CapitalUse, case: LetterCase, form: Form | None, label: str
) -> None:
    weighted = weighed_as(TextPiece(0, SIZE, case, form), {"city": 0.4, OTHER: 0.6})
    (ranked,) = label_pieces("Xxxx", [weighted], Links({}), capitals)
    assert ranked.label == label


def test_a_first_name_makes_the_next_one_a_surname() -> None:
    links = {"beside": {"first": {"surname": 100.0}}}
    first = {"firstname_male": 9.0, "surname": 1.0, OTHER: 1.0}
    second = {"firstname_male": 5.0, "surname": 1.0, OTHER: 20.0}
    text, pieces = write_text([first, second])
    labelled = label_pieces(text, pieces, Links(links))
    assert [ranked.label for ranked in labelled] == ["firstname_male", "surname"]
    labelled = label_pieces(text, pieces, Links({}))
    assert [ranked.label for ranked in labelled] == ["firstname_male", OTHER]


@pytest.mark.parametrize(
    ("between", "sizes"),
    [(" ", [2]), (", ", [2]), (" och ", [2]), (" & ", [2]), (" van der ", [2]), ("\n", [1, 1]),
     ("  ", [1, 1]), (" bor i ", [1, 1]), ("-", [1, 1]), (". ", [1, 1])],
)  # fmt: skip
def test_the_text_between_names_decides_whether_they_are_side_by_side(
    between: str, sizes: list[int]
) -> None:
    text, pieces = write_text([{OTHER: 1.0}] * 2, between)
    assert [len(row) for row in build_rows(text, pieces)] == sizes


def test_a_row_longer_than_any_name_is_split() -> None:
    """Ctrl-C is noticed only between rows."""
    text, pieces = write_text([{OTHER: 1.0}] * (2 * LONGEST_ROW + 1))
    rows = list(build_rows(text, pieces))
    assert [len(row) for row in rows] == [LONGEST_ROW, LONGEST_ROW, 1]
    assert [row[0].link for row in rows] == ["", "", ""]


def test_no_piece_is_no_row() -> None:
    assert list(build_rows("", [])) == []
    assert label_pieces("", [], Links({})) == []


COMPILED = pytest.mark.skipif(compiled.rows is None, reason="nothing was compiled")


@COMPILED
@given(st.lists(steps, min_size=1, max_size=6), links)
def test_compiled_code_finds_the_same_paths_to_the_last_bit(
    shares: list[tuple[str, dict[str, float]]], factors: LinkFactors
) -> None:
    row, tables = make_row(shares), Links(factors)
    assert tables.native is not None
    path, probabilities = find_paths(row, tables)
    assert path == find_best_path(row, tables)
    assert [list(each.items()) for each in probabilities] == [
        list(each.items()) for each in compute_shares(row, tables)
    ]


@COMPILED
@given(label_weights)
def test_compiled_code_computes_the_same_shares(weights: dict[str, float]) -> None:
    shares = compiled.rows.compute_shares(weights, KINDS)
    assert list(shares.items()) == list(compute_shares_of_kinds(weights).items())


@COMPILED
def test_compiled_code_refuses_what_is_no_row() -> None:
    paths = Links({}).native
    assert paths is not None
    for shares, numbers, error in (
        ([], [], ValueError),
        ([{"first": 1.0}], [], ValueError),
        ([{"first": 1.0}], [9], ValueError),
        ([{}], [0], ValueError),
        ([{"bird": 1.0}], [0], KeyError),
        ([{"first": 1.0}, {"first": 0.0}], [0, 0], ZeroDivisionError),
        ([{"first": "much"}], [0], TypeError),
    ):
        with pytest.raises(error):
            paths.solve(shares, numbers)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="table of all kinds"):
        compiled.rows.Paths(("first",), [])
    with pytest.raises(KeyError):
        compiled.rows.compute_shares({"bird": 1.0}, KINDS)
    with pytest.raises(ZeroDivisionError):
        compiled.rows.compute_shares({OTHER: 0.0}, KINDS)
