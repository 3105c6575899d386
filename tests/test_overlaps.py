"""The best matches without overlap: those of the highest sum, found by trying every choice."""

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tacknamn.matching.matcher import Matcher
from tacknamn.matching.overlaps import RawMatch, choose_best
from tacknamn.matching.semantics import INFLECTED
from tests.matching_tables import Form, make_lexicon

HITS = st.lists(
    st.tuples(
        st.integers(0, 20), st.integers(1, 8), st.integers(0, 3), st.sampled_from([0, 1])
    ).map(lambda one: (one[0], one[0] + one[1], one[2], one[3])),
    max_size=8,
    unique=True,
)


def best(
    matches: Sequence[RawMatch],
    certainties: Sequence[float],
    weights: Sequence[int] = (50, 50, 50, 50),
) -> list[RawMatch]:
    """Choose the best of these matches."""
    return choose_best(matches, certainties.__getitem__, weights)


def readings(matches: Sequence[RawMatch], weights: Sequence[int]) -> list[RawMatch]:
    """Keep the match with the highest weight of those on the same letters."""

    def weight(match: RawMatch) -> int:
        return max(0, weights[match[2]] - INFLECTED) if match[3] else weights[match[2]]

    def letters(match: RawMatch) -> tuple[int, int]:
        return match[:2]

    return [max(some, key=weight) for _, some in groupby(sorted(matches), letters)]


def choices(matches: Sequence[RawMatch]) -> Iterator[tuple[RawMatch, ...]]:
    """Yield every set of matches that share no character."""
    for size in range(len(matches) + 1):
        for some in combinations(sorted(matches), size):
            if all(one[1] <= other[0] for one, other in pairwise(some)):
                yield some


@given(
    HITS,
    st.lists(st.sampled_from([0.25, 0.5, 0.75, 1.0]), min_size=4, max_size=4),
    st.lists(st.sampled_from([0, 20, 40, 40 + INFLECTED, 80]), min_size=4, max_size=4),
)
def test_no_other_choice_is_better(
    matches: list[RawMatch], certainties: list[float], weights: list[int]
) -> None:
    def worth(some: Sequence[RawMatch]) -> tuple[float, int]:
        letters = sum(certainties[entry] * (end - start) for start, end, entry, _ in some)
        return letters, -len(some)

    read = list(choices(readings(matches, weights)))
    chosen = best(matches, certainties, weights)
    assert tuple(chosen) in set(read)
    assert worth(chosen) == max(map(worth, read))


@given(HITS)
def test_the_order_of_the_hits_does_not_matter(matches: list[RawMatch]) -> None:
    certainties = [0.5, 0.5, 1.0, 0.75]
    assert best(matches, certainties) == best(matches[::-1], certainties)


def test_nothing_of_nothing() -> None:
    assert best([], [1.0]) == []


def test_one_long_hit_goes_before_two_that_cover_it() -> None:
    assert best([(0, 4, 0, 0), (4, 8, 0, 0), (0, 8, 0, 0)], [0.5]) == [(0, 8, 0, 0)]


def test_hits_that_touch_do_not_overlap() -> None:
    assert best([(0, 4, 0, 0), (4, 8, 0, 0)], [1.0]) == [(0, 4, 0, 0), (4, 8, 0, 0)]


def test_a_sure_hit_goes_before_a_longer_doubtful_one() -> None:
    assert best([(0, 5, 0, 0), (3, 9, 1, 0)], [1.0, 0.5]) == [(0, 5, 0, 0)]


def test_a_thousand_hits_in_a_chain_are_settled() -> None:
    matches = [(3 * number, 3 * number + 4, 0, 0) for number in range(1000)]
    assert best(matches, [1.0]) == matches[::2]


def test_matcher_settles_what_crosses(tmp_path: Path) -> None:
    forms = [Form("Stora"), Form("Stora Essinge"), Form("Essinge torg")]
    matcher = Matcher(make_lexicon(tmp_path, forms), "portable", overlaps="best")
    found = matcher.match("vid Stora Essinge torg")
    assert [match.form for match in found] == ["Stora", "Essinge torg"]
