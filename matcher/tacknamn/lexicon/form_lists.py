"""Read what a bundle has of each form: its candidates, their mentions and labels."""

import math
from array import array
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.errors import InputError
from tacknamn.labels import LABELS, Kind
from tacknamn.lexicon.bundle import Bundle, BundleGuard, make_damage_error, make_pointer_error
from tacknamn.lexicon.label_codes import OWN_BIT, LabelCodes
from tacknamn.lexicon.label_shares import LIKELY, find_likely_labels
from tacknamn.lexicon.records import Candidate
from tacknamn.lexicon.sections import SortedTexts
from tacknamn.lexicon.word_lists import WordLists, fold_form

__all__ = ["FormLists"]

_KINDS = tuple(Kind)
STRINGS_KEPT = 1 << 12
"""Names, countries and regions of candidates that are cached."""
_KNOWN_SHARES = {0.0: "labels", LIKELY: "likely"}
"""The columns of ``forms`` with the labels of some probability."""


class FormLists(WordLists):
    """The words and forms of one bundle. Threads may share it."""

    def __init__(self, bundle: Bundle) -> None:
        super().__init__(bundle)
        self.label_codes = LabelCodes(bundle.manifest.get("own_labels", ()))
        """The labels that its entries may have."""
        self._forms = bundle.section("forms")
        self._entries = bundle.section("entries")
        self._strings = bundle.section("strings")
        self._string = lru_cache(STRINGS_KEPT)(self._strings.text)
        self._first, self._ordinary = (self._forms.column(name) for name in ("entry", "ordinary"))
        self._labels, self._counted = (self._entries.column(name) for name in ("label", "mentions"))
        self._texts = SortedTexts(self._forms)

    def label_bits(self, least: float = 0.0) -> "memoryview[int]":
        """Return a number for each form: bit n is set if the form has the n-th label, with at least
        this probability.

        The answer for 0 and for :data:`tacknamn.lexicon.label_shares.LIKELY` is in the bundle;
        others take some tenths of a second."""
        if not 0 <= least <= 1:
            raise InputError(f"a probability is a number from 0 to 1, not {least}")
        if least in _KNOWN_SHARES:
            return self._forms.column(_KNOWN_SHARES[least])
        with BundleGuard(self.bundle.folder):
            first, ordinary = list(self._first), list(self._ordinary)
            end = self._entries.rows
            labels, mentions = list(self._labels[0:end]), list(self._counted[0:end])
            return memoryview(find_likely_labels(first, labels, mentions, ordinary, least))

    def mark_forms(self, codes: frozenset[int]) -> "memoryview[int]":
        """Return for each form :data:`OWN_BIT` if it has a label with one of these codes, else 0."""
        first, labels = self._first, self._labels
        marks = (
            0 if codes.isdisjoint(labels[first[row] : first[row + 1]]) else OWN_BIT
            for row in range(self._forms.rows)
        )
        return memoryview(array("I", marks))

    def weigh_labels(self, entry: int) -> tuple[list[tuple[int, int, float]], float]:
        """Return how often a form has each label, and how often it is an ordinary word.

        For each label: the row of the likeliest candidate, the label's index in :data:`LABELS`,
        and the mentions of all candidates with it. All figures are per billion words of ordinary
        text; :meth:`candidates` turns them into probabilities. :meth:`read_column` gives more facts
        about a row."""
        try:  # called for every word of a text: a BundleGuard would take as long as the rest
            rows, mentions, ordinary = self._mentions(entry)
            labels = self._labels[rows.start : rows.stop]
            if max(labels) >= len(LABELS):
                raise IndexError(entry)
        except IndexError as exc:
            raise make_pointer_error(self.bundle.folder) from exc
        weighed = list(zip(rows, labels, mentions, strict=True))
        return weighed if len(set(labels)) == len(labels) else _merge_by_label(weighed), ordinary

    def has_form(self, form: str) -> bool:
        """Return whether any entry has a form. Cheaper than a look-up of its candidates."""
        with BundleGuard(self.bundle.folder):
            return self._texts.find(fold_form(form)) is not None

    def weigh_form(self, form: str) -> tuple[list[tuple[int, int, float]], float]:
        """Return the same as :meth:`weigh_labels` for the entry of a form; nothing if it has none."""
        with BundleGuard(self.bundle.folder):
            entry = self._texts.find(fold_form(form))
        return ([], 0.0) if entry is None else self.weigh_labels(entry)

    def read_column(self, row: int, column: str) -> str:
        """Return ``display``, ``country`` or ``parent`` of the candidate in this row."""
        try:
            return self._string(self._entries.column(column)[row])
        except IndexError as exc:
            raise make_pointer_error(self.bundle.folder) from exc

    def _candidates(self, row: int) -> list[Candidate]:
        rows, mentions, ordinary = self._mentions(row)
        total = sum(mentions) + ordinary or 1.0
        return [
            self._candidate(entry, mentioned / total)
            for entry, mentioned in zip(rows, mentions, strict=True)
        ]

    def _mentions(self, row: int) -> tuple[range, list[float], float]:
        """Return the candidates of a form (rows of ``entries``), their mentions, ordinary uses."""
        if not 0 <= row < self._forms.rows:
            raise InputError(f"entry {row}: this bundle has entries 0 to {self._forms.rows - 1}")
        first, last = self._first[row], self._first[row + 1]
        if not first < last <= self._entries.rows:
            raise IndexError(row)
        mentions = list(self._counted[first:last])
        ordinary = self._ordinary[row]
        if not (ordinary >= 0 and min(mentions) >= 0 and sum(mentions) + ordinary < math.inf):
            raise make_damage_error(self.bundle.folder, "a count is not a valid number")
        return range(first, last), mentions, ordinary

    def _candidate(self, entry: int, probability: float) -> Candidate:
        value = self._entries.column
        text = self._strings.text
        count = value("count")[entry]
        if not 0 <= count < math.inf:
            raise make_damage_error(self.bundle.folder, "a count is not a valid number")
        return Candidate(
            form=text(value("display")[entry]),
            label=self.label_codes.get_label(value("label")[entry]),
            probability=probability,
            count=count,
            kind=_KINDS[value("kind")[entry]],
            country=text(value("country")[entry]),
            parent=text(value("parent")[entry]),
            sources=tuple(self._source_names(value("sources")[entry])),
            entity=text(value("thing")[entry]),
        )

    def _source_names(self, bits: int) -> Iterator[str]:
        for number, name in enumerate(self.bundle.manifest["source_order"]):
            if bits >> number & 1:
                yield name

    def _display(self, row: int) -> str:
        entry = self._forms.column("entry")[row]
        return self._strings.text(self._entries.column("display")[entry])


def _merge_by_label(weighed: list[tuple[int, int, float]]) -> list[tuple[int, int, float]]:
    """Keep the first row of each label, with the mentions of all rows that have it."""
    merged: dict[int, tuple[int, int, float]] = {}
    for row, label, mentions in weighed:
        first, _, others = merged.get(label, (row, label, 0.0))
        merged[label] = first, label, others + mentions
    return list(merged.values())
