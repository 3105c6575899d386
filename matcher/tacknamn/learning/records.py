"""What learning hands on: texts that annotators corrected, and the lines learnt from them."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.text.fold import Folded, fold

__all__ = [
    "CorrectedText",
    "Decision",
    "LabelledForm",
    "Mark",
    "Proposal",
    "ProposalKey",
    "ProposalKind",
    "Witness",
]


class ProposalKind(StrEnum):
    """What a line proposes."""

    ADD = "add"
    """The list of the label should have the form."""
    EXCLUDE = "exclude"
    """The list of the label has the form, and should not."""


class Decision(StrEnum):
    """What a person has decided of a line."""

    OPEN = ""
    """Nothing so far; the line is not used."""
    YES = "yes"
    NO = "no"
    """The line stays, so that it is not proposed again."""


class LabelledForm(NamedTuple):
    """A form with a label: Berg as a surname."""

    folded: Folded
    label: Label


class ProposalKey(NamedTuple):
    """What a table has once."""

    what: ProposalKind
    name: LabelledForm


class Witness(NamedTuple):
    """What one annotator's correction of one text says of a line."""

    file: str
    """The first twelve hexadecimal digits of the file's SHA-256."""
    text: str
    """Those of the original text. Who corrects a text again, or as second annotator, makes
    another file of the same text."""
    mentions: int
    """Places that speak for the line."""
    against: int
    """Places that speak against it."""
    annotator: str = ""
    date: str = ""
    """As 2026-11-18; empty where nobody said it."""


@dataclass(frozen=True)
class Proposal:
    """A line of a table to be reviewed."""

    what: ProposalKind
    form: str
    """In its base form."""
    label: Label
    decision: Decision = Decision.OPEN
    country: str = ""
    """Where a place lies, as two capitals; for people to fill in."""
    witnesses: tuple[Witness, ...] = ()
    note: str = ""
    """What helps to decide, or what somebody remarked."""

    @property
    def key(self) -> ProposalKey:
        """What tells the line from others."""
        return ProposalKey(self.what, LabelledForm(fold(self.form), self.label))

    @property
    def texts(self) -> int:
        """How many texts speak for it."""
        return len(self._most_mentions)

    @property
    def mentions(self) -> int:
        """How many places do. Of several corrections of one text the one with most counts."""
        return sum(self._most_mentions.values())

    @property
    def against(self) -> int:
        """How many texts speak against it."""
        return len({one.text for one in self.witnesses if one.against})

    @cached_property
    def _most_mentions(self) -> dict[str, int]:
        most: dict[str, int] = {}
        for one in self.witnesses:
            if one.mentions:
                most[one.text] = max(one.mentions, most.get(one.text, 0))
        return most


class Mark(NamedTuple):
    """A piece of a text that an annotator, or a program before, left marked."""

    start: int
    end: int
    label: Label | None
    """The list that should know it. None where that cannot be told (a label that has no list, a
    note, words apart): nothing is learnt there, nor is anything held against a list."""
    affixes: tuple[str, ...] = ()
    """``gen``, ``def``, ``pl`` where the annotator gave them."""

    def __repr__(self) -> str:
        """Without anything of the text."""
        return f"Mark(start={self.start}, end={self.end}, label={self.label!r})"


@dataclass(frozen=True, slots=True)
class CorrectedText:
    """A text as annotators left it."""

    file: str
    """See :class:`Witness`, as the next one and the last two."""
    digest: str
    text: str = field(repr=False)
    """The original."""
    marks: tuple[Mark, ...]
    """From left to right."""
    annotator: str = ""
    date: str = ""

    def witness(self, mentions: int, against: int) -> Witness:
        """What it says of a line."""
        return Witness(self.file, self.digest, mentions, against, self.annotator, self.date)
