"""Choose the entries of an export."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tacknamn.errors import InputError
from tacknamn.labels import LABELS, Kind
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.listing import LexiconEntry, list_entries
from tacknamn.support.suggest import suggest_names

__all__ = ["ExportContent", "Selection", "choose_content"]

_COUNTED = (Kind.BEARERS, Kind.INHABITANTS)
"""Kinds of counts that count people, and can be compared with a minimum."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which entries to export."""

    labels: tuple[str, ...] = ()
    """All labels that have entries, if empty."""
    top: int | None = None
    """Entries of each label, the most mentioned ones."""
    min_count: float | None = None
    """Least number of bearers or inhabitants; entries that are counted otherwise are left out."""
    min_probability: float = 0.0
    """Least probability that a form has the label."""


@dataclass(frozen=True, slots=True)
class ExportContent:
    """What an export contains."""

    manifest: Mapping[str, Any]
    """The manifest of the bundle."""
    selection: Selection
    entries: Mapping[str, Sequence[LexiconEntry]]
    """The entries of each label, the most mentioned first."""

    def list_all(self) -> Iterator[LexiconEntry]:
        """Yield the entries of all labels."""
        for entries in self.entries.values():
            yield from entries

    def group_forms(self) -> dict[str, list[str]]:
        """Return the distinct spellings of each label, the most mentioned first."""
        return {
            label: list(dict.fromkeys(entry.form for entry in entries))
            for label, entries in self.entries.items()
        }

    def choose_labels(self) -> dict[str, LexiconEntry]:
        """Return the likeliest entry of each key, for tools that give a form one label only."""
        likeliest: dict[str, LexiconEntry] = {}
        for entry in self.list_all():
            known = likeliest.get(entry.key)
            if known is None or entry.mentions > known.mentions:
                likeliest[entry.key] = entry
        return dict(sorted(likeliest.items()))


def choose_content(lexicon: Lexicon, selection: Selection) -> ExportContent:
    """Read the chosen entries of a bundle. A label without any is an error if it was named."""
    known = lexicon.label_codes
    labels = tuple(dict.fromkeys(selection.labels)) or (*LABELS, *known.own)
    _check_labels(labels, lexicon)
    _check_numbers(selection)
    entries: dict[str, list[LexiconEntry]] = {str(label): [] for label in labels}
    label_bits = lexicon.label_bits(selection.min_probability)
    codes = map(known.get_code, labels)
    for entry in list_entries(lexicon.bundle, known, codes, label_bits):
        chosen = entries[entry.label]
        if _has_count(entry, selection.min_count) and len(chosen) != selection.top:
            chosen.append(entry)
    empty = [label for label, of_label in entries.items() if not of_label]
    if empty and (selection.labels or len(empty) == len(labels)):
        raise InputError(
            f"{lexicon.bundle.folder}: no entries of {', '.join(empty)} fit; leave the label out, "
            "or lower --min-count and --min-probability"
        )
    filled = {label: of_label for label, of_label in entries.items() if of_label}
    return ExportContent(lexicon.bundle.manifest, selection, filled)


def _has_count(entry: LexiconEntry, least: float | None) -> bool:
    return least is None or (entry.kind in _COUNTED and entry.count >= least)


def _check_labels(labels: Iterable[str], lexicon: Lexicon) -> None:
    known = [str(label) for label in (*LABELS, *lexicon.label_codes.own)]
    for label in labels:
        if label not in known:
            raise InputError(f"there is no label {label!r}; {suggest_names(label, known)}")


def _check_numbers(selection: Selection) -> None:
    if selection.top is not None and selection.top < 1:
        raise InputError(f"--top is a number of entries from 1, not {selection.top}")
    if selection.min_count is not None and not 0 <= selection.min_count < float("inf"):
        raise InputError(f"--min-count is a number from 0, not {selection.min_count}")
