"""What the patterns tell: a finding, and the readings it was chosen from."""

from typing import NamedTuple

__all__ = ["HARMLESS", "Finding", "Reading"]

HARMLESS = frozenset(
    {"amount", "decade", "everybodys_number", "grouped_number", "isbn", "reference", "time"}
)
"""Rules whose findings identify nobody: prices, measures, the eighties, 112, book numbers, pages
and school classes, clock times. They are told because seed B replaces every number of three digits or more; the
profile ``swell`` may leave them, by its rule of minimal change (A1)."""


class Reading(NamedTuple):
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
    others: tuple[Reading, ...] = ()
    """The readings that lost, the strongest first."""
    checked: bool | None = None
    """Whether its check digits are right; None where there are none."""

    @property
    def harmless(self) -> bool:
        """Whether it is a number that identifies nobody (:data:`HARMLESS`)."""
        return self.rule in HARMLESS
