"""The best hits without overlap: those of the highest sum, found by trying every choice."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from tacknamn.best import best_spans
from tacknamn.lexicon import Lexicon
from tacknamn.matcher import Matcher
from tests.matching_tables import Form, make_lexicon

HIT = struct.Struct("=4i")
Hit = tuple[int, int, int, int]

HITS = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 8), st.integers(0, 3)).map(
        lambda one: (one[0], one[0] + one[1], one[2], 0)
    ),
    max_size=8,
    unique=True,
)


@dataclass(frozen=True)
class Certain:
    """A lexicon that knows only how probable its entries are."""

    values: Sequence[float]

    def certainty(self, entry: int) -> float:
        """How probable an entry is."""
        return self.values[entry]


def best(hits: Sequence[Hit], certainties: Sequence[float]) -> list[Hit]:
    """The best of these hits."""
    data = b"".join(HIT.pack(*hit) for hit in hits)
    chosen = HIT.iter_unpack(best_spans(data, cast(Lexicon, Certain(certainties))))
    return [(start, end, entry, affixes) for start, end, entry, affixes in chosen]


def choices(hits: Sequence[Hit]) -> Iterator[tuple[Hit, ...]]:
    """Every set of hits of which none share a character."""
    for size in range(len(hits) + 1):
        for some in combinations(sorted(hits), size):
            if all(one[1] <= other[0] for one, other in pairwise(some)):
                yield some


@given(HITS, st.lists(st.sampled_from([0.25, 0.5, 0.75, 1.0]), min_size=4, max_size=4))
def test_no_other_choice_is_better(hits: list[Hit], certainties: list[float]) -> None:
    def worth(some: Sequence[Hit]) -> tuple[float, int]:
        letters = sum(certainties[entry] * (end - start) for start, end, entry, _ in some)
        return letters, -len(some)

    chosen = best(hits, certainties)
    assert tuple(chosen) in set(choices(hits))
    assert worth(chosen) == max(map(worth, choices(hits)))


@given(HITS)
def test_the_order_of_the_hits_does_not_matter(hits: list[Hit]) -> None:
    certainties = [0.5, 0.5, 1.0, 0.75]
    assert best(hits, certainties) == best(hits[::-1], certainties)


def test_nothing_of_nothing() -> None:
    assert best([], [1.0]) == []


def test_one_long_hit_goes_before_two_that_cover_it() -> None:
    assert best([(0, 4, 0, 0), (4, 8, 0, 0), (0, 8, 0, 0)], [0.5]) == [(0, 8, 0, 0)]


def test_hits_that_touch_do_not_overlap() -> None:
    assert best([(0, 4, 0, 0), (4, 8, 0, 0)], [1.0]) == [(0, 4, 0, 0), (4, 8, 0, 0)]


def test_a_sure_hit_goes_before_a_longer_doubtful_one() -> None:
    assert best([(0, 5, 0, 0), (3, 9, 1, 0)], [1.0, 0.5]) == [(0, 5, 0, 0)]


def test_a_thousand_hits_in_a_chain_are_settled() -> None:
    hits = [(3 * number, 3 * number + 4, 0, 0) for number in range(1000)]
    assert best(hits, [1.0]) == hits[::2]


def test_matcher_settles_what_crosses(tmp_path: Path) -> None:
    forms = [Form("Stora"), Form("Stora Essinge"), Form("Essinge torg")]
    matcher = Matcher(make_lexicon(tmp_path, forms), "portable", overlaps="best")
    found = matcher.match("vid Stora Essinge torg")
    assert [match.form for match in found] == ["Stora", "Essinge torg"]
