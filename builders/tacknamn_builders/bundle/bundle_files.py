"""Write the files of a bundle from merged senses.

Everything is sorted and nothing depends on the hour, the machine or the hash seed, so that
two builds of the same inputs are the same bytes.
"""

import csv
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Label
from tacknamn_builders.bundle.inhabitants import SHORTEST_TOWN, list_inhabitant_forms
from tacknamn_builders.bundle.near_index import write_near_index
from tacknamn_builders.bundle.scanner_table import build_scanner_table
from tacknamn_builders.bundle.section_files import pack_text, write_section
from tacknamn_builders.bundle.weights_table import join_weights_tables
from tacknamn_builders.merging.common_words import (
    NOUN_LABELS,
    compute_form_facts,
    find_word_entries,
    label_bits,
)
from tacknamn_builders.merging.row_store import KINDS, Column, MergedEntries, RowStore
from tacknamn_builders.merging.words import WordTable

__all__ = ["LEXICON_COLUMNS", "BundleContent", "write_files"]

LEXICON_COLUMNS = (
    "form",
    "label",
    "count",
    "kind",
    "mentions",
    "country",
    "parent",
    "main",
    "thing",
    "sources",
)


@dataclass(frozen=True, slots=True)
class BundleContent:
    """All that goes into a bundle besides its manifest."""

    pool: RowStore
    senses: MergedEntries
    """In their final order (see :mod:`tacknamn_builders.merging.merge`)."""
    words: WordTable
    ambiguous: frozenset[str]
    """Folded forms that curation calls ordinary words."""
    source_ids: tuple[str, ...]
    sampling: Mapping[str, Any]
    hand_made: int = 0
    """The bits of the sources that are curation."""


def write_files(folder: Path, content: BundleContent) -> None:
    """Write every file but the manifest into ``folder``."""
    senses = content.senses
    new_form = np.append(True, senses.folded[1:] != senses.folded[:-1])[: len(senses)]
    first = np.flatnonzero(new_form)
    forms = [content.pool.folded[code] for code in senses.folded[first].tolist()]
    form_row = np.cumsum(new_form) - 1
    _write_entries(folder, content, form_row)
    labels = _write_forms(folder, content, forms, np.append(first, len(senses)))
    _write_words(folder, content.words)
    write_near_index(folder)
    inflected = _write_inflections(folder, content, forms, labels)
    table, singles, pairs = build_scanner_table(forms + inflected)
    write_section(folder / "table.bin", "table", len(table), {"bucket": table})
    write_section(folder / "singles.bin", "singles", len(singles), {"bits": singles})
    write_section(folder / "pairs.bin", "pairs", len(pairs), {"bits": pairs})
    _write_lexicon(folder, content)
    (folder / "weights.tsv").write_text(join_weights_tables(), "utf-8")
    (folder / "sampling.json").write_text(
        json.dumps(content.sampling, ensure_ascii=False, indent=0, sort_keys=True) + "\n", "utf-8"
    )


def _write_entries(folder: Path, content: BundleContent, form_row: Column) -> None:
    senses, pool = content.senses, content.pool
    texts = {pool.forms[code] for code in np.unique(senses.form).tolist()}
    named = np.unique(np.concatenate([senses.parent, senses.thing, senses.country])).tolist()
    strings = sorted({"", *texts, *(pool.names[code] for code in named)})
    row_of = {text: row for row, text in enumerate(strings)}
    of_form = _map_rows(pool.forms.values, row_of)
    of_name = _map_rows(pool.names.values, row_of)
    write_section(
        folder / "entries.bin",
        "entries",
        len(senses),
        {
            "form": form_row,
            "display": of_form[senses.form],
            "parent": of_name[senses.parent],
            "thing": of_name[senses.thing],
            "country": of_name[senses.country],
            "sources": senses.sources,
            "count": senses.count,
            "mentions": senses.mentions,
            "label": senses.label,
            "kind": senses.kind,
            "main": senses.main,
        },
    )
    _write_texts(folder / "strings.bin", "strings", strings, {})


def _map_rows(values: list[str], row_of: Mapping[str, int]) -> Column:
    return np.fromiter((row_of.get(value, 0) for value in values), np.int64, len(values))


def _write_forms(folder: Path, content: BundleContent, forms: list[str], first: Column) -> Column:
    codes = np.fromiter(
        (content.words.forms.find(form) or 0 for form in forms), np.int64, len(forms)
    )
    words = tuple(column[codes] for column in content.words.columns())
    zipf_sv, zipf_en, pos = words
    ambiguous = np.fromiter((form in content.ambiguous for form in forms), bool, len(forms))
    single = np.fromiter((form.isalnum() for form in forms), bool, len(forms))
    senses, starts = content.senses, first[:-1]
    facts = compute_form_facts(
        labels=_reduce_by_form(np.bitwise_or, np.left_shift(1, senses.label), starts),
        mentions=_reduce_by_form(np.add, senses.mentions, starts),
        likeliest=_reduce_by_form(np.maximum, senses.mentions, starts),
        words=(zipf_sv, zipf_en, pos),
        single=single,
        ambiguous=ambiguous,
        marked=_reduce_by_form(np.logical_or, _mark_word_entries(content), starts),
    )
    columns = {
        "entry": first,
        "zipf_sv": zipf_sv,
        "zipf_en": zipf_en,
        "pos": pos,
        "ambiguous": ambiguous,
        "labels": facts.labels,
        "ordinary": facts.ordinary,
        "common": facts.common,
        "weight": facts.weight,
    }
    _write_texts(folder / "forms.bin", "forms", forms, columns)
    return facts.labels


