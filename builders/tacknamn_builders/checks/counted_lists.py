"""Check received lists of names and counts.

There are three checks:

- *Wrong joins* within a source. Large counts almost never repeat. In the SweLL list of names of
  both sexes, 16 of 277 men's counts over a thousand are also in the men's list, by chance. Of its
  158 women's counts, 139 are in the women's list with another name: the two lists were joined by
  row instead of by name. So Andry has 301,645 women and Anna 12.
- *Published totals* (``marginals.toml``), such as the number of women in the country.
- *Agreement* with another source that counts the same people.
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
"""Minimum of counts that are rarely equal by chance."""
MANY = 20
"""Minimum number of large counts; fewer prove nothing."""
TOO_OFTEN = 0.3
"""Maximum share of a list's large counts that belong to another name in another list: chance gives
0.06 in the longest lists, the wrong join 0.88."""


@dataclass(frozen=True, slots=True)
class CountedList:
    """Names with their counts as received; lists of the same ``side`` count the same people."""

    title: str
    side: str
    counts: dict[str, int]


def check_joins(source: str, lists: Iterable[CountedList]) -> Iterator[CheckFinding]:
    """Compare each list's large counts with those of the other lists of its side."""
    lists = list(lists)
    for checked in lists:
        large = {name: count for name, count in checked.counts.items() if count >= LARGE}
        for other in lists:
            if (
                other is checked
                or other.side != checked.side
                or len(other.counts) < len(checked.counts)
            ):
                continue
            strangers = _find_strangers(large, other.counts)
            if len(large) >= MANY and len(strangers) > TOO_OFTEN * len(large):
                yield CheckFinding(
                    "misaligned-join",
                    f"{source}: {checked.title}",
                    f"{len(strangers)} of {len(large)} counts over {LARGE:,} belong to another "
                    f"name in {other.title}, such as {_format_example(strangers)}: the counts are "
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
    return f"{count:,} of {owner} with {name}"


FREQUENT = 100
"""Number of frequent names that every list of the same people must have."""
FAR_OFF = 5.0
"""Two counts of the same people, some years apart, differ by less than this factor."""


def check_marginals(source: str, lists: Iterable[CountedList]) -> Iterator[CheckFinding]:
    """Check that the bearers of a list are most of the population, and not more."""
    text = resources.files("tacknamn_builders.checks").joinpath("marginals.toml")
    marginals = tomllib.loads(text.read_text("utf-8"))
    totals: dict[str, int] = {}
    for counted in lists:
        totals[counted.side] = totals.get(counted.side, 0) + sum(counted.counts.values())
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
    """Check that the reference's frequent names are in the lists of the same side, with similar
    counts.

    This finds a name that is only in one list and should be in two."""
    reference = list(reference)
    truth = _count_by_side(reference)
    spellings: dict[str, str] = {
        fold(name): name for counted in reference for name in counted.counts
    }
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
                + ", ".join(spellings[name] for name in missing[:5]),
            )


def _is_far_off(count: int, truth: int) -> bool:
    return count * FAR_OFF < truth or count > truth * FAR_OFF


def _count_by_side(lists: Iterable[CountedList]) -> dict[str, dict[str, int]]:
    """Sum counts by side and folded name: SCB writes names in capitals, others do not."""
    sides: dict[str, dict[str, int]] = {}
    for counted in lists:
        side = sides.setdefault(counted.side, {})
        for name, count in counted.counts.items():
            folded = fold(name)
            side[folded] = side.get(folded, 0) + count
    return sides
