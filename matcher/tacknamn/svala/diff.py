"""Compare two texts letter by letter as SVALA does, so that both connect the same tokens.

SVALA uses diff-match-patch, which works in this order:

1. Cut off the common prefix and suffix.
2. If one text contains the other, or both share a part of half the longer text, keep that part and
   compare what is left on each side of it.
3. Otherwise find the middle of a shortest path of changes (Myers 1986) and compare the two sides.
4. Shift the changes so that the kept texts become as long as possible.

Often several answers are equally short. Only the same steps give the same answer, so this module
repeats the steps of that library. The library gives up after one second; this module gives up after
a number of steps (:class:`TooDifferent`), so that its result does not depend on the machine.
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
"""About two seconds. The library's second in a browser is worth some more than that."""
SHORTEST_HALF = 4
"""Texts with fewer letters are not searched for a common half."""
LONG = 100
"""If both texts have more letters than this, the library compares their lines first."""
LETTERS_PER_STEP = 64
"""How many letters C code compares in the time of one step."""


class TooDifferent(Exception):
    """The texts share so little that comparing them would take too long."""


def find_common_letters(old: str, new: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets, in both texts, of the letters that stay when ``old`` becomes ``new``."""
    old_at = new_at = 0
    for sign, text in _TextComparison().compare(old, new, lines=True):
        if sign == 0:
            yield from zip(
                range(old_at, old_at + len(text)),
                range(new_at, new_at + len(text)),
                strict=True,
            )
        old_at += len(text) if sign <= 0 else 0
        new_at += len(text) if sign >= 0 else 0


@dataclass(slots=True)
class _TextComparison:
    """One comparison of two texts. It counts its steps and gives up when they are used up."""

    steps: int = field(default_factory=lambda: MOST_STEPS)

    def compare(self, old: str, new: str, lines: bool) -> list[TextChange]:
        """Return the changes that turn ``old`` into ``new``.

        ``lines`` says whether the library would compare lines first. It does so until it has
        bisected the texts for the first time."""
        if old == new:
            return [(0, old)] if old else []
        start = count_common_prefix(old, new)
        end = count_common_suffix(old[start:], new[start:])
        inner = self._compare_inner(old[start : len(old) - end], new[start : len(new) - end], lines)
        prefix, suffix = old[:start], old[len(old) - end :]
        return merge_changes([(0, prefix), *inner, (0, suffix)])

    def _compare_inner(self, old: str, new: str, lines: bool) -> list[TextChange]:
        """Compare texts that share neither prefix nor suffix."""
        if not old or not new:
            return [(-1, old)] if old else [(1, new)]
        longer, shorter, sign = (old, new, -1) if len(old) > len(new) else (new, old, 1)
        found_at = longer.find(shorter)
        if found_at >= 0:
            rest = longer[found_at + len(shorter) :]
            return [(sign, longer[:found_at]), (0, shorter), (sign, rest)]
        if len(shorter) == 1:
            return [(-1, old), (1, new)]
        common = self._find_half(longer, shorter)
        if common:
            return self._compare_around(common if sign < 0 else common.swap(), lines)
        overlap = find_overlap(old, new) if lines and min(len(old), len(new)) > LONG else None
        if overlap:
            return overlap
        return self._bisect(old, new)

    def _compare_around(self, common: "_CommonPart", lines: bool) -> list[TextChange]:
        """Keep a common part, and compare what is before and after it."""
        before = self.compare(*common.before, lines)
        return [*before, (0, common.text), *self.compare(*common.after, lines)]

    def _find_half(self, longer: str, shorter: str) -> "_CommonPart | None":
        """Find a common part of at least half the longer text.

        Such a part contains the second or the third quarter of the longer text."""
        size = len(longer)
        if size < SHORTEST_HALF or len(shorter) * 2 < size:
            return None
        second = self._find_half_at(longer, shorter, -(-size // 4))
        third = self._find_half_at(longer, shorter, -(-size // 2))
        if second and third:
            return second if len(second.text) > len(third.text) else third
        return second or third

    def _find_half_at(self, longer: str, shorter: str, start: int) -> "_CommonPart | None":
        """Find the longest common part around the quarter of ``longer`` at ``start``."""
        quarter = longer[start : start + len(longer) // 4]
        best = None
        found_at = shorter.find(quarter)
        while found_at >= 0:
            self._spend(1 + len(longer) // LETTERS_PER_STEP)
            # Extend the match of the quarter in both directions.
            ahead = count_common_prefix(longer[start:], shorter[found_at:])
            back = count_common_suffix(longer[:start], shorter[:found_at])
            text = shorter[found_at - back : found_at + ahead]
            if best is None or len(best.text) < len(text):
                before = longer[: start - back], shorter[: found_at - back]
                after = longer[start + ahead :], shorter[found_at + ahead :]
                best = _CommonPart(before, text, after)
            found_at = shorter.find(quarter, found_at + 1)
        return best if best and len(best.text) * 2 >= len(longer) else None

    def _bisect(self, old: str, new: str) -> list[TextChange]:
        """Split both texts in the middle of a shortest path, and compare the halves."""
        middle = self._find_middle(old, new)
        if middle is None:
            return [(-1, old), (1, new)]
        x, y = middle
        return [
            *self.compare(old[:x], new[:y], lines=False),
            *self.compare(old[x:], new[y:], lines=False),
        ]

    def _find_middle(self, old: str, new: str) -> tuple[int, int] | None:
        """Find where the paths from both ends meet; None if the texts share nothing.

        One path starts at the beginning of both texts, the other at their ends. Both go one
        change further in turn, on all diagonals, until they meet on one. Diagonal ``k`` holds the
        points with ``x - y == k``; seen from the end it is the diagonal ``delta - k``."""
        most = (len(old) + len(new) + 1) // 2
        delta = len(old) - len(new)
        forward = _DiagonalFront(old, new, most)
        backward = _DiagonalFront(old[::-1], new[::-1], most)
        for distance in range(most):
            self._spend(2 * distance + 2)
            # If delta is odd, the paths can only meet after a step of the forward front, else
            # only after one of the backward front.
            for k, x in forward.advance(distance):
                facing = backward.get_reach(delta - k) if delta % 2 else None
                if facing is not None and x >= len(old) - facing:
                    return x, x - k
            for k, x in backward.advance(distance):
                facing = forward.get_reach(delta - k) if delta % 2 == 0 else None
                if facing is not None and facing >= len(old) - x:
                    return facing, facing - (delta - k)
        return None

    def _spend(self, steps: int) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise TooDifferent


@dataclass(frozen=True, slots=True)
class _CommonPart:
    """A text that two texts share, and what each of them has before and after it."""

    before: tuple[str, str]
    text: str
    after: tuple[str, str]

    def swap(self) -> "_CommonPart":
        return _CommonPart(self.before[::-1], self.text, self.after[::-1])


class _DiagonalFront:
    """How far a path from one end gets on each diagonal with a number of changes."""

    __slots__ = ("cut_high", "cut_low", "new", "offset", "old", "reach")

    def __init__(self, old: str, new: str, most: int) -> None:
        self.old, self.new, self.offset = old, new, most
        self.reach = [-1] * (2 * most + 2)
        """The x reached on diagonal k, at index ``offset + k``; -1 if none."""
        self.reach[most + 1] = 0
        self.cut_low = self.cut_high = 0
        """How many diagonals have left the texts, at either end of the range."""

    def get_reach(self, k: int) -> int | None:
        """Return how far the path got on diagonal ``k``; None if it was not there."""
        index = self.offset + k
        if 0 <= index < 2 * self.offset and self.reach[index] != -1:
            return self.reach[index]
        return None

    def advance(self, distance: int) -> Iterator[tuple[int, int]]:
        """Go one change further on each diagonal; yield those still in the texts, and their x."""
        reach, old, new = self.reach, self.old, self.new
        old_length, new_length = len(old), len(new)
        k = -distance + self.cut_low
        while k <= distance - self.cut_high:
            index = self.offset + k
            # Come from the neighbouring diagonal that got further: down is an insertion (same
            # x), right is a deletion (next x).
            down = k == -distance or (k != distance and reach[index - 1] < reach[index + 1])
            x = reach[index + 1] if down else reach[index - 1] + 1
            y = x - k
            while x < old_length and y < new_length and old[x] == new[y]:  # equal letters are free
                x += 1
                y += 1
            reach[index] = x
            if x > old_length:
                self.cut_high += 2
            elif y > new_length:
                self.cut_low += 2
            else:
                yield k, x
            k += 2
