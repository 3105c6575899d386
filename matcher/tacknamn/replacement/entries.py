"""Read single rows of a bundle's entries, for draws and for the originals of matches.

A :class:`tacknamn.lexicon.lexicon.Candidate` says what a *form* may be. A draw needs one *row*, and
the identifier that all names of an entity share (Köpenhamn and Copenhagen are one city).
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.bundle import BundleGuard, make_damage_error
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.sections import SortedTexts

__all__ = ["Entries", "EntryRow"]


class EntryRow(NamedTuple):
    """One row of the entries."""

    number: int
    form: str
    label: Label
    country: str
    parent: str
    entity: str
    """Identifier that the names of one entity share; empty if it has only one name."""
    size: float
    """Its count: people with this name, or inhabitants."""
    mentions: float
    """Expected mentions in a text of a fixed length, the unit in which labels are compared."""


LOOKUPS_KEPT = 1 << 13
"""Look-ups that are cached: two megabytes."""


class Entries:
    """The rows of a bundle's entries. Threads may share it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._bundle = lexicon.bundle
        entries, forms = (self._bundle.section(name) for name in ("entries", "forms"))
        self._columns = {name: entries.column(name) for name in _COLUMNS}
        self._labels = entries.data("label")
        self._first = forms.column("entry")
        self._forms = SortedTexts(forms)
        self._strings = self._bundle.section("strings")
        self._rows = entries.rows
        self.find = lru_cache(LOOKUPS_KEPT)(self._find)
        """Find the most mentioned row of a folded form with a label, also by country; None if there
        is none. Cached because texts name the same towns, and towns lie in the same regions."""

    def __len__(self) -> int:
        return self._rows

    def get_row(self, number: int) -> EntryRow:
        """Return one row."""
        with BundleGuard(self._bundle.folder):
            if not 0 <= number < self._rows:
                raise IndexError(number)
            return self._read_row(number)

    def get_label(self, number: int) -> Label:
        """Return the label of one row."""
        with BundleGuard(self._bundle.folder):
            return LABELS[self._labels[number]]

    def get_sources(self, number: int) -> tuple[str, ...]:
        """Return the sources that contain this row."""
        bits = self._columns["sources"][number]
        order = self._bundle.manifest["source_order"]
        return tuple(name for bit, name in enumerate(order) if bits >> bit & 1)

    def find_by_form(self, form: int) -> EntryRow:
        """Return the most mentioned row of a form, by the number that a match has."""
        with BundleGuard(self._bundle.folder):
            first, end = self._first[form : form + 2] if form >= 0 else (0, 0)
            if not first < end <= self._rows:
                raise IndexError(form)
            return self._read_row(first)

    def _find(self, folded: str, label: str, country: str = "") -> EntryRow | None:
        with BundleGuard(self._bundle.folder):
            rows = map(self._read_row, self._find_numbers(folded, label))
            return next((row for row in rows if country in ("", row.country)), None)

    def has_form(self, folded: str, label: str) -> bool:
        """Whether a folded form has a row with this label."""
        with BundleGuard(self._bundle.folder):
            return any(True for _ in self._find_numbers(folded, label))

    def list_main_rows(self, label: Label) -> Iterator[EntryRow]:
        """List the rows with this label that are the main names of their entities."""
        main = self._columns["main"]
        return (
            self.get_row(number) for number in self._find_numbers_of_label(label) if main[number]
        )

    def list_folded_forms(self, label: Label, country: str) -> Iterator[tuple[int, str]]:
        """List the rows of a country with this label, with their folded forms."""
        home = SortedTexts(self._strings).find(country)
        countries, form = self._columns["country"], self._columns["form"]
        texts = self._bundle.section("forms")
        with BundleGuard(self._bundle.folder):
            for number in self._find_numbers_of_label(label):
                if countries[number] == home:
                    yield number, texts.text(form[number])

    def _find_numbers(self, folded: str, label: str) -> Iterator[int]:
        """Yield the numbers of a form's rows with this label.

        Labels are compared before rows are read: Storgatan has hundreds of rows, one per town."""
        form = self._forms.find(folded)
        if form is None:
            return
        first, end = self._first[form : form + 2]
        if not first <= end <= self._rows:
            raise IndexError(form)
        for number in range(first, end):
            if LABELS[self._labels[number]] == label:
                yield number

    def _find_numbers_of_label(self, label: Label) -> Iterator[int]:
        """Yield the numbers of the rows with this label."""
        labels, index = bytes(self._labels), LABELS.index(label)
        number = labels.find(index)
        while number >= 0:
            yield number
            number = labels.find(index, number + 1)

    def _read_row(self, number: int) -> EntryRow:
        value, text = self._columns, self._strings.text
        size, mentions = value["count"][number], value["mentions"][number]
        if not (0 <= size < math.inf and 0 <= mentions < math.inf):
            raise make_damage_error(self._bundle.folder, "a count is not a number")
        return EntryRow(
            number,
            text(value["display"][number]),
            LABELS[value["label"][number]],
            text(value["country"][number]),
            text(value["parent"][number]),
            text(value["thing"][number]),
            size,
            mentions,
        )


_COLUMNS = (
    "country",
    "count",
    "display",
    "form",
    "label",
    "main",
    "mentions",
    "parent",
    "sources",
    "thing",
)
