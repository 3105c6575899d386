"""The records that the stages pass on: findings, detections, and the spans of a result."""

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
"""Rules of findings that identify no person: prices and measures, the eighties, 112, book numbers,
pages and school classes, clock times. They are found because the sms4science rules replace every
number of three digits or more; the profile ``swell`` leaves them, by its rule of minimal change
(A1)."""


class Alternative(NamedTuple):
    """One thing that a part of a text may be, according to one rule of the patterns."""

    start: int
    """The first character in the text."""
    end: int
    """The character after the last one."""
    label: str
    """The category, by its name in the taxonomy."""
    rule: str
    """The line of ``rules.tsv`` that applied."""
    trigger: str = ""
    """The cue word near it, in lower case; empty if the shape was enough."""
    checked: bool | None = None
    """Whether its check digits are right; None if it has none."""
    strength: int = 0
    """How much speaks for it: the strength of the rule, and what cue word and check digits add."""


class Finding(NamedTuple):
    """A part of a text that the patterns found, and why."""

    start: int
    """The first character in the original text."""
    end: int
    """The character after the last one."""
    label: str
    """The category, by its name in the taxonomy."""
    rule: str
    """The line of ``rules.tsv`` that applied."""
    trigger: str = ""
    """The cue word near it, in lower case; empty if the shape was enough."""
    others: tuple[Alternative, ...] = ()
    """The alternatives that lost, the strongest first."""
    checked: bool | None = None
    """Whether its check digits are right; None if it has none."""


class Action(StrEnum):
    """What a profile does with a label."""

    REPLACE = "replace"
    """A replacement is put there."""
    MARK = "mark"
    """The text stays and is labelled."""
    KEEP = "keep"
    """The text stays without a label."""


class Detection(NamedTuple):
    """A piece of a text with one label, before a profile decides what to do with it.

    Detections do not overlap; they are sorted from left to right."""

    start: int
    """The first character in the original text."""
    end: int
    """The character after the last one."""
    label: str
    """The category, by its name in the taxonomy."""
    rule: str
    """What found it: ``list``, a rule of the patterns, or another rule of the ranking."""
    base: str = ""
    """The name without affixes, correctly spelt; empty if it is the piece itself."""
    affixes: tuple[str, ...] = ()
    """What the text adds to the base: ``gen``, ``def``, ``pl``."""
    trigger: str = ""
    """The cue word near it, in lower case; empty if none was needed."""
    probability: float = 1.0
    """The probability of the label."""
    entry: int = -1
    """The entry's number in the lexicon; -1 if no list has it."""
    country: str = ""
    """The two-letter code of the country in which it lies, if it is a place."""
    parent: str = ""
    """The municipality, region or town in which it lies."""
    edits: int = 0
    """By how many letters the text differs from the base; more than none is a misspelling."""
    finding: Finding | None = None
    """The finding of the patterns, with the alternatives that lost."""
    class_probability: float = 1.0
    """The probability that it names anything of the label's class: a person, a place, an
    institution."""

    def __repr__(self) -> str:
        """Leave out the text, because it may be private."""
        return f"Detection(start={self.start}, end={self.end}, label={self.label!r})"


class Span(NamedTuple):
    """A piece of the original text and its replacement: the public result."""

    start: int
    """The first character in the original text."""
    end: int
    """The character after the last one."""
    label: str
    """The category, by its name in the taxonomy or by the profile's own name for it. The taxonomy has
    more categories than the lists; a :class:`~tacknamn.labels.Label` is equal to its name."""
    replacement: str
    """What replaces it; the original itself if it is only marked."""
    number: int
    """The running number of the entity within its label, from 1; 0 if an annotator gave none."""
    affixes: tuple[str, ...]
    """Additional labels, in SVALA's order: ``gen``, ``def``, ``pl``, ``foreign``, and notes."""
    action: Action
    found: Detection | None
    """Its detection; None if a person or another program made the span."""
    reason: str = ""
    """Why it has this replacement, without quoting the original."""
    pool: int = 1
    """How many names the replacement was drawn from; 1 if nothing was chosen, 0 if it is not known, as of a
    name that an annotator wrote."""
    comment: str = ""
    """An annotator's comment."""

    @property
    def manual(self) -> bool:
        """Whether a person or another program made it."""
        return self.found is None

    def __repr__(self) -> str:
        """Leave out the replacement, because it may be the original."""
        return f"Span(start={self.start}, end={self.end}, label={self.label!r})"
