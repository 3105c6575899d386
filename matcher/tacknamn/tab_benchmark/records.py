"""The records of the benchmark: markables found in a text, and the mentions made of them."""

from enum import StrEnum
from typing import NamedTuple

from tacknamn.records import Detection

__all__ = ["NAMED", "Confidentiality", "EntityType", "IdentifierType", "Markable", "TabMention"]


class EntityType(StrEnum):
    """The type of an entity (E1)."""

    PERSON = "PERSON"
    CODE = "CODE"
    LOC = "LOC"
    ORG = "ORG"
    DEM = "DEM"
    DATETIME = "DATETIME"
    QUANTITY = "QUANTITY"
    MISC = "MISC"


NAMED = (EntityType.PERSON, EntityType.ORG, EntityType.LOC)
"""Types whose entities have names. For the other types, only equal words are the same entity."""


class IdentifierType(StrEnum):
    """Whether an entity has to be masked to protect a person (E5)."""

    DIRECT = "DIRECT"
    """It identifies the person on its own."""
    QUASI = "QUASI"
    """It identifies the person in combination with other facts."""
    NO_MASK = "NO_MASK"


class Confidentiality(StrEnum):
    """The kind of sensitive information that a mention reveals (E6)."""

    BELIEF = "BELIEF"
    POLITICS = "POLITICS"
    SEX = "SEX"
    ETHNIC = "ETHNIC"
    HEALTH = "HEALTH"
    NOT_CONFIDENTIAL = "NOT_CONFIDENTIAL"


class Markable(NamedTuple):
    """A part of a text that may become a mention, as one finder proposes it."""

    start: int
    """First character in the original text."""
    end: int
    """Character after the last one."""
    entity_type: EntityType
    rule: str
    """The rule that found it. The rules for identifier types refer to it."""
    strength: int
    """If two markables overlap, the stronger one stays; at equal strength, the longer one."""
    detection: Detection | None = None
    """What the engine detected at this place, if anything."""

    def __repr__(self) -> str:
        """Leave out the detection, which may contain personal information."""
        return f"Markable({self.start}, {self.end}, {self.entity_type.value}, {self.rule!r})"


class TabMention(NamedTuple):
    """An annotation of the benchmark: a place in the text that mentions an entity."""

    start: int
    """First character in the original text."""
    end: int
    """Character after the last one."""
    entity_type: EntityType
    identifier_type: IdentifierType
    entity_id: str
    """``e1``, ``e2`` ... in order of first mention; equal for all mentions of an entity (E4)."""
    confidential_status: Confidentiality
    detection: Detection | None
    """What the engine detected here; None if only a rule of this package found it."""
    rule: str = ""
    """The rule that found it."""
    reason: str = ""
    """Why it has its identifier type, in words that do not quote the text."""

    def __repr__(self) -> str:
        """Leave out the detection, which may contain personal information."""
        kinds = f"{self.entity_type.value}, {self.identifier_type.value}, {self.entity_id!r}"
        return f"TabMention({self.start}, {self.end}, {kinds})"
