"""Parts of a text as sorted pairs of start and end that do not touch one another."""

from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Interval", "common", "letters", "merged"]

Interval = tuple[int, int]


def merged(parts: Iterable[Interval]) -> list[Interval]:
    """The same characters in as few intervals as can be."""
    found: list[Interval] = []
    for start, end in sorted(parts):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def common(one: Sequence[Interval], other: Sequence[Interval]) -> Iterator[Interval]:
    """What two lists of merged intervals both cover."""
    at = to = 0
    while at < len(one) and to < len(other):
        start, end = max(one[at][0], other[to][0]), min(one[at][1], other[to][1])
        if start < end:
            yield start, end
        if one[at][1] <= other[to][1]:
            at += 1
        else:
            to += 1


def letters(text: str | None, parts: Iterable[Interval]) -> int:
    """Characters covered, white space left out; of an unknown text, all of them."""
    if text is None:
        return sum(end - start for start, end in parts)
    return sum([len("".join(text[start:end].split())) for start, end in parts])
