"""What the patterns tell: a finding, and the readings it was chosen from."""

from enum import StrEnum
from typing import NamedTuple

__all__ = [
    "HARMLESS_RULES",
    "Action",
    "Alternative",
    "Detection",
    "Finding",
    "Span",
]

HARMLESS_RULES = frozenset(
    {"amount", "decade", "everybodys_number", "grouped_number", "isbn", "reference", "time"}
)
"""Rules whose findings identify nobody: prices, measures, the eighties, 112, book numbers, pages
and school classes, clock times. They are told because seed B replaces every number of three digits or more; the
profile ``swell`` may leave them, by its rule of minimal change (A1)."""


class Alternative(NamedTuple):
    """One thing that a part of a text may be."""

    start: int
    """First character in the text."""
    end: int
    """Character behind the last one."""
    label: str
    """The category, by its name in the taxonomy."""
    rule: str
    """The line of ``rules.tsv`` that gave it."""
    trigger: str = ""
    """The word nearby that spoke for it, lower-case; empty where the shape was enough."""
    checked: bool | None = None
    """Whether its check digits are right; None where there are none."""
    strength: int = 0
    """How much speaks for it: the rule's strength and what trigger and check add."""


class Finding(NamedTuple):
    """A part of a text that is to be replaced, and why."""

    start: int
    """First character in the text as it was given."""
    end: int
    """Character behind the last one."""
    label: str
    """The category, by its name in the taxonomy."""
    rule: str
    """The line of ``rules.tsv`` that gave it."""
    trigger: str = ""
    """The word nearby that spoke for it, lower-case; empty where the shape was enough."""
    others: tuple[Alternative, ...] = ()
    """The readings that lost, the strongest first."""
    checked: bool | None = None
    """Whether its check digits are right; None where there are none."""

    @property
    def harmless(self) -> bool:
        """Whether it is a number that identifies nobody (:data:`HARMLESS_RULES`)."""
        return self.rule in HARMLESS_RULES


# What the stages of the pseudonymizer hand on: what was found, and what became of it.


class Action(StrEnum):
    """What a policy does with a label."""

    REPLACE = "replace"
    """Something else stands there."""
    MARK = "mark"
    """The text stays, and its label is told."""
    KEEP = "keep"
    """The text stays, and nothing is told."""


class Detection(NamedTuple):
    """A piece of a text that points at somebody, with the label that was decided on.

    Found pieces do not overlap and come from left to right."""

    start: int
    """First character in the text as it was given."""
    end: int
    """Character behind the last one."""
    label: str
    """The category, by its name in the taxonomy."""
    rule: str
    """What found it: ``list``, the rule of a pattern, or the rule of labelling that decided."""
    base: str = ""
    """What is named, without affixes and rightly spelt; empty where it is the piece itself."""
    affixes: tuple[str, ...] = ()
    """What the text adds to the base: ``gen``, ``def``, ``pl``."""
    trigger: str = ""
    """The word nearby that spoke for it, lower-case; empty where none had to."""
    probability: float = 1.0
    """How sure it is that this is the label."""
    entry: int = -1
    """The entry's number in the lexicon; -1 where no list has it."""
    country: str = ""
    """Two capitals, where it lies somewhere."""
    parent: str = ""
    """What it lies in: a municipality, a region, a town."""
    edits: int = 0
    """Letters by which the text differs from the base: more than none is a misspelling."""
    finding: Finding | None = None
    """What the patterns told, with the readings that lost."""
    of_class: float = 1.0
    """How sure it is that it names a person, a place or an institution at all, whichever of that
    class's labels it has."""

    def __repr__(self) -> str:
        """Without the text, which may be anybody's private life."""
        return f"Found(start={self.start}, end={self.end}, label={self.label!r})"


class Span(NamedTuple):
    """A piece of the original text, and what stands for it in the pseudonymized one."""

    start: int
    """First character in the original text."""
    end: int
    """Character behind the last one."""
    label: str
    """The category, by its name in the taxonomy, or the profile's own name for it."""
    replacement: str
    """What stands there now: the original itself where it is only marked."""
    number: int
    """Running number of what is named, of its label, from 1; 0 where a person gave none."""
    affixes: tuple[str, ...]
    """Labels on top, in SVALA's order: ``gen``, ``def``, ``pl``, ``foreign``, and notes."""
    action: Action
    found: Detection | None
    """How it was found; None where a person, or another program, said so."""
    reason: str = ""
    """Why this replacement, in words that do not quote the original."""
    pool: int = 1
    """How many names the replacement was drawn from."""
    comment: str = ""
    """An annotator's."""

    @property
    def manual(self) -> bool:
        """Whether a person, or another program, said so."""
        return self.found is None

    def __repr__(self) -> str:
        """Without the replacement, which may be the original."""
        return f"Span(start={self.start}, end={self.end}, label={self.label!r})"
