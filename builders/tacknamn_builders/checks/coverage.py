"""Measure how many people have a name that is in the bundle.

The measure is the share of bearers: a list that lacks a thousand rare names may still cover 99 of
100 people. The references are sources that the build profile names. Those of Sweden are, for first
names, SCB's list of names in use on 31 December 2020 (two bearers or more; ``svensktext-names``), for
surnames the SweLL list with 8.7 million bearers (ten bearers or more; ``swell-names``).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tacknamn.labels import Kind, Label
from tacknamn.text.fold import fold
from tacknamn_builders.checks.findings import CheckFinding
from tacknamn_builders.merging.merge_names import NEUTRAL_SHARE
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.records import Entry, Record
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["Coverage", "KnownNames", "check_coverage", "measure_coverage"]

_LABELS = {
    "women": Label.FIRSTNAME_FEMALE,
    "men": Label.FIRSTNAME_MALE,
    "surnames": Label.SURNAME,
}
"""What a profile names references for."""
EXACT = 0.98
"""Minimum share of covered bearers whose name has exactly the right label. In `default` it is 98.7
% of the women and 98.5 % of the men, in `full` all. Before counted newborns decided alone, it was
97.0 % of the men, and Ali, Mohamed and Gert were neutral names."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """One measured share."""

    what: str
    share: float
    """Share of bearers whose name is in the bundle as a first name, or as a surname."""
    right: float
    """Share of bearers whose name has the label of their gender, or the neutral one."""
    exact: float
    """Share of bearers whose name has the label that the reference gives it: neutral if the rarer
    gender has at least a tenth of the bearers."""
    bearers: int
    reference: str


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The folded names of a bundle, by label."""

    names: Mapping[str, set[str]]

    def first_names(self) -> set[str]:
        """Return the first names of all genders."""
        return set().union(*(s for label, s in self.names.items() if label.startswith("first")))


def measure_coverage(
    known: KnownNames,
    references: Mapping[str, str],
    folders: Mapping[str, Path],
    sources: Mapping[str, DataSource],
) -> Iterator[Coverage]:
    """Measure against each reference of a profile whose files are in ``folders``."""
    read: dict[str, _Bearers] = {}
    for what, id in references.items():
        if id in folders:
            if id not in read:
                labels = [_LABELS[other] for other in references if references[other] == id]
                read[id] = _count_bearers(read_source(sources[id], folders[id]), labels)
            yield _compute_coverage(what, known, read[id], _LABELS[what], id)


_Bearers = Mapping[Label, Mapping[str, float]]
"""Bearers by label and folded name."""


def _count_bearers(records: Iterable[Record], labels: Collection[Label]) -> _Bearers:
    bearers: dict[Label, dict[str, float]] = {label: defaultdict(float) for label in labels}
    for record in records:
        if isinstance(record, Entry) and record.kind is Kind.BEARERS and record.label in labels:
            bearers[record.label][fold(record.form)] += record.count
    return bearers


def _compute_coverage(
    what: str, known: KnownNames, bearers: _Bearers, label: Label, reference: str
) -> Coverage:
    own = bearers[label]
    first_name = label is not Label.SURNAME
    neutral = known.names.get(Label.FIRSTNAME_UNKNOWN, set()) if first_name else set()
    right = known.names.get(label, set()) | neutral
    either = known.first_names() if first_name else right
    whole = sum(own.values()) or 1.0  # a reference without bearers measures nothing
    share, fitting, exact = (
        sum(count for name, count in own.items() if has(name)) / whole
        for has in (
            either.__contains__,
            right.__contains__,
            lambda name: name in known.names.get(_find_true_label(name, label, bearers), ()),
        )
    )
    return Coverage(what, share, fitting, exact, int(sum(own.values())), reference)


def _find_true_label(name: str, label: Label, bearers: _Bearers) -> Label:
    """Find the label of a name in the reference."""
    counts = {other: by_name.get(name, 0.0) for other, by_name in bearers.items()}
    total = sum(counts.values())
    if len(counts) > 1 and min(counts.values()) / NEUTRAL_SHARE >= total:
        return Label.FIRSTNAME_UNKNOWN
    return max(counts, key=lambda other: (counts[other], other == label))


def check_coverage(
    profile: str, measured: Iterable[Coverage], least: Mapping[str, float]
) -> Iterator[CheckFinding]:
    """Compare the measured coverage with what the profile promises."""
    for coverage in measured:
        promised = least.get(coverage.what, 0.0)
        if coverage.exact < EXACT * coverage.share:
            yield CheckFinding(
                "exact-label",
                f"{profile}: {coverage.what}",
                f"{coverage.exact:.2%} of the bearers have the exact label of their name, of "
                f"{coverage.share:.2%} whose name is known; {EXACT:.0%} of these are required",
            )
        if coverage.share < promised:
            yield CheckFinding(
                "coverage",
                f"{profile}: {coverage.what}",
                f"{coverage.share:.2%} of the bearers, but {promised:.0%} are promised",
            )
