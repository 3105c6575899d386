"""Make a lexicon of hand-written forms, through the real section writers.

``make_lexicon(folder, forms, inflections)`` gives a lexicon whose bundle has the sections that
scanning needs, and ``reference(forms, inflections)`` the same forms for the naive scanner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.sections import Section
from tacknamn.lexicon.writing.scanner_table import build_scanner_table
from tacknamn.lexicon.writing.section_data import pack_texts
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.section_files import write_section
from tests.naive import NaiveForm

__all__ = ["Form", "Inflection", "label_bits", "make_lexicon", "reference", "rows_of"]


@dataclass(frozen=True, order=True, slots=True)
class Form:
    """A form as the scanner knows it."""

    text: str
    labels: int = 1
    common: bool = False
    weight: int = 50


@dataclass(frozen=True, order=True, slots=True)
class Inflection:
    """An inflected form of ``base``."""

    text: str
    base: str
    affixes: int


class TableBundle:
    """What scanning needs of a bundle."""

    manifest: Mapping[str, Any] = MappingProxyType({"source_order": ["hand"]})

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sections: dict[str, Section] = {}

    def add(self, name: str, rows: int, columns: Mapping[str, Any]) -> None:
        """Write a section and open it."""
        path = self.folder / f"{name}.bin"
        write_section(path, name, rows, columns)
        self.sections[name] = Section(path, name)

    def section(self, name: str) -> Section:
        """One of the sections."""
        return self.sections[name]


def label_bits(*labels: str) -> int:
    """The bits of some labels."""
    return sum(1 << [str(label) for label in LABELS].index(label) for label in labels)


def rows_of(forms: Sequence[Form]) -> list[str]:
    """The folded forms in the order of rows."""
    return sorted({fold(form.text) for form in forms})


def make_lexicon(
    folder: Path, forms: Sequence[Form], inflections: Sequence[Inflection] = ()
) -> Lexicon:
    """Write the sections and open them. Forms that fold alike must be given once."""
    rows = rows_of(forms)
    assert len(rows) == len(forms)
    bundle = TableBundle(folder)
    forms = sorted(forms, key=lambda form: fold(form.text))
    bases = sorted((fold(one.text), rows.index(fold(one.base)), one.affixes) for one in inflections)
    _add_forms(bundle, rows, forms)
    offset, text = pack_texts([form for form, _, _ in bases])
    bundle.add(
        "inflections",
        len(bases),
        {
            "offset": offset,
            "base": np.array([base for _, base, _ in bases], np.int64),
            "affixes": np.array([affixes for _, _, affixes in bases], np.int64),
            "text": text,
        },
    )
    scanner = build_scanner_table([*rows, *(form for form, _, _ in bases)])
    for section in scanner.list_sections():
        bundle.add(*section)
    none = np.zeros(0, np.int64)
    words = dict.fromkeys(("zipf_sv", "zipf_en", "pos", "english"), none)
    nothing = {"offset": np.zeros(1, np.int64), "text": b""}
    bundle.add("words", 0, words | nothing)
    bundle.add("misspelt", 0, dict.fromkeys(("sv", "en"), none) | nothing)
    return Lexicon(bundle)  # type: ignore[arg-type]  # as much of a bundle as scanning needs


def _add_forms(bundle: TableBundle, rows: Sequence[str], forms: Sequence[Form]) -> None:
    number = len(forms)
    zeros, ones = np.zeros(number, np.int64), np.ones(number)
    offset, text = pack_texts(rows)
    columns = {
        "entry": np.arange(number + 1),
        "offset": offset,
        "labels": np.array([form.labels for form in forms], np.int64),
        "likely": np.array([form.labels for form in forms], np.int64),
        # In everyday text a common word is three times as often no entry.
        "ordinary": np.array([3.0 if form.common else 0.25 for form in forms]),
        "common": np.array([form.common for form in forms], np.int64),
        "weight": np.array([form.weight for form in forms], np.int64),
        "text": text,
    }
    for name in ("zipf_sv", "zipf_en", "pos", "ambiguous"):
        columns[name] = zeros
    bundle.add("forms", number, columns)
    display_offset, displays = pack_texts(["", *(form.text for form in forms)])
    bundle.add("strings", number + 1, {"offset": display_offset, "text": displays})
    entries: dict[str, npt.NDArray[Any]] = dict.fromkeys(
        ("parent", "thing", "country", "sources", "kind"), zeros
    )
    entries |= {"form": zeros + np.arange(number), "display": 1 + np.arange(number)}
    entries |= {"count": ones, "mentions": ones, "main": zeros}
    entries["label"] = np.array([_lowest_bit(form.labels) for form in forms], np.int64)
    bundle.add("entries", number, entries)


def _lowest_bit(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def reference(
    forms: Sequence[Form], inflections: Sequence[Inflection] = ()
) -> dict[str, list[NaiveForm]]:
    """The forms for the naive scanner."""
    rows = rows_of(forms)
    facts: dict[str, Form] = {fold(form.text): form for form in forms}
    found: dict[str, list[NaiveForm]] = {}
    for row, text in enumerate(rows):
        form = facts[text]
        found[text] = [NaiveForm(row, form.labels, form.common, form.weight)]
    for one in inflections:
        base = fold(one.base)
        form = facts[base]
        found.setdefault(fold(one.text), []).append(
            NaiveForm(rows.index(base), form.labels, form.common, form.weight, one.affixes)
        )
    return found
