"""Lay what was learnt from annotators beside the lists: reviewed tables as one more source.

``tacknamn learn`` proposes, a person writes ``yes`` or ``no`` into the table
(:mod:`tacknamn.learning.table` describes it), and ``compile --learnt`` hands it to the builders.
Lines with a yes alone are used. They are their owner's decisions about the owner's texts, so that
they come before ours: what they add, no line of ``exclusions.tsv`` keeps out, and what they
exclude goes from curation's lists, too.

The source ``learnt`` stands last in the profile: it has the least authority over spelling, counts
and places of what other sources have, too. Its entries have no counts; so none is ever drawn as
a replacement, and a rare name of one text cannot come out in another. The manifest tells each
table's checksum and how many lines were used, and that the bundle may not be passed on.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.learning.forms import FIRSTNAMES
from tacknamn.learning.records import Decision, LabelledForm, Proposal, ProposalKey, ProposalKind
from tacknamn.learning.table import read_numbered_proposals
from tacknamn.text.fold import fold
from tacknamn_builders.curation.curated_tables import Exclusion
from tacknamn_builders.records import Entry
from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.checksums import compute_sha256

if TYPE_CHECKING:
    from tacknamn_builders.merging.read_sources import CollectedRecords
    from tacknamn_builders.sources.profiles import BuildProfile

__all__ = ["NO_REVIEWED_TABLES", "REVIEWED_ID", "ReviewedTables", "read_reviewed_tables"]

REVIEWED_ID = "learnt"
"""The id of the source."""
TABLE_SUFFIX = ".tsv"

_REVIEWED_SOURCE = DataSource(
    id=REVIEWED_ID,
    title="What was learnt from annotators' corrections and reviewed",
    publisher="Yourself",
    version="1",
    vintage="undated",
    licence="private",
    owed="Nothing; it is not to be passed on",
    format="tables of `tacknamn learn`",
    reader="hand_made:read",
    rows=(0, 1 << 30),
    becomes="entries of every label that annotators give, and exclusions",
    files=(),
)


@dataclass(frozen=True, slots=True)
class ReviewedTables:
    """The decisions of some tables."""

    lines: tuple[Proposal, ...]
    """Those with a yes, each once."""
    sums: dict[str, str]
    """The SHA-256 of each table, by its name."""

    def gathered(self, profile: "BuildProfile", gathered: "CollectedRecords") -> "BuildProfile":
        """Add the source to what was gathered; gives the profile with it."""
        if not self.sums:
            return profile
        for line in self._added():
            gathered.take(_make_entry(line), len(profile.sources))
        gathered.records[REVIEWED_ID] = len(self.lines)
        gathered.sums[REVIEWED_ID] = self.sums
        dates = [one.date for line in self.lines for one in line.witnesses]
        source = replace(
            _REVIEWED_SOURCE, vintage=max(dates, default="") or _REVIEWED_SOURCE.vintage
        )
        return replace(profile, sources=(*profile.sources, source))

    def exclusions(self, ours: Iterable[Exclusion]) -> Iterator[Exclusion]:
        """What no list may contain, by ``ours`` and by these decisions."""
        added = {line.key.name for line in self._added()}
        for exclusion in (*ours, *self._excluded()):
            labels = tuple(Label) if exclusion.label is None else (exclusion.label,)
            form = fold(exclusion.form)
            kept = [label for label in labels if LabelledForm(form, label) not in added]
            if len(kept) == len(labels):
                yield exclusion
            else:
                yield from (replace(exclusion, label=label) for label in kept)

    def _added(self) -> Iterator[Proposal]:
        return (line for line in self.lines if line.what is ProposalKind.ADD)

    def _excluded(self) -> Iterator[Exclusion]:
        """First names go from all their lists: of one that women and men bear both have it."""
        for line in self.lines:
            if line.what is ProposalKind.EXCLUDE:
                labels = sorted(FIRSTNAMES) if line.label in FIRSTNAMES else (line.label,)
                yield from (Exclusion(line.form, label, "learnt") for label in labels)


NO_REVIEWED_TABLES = ReviewedTables((), {})


def read_reviewed_tables(paths: Sequence[Path]) -> ReviewedTables:
    """The decisions of tables, or of all tables of folders."""
    files = sorted(_list_tables(paths), key=lambda path: path.name)
    decisions = _DecisionCollector()
    for file in files:
        for number, line in read_numbered_proposals(file):
            decisions.take(line, f"{file}, line {number}")
    return ReviewedTables(decisions.used(), {file.name: compute_sha256(file) for file in files})


def _list_tables(paths: Sequence[Path]) -> Iterator[Path]:
    names: dict[str, Path] = {}
    for path in paths:
        files = sorted(path.glob(f"*{TABLE_SUFFIX}")) if path.is_dir() else [path]
        if not files:
            raise InputError(f"{path}: has no table (*{TABLE_SUFFIX}); put there what was reviewed")
        for file in files:
            if not file.is_file():
                raise InputError(f"{file}: there is no such table; `tacknamn learn -o` makes one")
            before = names.setdefault(file.name, file)
            if not before.samefile(file):
                raise InputError(
                    f"{file}: {before} is called so, too, and the manifest tells tables apart by "
                    "their names; give one of them another"
                )
    yield from names.values()


class _DecisionCollector:
    """Gathers lines, and refuses those that contradict one another."""

    def __init__(self) -> None:
        self._lines: dict[ProposalKey, tuple[Proposal, str]] = {}

    def take(self, line: Proposal, place: str) -> None:
        """Take a line; one that is decided goes before one that is open."""
        if line.decision is Decision.OPEN:
            return
        before, there = self._lines.setdefault(line.key, (line, place))
        if before.decision is not line.decision:
            raise _contradiction_error(place, there, "decides otherwise of the same")
        if line.decision is Decision.YES:
            other = ProposalKind.EXCLUDE if line.what is ProposalKind.ADD else ProposalKind.ADD
            opposite, there = self._lines.get(ProposalKey(other, line.key.name), (None, ""))
            if opposite is not None and opposite.decision is Decision.YES:
                raise _contradiction_error(
                    place, there, "adds what this one excludes, or the reverse"
                )

    def used(self) -> tuple[Proposal, ...]:
        """The lines with a yes, sorted."""
        lines = (self._lines[key][0] for key in sorted(self._lines))
        return tuple(line for line in lines if line.decision is Decision.YES)


def _contradiction_error(place: str, other: str, how: str) -> InputError:
    return InputError(f"{place}: {other} {how}; keep the decision of one, and empty the other's")


def _make_entry(line: Proposal) -> Entry:
    """What the lists get. A country's name is one more name of the country."""
    is_country = line.label is Label.COUNTRY
    key = f"{Label.COUNTRY}:{line.country}" if is_country else ""
    return Entry(line.form, line.label, country=line.country, key=key, main=not is_country)
