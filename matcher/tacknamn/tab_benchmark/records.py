"""What is handed on: pieces of a text with their entity type, and mentions with all told."""

from enum import StrEnum
from typing import NamedTuple

from tacknamn.records import Detection

__all__ = ["Confidentiality", "EntityType", "IdentifierType", "Markable", "TabMention"]


class EntityType(StrEnum):
    """What an entity is (E1)."""

    PERSON = "PERSON"
    CODE = "CODE"
    LOC = "LOC"
    ORG = "ORG"
    DEM = "DEM"
    DATETIME = "DATETIME"
    QUANTITY = "QUANTITY"
    MISC = "MISC"


class IdentifierType(StrEnum):
    """Whether an entity has to be masked to protect a person (E5)."""

    DIRECT = "DIRECT"
    """It tells by itself who it is."""
    QUASI = "QUASI"
    """It tells together with others."""
    NO_MASK = "NO_MASK"


class Confidentiality(StrEnum):
    """What could harm the person if it were known (E6)."""

    BELIEF = "BELIEF"
    POLITICS = "POLITICS"
    SEX = "SEX"
    ETHNIC = "ETHNIC"
    HEALTH = "HEALTH"
    NOT_CONFIDENTIAL = "NOT_CONFIDENTIAL"


class Markable(NamedTuple):
    """A part of a text that may become a mention."""

    start: int
    """First character in the text as it was given."""
    end: int
    """Character behind the last one."""
    entity_type: EntityType
    rule: str
    """What found it; the rules of identifier types ask for it."""
    strength: int
    """Of two that overlap the stronger stays, of two as strong the longer."""
    found: Detection | None = None
    """What the engine told, where it did."""

    def __repr__(self) -> str:
        """Without what was found, which may tell of anybody's private life."""
        return f"Piece({self.start}, {self.end}, {self.entity_type.value}, {self.rule!r})"


class TabMention(NamedTuple):
    """An annotation of the benchmark: one place where an entity is mentioned."""

    start: int
    """First character in the text as it was given."""
    end: int
    """Character behind the last one."""
    entity_type: EntityType
    identifier_type: IdentifierType
    entity_id: str
    """``e1``, ``e2`` ... in order of first mention; the same for all mentions of an entity (E4)."""
    confidential_status: Confidentiality
    found: Detection | None
    """What the engine told, where it did; None where a rule of this package found it."""
    rule: str = ""
    """What found it."""
    reason: str = ""
    """Why it has its identifier type, in words that do not quote the text."""

    def __repr__(self) -> str:
        """Without what was found, which may tell of anybody's private life."""
        kinds = f"{self.entity_type.value}, {self.identifier_type.value}, {self.entity_id!r}"
        return f"Mention({self.start}, {self.end}, {kinds})"
