"""Packed sequences: records in columns, which must read as the records of a list do."""

import pickle
import sys
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacknamn.pipeline.replacer import PlannedSpan
from tacknamn.profiles.records import Policy
from tacknamn.records import Action, Alternative, Detection, Finding, Span
from tacknamn.support import packed_sequence
from tacknamn.support.packed_sequence import PackedSequence

WORDS = st.sampled_from(["", "anna", "Örebro", "gen"])
OFFSETS = st.integers(-(2**40), 2**40)
SHARES = st.floats(0, 1)
TUPLES = st.lists(WORDS, max_size=2).map(tuple)
CHECKED = st.sampled_from([None, True, False])
ALTERNATIVES = st.builds(Alternative, OFFSETS, OFFSETS, WORDS, WORDS, WORDS, CHECKED, OFFSETS)
FINDINGS = st.builds(
    Finding, OFFSETS, OFFSETS, WORDS, WORDS, WORDS,
    st.lists(ALTERNATIVES, max_size=2).map(tuple), CHECKED,
)  # fmt: skip
DETECTIONS = st.builds(
    Detection, OFFSETS, OFFSETS, WORDS, WORDS, WORDS, TUPLES, WORDS, SHARES, OFFSETS,
    WORDS, WORDS, st.integers(0, 2), st.none() | FINDINGS, SHARES,
)  # fmt: skip
SPANS = st.builds(
    Span, OFFSETS, OFFSETS, WORDS, WORDS, OFFSETS, TUPLES, st.sampled_from(Action),
    st.none() | DETECTIONS, WORDS, OFFSETS, WORDS,
)  # fmt: skip
PLANNED = st.builds(PlannedSpan, DETECTIONS, st.builds(Policy, st.sampled_from(Action), WORDS))
KINDS = ((Span, SPANS), (Detection, DETECTIONS), (PlannedSpan, PLANNED), (str, WORDS))


class Pair(NamedTuple):
    """A record with a number and a word."""

    number: int
    word: str


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let some records be several chunks."""
    monkeypatch.setattr(packed_sequence, "_AT_ONCE", 3)


@given(st.data(), st.sampled_from(KINDS))
def test_what_is_read_is_what_was_packed(
    data: st.DataObject, kind: tuple[type, st.SearchStrategy[object]]
) -> None:
    records = data.draw(st.lists(kind[1], max_size=10))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packed_sequence, "_AT_ONCE", 3)
        check(PackedSequence(kind[0], iter(records)), records)


def check(packed: "PackedSequence[object]", records: Sequence[object]) -> None:
    """Compare every way to read a packed sequence with the list."""
    assert list(packed) == records
    assert [packed[at] for at in range(len(packed))] == records
    assert [packed[-at - 1] for at in range(len(packed))] == records[::-1]
    assert packed[1:-1] == tuple(records[1:-1])
    assert list(map(type, packed)) == list(map(type, records))
    assert packed == records == list(reversed(list(reversed(packed))))
    assert bool(packed) == bool(records)
    assert all(record in packed for record in records)
    assert pickle.loads(pickle.dumps(packed)) == packed  # noqa: S301 - our own bytes
    assert list(packed.release()) == records
    assert not packed


def test_an_index_out_of_range_is_an_error() -> None:
    packed = PackedSequence(Pair, [Pair(1, "a")])
    for index in (1, -2):
        with pytest.raises(IndexError):
            packed[index]
    assert packed != [Pair(2, "a")]
    assert packed != []
    assert packed != 1


def test_releasing_frees_what_was_read() -> None:
    packed = PackedSequence(Pair, (Pair(at, "a") for at in range(7)))
    left = packed.release()
    assert [next(left).number for _ in range(4)] == [0, 1, 2, 3]
    assert list(packed) == [Pair(6, "a")]
    assert [pair.number for pair in left] == [4, 5, 6]


def test_the_narrowest_numbers_are_used() -> None:
    for number, width in ((127, 1), (128, 2), (-128, 2), (2**15, 4), (-(2**31), 8)):
        assert packed_sequence._pack_integers([0, number]).itemsize == width
    assert list(packed_sequence._pack_integers([2**62, -1])) == [2**62, -1]


def test_a_record_takes_few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_sequence, "_AT_ONCE", 1 << 12)
    columns = PackedSequence(Pair, (Pair(at, f"{at % 50}") for at in range(4096)))._chunks[0]
    sizes = [column.itemsize for column in (columns._columns[0], columns._columns[1]._numbers)]  # type: ignore[attr-defined]
    assert sizes == [2, 1]
    assert sys.getsizeof(Pair(1, "1")) > 10 * sum(sizes)
