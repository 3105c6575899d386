"""The records of learning: texts that annotators corrected, and the proposals that follow from
them.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.support.lazy_property import lazy_property
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
    """What a line of a table proposes."""

    ADD = "add"
    """Add the form to the list of its label."""
    EXCLUDE = "exclude"
    """Remove the form from the list of its label."""


class Decision(StrEnum):
    """A person's decision about a line."""

    OPEN = ""
    """No decision yet. The line is not used."""
    YES = "yes"
    NO = "no"
    """The line stays, so that it is not proposed again."""


class LabelledForm(NamedTuple):
    """A form with a label: *Berg* as a surname."""

    folded: Folded
    label: Label


class ProposalKey(NamedTuple):
    """What identifies a line of a table."""

    what: ProposalKind
    name: LabelledForm


class Witness(NamedTuple):
    """What one annotator's correction of one text says about a line."""

    file: str
    """The first twelve hexadecimal digits of the file's SHA-256."""
    text: str
    """The same digits for the original text. A second correction of a text is another file of the
    same text."""
    mentions: int
    """Mentions in the text that support the line."""
    against: int
    """Mentions in the text that contradict it."""
    annotator: str = ""
    date: str = ""
    """Such as 2026-11-18; empty if unknown."""


@dataclass(frozen=True)
class Proposal:
    """A line of a table that a person reviews."""

    what: ProposalKind
    form: str
    """In its base form."""
    label: Label
    decision: Decision = Decision.OPEN
    country: str = ""
    """The country of a place, as two capitals. People add it."""
    witnesses: tuple[Witness, ...] = ()
    note: str = ""
    """Information that helps to decide, or a person's remark."""

    @property
    def key(self) -> ProposalKey:
        """The identity of the line in its table."""
        return ProposalKey(self.what, LabelledForm(fold(self.form), self.label))

    @property
    def texts(self) -> int:
        """The number of texts that support it."""
        return len(self._most_mentions)

    @property
    def mentions(self) -> int:
        """The number of mentions that support it.

        Of several corrections of one text, the one with the most mentions counts."""
        return sum(self._most_mentions.values())

    @property
    def against(self) -> int:
        """The number of texts that contradict it."""
        return len({witness.text for witness in self.witnesses if witness.against})

    @lazy_property
    def _most_mentions(self) -> dict[str, int]:
        most: dict[str, int] = {}
        for witness in self.witnesses:
            if witness.mentions:
                most[witness.text] = max(witness.mentions, most.get(witness.text, 0))
        return most


class Mark(NamedTuple):
    """A part of a text that an annotator, or a program before, marked and left marked."""

    start: int
    end: int
    label: Label | None
    """The list that should contain it; None if unknown.

    It is unknown for a label without a list, or for separate words. Nothing is learnt from such a mark,
    and it does not count against any list."""
    affixes: tuple[str, ...] = ()
    """``gen``, ``def``, ``pl``, if the annotator marked them."""
    notes: tuple[str, ...] = ()
    """Notes of the annotators, such as ``OBS!``."""

    def __repr__(self) -> str:
        """Leave out the text."""
        return f"Mark(start={self.start}, end={self.end}, label={self.label!r})"


@dataclass(frozen=True, slots=True)
class CorrectedText:
    """A text as annotators left it."""

    file: str
    """The file, as in :class:`Witness`; so are ``digest``, ``annotator`` and ``date``."""
    digest: str
    text: str = field(repr=False)
    """The original text."""
    marks: tuple[Mark, ...]
    """From left to right."""
    annotator: str = ""
    date: str = ""
    is_pseudonymized: bool = False
    """Whether names were replaced in it: a program marked it before people corrected it."""

    def witness(self, mentions: int, against: int) -> Witness:
        """Return what this correction says about a line."""
        return Witness(self.file, self.digest, mentions, against, self.annotator, self.date)
