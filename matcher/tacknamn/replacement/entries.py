"""Read single rows of a bundle's entries: what a draw is made of, and what a match names.

A :class:`tacknamn.lexicon.lexicon.Candidate` answers what a *form* may be; a draw needs one *row*,
with the thing that its names share (Köpenhamn and Copenhagen are one city).
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
    thing: str
    """Names of one thing share it; empty where there is but one name."""
    size: float
    """Its count: bearers, inhabitants."""
    mentions: float
    """Expected mentions in a text of a fixed length: what labels are compared by."""


LOOKUPS_KEPT = 1 << 13
"""Rows that were found and are remembered: two megabytes."""


class Entries:
    """The rows of a bundle's entries. It may be shared by threads."""

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
        """The most mentioned row of a folded form with a label, in a country if it is told;
        None where there is none. Texts name the same towns, and towns lie in the same regions."""

    def __len__(self) -> int:
        return self._rows

    def row(self, number: int) -> EntryRow:
        """One row."""
        with BundleGuard(self._bundle.folder):
            if not 0 <= number < self._rows:
                raise IndexError(number)
            return self._row(number)

    def label(self, number: int) -> Label:
        """The label of one row."""
        with BundleGuard(self._bundle.folder):
            return LABELS[self._labels[number]]

    def sources(self, number: int) -> tuple[str, ...]:
        """The sources that have this row."""
        bits = self._columns["sources"][number]
        order = self._bundle.manifest["source_order"]
        return tuple(name for place, name in enumerate(order) if bits >> place & 1)

    def of_form(self, form: int) -> EntryRow:
        """The most mentioned row of the form with this number, which is what a match has."""
        with BundleGuard(self._bundle.folder):
            first, end = self._first[form : form + 2] if form >= 0 else (0, 0)
            if not first < end <= self._rows:
                raise IndexError(form)
            return self._row(first)

    def _find(self, folded: str, label: str, country: str = "") -> EntryRow | None:
        with BundleGuard(self._bundle.folder):
            rows = map(self._row, self._named(folded, label))
            return next((row for row in rows if country in ("", row.country)), None)

    def knows(self, folded: str, label: str) -> bool:
        """Whether a folded form has a row with this label."""
        with BundleGuard(self._bundle.folder):
            return any(True for _ in self._named(folded, label))

    def main_rows(self, label: Label) -> Iterator[EntryRow]:
        """The rows with this label that are main names of things."""
        main = self._columns["main"]
        return (self.row(number) for number in self._with(label) if main[number])

    def folded_of(self, label: Label, country: str) -> Iterator[tuple[int, str]]:
        """The rows of a country with this label, and their folded forms."""
        home = SortedTexts(self._strings).find(country)
        countries, form = self._columns["country"], self._columns["form"]
        texts = self._bundle.section("forms")
        with BundleGuard(self._bundle.folder):
            for number in self._with(label):
                if countries[number] == home:
                    yield number, texts.text(form[number])

    def _named(self, folded: str, label: str) -> Iterator[int]:
        """The numbers of a form's rows with this label.

        Labels are compared before rows are made: Storgatan has hundreds, one for each town."""
        form = self._forms.find(folded)
        if form is None:
            return
        first, end = self._first[form : form + 2]
        if not first <= end <= self._rows:
            raise IndexError(form)
        for number in range(first, end):
            if LABELS[self._labels[number]] == label:
                yield number

    def _with(self, label: Label) -> Iterator[int]:
        """The numbers of the rows with this label."""
        labels, wanted = bytes(self._labels), LABELS.index(label)
        number = labels.find(wanted)
        while number >= 0:
            yield number
            number = labels.find(wanted, number + 1)

    def _row(self, number: int) -> EntryRow:
        value, text = self._columns, self._strings.text
        size, mentions = value["count"][number], value["mentions"][number]
        if not (0 <= size < math.inf and 0 <= mentions < math.inf):
            raise make_damage_error(self._bundle.folder, "a count is no number")
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
