"""Merge what the sources say into senses: the second half of a build.

Exclusions go first, then personal names and things are merged each by their own rule, and
the result is put into the one order that everything later relies on: by folded form, the
likeliest sense first.
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
from tacknamn_builders.merging.reviewed_mentions import raise_reviewed_mentions
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
_ORGANISATIONS = [
    label_code(label) for label in (Label.WORK, Label.OTHER_INSTITUTION, Label.PUBLIC_AUTHORITY)
]


def merge_records(
    gathered: CollectedRecords,
    profile: BuildProfile,
    exclusions: Iterable[Exclusion],
    ambiguous: frozenset[str] = frozenset(),
) -> MergedEntries:
    """Merge everything gathered for ``profile``; ``ambiguous`` forms are ordinary words too."""
    pool = gathered.pool
    pool.sort()
    rows = pool.rows()
    rows = rows.take(~_find_excluded(pool, rows, exclusions))
    home = pool.names.code(profile.country)
    whole = np.zeros(MOST_SOURCES, dtype=bool)
    whole[: len(profile.sources)] = [source.id in profile.whole for source in profile.sources]
    parts = [
        merge_first_names(pool, rows, home, whole),
        merge_surnames(pool, rows, home),
        merge_entities(pool, rows, home, gathered.parents, gathered.regions),
    ]
    return _sort_entries(
        pool, _adjust_mentions(gathered, profile, concatenate_entries(parts), ambiguous)
    )


def _adjust_mentions(
    gathered: CollectedRecords,
    profile: BuildProfile,
    senses: MergedEntries,
    ambiguous: frozenset[str],
) -> MergedEntries:
    """Take mentions from the frequency of the word where a sense is what the word means."""
    words, pool = gathered.words, gathered.pool
    forms = [pool.folded[code] for code in senses.folded.tolist()]
    codes = np.fromiter((words.forms.find(form) or 0 for form in forms), np.int64, len(senses))
    is_word = np.fromiter((form in ambiguous for form in forms), bool, len(senses))
    zipf_sv, zipf_en, parts = (column[codes] for column in words.columns())
    by_hand = (senses.sources & find_curation_bits(profile)) > 0
    marked = find_word_entries(senses.label, forms, by_hand)
    said = raise_word_mentions(marked, senses.mentions, zipf_sv, zipf_en)
    curated = senses.main & by_hand
    abroad = (senses.country > 0) & (senses.country != pool.names.code(profile.country))
    exonyms = curated & abroad & np.isin(senses.label, _PLACES) & ~is_word
    named = curated & np.isin(senses.label, _ORGANISATIONS) & ((parts & PROPER_NOUN) > 0)
    said = raise_curated_mentions(
        senses.label, said, curated, exonyms | (named & ~is_word), zipf_sv
    )
    return replace(senses, mentions=raise_reviewed_mentions(senses, said, profile))


def find_curation_bits(profile: BuildProfile) -> np.uint64:
    """The bits of the sources that are curation."""
    return np.uint64(sum(1 << n for n, source in enumerate(profile.sources) if source.hand_made))


def rank_strings(strings: StringTable) -> Column:
    """The place of every string in code point order."""
    order = sorted(range(len(strings)), key=strings.values.__getitem__)
    rank = np.empty(len(strings), dtype=np.int64)
    rank[order] = np.arange(len(strings))
    return rank


def _find_excluded(
    pool: RowStore, rows: EntryRows, exclusions: Iterable[Exclusion]
) -> npt.NDArray[np.bool_]:
    excluded = np.zeros((len(LABELS), len(pool.folded)), dtype=bool)
    for exclusion in exclusions:
        folded = pool.folded.find(fold(exclusion.form))
        if folded is not None:
            labels = slice(None) if exclusion.label is None else LABELS.index(exclusion.label)
            excluded[labels, folded] = True
    return excluded[rows.label, rows.folded]


def _sort_entries(pool: RowStore, senses: MergedEntries) -> MergedEntries:
    name = rank_strings(pool.names)  # regions' names came after the pool was sorted
    order = np.lexsort(
        (
            name[senses.thing],
            senses.form,
            name[senses.parent],
            name[senses.country],
            senses.label,
            ~senses.main,
            -senses.mentions,
            senses.folded,
        )
    )
    return senses.take(order)
