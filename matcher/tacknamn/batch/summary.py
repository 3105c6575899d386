"""The summary of a run: counts, errors, warnings, and the line that is printed."""

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tacknamn.batch.tasks import TaskResult

__all__ = ["BatchSummary"]

_COUNTED = (
    "rows", "documents", "words", "actions", "labels", "unchanged", "warnings", "unexamined"
)  # fmt: skip
"""What is counted in documents."""
_ENOUGH_WORDS = 20_000
"""For fewer words, the speed would mostly measure the start of the program."""


@dataclass(slots=True)
class BatchSummary:
    """Counts that grow during a run."""

    documents: int = 0
    words: int = 0
    rows: int = 0
    """Rows of Parquet and Arrow tables, also those without a text."""
    skipped: int = 0
    """Files that an earlier run has done."""
    parts_skipped: int = 0
    """Parts of tables that an earlier run has done."""
    left_out: int = 0
    """Links, pipes and devices of folders, and results of earlier runs, which are not read."""
    errors: list[str] = field(default_factory=list)
    """One line for each file that failed."""
    warnings: Counter[str] = field(default_factory=Counter)
    """Warnings about documents, and how often each occurred."""
    unexamined: Counter[str] = field(default_factory=Counter)
    """Words in scripts without capitals that stay, by script."""
    actions: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    unchanged: int = 0
    """Replacements that equal their originals."""
    before: "BatchSummary | None" = None
    """What was counted in the files that an earlier run has done."""
    began: float = field(default_factory=time.perf_counter)
    seconds: float = 0.0

    def add(self, result: TaskResult) -> None:
        """Count a document."""
        self.documents += 1
        self.words += result.words
        self.actions.update(result.actions)
        self.labels.update(result.labels)
        self.unchanged += result.unchanged
        self.warnings.update(result.warnings)
        self.unexamined.update(result.unexamined)

    def include(self, other: "BatchSummary") -> None:
        """Add the counts of one file."""
        self.documents += other.documents
        self.words += other.words
        self.rows += other.rows
        self.actions += other.actions
        self.labels += other.labels
        self.unchanged += other.unchanged
        self.warnings += other.warnings
        self.unexamined += other.unexamined

    def include_before(self, written: str) -> None:
        """Add what an earlier run has counted in a file, as :meth:`write_counts` wrote it."""
        if self.before is None:
            self.before = BatchSummary()
        if written:
            self.before.include(BatchSummary.read_counts(written))

    def write_counts(self, with_warnings: bool = True) -> str:
        """Write what was counted, as JSON in ASCII.

        Args:
            with_warnings: Whether to include warnings, which may name files.
        """
        names = _COUNTED if with_warnings else _COUNTED[:-2]
        counts = {name: value for name in names if (value := getattr(self, name))}
        return json.dumps(counts, separators=(",", ":"))

    @classmethod
    def read_counts(cls, written: str) -> "BatchSummary":
        """Read what :meth:`write_counts` wrote."""
        counts = cls()
        for name, value in json.loads(written).items():
            setattr(counts, name, Counter(value) if isinstance(value, dict) else value)
        return counts

    def end(self) -> None:
        """Stop the clock."""
        self.seconds = time.perf_counter() - self.began

    @property
    def speed(self) -> int | None:
        """Words per second; None if there were too few words to measure it."""
        return (
            round(self.words / self.seconds)
            if self.words >= _ENOUGH_WORDS and self.seconds
            else None
        )

    def line(self) -> str:
        """Return the line that is printed for people."""
        parts = [_count_noun(self.documents, "document"), _count_noun(self.words, "word")]
        parts += [
            f"{count:,} {action}" for action, count in sorted(_past_tense(self.actions).items())
        ]
        if self.unchanged:
            parts.append(f"{self.unchanged:,} by what stood there, as intended: leave it so")
        if self.skipped:
            parts.append(f"{_count_noun(self.skipped, 'file')} done before")
        if self.parts_skipped:
            parts.append(f"{_count_noun(self.parts_skipped, 'part')} done before")
        if self.left_out:
            parts.append(f"{self.left_out:,} left out")
        if self.errors:
            parts.append(f"{_count_noun(len(self.errors), 'file')} failed")
        if self.speed is not None:
            parts.append(f"{self.speed:,} words per second")
        return ", ".join(parts)

    def data(self) -> dict[str, Any]:
        """Return the summary as plain data."""
        return {
            "documents": self.documents,
            "words": self.words,
            "actions": dict(sorted(self.actions.items())),
            "labels": dict(sorted(self.labels.items())),
            "unchanged": self.unchanged,
            "done_before": self.skipped,
            "left_out": self.left_out,
            "errors": self.errors,
            "warnings": dict(sorted(self.warnings.items())),
            "not_examined": dict(sorted(self.unexamined.items())),
            "seconds": round(self.seconds, 3),
            "words_a_second": self.speed,
        }


_PAST = {"replace": "replaced", "mark": "marked", "found": "found"}


def _past_tense(actions: Counter[str]) -> dict[str, int]:
    return {_PAST.get(action, action): count for action, count in actions.items()}


def _count_noun(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
