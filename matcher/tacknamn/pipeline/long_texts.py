"""Search a long text part by part, and pack what is found, so that memory grows little with the text.

Finding names takes some hundred bytes for each character while it goes on. A text that is longer than
:data:`~tacknamn.text.windows.LONGEST_AT_ONCE` is therefore cut into parts, at the end of a line, a sentence or a word. Each
part is searched as a text of its own. Names are replaced for the whole text together, as in any other:
the stages pass on iterators, and each stores its records by :func:`store_records`, which packs those of
a long text.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from tacknamn.records import Detection, Finding
from tacknamn.support.packed_sequence import PackedSequence
from tacknamn.support.stopping import check_stop
from tacknamn.text.windows import LONGEST_AT_ONCE, cut_parts

__all__ = [
    "find_in_parts",
    "freeze_records",
    "is_long",
    "release_records",
    "store_records",
]

_CHECKED = 1000
"""Records between two questions whether anyone waits for them."""
Find = Callable[[str], Iterable[Detection]]
Item = TypeVar("Item")


def is_long(text: str) -> bool:
    """Whether a text is searched part by part."""
    return len(text) > LONGEST_AT_ONCE


def find_in_parts(text: str, find: Find) -> Sequence[Detection]:
    """Return what ``find`` finds in the parts of a text, with offsets in the whole text."""
    return PackedSequence(
        Detection,
        (
            _shift(detection, start)
            for start, end in cut_parts(text)
            for detection in find(text[start:end])
        ),
    )


def store_records(kind: type[Item], records: Iterable[Item], text: str) -> Sequence[Item]:
    """Return the records of a text as a list; those of a long text are packed."""
    check_stop()
    return PackedSequence(kind, _check_between(records)) if is_long(text) else list(records)


def _check_between(records: Iterable[Item]) -> Iterator[Item]:
    """Yield records, and end where no one waits for them any more."""
    for number, record in enumerate(records):
        if number % _CHECKED == 0:
            check_stop()
        yield record


def freeze_records(records: Sequence[Item]) -> Sequence[Item]:
    """Return records as a tuple, unless they are packed."""
    return records if isinstance(records, PackedSequence) else tuple(records)


def release_records(records: Sequence[Item]) -> Iterator[Item]:
    """Yield records that are not needed any more. Packed ones are removed."""
    return records.release() if isinstance(records, PackedSequence) else iter(records)


def _shift(detection: Detection, by: int) -> Detection:
    """Return a detection with the offsets of the whole text."""
    finding = detection.finding
    return detection._replace(
        start=detection.start + by,
        end=detection.end + by,
        finding=None if finding is None else _shift_finding(finding, by),
    )


def _shift_finding(finding: Finding, by: int) -> Finding:
    others = tuple(
        other._replace(start=other.start + by, end=other.end + by) for other in finding.others
    )
    return finding._replace(start=finding.start + by, end=finding.end + by, others=others)
