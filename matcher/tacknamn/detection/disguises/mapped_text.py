"""A text with some pieces rewritten, and the way from its offsets back to those of the original."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tacknamn.records import Alternative, Detection, Finding

__all__ = ["Edit", "MappedText", "rewrite"]


class Edit(NamedTuple):
    """A piece of a text, and what is read in its place."""

    start: int
    end: int
    text: str


class MappedText:
    """A rewritten text. The finders read :attr:`text`; their offsets are mapped back."""

    __slots__ = ("_begins", "_edits", "_inner", "text")

    def __init__(self, original: str, edits: Sequence[Edit], inner: "MappedText | None") -> None:
        """Rewrite a text.

        Args:
            edits: From left to right, without overlaps.
            inner: What leads from ``original`` to a text before it, if that was rewritten as well.
        """
        self._inner = inner
        self._edits = edits
        self._begins: list[int] = []
        """Where each edit begins in the rewritten text."""
        parts: list[str] = []
        done = size = 0
        for start, end, text in edits:
            parts += original[done:start], text
            size += start - done
            self._begins.append(size)
            size += len(text)
            done = end
        self.text = "".join([*parts, original[done:]])

    def map_start(self, offset: int) -> int:
        """Return where in the original the character begins that begins here."""
        before = bisect_right(self._begins, offset) - 1
        # What is removed right here stands before the character.
        if before >= 0:
            edit, shift = self._edits[before], offset - self._begins[before]
            offset = edit.start if shift < len(edit.text) else edit.end + shift - len(edit.text)
        return offset if self._inner is None else self._inner.map_start(offset)

    def map_end(self, offset: int) -> int:
        """Return where in the original the character ends that ends here."""
        return self._map_last(offset) if offset else 0

    def _map_last(self, offset: int) -> int:
        before = bisect_right(self._begins, offset - 1) - 1
        if before >= 0:
            edit, shift = self._edits[before], offset - self._begins[before]
            offset = edit.end if shift <= len(edit.text) else edit.end + shift - len(edit.text)
        return offset if self._inner is None else self._inner.map_end(offset)

    def map_places(self, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield start and end of pieces in the original; both are equal for the rest of a ligature
        of which the piece before has the beginning."""
        done = 0
        for start, end in places:
            end = self.map_end(end)
            yield min(max(done, self.map_start(start)), end), end
            done = end

    def map_detections(self, detections: Sequence[Detection]) -> Iterator[Detection]:
        """Yield detections with offsets of the original, from left to right without overlaps."""
        places = self.map_places((each.start, each.end) for each in detections)
        for each, (start, end) in zip(detections, places, strict=True):
            if start < end:
                yield self.map_detection(each)._replace(start=start)

    def map_detection(self, detection: Detection) -> Detection:
        """Return a detection with offsets of the original."""
        start, end = self.map_start(detection.start), self.map_end(detection.end)
        finding = detection.finding
        if finding is not None:
            finding = self._map_finding(finding, start, end)
        return detection._replace(start=start, end=end, finding=finding)

    def _map_finding(self, finding: Finding, start: int, end: int) -> Finding:
        others = tuple(map(self._map_alternative, finding.others))
        return finding._replace(start=start, end=end, others=others)

    def _map_alternative(self, other: Alternative) -> Alternative:
        return other._replace(start=self.map_start(other.start), end=self.map_end(other.end))


def rewrite(text: str, before: MappedText | None, edits: Sequence[Edit]) -> MappedText | None:
    """Return a text after further edits; ``before`` itself if there are none.

    Args:
        text: The text that the edits are of: that of ``before``, or the original.
    """
    return MappedText(text, edits, before) if edits else before
