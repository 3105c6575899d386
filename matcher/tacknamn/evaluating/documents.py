"""Records of what is compared: documents, their spans and where they stand."""

from dataclasses import dataclass, field

__all__ = ["Document", "Span"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A labelled part of a text."""

    start: int
    """Characters before it."""
    end: int
    label: str
    score: float | None = field(default=None, compare=False)
    """How sure the prediction is that the span is right, 0 to 1; None where it does not say.
    Two spans of one place and label are the same span, however sure."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its spans, as one annotator or program sees it."""

    id: str
    line: int
    """Where it stands in its file, from 1 on."""
    text: str | None
    """None where the file does not tell it."""
    spans: tuple[Span, ...]
    """From left to right, each once."""
    facts: tuple[tuple[str, str], ...] = ()
    """Fields that were asked for, such as the level of a course, and their values."""
