"""The spans of the page, with offsets in code points: what the parts of the review exchange."""

from dataclasses import dataclass, field
from enum import StrEnum

__all__ = [
    "SURE",
    "DecidedBy",
    "ReviewAction",
    "ReviewedSpan",
    "SpanPlace",
    "Suspicion",
    "is_unsure",
]

SURE = 0.9
"""Below this probability a person looks. The page has the same number (certainty.ts)."""
SpanPlace = tuple[int, int]
"""Start and end of a piece of the original."""


class ReviewAction(StrEnum):
    """What happens to a piece of the text."""

    REPLACE = "replace"
    MARK = "mark"
    """It stays, with a label or a note."""
    FREE = "free"
    """A person decided that it stays, without a label."""


class DecidedBy(StrEnum):
    """Who made a span."""

    PROGRAM = "program"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class ReviewedSpan:
    """A piece of the original, and what was decided about it."""

    start: int
    end: int
    label: str = ""
    number: int = 0
    affixes: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    comment: str = field(default="", repr=False)
    replacement: str = field(default="", repr=False)
    action: ReviewAction = ReviewAction.REPLACE
    base: str = field(default="", repr=False)
    new_base: str = field(default="", repr=False)
    by: DecidedBy = DecidedBy.PERSON
    accepted: bool = True
    probability: float = 1.0
    rule: str = "by_hand"
    cue: str = field(default="", repr=False)
    reason: str = ""
    pool: int = 1
    """How many names the replacement was drawn from, if a program drew it."""
    edge: str | None = None
    unknown: tuple[str, ...] = ()
    """Labels of its edge that the page does not show."""

    @property
    def place(self) -> SpanPlace:
        """Its start and end."""
        return self.start, self.end

    @property
    def decision(self) -> tuple[object, ...]:
        """What a graph keeps of it. Spans with equal decisions need no change of the graph."""
        return (self.start, self.end, self.label, self.number, self.affixes, self.notes,
                self.comment, self.replacement, self.action)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A piece that was left in clear although it looks like a name."""

    start: int
    end: int
    label: str
    probability: float
    """The probability that it should have been replaced."""
    reason: str


def is_unsure(span: ReviewedSpan) -> bool:
    """Whether a person should look at a span."""
    return span.by is DecidedBy.PROGRAM and not span.accepted and span.probability < SURE
