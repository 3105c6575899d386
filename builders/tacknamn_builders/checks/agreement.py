"""Hold a source's lists against other statements of the same facts.

Two kinds: figures that somebody published about the whole (``marginals.toml``: so many women
live in the country), and another source that counts the same people.
"""

import tomllib
from collections.abc import Iterable, Iterator
from importlib import resources

from tacknamn.fold import fold
from tacknamn_builders.checks.findings import Finding
from tacknamn_builders.checks.joins import CountedList

__all__ = ["check_agreement", "check_marginals"]

FREQUENT = 100
"""Every list of a country's names has its hundred most frequent ones."""
FAR_OFF = 5.0
"""Two counts of the same people some years apart differ by less than this factor."""


def check_marginals(source: str, lists: Iterable[CountedList]) -> Iterator[Finding]:
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
            yield Finding(
                "marginal",
                f"{source}: {side}",
                f"{total:,} bearers, but {marginals[side]['because']}",
            )


def check_agreement(
    source: str, lists: Iterable[CountedList], reference: Iterable[CountedList]
) -> Iterator[Finding]:
    """The reference's frequent names stand in the lists of the same side, about as often.

    A name that stands in one list only and should be in two shows here."""
    reference = list(reference)
    truth = _by_side(reference)
    as_written: dict[str, str] = {fold(name): name for one in reference for name in one.counts}
    for side, counts in _by_side(lists).items():
        if side not in truth:
            continue
        frequent = sorted(truth[side], key=lambda name: (-truth[side][name], name))[:FREQUENT]
        missing = [name for name in frequent if _far(counts.get(name, 0), truth[side][name])]
        if missing:
            yield Finding(
                "missing-names",
                f"{source}: {side}",
                f"{len(missing)} of the {len(frequent)} most frequent names are missing or off "
                f"by a factor of {FAR_OFF:.0f}: "
                + ", ".join(as_written[name] for name in missing[:5]),
            )


def _far(count: int, truth: int) -> bool:
    return count * FAR_OFF < truth or count > truth * FAR_OFF


def _by_side(lists: Iterable[CountedList]) -> dict[str, dict[str, int]]:
    """Counts by side and folded name: SCB writes in capitals, others do not."""
    sides: dict[str, dict[str, int]] = {}
    for one in lists:
        side = sides.setdefault(one.side, {})
        for name, count in one.counts.items():
            folded = fold(name)
            side[folded] = side.get(folded, 0) + count
    return sides
