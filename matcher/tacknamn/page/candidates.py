"""Tell what the lists say that a span may be, one fact for each label.

A street of which there is one in every town has as many candidates as towns: those of a label are
told together, with the sum of their probabilities and all their sources. Their forms, counts and
places are told only where the original may be shown: a count of bearers is public, and as good as
the name; so is the number of towns."""

from collections.abc import Iterable, Iterator, Sequence

from tacknamn.labels import Label
from tacknamn.lexicon import Candidate
from tacknamn.page.records import Fact
from tacknamn.reporting.printing import printable

__all__ = ["candidates_told"]

MOST = 3
"""Candidates of a label that are told with their places and counts."""


def candidates_told(candidates: Iterable[Candidate], show: bool) -> Iterator[Fact]:
    """The candidates by label, the likeliest label first."""
    labels: dict[Label, list[Candidate]] = {}
    for one in candidates:
        labels.setdefault(one.label, []).append(one)
    sums = {label: sum(one.probability for one in found) for label, found in labels.items()}
    for label in sorted(labels, key=lambda label: -sums[label]):
        words = [label.value, f"{sums[label]:.2f}"]
        if show:
            words += _shown(labels[label])
        yield Fact("candidate", (*map(printable, words), _sources(labels[label])))


def _shown(found: Sequence[Candidate]) -> Iterator[str]:
    for one in found[:MOST]:
        places = [place for place in (one.parent, one.country) if place]
        yield ", ".join([one.form, *places, f"{one.count:,.0f} {one.kind.value}"])
    if len(found) > MOST:
        yield f"and {len(found) - MOST:,} more"


def _sources(found: Iterable[Candidate]) -> str:
    sources = sorted({source for one in found for source in one.sources})
    return f"from {', '.join(map(printable, sources))}" if sources else "of no source"
