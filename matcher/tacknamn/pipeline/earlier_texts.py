"""What a text needs of earlier ones that it shares its pseudonyms with."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from tacknamn.detection.disguises.mapped_text import MappedText
from tacknamn.pipeline.replacer import PlannedSpan
from tacknamn.records import Span
from tacknamn.replacement.originals import ResolvedMention
from tacknamn.replacement.scope import Scope
from tacknamn.replacement.settled import SettledDraws

__all__ = ["EarlierTexts", "OpenedScope", "ScopeOpener"]

OpenedScope = tuple[Iterator[tuple[PlannedSpan, ResolvedMention | None]], Scope]
"""Planned spans with the mentions that a name is drawn for, and their scope."""


class ScopeOpener(Protocol):
    """Opens a scope for some planned spans of a text."""

    def __call__(self, planned: Sequence[PlannedSpan], *, settled: SettledDraws) -> OpenedScope:
        """Open the scope. Iterating over its pairs empties the list."""
        ...


class EarlierTexts(Protocol):
    """Replaces the planned spans of a text as earlier texts settled."""

    def read_through(self, original: str, mapped: MappedText) -> "EarlierTexts":
        """Return what replaces the spans of a text without its disguises.

        Args:
            original: The text with them, into which the replacements are put.
            mapped: The way back to it.
        """
        ...

    def replace(
        self, text: str, planned: Sequence[PlannedSpan], open_scope: ScopeOpener
    ) -> tuple[list[Span], Scope]:
        """Return the spans of a text and the last scope that was opened for it."""
        ...
