"""Compare two texts letter by letter as SVALA does, so that it and we connect the same tokens.

SVALA uses diff-match-patch: cut off what is alike at both ends; look for one text within the
other, and for a common half; else find the middle of a shortest path of changes (Myers 1986)
and compare what lies on either side of it; at last, move changes so that what is alike is as
long as possible. Where several answers are as short, only the same steps give the same answer,
so these are that library's steps.

The library gives up after a second. We give up after a number of steps, and say so.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tacknamn.svala.diff_changes import (
    TextChange,
    count_common_prefix,
    count_common_suffix,
    find_overlap,
    merge_changes,
)

__all__ = ["TooDifferent", "find_common_letters"]

MOST_STEPS = 3_000_000
"""About two seconds; the library's second in a browser is worth some more."""
SHORTEST_HALF = 4
"""Letters; shorter texts are not searched for a common half."""
LONG = 100
"""Letters from which on the library first compares lines."""
LETTERS_A_STEP = 64
"""How many letters are compared within the time of a step, where C does it."""


class TooDifferent(Exception):
    """The texts have so little in common that to compare them would take too long."""


def find_common_letters(one: str, other: str) -> Iterator[tuple[int, int]]:
    """Places of the letters that are kept when ``one`` becomes ``other``."""
    at_one = at_other = 0
    for sign, text in _TextComparison().changes(one, other, lines=True):
        if sign == 0:
            yield from zip(
                range(at_one, at_one + len(text)),
                range(at_other, at_other + len(text)),
                strict=True,
            )
        at_one += len(text) if sign <= 0 else 0
        at_other += len(text) if sign >= 0 else 0


@dataclass(slots=True)
class _TextComparison:
    """One comparison, which counts its steps."""

    steps: int = field(default=MOST_STEPS)

    def changes(self, one: str, other: str, lines: bool) -> list[TextChange]:
        if one == other:
            return [(0, one)] if one else []
        start = count_common_prefix(one, other)
        end = count_common_suffix(one[start:], other[start:])
        inner = self._inner(one[start : len(one) - end], other[start : len(other) - end], lines)
        before, behind = one[:start], one[len(one) - end :]
        return merge_changes([(0, before), *inner, (0, behind)])

    def _inner(self, one: str, other: str, lines: bool) -> list[TextChange]:
        """The changes between texts with nothing alike at either end."""
        if not one or not other:
            return [(-1, one)] if one else [(1, other)]
        longer, shorter, sign = (one, other, -1) if len(one) > len(other) else (other, one, 1)
        place = longer.find(shorter)
        if place >= 0:
            rest = longer[place + len(shorter) :]
            return [(sign, longer[:place]), (0, shorter), (sign, rest)]
        if len(shorter) == 1:
            return [(-1, one), (1, other)]
        half = self._half(longer, shorter)
        if half:
            return self._around(half if sign < 0 else half.swapped(), lines)
        overlap = find_overlap(one, other) if lines and min(len(one), len(other)) > LONG else None
        if overlap:
            return overlap
        return self._bisected(one, other)

    def _around(self, half: "_CommonPart", lines: bool) -> list[TextChange]:
        before = self.changes(half.before[0], half.before[1], lines)
        return [*before, (0, half.common), *self.changes(half.behind[0], half.behind[1], lines)]

    def _half(self, longer: str, shorter: str) -> "_CommonPart | None":
        """What both have in common, where it is half of the longer one or more."""
        size = len(longer)
        if size < SHORTEST_HALF or len(shorter) * 2 < size:
            return None
        first = self._half_at(longer, shorter, -(-size // 4))
        second = self._half_at(longer, shorter, -(-size // 2))
        if first and second:
            return first if len(first.common) > len(second.common) else second
        return first or second

    def _half_at(self, longer: str, shorter: str, start: int) -> "_CommonPart | None":
        """The same, round the quarter of ``longer`` that begins at ``start``."""
        seed = longer[start : start + len(longer) // 4]
        best = None
        place = shorter.find(seed)
        while place >= 0:
            self._spend(1 + len(longer) // LETTERS_A_STEP)
            ahead = count_common_prefix(longer[start:], shorter[place:])
            back = count_common_suffix(longer[:start], shorter[:place])
            common = shorter[place - back : place + ahead]
            if best is None or len(best.common) < len(common):
                before = longer[: start - back], shorter[: place - back]
                best = _CommonPart(
                    before, common, (longer[start + ahead :], shorter[place + ahead :])
                )
            place = shorter.find(seed, place + 1)
        return best if best and len(best.common) * 2 >= len(longer) else None

    def _bisected(self, one: str, other: str) -> list[TextChange]:
        middle = self._middle(one, other)
        if middle is None:
            return [(-1, one), (1, other)]
        x, y = middle
        return [
            *self.changes(one[:x], other[:y], lines=False),
            *self.changes(one[x:], other[y:], lines=False),
        ]

    def _middle(self, one: str, other: str) -> tuple[int, int] | None:
        """Where the ways from both ends meet; None where nothing is alike."""
        most = (len(one) + len(other) + 1) // 2
        delta = len(one) - len(other)
        ahead, back = _DiagonalFront(one, other, most), _DiagonalFront(one[::-1], other[::-1], most)
        for distance in range(most):
            self._spend(2 * distance + 2)
            for k, x in ahead.advanced(distance):
                facing = back.reached(delta - k) if delta % 2 else None
                if facing is not None and x >= len(one) - facing:
                    return x, x - k
            for k, x in back.advanced(distance):
                facing = ahead.reached(delta - k) if delta % 2 == 0 else None
                if facing is not None and facing >= len(one) - x:
                    return facing, facing - (delta - k)
        return None

    def _spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooDifferent


@dataclass(frozen=True, slots=True)
class _CommonPart:
    """What two texts have in common, and what each has before and behind it."""

    before: tuple[str, str]
    common: str
    behind: tuple[str, str]

    def swapped(self) -> "_CommonPart":
        return _CommonPart(self.before[::-1], self.common, self.behind[::-1])


class _DiagonalFront:
    """How far one comes on each diagonal with a number of changes, from one end."""

    __slots__ = ("cut_high", "cut_low", "offset", "one", "other", "reach")

    def __init__(self, one: str, other: str, most: int) -> None:
        self.one, self.other, self.offset = one, other, most
        self.reach = [-1] * (2 * most + 2)
        self.reach[most + 1] = 0
        self.cut_low = self.cut_high = 0
        """Diagonals that have left the texts, at either end."""

    def reached(self, k: int) -> int | None:
        place = self.offset + k
        if 0 <= place < 2 * self.offset and self.reach[place] != -1:
            return self.reach[place]
        return None

    def advanced(self, distance: int) -> Iterator[tuple[int, int]]:
        """Go one change further on each diagonal; the diagonals still within, and how far."""
        reach, one, other = self.reach, self.one, self.other
        long_one, long_other = len(one), len(other)
        k = -distance + self.cut_low
        while k <= distance - self.cut_high:
            place = self.offset + k
            down = k == -distance or (k != distance and reach[place - 1] < reach[place + 1])
            x = reach[place + 1] if down else reach[place - 1] + 1
            y = x - k
            while x < long_one and y < long_other and one[x] == other[y]:
                x += 1
                y += 1
            reach[place] = x
            if x > long_one:
                self.cut_high += 2
            elif y > long_other:
                self.cut_low += 2
            else:
                yield k, x
            k += 2
