"""Find joins gone wrong in lists of names, without another list to compare with.

Large counts hardly ever repeat: of 277 men's counts over a thousand in the SweLL list of
names of both sexes, 16 stand in the men's list too, by chance. Of its 158 women's counts,
139 do, beside another name: somebody joined the two lists by row instead of by name. That
is how Andry came to 301,645 women and Anna to 12.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tacknamn_builders.checks.findings import Finding

__all__ = ["CountedList", "check_joins"]

LARGE = 1000
"""Counts from here on are rarely equal by chance."""
MANY = 20
"""Fewer large counts than these prove nothing."""
TOO_OFTEN = 0.3
"""Part of a list's large counts that may stand beside another name elsewhere: chance gives
0.06 in the longest lists we have, the join gone wrong 0.88."""


@dataclass(frozen=True, slots=True)
class CountedList:
    """Names with their counts as received; lists of one ``side`` count the same people."""

    title: str
    side: str
    counts: dict[str, int]


def check_joins(source: str, lists: Iterable[CountedList]) -> Iterator[Finding]:
    """Compare each list's large counts with those of the other lists of its side."""
    lists = list(lists)
    for one in lists:
        large = {name: count for name, count in one.counts.items() if count >= LARGE}
        for other in lists:
            if other is one or other.side != one.side or len(other.counts) < len(one.counts):
                continue
            strangers = _strangers(large, other.counts)
            if len(large) >= MANY and len(strangers) > TOO_OFTEN * len(large):
                yield Finding(
                    "misaligned-join",
                    f"{source}: {one.title}",
                    f"{len(strangers)} of {len(large)} counts over {LARGE:,} stand beside "
                    f"another name in {other.title}, as {_example(strangers)}: the counts are "
                    "not those of the names",
                )


def _strangers(large: dict[str, int], counts: dict[str, int]) -> dict[str, tuple[int, str]]:
    bearers: dict[int, str] = {}
    for name, count in counts.items():
        bearers.setdefault(count, name)
    return {
        name: (count, bearers[count])
        for name, count in large.items()
        if count in bearers and counts.get(name) != count
    }


def _example(strangers: dict[str, tuple[int, str]]) -> str:
    name, (count, owner) = max(strangers.items(), key=lambda item: item[1])
    return f"{count:,} of {owner} beside {name}"
