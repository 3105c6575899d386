"""Merge the records of all sources into entries: the second half of a build.

First the exclusions are removed. Then personal names and other entities are merged, each by their
own rules. The result is sorted by folded form, the most likely entry first; everything after it
relies on this order.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.lexicon import PROPER_NOUN
from tacknamn.text.fold import fold
from tacknamn_builders.curation.curated_tables import Exclusion
from tacknamn_builders.merging.common_words import (
    find_word_entries,
    raise_curated_mentions,
    raise_word_mentions,
)
from tacknamn_builders.merging.mentions import label_code
from tacknamn_builders.merging.merge_entities import merge_entities
from tacknamn_builders.merging.merge_names import merge_first_names, merge_surnames
from tacknamn_builders.merging.read_sources import CollectedRecords
from tacknamn_builders.merging.reviewed import raise_reviewed_mentions
from tacknamn_builders.merging.row_store import (
    Column,
    EntryRows,
    MergedEntries,
    RowStore,
    StringTable,
    concatenate_entries,
)
from tacknamn_builders.sources.profiles import MOST_SOURCES, BuildProfile

__all__ = ["find_curation_bits", "merge_records", "rank_strings"]

_PLACES = [label_code(label) for label in (Label.CITY, Label.REGION, Label.COUNTRY)]
_KNOWN_BY_NAME = [
    label_code(label)
    for label in (Label.WORK, Label.OTHER_INSTITUTION, Label.PUBLIC_AUTHORITY, Label.GEO)
]


def merge_records(
    collected: CollectedRecords,
    profile: BuildProfile,
    exclusions: Iterable[Exclusion],
    ambiguous: frozenset[str] = frozenset(),
) -> MergedEntries:
    """Merge the records of ``profile``; ``ambiguous`` are forms that are also ordinary words."""
    store = collected.store
    store.sort()
    rows = store.rows()
    rows = rows.take(~_find_excluded(store, rows, exclusions))
    home = store.names.code(profile.country)
    whole = np.zeros(MOST_SOURCES, dtype=bool)
    whole[: len(profile.sources)] = [source.id in profile.whole for source in profile.sources]
    parts = [
        merge_first_names(store, rows, home, whole),
        merge_surnames(store, rows, home),
        merge_entities(store, rows, home, collected.parents, collected.regions),
    ]
    return _sort_entries(
        store, _adjust_mentions(collected, profile, concatenate_entries(parts), ambiguous)
    )


def _adjust_mentions(
    collected: CollectedRecords,
    profile: BuildProfile,
    entries: MergedEntries,
    ambiguous: frozenset[str],
) -> MergedEntries:
    """Adjust the expected mentions of entries that are ordinary words, curated or reviewed."""
    words, store = collected.words, collected.store
    # The facts of each entry's form as a word: frequencies, parts of speech, curated ambiguity.
    forms = [store.folded[code] for code in entries.folded.tolist()]
    codes = np.fromiter((words.forms.find(form) or 0 for form in forms), np.int64, len(entries))
    is_word = np.fromiter((form in ambiguous for form in forms), bool, len(entries))
    zipf_sv, zipf_en, parts = (column[codes] for column in words.columns())
    by_hand = (entries.sources & find_curation_bits(profile)) > 0
    # Entries of word lists (occupations, family ...) are mentioned as often as the word.
    listed_words = find_word_entries(entries.label, forms, by_hand)
    mentions = raise_word_mentions(listed_words, entries.mentions, zipf_sv, zipf_en)
    # So are curated names of places abroad, and of nature and organisations that SALDO knows by name.
    curated = entries.main & by_hand
    abroad = (entries.country > 0) & (entries.country != store.names.code(profile.country))
    exonyms = curated & abroad & np.isin(entries.label, _PLACES) & ~is_word
    named = curated & np.isin(entries.label, _KNOWN_BY_NAME) & ((parts & PROPER_NOUN) > 0)
    mentions = raise_curated_mentions(
        entries.label, mentions, curated, exonyms | (named & ~is_word), zipf_sv
    )
    return replace(entries, mentions=raise_reviewed_mentions(entries, mentions, profile))


def find_curation_bits(profile: BuildProfile) -> np.uint64:
    """Find the bits of the sources that are curation."""
    return np.uint64(sum(1 << n for n, source in enumerate(profile.sources) if source.hand_made))


def rank_strings(strings: StringTable) -> Column:
    """Compute the rank of every string in code point order."""
    order = sorted(range(len(strings)), key=strings.values.__getitem__)
    rank = np.empty(len(strings), dtype=np.int64)
    rank[order] = np.arange(len(strings))
    return rank


def _find_excluded(
    store: RowStore, rows: EntryRows, exclusions: Iterable[Exclusion]
) -> npt.NDArray[np.bool_]:
    excluded = np.zeros((len(LABELS), len(store.folded)), dtype=bool)
    for exclusion in exclusions:
        folded = store.folded.find(fold(exclusion.form))
        if folded is not None:
            labels = slice(None) if exclusion.label is None else LABELS.index(exclusion.label)
            excluded[labels, folded] = True
    return excluded[rows.label, rows.folded]


def _sort_entries(store: RowStore, entries: MergedEntries) -> MergedEntries:
    name = rank_strings(store.names)  # names of regions were added after the store was sorted
    order = np.lexsort(
        (
            name[entries.entity],
            entries.form,
            name[entries.parent],
            name[entries.country],
            entries.label,
            ~entries.main,
            -entries.mentions,
            entries.folded,
        )
    )
    return entries.take(order)
