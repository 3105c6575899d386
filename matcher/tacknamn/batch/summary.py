"""What a run has done: counts, faults, and the line that tells them."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tacknamn.batch.tasks import TaskResult

__all__ = ["BatchSummary"]

_MANY = 20_000
"""Words. The speed of shorter work is that of starting."""


@dataclass(slots=True)
class BatchSummary:
    """Counts that grow while a run goes on."""

    documents: int = 0
    words: int = 0
    skipped: int = 0
    """Files that an earlier run had done."""
    faults: list[str] = field(default_factory=list)
    """One line for each file that could not be done."""
    warnings: Counter[str] = field(default_factory=Counter)
    """What was told about documents, and how often."""
    actions: Counter[str] = field(default_factory=Counter)
    labels: Counter[str] = field(default_factory=Counter)
    began: float = field(default_factory=time.perf_counter)
    seconds: float = 0.0

    def add(self, result: TaskResult) -> None:
        """Count a document that was done."""
        self.documents += 1
        self.words += result.words
        self.actions.update(result.actions)
        self.labels.update(result.labels)
        self.warnings.update(result.warnings)

    def include(self, other: "BatchSummary") -> None:
        """Count what was done of one file."""
        self.documents += other.documents
        self.words += other.words
        self.actions += other.actions
        self.labels += other.labels
        self.warnings += other.warnings

    def end(self) -> None:
        """Stop the clock."""
        self.seconds = time.perf_counter() - self.began

    @property
    def speed(self) -> int | None:
        """Words a second; None where they were too few to tell."""
        return round(self.words / self.seconds) if self.words >= _MANY and self.seconds else None

    def line(self) -> str:
        """All of it for people."""
        parts = [_count_noun(self.documents, "document"), _count_noun(self.words, "word")]
        parts += [
            f"{count:,} {action}" for action, count in sorted(_past_tense(self.actions).items())
        ]
        if self.skipped:
            parts.append(f"{_count_noun(self.skipped, 'file')} done before")
        if self.faults:
            parts.append(f"{_count_noun(len(self.faults), 'file')} not done")
        if self.speed is not None:
            parts.append(f"{self.speed:,} words a second")
        return ", ".join(parts)

    def data(self) -> dict[str, Any]:
        """All of it for programs."""
        return {
            "documents": self.documents,
            "words": self.words,
            "actions": dict(sorted(self.actions.items())),
            "labels": dict(sorted(self.labels.items())),
            "done_before": self.skipped,
            "errors": self.faults,
            "warnings": dict(sorted(self.warnings.items())),
            "seconds": round(self.seconds, 3),
            "words_a_second": self.speed,
        }


_PAST = {"replace": "replaced", "mark": "marked", "found": "found"}


def _past_tense(actions: Counter[str]) -> dict[str, int]:
    return {_PAST.get(action, action): count for action, count in actions.items()}


def _count_noun(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
