"""Compile entries of one's own into a bundle in memory.

The same form with the same label, language and country is one entry, in the spelling of its first
row; its counts are added. An entry without a count is mentioned once. Nothing is an ordinary word, so the
probability of a label is its share of the counts of the form.
"""

import json
import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import tacknamn
from tacknamn.errors import InputError
from tacknamn.labels import LABELS, Kind
from tacknamn.lexicon.file_column import NUMBER_SIZES
from tacknamn.lexicon.label_codes import MOST_OWN, LabelCodes, make_label_bit
from tacknamn.lexicon.own.entries import OwnEntries
from tacknamn.lexicon.own.inflected import NOT_INFLECTED, list_definite_forms
from tacknamn.lexicon.own.memory_bundle import MemoryBundle
from tacknamn.lexicon.sections import LAYOUTS, WEIGHT_STEPS
from tacknamn.lexicon.writing.scanner_table import build_scanner_table
from tacknamn.lexicon.writing.section_data import Columns, pack_texts

__all__ = ["compile_entries"]

MOST_SOURCES = 64
"""Files of one list: an entry stores its sources as the bits of a 64-bit number."""
_KINDS = tuple(Kind)
_UNCOUNTED, _COUNTED = _KINDS.index(Kind.NONE), _KINDS.index(Kind.RANK)
HOME = "SE"
_TABLES = ("names", "cities", "streets", "zip_codes", "telephone_areas", "fakes", "drawn")
_FILES = {
    "lexicon.tsv": b"",
    "sampling.json": json.dumps({"country": HOME, **{name: {} for name in _TABLES}}).encode(),
    "weights.tsv": b"language\tfeature\tperson\tplace\tinstitution\n",
}
"""Files that a bundle must have. A list of one's own has no names to draw and no fitted model."""


class _MergedRow(NamedTuple):
    """One entry of a form, in the order in which candidates are sorted."""

    mentions: float
    label: int
    country: str
    display: str
    counted: bool
    sources: int


def compile_entries(name: str, entries: OwnEntries, inflected: bool = False) -> MemoryBundle:
    """Compile a bundle.

    Args:
        name: What messages call it.
        inflected: Whether Swedish entries are found in their definite forms as well.
    """
    codes = LabelCodes(sorted(set(entries.labels) - set(LABELS)))
    if len(codes.own) > MOST_OWN:
        raise InputError(
            f"{name}: {len(codes.own)} labels of your own, and a list may have {MOST_OWN}; is the "
            "column label the right one?"
        )
    if len(entries.sources) > MOST_SOURCES:
        raise InputError(f"{name}: more than {MOST_SOURCES} files; join some of them")
    compiler = _Compiler(entries, codes, inflected)
    compiler.add_forms()
    facts = _describe(name, entries, codes, len(compiler.entries["form"]))
    return MemoryBundle(name, facts, compiler.list_sections(), _FILES)


