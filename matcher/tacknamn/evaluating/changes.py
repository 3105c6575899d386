"""Which spans are wrong, and which a second run changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tacknamn.evaluating.documents import Document, Span
from tacknamn.reporting.tally import Tally

__all__ = ["Change", "Finding", "Findings", "changes", "errors"]


class Change(StrEnum):
    """What is told of a span; of exact spans, with their labels."""

    MISSED = "missed"
    """Gold that was not predicted."""
    FALSE = "false"
    """Predicted, but not gold."""
    FOUND = "found"
    """Gold that the first run missed and the second has."""
    LOST = "lost"
    """Gold that the first run has and the second missed."""
    ADDED = "added"
    """A false span of the second run alone."""
    REMOVED = "removed"
    """A false span of the first run alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A span, and what is told of it."""

    change: Change
    id: str
    """Its document."""
    line: int
    """The line of that in the gold file."""
    span: Span
    text: str | None
    """The characters of the span, which only those may see who asked for them."""


class Findings:
    """All findings counted, the first ones of each kind kept."""

    def __init__(self, most: int) -> None:
        self._kinds: dict[Change, Tally[Finding]] = {change: Tally(most) for change in Change}

    def add(self, document: Document, found: Iterator[tuple[Change, Span]]) -> None:
        """Take in the findings of a document."""
        for change, span in found:
            text = None if document.text is None else document.text[span.start : span.end]
            self._kinds[change].add(Finding(change, document.id, document.line, span, text))

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each kind."""
        return {str(change): found.count for change, found in self._kinds.items() if found.count}

    @property
    def told(self) -> list[Finding]:
        """Those that were kept, kind by kind, as they stand in the gold file."""
        return [one for found in self._kinds.values()
                for one in sorted(found.told, key=lambda one: (one.line, one.span))]  # fmt: skip


def errors(gold: Sequence[Span], predicted: Sequence[Span]) -> Iterator[tuple[Change, Span]]:
    """What one run did wrong in a document."""
    ours, theirs = set(predicted), set(gold)
    for span in sorted(ours ^ theirs):
        yield (Change.MISSED if span in theirs else Change.FALSE), span


def changes(
    gold: Sequence[Span], first: Sequence[Span], second: Sequence[Span]
) -> Iterator[tuple[Change, Span]]:
    """What a second run does otherwise in a document."""
    true, before = set(gold), set(first)
    for span in sorted(before ^ set(second)):
        if span in true:
            yield (Change.LOST if span in before else Change.FOUND), span
        else:
            yield (Change.REMOVED if span in before else Change.ADDED), span
