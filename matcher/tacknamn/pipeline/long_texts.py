"""Search a long text part by part, so that memory does not grow with what the search needs.

Finding names takes some hundred bytes for each character while it goes on. A text that is longer than
:data:`~tacknamn.text.windows.LONGEST_AT_ONCE` is therefore cut into parts, at the end of a line, a sentence or a word. Each
part is searched as a text of its own; only the detections are kept, and what is equal in many of them
is stored once. Names are replaced for the whole text together, as in any other.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from tacknamn.records import Detection, Finding
from tacknamn.text.windows import cut_parts

__all__ = ["find_in_parts", "release_items"]

Find = Callable[[str], list[Detection]]
Item = TypeVar("Item")


def find_in_parts(text: str, find: Find) -> list[Detection]:
    """Return what ``find`` finds in the parts of a text, with offsets in the whole text."""
    shared: dict[object, Any] = {}
    return [
        _shift(detection, start, shared)
        for start, end in cut_parts(text)
        for detection in find(text[start:end])
    ]


def release_items(items: list[Item]) -> Iterator[Item]:
    """Yield the items of a list in their order, and remove each, so that its memory is free."""
    items.reverse()
    while items:
        yield items.pop()


def _shift(detection: Detection, by: int, shared: dict[object, Any]) -> Detection:
    """Return a detection with the offsets of the whole text."""
    finding = detection.finding
    share = shared.setdefault
    return detection._replace(
        start=detection.start + by,
        end=detection.end + by,
        entry=share((detection.entry,), detection.entry),  # 1 equals the probability 1.0
        base=share(detection.base, detection.base),
        affixes=share(detection.affixes, detection.affixes),
        trigger=share(detection.trigger, detection.trigger),
        probability=share(detection.probability, detection.probability),
        parent=share(detection.parent, detection.parent),
        finding=None if finding is None else _shift_finding(finding, by),
        class_probability=share(detection.class_probability, detection.class_probability),
    )


def _shift_finding(finding: Finding, by: int) -> Finding:
    others = tuple(
        other._replace(start=other.start + by, end=other.end + by) for other in finding.others
    )
    return finding._replace(start=finding.start + by, end=finding.end + by, others=others)
