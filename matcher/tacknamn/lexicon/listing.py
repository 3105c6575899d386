"""List the entries of a bundle by label, the most mentioned first: the rows of tables and exports."""

import math
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from tacknamn.labels import AnyLabel, Kind
from tacknamn.lexicon.bundle import Bundle, BundleGuard, make_damage_error
from tacknamn.lexicon.label_codes import LabelCodes, make_label_bit
from tacknamn.lexicon.sections import Section

__all__ = ["COLUMNS", "LexiconEntry", "list_entries"]

_KINDS = tuple(kind.value for kind in Kind)
_READ = (
    "form", "display", "parent", "thing", "country", "sources", "count", "mentions", "kind", "main",
)  # fmt: skip
_DIGITS = 4
"""Significant digits of mentions, which are estimates, and decimals of probabilities."""


class LexiconEntry(NamedTuple):
    """An entry of one label; :data:`COLUMNS` describes the fields."""

    form: str
    key: str
    label: AnyLabel
    rank: int
    probability: float
    mentions: float
    count: float  # type: ignore[assignment]  # hides a method of tuples that no row needs
    kind: str
    country: str
    parent: str
    is_main: bool
    entity: str
    sources: tuple[str, ...]


COLUMNS = MappingProxyType(
    {
        "form": "the entry as it is usually written",
        "key": "the folded form: small letters, composed, one kind of blank, dash and apostrophe",
        "label": "what the form may be, a label of SVALA's taxonomy",
        "rank": "place among the entries of the label, the most mentioned first; from 1",
        "probability": "share of the form's uses that mean this entry; the rest are other entries "
        "and ordinary words",
        "mentions": "expected mentions in a billion words of ordinary text",
        "count": "a count of the most authoritative source; 0 if unknown",
        "kind": "what the count counts: bearers, inhabitants, a share, a class, a rank, or none",
        "country": "country of the entry, a code of ISO 3166-1; empty if unknown",
        "parent": "what a place is part of: a municipality, a region, a town",
        "is_main": "whether the form is the main name of its entity",
        "entity": "names of one place or institution share it; empty if unknown",
        "sources": "ids of the sources that have the entry; NOTICE.md describes them",
    }
)
"""What the fields of an entry mean, in their order."""


def list_entries(
    bundle: Bundle, label_codes: LabelCodes, codes: Iterable[int], label_bits: "memoryview[int]"
) -> Iterator[LexiconEntry]:
    """Yield the entries of the labels with these codes, label by label, the most mentioned first.

    Left out are forms that do not have the label in ``label_bits`` (:meth:`Lexicon.label_bits`)."""
    with BundleGuard(bundle.folder):
        lister = _EntryLister(bundle, label_codes, label_bits)
        for code in codes:
            yield from lister.list_label(code)


class _EntryLister:
    """The columns of the entries, read as a whole."""

    def __init__(
        self, bundle: Bundle, label_codes: LabelCodes, label_bits: "memoryview[int]"
    ) -> None:
        self._bundle, self._label_codes, self._label_bits = bundle, label_codes, label_bits
        entries, forms = bundle.section("entries"), bundle.section("forms")
        columns = {name: list(entries.column(name)[0 : entries.rows]) for name in _READ}
        labels = list(entries.column("label")[0 : entries.rows])
        self._rows = list(zip(*columns.values(), strict=True))
        self._form, self._mentions = columns["form"], columns["mentions"]
        self._totals = list(forms.column("ordinary")[0 : forms.rows])
        for form, mentions in zip(self._form, self._mentions, strict=True):
            self._totals[form] += mentions
        self._keys, self._strings = _read_texts(forms), _read_texts(bundle.section("strings"))
        self._sources = cache(self._name_sources)
        self._rows_of: dict[int, list[int]] = {code: [] for code in label_codes.list_codes()}
        if not set(labels) <= self._rows_of.keys():
            raise IndexError("label")
        for row, code in enumerate(labels):
            self._rows_of[code].append(row)

    def list_label(self, code: int) -> Iterator[LexiconEntry]:
        """Yield the entries of a label; ranks also count those that are left out."""
        rows = sorted(self._rows_of[code], key=lambda row: -self._mentions[row])
        label, bit = self._label_codes.get_label(code), make_label_bit(code)
        bits, form, make_entry = self._label_bits, self._form, self._make_entry
        for rank, row in enumerate(rows, 1):
            if bits[form[row]] & bit:
                yield make_entry(row, label, rank)

    def _make_entry(self, row: int, label: AnyLabel, rank: int) -> LexiconEntry:
        form, display, parent, entity, country, bits, count, mentions, kind, main = self._rows[row]
        total = self._totals[form]
        if not (0 <= count < math.inf and 0 <= mentions <= total < math.inf):
            raise make_damage_error(self._bundle.folder, "a count is not a valid number")
        strings = self._strings
        return LexiconEntry(
            strings[display],
            self._keys[form],
            label,
            rank,
            round(mentions / (total or 1.0), _DIGITS),
            float(f"{mentions:.{_DIGITS}g}"),
            count,
            _KINDS[kind],
            strings[country],
            strings[parent],
            main == 1,
            strings[entity],
            self._sources(bits),
        )

    def _name_sources(self, bits: int) -> tuple[str, ...]:
        names = self._bundle.manifest["source_order"]
        return tuple(name for number, name in enumerate(names) if bits >> number & 1)


def _read_texts(section: Section) -> list[str]:
    """Read all texts of a section, many times as fast as one after the other."""
    data = bytes(section.data("text"))
    offsets = list(section.column("offset")[0 : section.rows + 1])
    if offsets != sorted(offsets) or offsets[-1] > len(data):
        raise IndexError(section.path)
    try:
        return [str(data[start:end], "utf-8") for start, end in pairwise(offsets)]
    except UnicodeDecodeError:
        return [section.text(row) for row in range(section.rows)]  # names the damaged row
