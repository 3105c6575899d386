"""What is known of a label, and what the labels of one place say together."""

from dataclasses import dataclass
from enum import StrEnum

from tacknamn.labels import Label

__all__ = ["Group", "LabelInfo", "LabelKind", "Parts"]


class LabelKind(StrEnum):
    """What a label does beside others, in the order in which SVALA sorts them."""

    BASE = "base"
    """It says what something is; one place has one of them."""
    NUMBER = "number"
    """Digits: which person or thing it is, counted per label from 1."""
    AFFIX = "affix"
    """It says what is added to a base label: gen, def, pl, foreign."""
    NOTE = "note"
    """A note of the annotators, gone when they are done (Com! is kept)."""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading of the taxonomy."""

    name: str
    title: str
    """As SVALA shows it."""
    colour: str
    """``#rrggbb``; black letters are readable on it."""


@dataclass(frozen=True, slots=True)
class LabelInfo:
    """A label of the taxonomy."""

    name: str
    kind: LabelKind
    group: Group
    description: str
    aliases: tuple[str, ...]
    """Names that it has in older corpora and services."""
    coarse: str
    """Its class for ``detect --coarse``: PER, LOC, ORG, AGE, DATE ...; empty where it has none."""
    entity: str
    """Its entity type in the Text Anonymization Benchmark; empty where it has none."""
    lexicon: Label | None
    """The label of Täcknamn's lists whose entries get it."""
    marked: bool
    """Whether it is found and marked, but never replaced."""
    since: str
    """The month in which SVALA got it, e.g. 2025-09; empty for those of old."""
    retired: bool
    """Whether SVALA has given it up, without a successor."""

    @property
    def colour(self) -> str:
        return self.group.colour


@dataclass(frozen=True, slots=True)
class Parts:
    """The labels of one place, told apart, under today's names."""

    main: tuple[str, ...]
    """Base labels; more than one is a conflict that a person must settle."""
    numbers: tuple[int, ...]
    affixes: tuple[str, ...]
    notes: tuple[str, ...]
    unknown: tuple[str, ...]
    """Labels of no taxonomy that is known here; they are kept as they are."""

    @property
    def label(self) -> str | None:
        """The base label, where there is one."""
        return self.main[0] if self.main else None

    @property
    def number(self) -> int | None:
        """The running number, where there is one."""
        return self.numbers[0] if self.numbers else None