def _mark_word_entries(content: BundleContent) -> npt.NDArray[np.bool_]:
    senses = content.senses
    forms = [content.pool.folded[code] for code in senses.folded.tolist()]
    return find_word_entries(
        senses.label, forms, (senses.sources & np.uint64(content.hand_made)) > 0
    )


def _reduce_by_form(how: np.ufunc, values: npt.NDArray[Any], starts: Column) -> npt.NDArray[Any]:
    """One value per form from those of its senses."""
    return how.reduceat(values, starts) if len(starts) else values[:0]


def _write_texts(
    path: Path, name: str, texts: list[str], columns: Mapping[str, npt.NDArray[np.generic]]
) -> None:
    offset, text = pack_text(texts)
    write_section(path, name, len(texts), {**columns, "offset": offset, "text": text})


def _write_words(folder: Path, words: WordTable) -> None:
    keys = words.forms.values
    order = sorted(range(1, len(keys)), key=keys.__getitem__)
    columns = {
        name: column[order]
        for name, column in zip(("zipf_sv", "zipf_en", "pos"), words.columns(), strict=True)
    }
    _write_texts(folder / "words.bin", "words", [keys[code] for code in order], columns)


def _write_inflections(
    folder: Path, content: BundleContent, forms: list[str], labels: npt.NDArray[np.int64]
) -> list[str]:
    """Write the inflected forms of entries.

    A noun's forms belong to entries that are nouns: lärarna to lärare, but not bor to Bo."""
    row_of = {form: row for row, form in enumerate(forms)}
    noun = (labels & label_bits(NOUN_LABELS)) > 0
    found = {
        (form, row_of[base], affixes)
        for form, base, affixes, proper in content.words.inflections()
        if base in row_of and (proper or noun[row_of[base]])
    }
    for town in _find_swedish_towns(content):
        found.update((form, row_of[town], affixes) for form, affixes in list_inhabitant_forms(town))
    return _write_inflection_section(folder, sorted(found))


def _find_swedish_towns(content: BundleContent) -> set[str]:
    """The folded main names of Swedish towns of one word."""
    senses, pool = content.senses, content.pool
    city = (senses.label == LABELS.index(Label.CITY)) & senses.main & (senses.count > 0)
    at_home = senses.country == pool.names.find("SE")
    names = (pool.folded[code] for code in np.unique(senses.folded[city & at_home]).tolist())
    return {name for name in names if name.isalpha() and len(name) >= SHORTEST_TOWN}


def _write_inflection_section(folder: Path, found: list[tuple[str, int, int]]) -> list[str]:
    inflected = [form for form, _, _ in found]
    _write_texts(
        folder / "inflections.bin",
        "inflections",
        inflected,
        {
            "base": np.array([base for _, base, _ in found], dtype=np.int64),
            "affixes": np.array([affixes for _, _, affixes in found], dtype=np.int64),
        },
    )
    return inflected


def _write_lexicon(folder: Path, content: BundleContent) -> None:
    with (folder / "lexicon.tsv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(
            file, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, escapechar="\\"
        )
        writer.writerow(LEXICON_COLUMNS)
        writer.writerows(_lexicon_rows(content))


def _lexicon_rows(content: BundleContent) -> Iterable[tuple[str, ...]]:
    senses, forms, names = content.senses, content.pool.forms, content.pool.names
    sources = _SourceSets(content.source_ids)
    columns = (getattr(senses, name).tolist() for name in senses.__dataclass_fields__)
    for row in zip(*columns, strict=True):
        _, form, label, kind, count, country, parent, thing, main, mentions, bits = row
        yield (
            forms[form],
            LABELS[label],
            f"{count:.10g}",
            KINDS[kind],
            f"{mentions:.4g}",
            names[country],
            names[parent],
            "main" if main else "",
            names[thing],
            sources[bits],
        )


class _SourceSets(dict[int, str]):
    """The names of the sources in a set of bits; there are few different sets."""

    def __init__(self, ids: tuple[str, ...]) -> None:
        super().__init__()
        self._ids = ids

    def __missing__(self, bits: int) -> str:
        names = [id for number, id in enumerate(self._ids) if bits >> number & 1]
        self[bits] = ",".join(names)
        return self[bits]