class _Compiler:
    """The columns of a list while it is being compiled."""

    def __init__(self, entries: OwnEntries, codes: LabelCodes, inflected: bool) -> None:
        self._given = entries
        self._codes = codes
        self._is_inflected = inflected
        self._strings = sorted({"", *entries.forms, *entries.countries})
        self._string_rows = {text: row for row, text in enumerate(self._strings)}
        self.entries: dict[str, array[Any]] = {
            column: array(code) for column, code in LAYOUTS["entries"].items()
        }
        self.texts: list[str] = []
        """The folded forms."""
        self._first, self._labels, self._weights = array("I"), array("I"), array("B")
        self._inflections: list[tuple[str, int, int]] = []
        """Inflected form, row of its base form, affixes."""

    def add_forms(self) -> None:
        """Add every form with its entries, in code point order."""
        folded = self._given.folded
        rows = sorted(range(len(folded)), key=folded.__getitem__)
        for text, group in groupby(rows, key=folded.__getitem__):
            rows_of_form = list(group)
            if self._is_inflected and any(map(self._is_noun, rows_of_form)):
                forms = list_definite_forms(text)
                self._inflections += ((form, len(self.texts), bits) for form, bits in forms)
            self._add_form(text, self._merge_rows(rows_of_form))
        self._first.append(len(self.entries["form"]))

    def _is_noun(self, row: int) -> bool:
        given = self._given
        return given.languages[row] == "sv" and given.labels[row] not in NOT_INFLECTED

    def _merge_rows(self, rows: Sequence[int]) -> list[_MergedRow]:
        """Join the rows of a form that have the same label and country."""
        given = self._given
        merged: dict[tuple[str, str], _MergedRow] = {}
        for row in rows:
            count, label, country = given.counts[row], given.labels[row], given.countries[row]
            before = merged.get((label, country))
            source = 1 << given.source[row]
            if before is None:
                code = self._codes.get_code(label)
                entry = _MergedRow(count or 1.0, code, country, given.forms[row], count > 0, source)
            else:
                entry = before._replace(
                    mentions=before.mentions + (count or 1.0),
                    counted=before.counted or count > 0,
                    sources=before.sources | source,
                )
            merged[label, country] = entry
        return sorted(merged.values(), key=lambda entry: (-entry.mentions, entry))

    def _add_form(self, text: str, entries: Sequence[_MergedRow]) -> None:
        self._first.append(len(self.entries["form"]))
        bits = 0
        for entry in entries:
            self._add_entry(len(self.texts), entry)
            bits |= make_label_bit(entry.label)
        self._labels.append(bits)
        self._weights.append(min(255, round(WEIGHT_STEPS * math.log2(1 + entries[0].mentions))))
        self.texts.append(text)

    def _add_entry(self, form: int, entry: _MergedRow) -> None:
        columns = self.entries
        columns["form"].append(form)
        columns["display"].append(self._string_rows[entry.display])
        columns["parent"].append(0)
        columns["thing"].append(0)
        columns["country"].append(self._string_rows[entry.country])
        columns["sources"].append(entry.sources)
        columns["count"].append(entry.mentions if entry.counted else 0.0)
        columns["mentions"].append(entry.mentions)
        columns["label"].append(entry.label)
        columns["kind"].append(_COUNTED if entry.counted else _UNCOUNTED)
        columns["main"].append(1)

    def list_sections(self) -> Iterator[tuple[str, int, Columns]]:
        """Yield name, rows and columns of each section."""
        inflections = sorted(self._inflections)
        labels = {"labels": self._labels, "likely": self._labels}  # none of them is improbable
        forms = {"entry": self._first, **labels, "weight": self._weights}
        yield "entries", len(self.entries["form"]), self.entries
        yield _fill_section("forms", self.texts, forms)
        yield _fill_section("strings", self._strings, {})
        yield _fill_section("words", [], {})
        yield _fill_section("misspelt", [], {})
        yield _fill_section(
            "inflections",
            [form for form, _, _ in inflections],
            {
                "base": array("I", (base for _, base, _ in inflections)),
                "affixes": array("B", (affixes for _, _, affixes in inflections)),
            },
        )
        forms_found = [*self.texts, *(form for form, _, _ in inflections)]
        yield from build_scanner_table(forms_found).list_sections()


def _fill_section(name: str, texts: list[str], columns: Columns) -> tuple[str, int, Columns]:
    """Return a section of texts; columns that are not given are zeros."""
    offset, text = pack_texts(texts)
    zeros = {
        column: bytes(len(texts) * NUMBER_SIZES[code[0]])
        for column, code in LAYOUTS[name].items()
        if column not in ("offset", "text")
    }
    return name, len(texts), {**zeros, **columns, "offset": offset, "text": text}


def _describe(name: str, entries: OwnEntries, codes: LabelCodes, rows: int) -> dict[str, Any]:
    """Return the facts of the manifest."""
    per_label = Counter(entries.labels)
    return {
        "code": tacknamn.__version__,
        "profile": Path(name).name,
        "title": "A list of one's own",
        "country": HOME,
        "redistributable": False,
        "own_labels": list(codes.own),
        "source_order": entries.sources,
        "sources": {
            source: {"records": number, "vintage": "", "licence": "own", "licence_title": "own list"}
            for source, number in _count_sources(entries)
        },
        "skipped": [],
        "counts": {"entries": rows, "forms": len(set(entries.folded)), "words": 0,
                   "labels": dict(sorted(per_label.items()))},
    }  # fmt: skip


def _count_sources(entries: OwnEntries) -> Iterator[tuple[str, int]]:
    numbers = Counter(entries.source)
    for number, source in enumerate(entries.sources):
        yield source, numbers[number]
