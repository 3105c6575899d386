"""Read reviewed tables: what annotators' corrections taught, decided by a person.

``tacknamn learn`` proposes names, a person writes ``yes`` or ``no`` before each line
(:mod:`tacknamn.learning.table` describes the table), and ``compile --learnt`` uses the lines with
``yes``. They are decisions about the user's own texts, so they take precedence over ours
(:mod:`tacknamn_builders.merging.reviewed`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.learning.records import Decision, Proposal, ProposalKey, ProposalKind
from tacknamn.learning.table import read_numbered_proposals
from tacknamn_builders.support.checksums import compute_sha256

__all__ = ["NO_REVIEWED_TABLES", "ReviewedTables", "read_reviewed_tables"]

_SUFFIX = ".tsv"


@dataclass(frozen=True, slots=True)
class ReviewedTables:
    """The decisions of some reviewed tables."""

    lines: tuple[Proposal, ...]
    """The lines with a yes, each once."""
    sums: dict[str, str]
    """The SHA-256 of each table, by its file name."""

    @property
    def added(self) -> tuple[Proposal, ...]:
        """The lines that add a name."""
        return tuple(line for line in self.lines if line.what is ProposalKind.ADD)

    @property
    def excluded(self) -> tuple[Proposal, ...]:
        """The lines that exclude a name."""
        return tuple(line for line in self.lines if line.what is ProposalKind.EXCLUDE)

    @property
    def latest_date(self) -> str:
        """The date of the latest correction that a line is based on; empty if there is none."""
        dates = (witness.date for line in self.lines for witness in line.witnesses)
        return max(dates, default="")


NO_REVIEWED_TABLES = ReviewedTables((), {})


def read_reviewed_tables(paths: Sequence[Path]) -> ReviewedTables:
    """Read the decisions of tables, or of all tables of folders."""
    files = sorted(_list_tables(paths), key=lambda path: path.name)
    decisions = _DecisionCollector()
    for file in files:
        for number, line in read_numbered_proposals(file):
            decisions.add(line, f"{file}, line {number}")
    sums = {file.name: compute_sha256(file) for file in files}
    return ReviewedTables(decisions.accepted_lines(), sums)


def _list_tables(paths: Sequence[Path]) -> Iterator[Path]:
    names: dict[str, Path] = {}
    for path in paths:
        files = sorted(path.glob(f"*{_SUFFIX}")) if path.is_dir() else [path]
        if not files:
            raise InputError(f"{path}: has no table (*{_SUFFIX}); put the reviewed tables there")
        for file in files:
            if not file.is_file():
                raise InputError(f"{file}: no such table; `tacknamn learn -o` writes one")
            before = names.setdefault(file.name, file)
            if not before.samefile(file):
                raise InputError(
                    f"{file}: {before} has the same name, and the manifest lists tables by name; "
                    "rename one of them"
                )
    yield from names.values()


class _DecisionCollector:
    """Collects lines; refuses lines that contradict each other."""

    def __init__(self) -> None:
        self._lines: dict[ProposalKey, tuple[Proposal, str]] = {}

    def add(self, line: Proposal, place: str) -> None:
        """Add a line of a table; undecided lines are ignored."""
        if line.decision is Decision.OPEN:
            return
        before, there = self._lines.setdefault(line.key, (line, place))
        if before.decision is not line.decision:
            raise _contradiction_error(place, there, "decides the same name differently")
        if line.decision is Decision.YES:
            other = ProposalKind.EXCLUDE if line.what is ProposalKind.ADD else ProposalKind.ADD
            opposite, there = self._lines.get(ProposalKey(other, line.key.name), (None, ""))
            if opposite is not None and opposite.decision is Decision.YES:
                raise _contradiction_error(
                    place, there, "adds what this line excludes, or the reverse"
                )

    def accepted_lines(self) -> tuple[Proposal, ...]:
        """The lines with a yes, sorted."""
        lines = (self._lines[key][0] for key in sorted(self._lines))
        return tuple(line for line in lines if line.decision is Decision.YES)


def _contradiction_error(place: str, other: str, problem: str) -> InputError:
    return InputError(
        f"{place}: {other} {problem}; keep one decision and clear the decision of the other line"
    )
