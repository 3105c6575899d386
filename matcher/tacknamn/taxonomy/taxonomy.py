"""What is known of a label, and what the labels of one place say together."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from tacknamn.errors import InputError
from tacknamn.labels import Label

__all__ = [
    "Group",
    "LabelInfo",
    "LabelKind",
    "LabelParts",
    "Taxonomy",
]


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
class LabelParts:
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


# SVALA's labels, by name: groups, colours, old aliases, classes, and the order of labels.


_DIGITS = re.compile(r"[0-9]+")
"""A running number: digits of ASCII, as SVALA has it."""
LONGEST_NUMBER = 9
"""Digits of a running number; longer ones are no number of ours and stay as they are."""
_ORDER = {kind: place for place, kind in enumerate(LabelKind)}


@dataclass(frozen=True)
class Taxonomy:
    """The labels of one version.

    >>> from tacknamn.taxonomy import load_taxonomy
    >>> load_taxonomy().parts(["firstname:female", "1", "gen"]).label
    'firstname_female'
    """

    version: str
    """Date of SVALA's taxonomy that it holds."""
    labels: tuple[LabelInfo, ...]
    """In SVALA's order."""
    _by_name: dict[str, LabelInfo] = field(init=False, repr=False, compare=False)
    _by_lexicon: dict[Label, LabelInfo] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name = {name: one for one in self.labels for name in (one.name, *one.aliases)}
        by_lexicon = {one.lexicon: one for one in self.labels if one.lexicon is not None}
        object.__setattr__(self, "_by_name", by_name)
        object.__setattr__(self, "_by_lexicon", by_lexicon)

    @property
    def groups(self) -> tuple[Group, ...]:
        return tuple(dict.fromkeys(one.group for one in self.labels))

    @property
    def coarse_classes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one.coarse for one in self.labels if one.coarse))

    def find(self, name: str) -> LabelInfo | None:
        """The label of that name or old alias; None where there is none."""
        return self._by_name.get(name)

    def label(self, name: str) -> LabelInfo:
        """The label of that name or old alias; an unknown one is told with those like it."""
        found = self.find(name)
        if found is not None:
            return found
        close = difflib.get_close_matches(name[:80], self._by_name, 3, 0.6)
        names = list(dict.fromkeys(self._by_name[one].name for one in close))
        hint = f"did you mean {' or '.join(names)}?" if names else f"there are {self._names()}"
        raise InputError(f"there is no label {name[:80]!r}; {hint}")

    def of_lexicon(self, label: Label | str) -> LabelInfo:
        """What entries of Täcknamn's lists get: nationality, say, is SVALA's ethnicity."""
        try:
            return self._by_lexicon[Label(label)]
        except (ValueError, KeyError):
            raise InputError(
                f"there is no label {str(label)[:80]!r} in the lists; there are {', '.join(Label)}"
            ) from None

    def coarse(self, name: str) -> str:
        """The class of a label, e.g. PER; that of what is unknown, affixes and notes is MISC."""
        found = self.find(name)
        return (found.coarse if found else "") or "MISC"

    def kind(self, name: str) -> LabelKind | None:
        """What a label does; None where it is of no taxonomy that is known here."""
        if _DIGITS.fullmatch(name):
            return LabelKind.NUMBER
        found = self.find(name)
        return found.kind if found else None

    def parts(self, labels: Iterable[str]) -> LabelParts:
        """The labels of one place, told apart and under today's names."""
        sorts: dict[LabelKind | None, list[str]] = {kind: [] for kind in (*LabelKind, None)}
        for name in dict.fromkeys(labels):
            kind = self.kind(name)
            if kind is LabelKind.NUMBER and len(name) > LONGEST_NUMBER:
                kind = None
            sorts[kind].append(self.today(name))
        return LabelParts(
            main=_drop_repeats(sorts[LabelKind.BASE]),
            numbers=tuple(map(int, sorts[LabelKind.NUMBER])),
            affixes=_drop_repeats(sorts[LabelKind.AFFIX]),
            notes=_drop_repeats(sorts[LabelKind.NOTE]),
            unknown=tuple(sorts[None]),
        )

    def today(self, name: str) -> str:
        """Today's name of a label; what is unknown, or a number, stays as it is."""
        found = self.find(name)
        return found.name if found else name

    def ordered(self, labels: Iterable[str]) -> tuple[str, ...]:
        """Labels once each, as SVALA sorts them: base, number, affixes, notes, then alphabet."""
        return tuple(sorted(dict.fromkeys(labels), key=self._place))

    def _place(self, name: str) -> tuple[int, str]:
        return _ORDER[self.kind(name) or LabelKind.BASE], name

    def _names(self) -> str:
        return ", ".join(one.name for one in self.labels)


def _drop_repeats(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
