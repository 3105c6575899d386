"""Write the files of a bundle from merged entries.

Everything is sorted, and nothing depends on the time, the machine or the hash seed, so two builds
from the same input are identical.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.label_shares import LIKELY, find_likely_labels
from tacknamn.lexicon.lexicon import (
    ENGLISH_NAME,
    ENGLISH_ORIGIN,
    ENGLISH_SMALL,
    PROPER_NOUN,
    WEIGHT_STEPS,
    ZIPF_STEPS,
)
from tacknamn.lexicon.ranks import compute_ranks
from tacknamn.lexicon.sections import Section
from tacknamn.lexicon.writing import section_data
from tacknamn.lexicon.writing.near_forms import choose_near_forms
from tacknamn.lexicon.writing.near_sections import list_near_sections
from tacknamn.lexicon.writing.scanner_table import build_scanner_table
from tacknamn_builders.bundle.inflections import collect_inflections
from tacknamn_builders.bundle.lexicon_tsv import write_lexicon
from tacknamn_builders.bundle.section_files import write_section, write_text_section
from tacknamn_builders.bundle.weights_table import join_weights_tables
from tacknamn_builders.merging.common_words import (
    NOUN_LABELS,
    compute_form_facts,
    find_word_entries,
    label_bits,
)
from tacknamn_builders.merging.misspellings import estimate_misspellings
from tacknamn_builders.merging.row_store import Column, MergedEntries, RowStore
from tacknamn_builders.merging.words import WordTable

__all__ = ["BundleContent", "write_files"]


MISSPELT_ZIPF = 3.0
"""Minimum frequency of words whose misspellings are estimated, as the logarithm of the uses per
billion words: 1 in a million."""


@dataclass(frozen=True, slots=True)
class BundleContent:
    """The content of a bundle, without its manifest."""

    store: RowStore
    entries: MergedEntries
    """In their final order, by folded form, the most likely entry first."""
    words: WordTable
    ambiguous: frozenset[str]
    """Folded forms that curation calls ordinary words."""
    source_ids: tuple[str, ...]
    sampling: Mapping[str, Any]
    hand_made: int = 0
    """The bits of the sources that are curation."""


def write_files(folder: Path, content: BundleContent) -> None:
    """Write all files except the manifest into ``folder``."""
    entries = content.entries
    # The entries of a form are adjacent: ``first`` has the first row of each form.
    new_form = np.append(True, entries.folded[1:] != entries.folded[:-1])[: len(entries)]
    first = np.flatnonzero(new_form)
    forms = [content.store.folded[code] for code in entries.folded[first].tolist()]
    form_row = np.cumsum(new_form) - 1
    _write_entries(folder, content, form_row)
    labels = _write_forms(folder, content, forms, np.append(first, len(entries)))
    _write_ranks(folder, entries, np.append(first, len(entries)))
    _write_words(folder, content.words)
    near_forms = choose_near_forms(
        Section(folder / "forms.bin", "forms"), Section(folder / "words.bin", "words")
    )
    _write_sections(folder, list_near_sections(near_forms))
    # The scanner finds entries and their inflected forms, numbered one after the other.
    inflected = _write_inflections(folder, content, forms, labels)
    _write_misspelt(folder, content.words, forms, inflected)
    _write_sections(folder, build_scanner_table(forms + inflected).list_sections())
    write_lexicon(folder, entries, content.store, content.source_ids)
    (folder / "weights.tsv").write_text(join_weights_tables(), "utf-8")
    (folder / "sampling.json").write_text(
        json.dumps(content.sampling, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8"
    )


def _write_sections(
    folder: Path, sections: Iterable[tuple[str, int, section_data.Columns]]
) -> None:
    for name, rows, columns in sections:
        section_data.write_section(folder / f"{name}.bin", name, rows, columns)


def _write_entries(folder: Path, content: BundleContent, form_row: Column) -> None:
    entries, store = content.entries, content.store
    texts = {store.forms[code] for code in np.unique(entries.form).tolist()}
    names = np.unique(np.concatenate([entries.parent, entries.entity, entries.country])).tolist()
    strings = sorted({"", *texts, *(store.names[code] for code in names)})
    row_of = {text: row for row, text in enumerate(strings)}
    text_rows = _map_rows(store.forms.values, row_of)
    name_rows = _map_rows(store.names.values, row_of)
    write_section(
        folder / "entries.bin",
        "entries",
        len(entries),
        {
            "form": form_row,
            "display": text_rows[entries.form],
            "parent": name_rows[entries.parent],
            "thing": name_rows[entries.entity],
            "country": name_rows[entries.country],
            "sources": entries.sources,
            "count": entries.count,
            "mentions": entries.mentions,
            "label": entries.label,
            "kind": entries.kind,
            "main": entries.main,
        },
    )
    write_text_section(folder / "strings.bin", "strings", strings, {})


def _map_rows(values: list[str], row_of: Mapping[str, int]) -> Column:
    return np.fromiter((row_of.get(value, 0) for value in values), np.int64, len(values))


def _write_forms(folder: Path, content: BundleContent, forms: list[str], first: Column) -> Column:
    codes = np.fromiter(
        (content.words.forms.find(form) or 0 for form in forms), np.int64, len(forms)
    )
    words = tuple(column[codes] for column in content.words.columns())
    zipf_sv, zipf_en, pos = words
    english = content.words.english()[codes]
    only_name = ((english & ENGLISH_NAME) > 0) & ((english & (ENGLISH_SMALL | ENGLISH_ORIGIN)) == 0)
    ambiguous = np.fromiter((form in content.ambiguous for form in forms), bool, len(forms))
    single = np.fromiter((form.isalnum() for form in forms), bool, len(forms))
    entries, starts = content.entries, first[:-1]
    facts = compute_form_facts(
        labels=_reduce_by_form(np.bitwise_or, np.left_shift(1, entries.label), starts),
        mentions=_reduce_by_form(np.add, entries.mentions, starts),
        likeliest=_reduce_by_form(np.maximum, entries.mentions, starts),
        words=(zipf_sv, zipf_en, pos),
        single=single,
        ambiguous=ambiguous,
        marked=_reduce_by_form(np.logical_or, _mark_word_entries(content), starts),
        only_name=only_name,
    )
    columns = {
        "entry": first,
        "zipf_sv": zipf_sv,
        "zipf_en": zipf_en,
        "pos": pos,
        "ambiguous": ambiguous,
        "labels": facts.labels,
        "likely": _find_likely_labels(entries, first, facts.ordinary),
        "ordinary": facts.ordinary,
        "common": facts.common,
        "weight": facts.weight,
    }
    write_text_section(folder / "forms.bin", "forms", forms, columns)
    return facts.labels


def _find_likely_labels(
    entries: MergedEntries, first: Column, ordinary: npt.NDArray[np.float64]
) -> Column:
    mentions, uses = (column.astype(np.float32).tolist() for column in (entries.mentions, ordinary))
    likely = find_likely_labels(first.tolist(), entries.label.tolist(), mentions, uses, LIKELY)
    return np.array(likely, dtype=np.int64)


def _write_ranks(folder: Path, entries: MergedEntries, first: Column) -> None:
    columns = (first, entries.label, entries.mentions)
    maxima = compute_ranks(*(column.tolist() for column in columns))
    _write_sections(folder, [("ranks", len(maxima), {"maximum": maxima})])


def _mark_word_entries(content: BundleContent) -> npt.NDArray[np.bool_]:
    entries = content.entries
    forms = [content.store.folded[code] for code in entries.folded.tolist()]
    return find_word_entries(
        entries.label, forms, (entries.sources & np.uint64(content.hand_made)) > 0
    )


def _reduce_by_form(
    function: np.ufunc, values: npt.NDArray[Any], starts: Column
) -> npt.NDArray[Any]:
    """Reduce the values of the entries of each form to one value."""
    return function.reduceat(values, starts) if len(starts) else values[:0]


def _write_words(folder: Path, words: WordTable) -> None:
    keys = words.forms.values
    order = sorted(range(1, len(keys)), key=keys.__getitem__)
    columns = {
        name: column[order]
        for name, column in zip(("zipf_sv", "zipf_en", "pos"), words.columns(), strict=True)
    }
    columns["english"] = words.english()[order]
    write_text_section(folder / "words.bin", "words", [keys[code] for code in order], columns)


def _write_misspelt(folder: Path, words: WordTable, forms: list[str], inflected: list[str]) -> None:
    """Write which forms of the lists, and which of their genitives, are likely misspellings."""
    wanted = {*forms, *inflected, *(f"{form}s" for form in forms)}
    swedish, english, parts = words.columns()
    meant = {
        "sv": (swedish, (parts & ~PROPER_NOUN) > 0),
        "en": (english, (words.english() & ENGLISH_SMALL) > 0),
    }
    estimates = {
        language: estimate_misspellings(_list_frequent_words(words, zipf, is_word), wanted)
        for language, (zipf, is_word) in meant.items()
    }
    texts = sorted(set().union(*estimates.values()))
    columns = {}
    for language, uses_of in estimates.items():
        uses = np.fromiter((uses_of.get(text, 0.0) for text in texts), np.float64, len(texts))
        columns[language] = np.minimum(255, np.round(WEIGHT_STEPS * np.log2(1 + uses)))
    write_text_section(folder / "misspelt.bin", "misspelt", texts, columns)


def _list_frequent_words(
    words: WordTable, zipf: Column, is_word: npt.NDArray[np.bool_]
) -> Iterator[tuple[str, float]]:
    """Yield the frequent words of a language, with their uses per billion words."""
    for code in np.flatnonzero((zipf >= MISSPELT_ZIPF * ZIPF_STEPS) & is_word).tolist():
        yield words.forms[code], 10.0 ** (zipf[code] / ZIPF_STEPS)


def _write_inflections(
    folder: Path, content: BundleContent, forms: list[str], labels: npt.NDArray[np.int64]
) -> list[str]:
    is_noun = (labels & label_bits(NOUN_LABELS)) > 0
    inflections = collect_inflections(content.words, forms, is_noun, _find_swedish_towns(content))
    inflected = [form for form, _, _ in inflections]
    columns = {
        "base": np.array([base for _, base, _ in inflections], dtype=np.int64),
        "affixes": np.array([affixes for _, _, affixes in inflections], dtype=np.int64),
    }
    write_text_section(folder / "inflections.bin", "inflections", inflected, columns)
    return inflected


def _find_swedish_towns(content: BundleContent) -> set[str]:
    """Find the folded main names of Swedish towns."""
    entries, store = content.entries, content.store
    city = (entries.label == LABELS.index(Label.CITY)) & entries.main & (entries.count > 0)
    at_home = entries.country == store.names.find("SE")
    return {store.folded[code] for code in np.unique(entries.folded[city & at_home]).tolist()}
