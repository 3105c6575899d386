"""SVALA's labels by name: groups, colours, old aliases, coarse classes, and the order of labels.

A word in SVALA can have several labels at once: a base label, a running number, affixes and
notes (``city 1 gen``). :meth:`Taxonomy.split_labels` separates them."""

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
    """The role of a label among the labels of a word, in the order in which SVALA sorts them."""

    BASE = "base"
    """The type of name; a word has one of them."""
    NUMBER = "number"
    """Digits: which entity it is, counted per label from 1."""
    AFFIX = "affix"
    """An addition to a base label: gen, def, pl, foreign."""
    NOTE = "note"
    """A note of the annotators, removed when they finish (except Com!)."""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading of the taxonomy."""

    name: str
    title: str
    """The title as SVALA shows it."""
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
    """Its names in older corpora and services."""
    coarse: str
    """Its class for ``detect --coarse``: PER, LOC, ORG, AGE, DATE ...; empty if it has none."""
    entity: str
    """Its entity type in the Text Anonymization Benchmark; empty if it has none."""
    lexicon: Label | None
    """The label of Täcknamn's lists that corresponds to it."""
    marked: bool
    """Whether it is marked but never replaced."""
    since: str
    """The month in which SVALA introduced it, e.g. 2025-09; empty for the original labels."""
    retired: bool
    """Whether SVALA has dropped it without a successor."""

    @property
    def colour(self) -> str:
        return self.group.colour


@dataclass(frozen=True, slots=True)
class LabelParts:
    """The labels of one word, separated by kind, under their current names."""

    main: tuple[str, ...]
    """Base labels; more than one is a conflict that a person must resolve."""
    numbers: tuple[int, ...]
    affixes: tuple[str, ...]
    notes: tuple[str, ...]
    unknown: tuple[str, ...]
    """Labels that the taxonomy does not have; they are kept as they are."""

    @property
    def label(self) -> str | None:
        """The base label, if there is one."""
        return self.main[0] if self.main else None

    @property
    def number(self) -> int | None:
        """The running number, if there is one."""
        return self.numbers[0] if self.numbers else None


_DIGITS = re.compile(r"[0-9]+")
"""A running number has ASCII digits only, as in SVALA."""
LONGEST_NUMBER = 9
"""Digits of a running number; a longer number is kept as an unknown label."""
_ORDER = {kind: index for index, kind in enumerate(LabelKind)}


@dataclass(frozen=True)
class Taxonomy:
    """The labels of one version of SVALA's taxonomy.

    >>> from tacknamn.taxonomy.reader import load_taxonomy
    >>> load_taxonomy().split_labels(["firstname:female", "1", "gen"]).label
    'firstname_female'
    """

    version: str
    """The date of SVALA's taxonomy."""
    labels: tuple[LabelInfo, ...]
    """The labels in SVALA's order."""
    _by_name: dict[str, LabelInfo] = field(init=False, repr=False, compare=False)
    _by_lexicon: dict[Label, LabelInfo] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name = {name: info for info in self.labels for name in (info.name, *info.aliases)}
        by_lexicon = {info.lexicon: info for info in self.labels if info.lexicon is not None}
        object.__setattr__(self, "_by_name", by_name)
        object.__setattr__(self, "_by_lexicon", by_lexicon)

    @property
    def groups(self) -> tuple[Group, ...]:
        return tuple(dict.fromkeys(info.group for info in self.labels))

    @property
    def coarse_classes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(info.coarse for info in self.labels if info.coarse))

    def find(self, name: str) -> LabelInfo | None:
        """Return the label with this name or old alias, or None."""
        return self._by_name.get(name)

    def label(self, name: str) -> LabelInfo:
        """Return the label with this name or old alias; the error suggests similar names."""
        info = self.find(name)
        if info is not None:
            return info
        close = difflib.get_close_matches(name[:80], self._by_name, 3, 0.6)
        names = list(dict.fromkeys(self._by_name[similar].name for similar in close))
        labels = ", ".join(info.name for info in self.labels)
        hint = f"did you mean {' or '.join(names)}?" if names else f"there are {labels}"
        raise InputError(f"there is no label {name[:80]!r}; {hint}")

    def find_for_lexicon(self, label: Label | str) -> LabelInfo:
        """Return the label for a label of Täcknamn's lists: nationality is SVALA's ethnicity."""
        try:
            return self._by_lexicon[Label(label)]
        except (ValueError, KeyError):
            raise InputError(
                f"there is no label {str(label)[:80]!r} in the lists; there are {', '.join(Label)}"
            ) from None

    def coarse(self, name: str) -> str:
        """Return the class of a label, e.g. PER; MISC for unknown labels, affixes and notes."""
        info = self.find(name)
        return (info.coarse if info else "") or "MISC"

    def kind(self, name: str) -> LabelKind | None:
        """Return the kind of a label; None for an unknown label."""
        if _DIGITS.fullmatch(name):
            return LabelKind.NUMBER
        info = self.find(name)
        return info.kind if info else None

    def split_labels(self, labels: Iterable[str]) -> LabelParts:
        """Separate the labels of one word by kind, under their current names."""
        by_kind: dict[LabelKind | None, list[str]] = {kind: [] for kind in (*LabelKind, None)}
        for name in dict.fromkeys(labels):
            kind = self.kind(name)
            if kind is LabelKind.NUMBER and len(name) > LONGEST_NUMBER:
                kind = None
            by_kind[kind].append(self.get_current_name(name))
        return LabelParts(
            main=_drop_repeats(by_kind[LabelKind.BASE]),
            numbers=tuple(map(int, by_kind[LabelKind.NUMBER])),
            affixes=_drop_repeats(by_kind[LabelKind.AFFIX]),
            notes=_drop_repeats(by_kind[LabelKind.NOTE]),
            unknown=tuple(by_kind[None]),
        )

    def get_current_name(self, name: str) -> str:
        """Return the current name of a label; an unknown label or a number stays as it is."""
        info = self.find(name)
        return info.name if info else name

    def sort_labels(self, labels: Iterable[str]) -> tuple[str, ...]:
        """Sort labels as SVALA does: base, number, affixes, notes, then alphabetically; once each."""
        return tuple(sorted(dict.fromkeys(labels), key=self._get_sort_key))

    def _get_sort_key(self, name: str) -> tuple[int, str]:
        return _ORDER[self.kind(name) or LabelKind.BASE], name


def _drop_repeats(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
