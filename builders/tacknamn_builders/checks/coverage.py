"""Measure how many people's names a bundle knows, against SCB's own lists.

The measure is the share of bearers: a list that lacks a thousand rare names may still know
99 of 100 people. The truth for first names are SCB's names in use of 31 December 2020 (two
bearers or more; sources ``svensktext-names``), for surnames the 8.7 million bearers of the
SweLL list (ten bearers or more; ``swell-names``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tacknamn.fold import fold
from tacknamn.labels import Kind, Label
from tacknamn_builders.checks.findings import Finding
from tacknamn_builders.gather import read_source
from tacknamn_builders.records import Entry
from tacknamn_builders.sources import Source

__all__ = ["Coverage", "Known", "check_coverage", "measure"]

REFERENCES = (
    ("women", "svensktext-names", Label.FIRSTNAME_FEMALE),
    ("men", "svensktext-names", Label.FIRSTNAME_MALE),
    ("surnames", "swell-names", Label.SURNAME),
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """One measured share."""

    what: str
    share: float
    """Part of the bearers whose name is in the bundle under a label of its kind."""
    right: float
    """Part of the bearers whose name has the very label, or the neutral one."""
    bearers: int
    reference: str


@dataclass(frozen=True, slots=True)
class Known:
    """Folded names of a bundle by label."""

    names: Mapping[str, set[str]]

    def any_first_name(self) -> set[str]:
        """All first names, whatever their gender."""
        return set().union(*(s for label, s in self.names.items() if label.startswith("first")))


def measure(
    known: Known, folders: Mapping[str, Path], sources: Mapping[str, Source]
) -> Iterator[Coverage]:
    """Measure against each reference whose files are in ``folders``."""
    for what, id, label in REFERENCES:
        if id in folders:
            records = read_source(sources[id], folders[id])
            entries = (r for r in records if isinstance(r, Entry) and r.label is label)
            yield _covered(what, known, entries, label, id)


def _covered(
    what: str, known: Known, entries: Iterable[Entry], label: Label, reference: str
) -> Coverage:
    exact = known.names.get(label, set())
    either = exact
    if label is not Label.SURNAME:
        either = known.any_first_name()
        exact = exact | known.names.get(Label.FIRSTNAME_UNKNOWN, set())
    total = covered = right = 0.0
    for entry in entries:
        if entry.kind is Kind.BEARERS:
            folded = fold(entry.form)
            total += entry.count
            covered += entry.count if folded in either else 0
            right += entry.count if folded in exact else 0
    whole = total or 1.0  # a reference without bearers measures nothing
    return Coverage(what, covered / whole, right / whole, int(total), reference)


def check_coverage(
    profile: str, measured: Iterable[Coverage], least: Mapping[str, float]
) -> Iterator[Finding]:
    """Hold what was measured against what the profile promises."""
    for coverage in measured:
        promised = least.get(coverage.what, 0.0)
        if coverage.share < promised:
            yield Finding(
                "coverage",
                f"{profile}: {coverage.what}",
                f"{coverage.share:.2%} of the bearers, {promised:.0%} are promised",
            )
