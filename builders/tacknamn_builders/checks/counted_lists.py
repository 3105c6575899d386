"""Find joins gone wrong in lists of names, without another list to compare with.

Large counts hardly ever repeat: of 277 men's counts over a thousand in the SweLL list of
names of both sexes, 16 stand in the men's list too, by chance. Of its 158 women's counts,
139 do, beside another name: somebody joined the two lists by row instead of by name. That
is how Andry came to 301,645 women and Anna to 12.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources

from tacknamn.text.fold import fold
from tacknamn_builders.checks.findings import CheckFinding

__all__ = [
    "CountedList",
    "check_agreement",
    "check_joins",
    "check_marginals",
]

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


def check_joins(source: str, lists: Iterable[CountedList]) -> Iterator[CheckFinding]:
    """Compare each list's large counts with those of the other lists of its side."""
    lists = list(lists)
    for one in lists:
        large = {name: count for name, count in one.counts.items() if count >= LARGE}
        for other in lists:
            if other is one or other.side != one.side or len(other.counts) < len(one.counts):
                continue
            strangers = _find_strangers(large, other.counts)
            if len(large) >= MANY and len(strangers) > TOO_OFTEN * len(large):
                yield CheckFinding(
                    "misaligned-join",
                    f"{source}: {one.title}",
                    f"{len(strangers)} of {len(large)} counts over {LARGE:,} stand beside "
                    f"another name in {other.title}, as {_format_example(strangers)}: the counts are "
                    "not those of the names",
                )


def _find_strangers(large: dict[str, int], counts: dict[str, int]) -> dict[str, tuple[int, str]]:
    bearers: dict[int, str] = {}
    for name, count in counts.items():
        bearers.setdefault(count, name)
    return {
        name: (count, bearers[count])
        for name, count in large.items()
        if count in bearers and counts.get(name) != count
    }


def _format_example(strangers: dict[str, tuple[int, str]]) -> str:
    name, (count, owner) = max(strangers.items(), key=lambda item: item[1])
    return f"{count:,} of {owner} beside {name}"


# Hold a source's lists against other statements of the same facts.
#
# Two kinds: figures that somebody published about the whole (``marginals.toml``: so many women
# live in the country), and another source that counts the same people.


FREQUENT = 100
"""Every list of a country's names has its hundred most frequent ones."""
FAR_OFF = 5.0
"""Two counts of the same people some years apart differ by less than this factor."""


def check_marginals(source: str, lists: Iterable[CountedList]) -> Iterator[CheckFinding]:
    """The bearers of a list are no more than the people there are, and most of them."""
    text = resources.files("tacknamn_builders.checks").joinpath("marginals.toml")
    marginals = tomllib.loads(text.read_text("utf-8"))
    totals: dict[str, int] = {}
    for one in lists:
        totals[one.side] = totals.get(one.side, 0) + sum(one.counts.values())
    for side, total in totals.items():
        if side not in marginals:
            continue
        low, high = marginals[side]["least"], marginals[side]["most"]
        if not low <= total <= high:
            yield CheckFinding(
                "marginal",
                f"{source}: {side}",
                f"{total:,} bearers, but {marginals[side]['because']}",
            )


def check_agreement(
    source: str, lists: Iterable[CountedList], reference: Iterable[CountedList]
) -> Iterator[CheckFinding]:
    """The reference's frequent names stand in the lists of the same side, about as often.

    A name that stands in one list only and should be in two shows here."""
    reference = list(reference)
    truth = _count_by_side(reference)
    as_written: dict[str, str] = {fold(name): name for one in reference for name in one.counts}
    for side, counts in _count_by_side(lists).items():
        if side not in truth:
            continue
        frequent = sorted(truth[side], key=lambda name: (-truth[side][name], name))[:FREQUENT]
        missing = [name for name in frequent if _is_far_off(counts.get(name, 0), truth[side][name])]
        if missing:
            yield CheckFinding(
                "missing-names",
                f"{source}: {side}",
                f"{len(missing)} of the {len(frequent)} most frequent names are missing or off "
                f"by a factor of {FAR_OFF:.0f}: "
                + ", ".join(as_written[name] for name in missing[:5]),
            )


def _is_far_off(count: int, truth: int) -> bool:
    return count * FAR_OFF < truth or count > truth * FAR_OFF


def _count_by_side(lists: Iterable[CountedList]) -> dict[str, dict[str, int]]:
    """Counts by side and folded name: SCB writes in capitals, others do not."""
    sides: dict[str, dict[str, int]] = {}
    for one in lists:
        side = sides.setdefault(one.side, {})
        for name, count in one.counts.items():
            folded = fold(name)
            side[folded] = side.get(folded, 0) + count
    return sides
