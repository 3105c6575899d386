"""Merge what the sources say into senses: the second half of a build.

Exclusions go first, then personal names and things are merged each by their own rule, and
the result is put into the one order that everything later relies on: by folded form, the
likeliest sense first.
"""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.fold import fold
from tacknamn.labels import LABELS, Label
from tacknamn_builders.common_words import are_words, curated_mentions, marked_mentions
from tacknamn_builders.curation import Exclusion
from tacknamn_builders.gather import Gathered
from tacknamn_builders.learnt_mentions import learnt_mentions
from tacknamn_builders.mentions import code_of
from tacknamn_builders.names import merge_first_names, merge_surnames
from tacknamn_builders.pool import Column, Pool, Rows, Strings
from tacknamn_builders.profiles import MOST_SOURCES, Profile
from tacknamn_builders.senses import Senses, concatenate
from tacknamn_builders.things import merge_things
from tacknamn_builders.words import PROPER_NOUN

__all__ = ["hand_made", "merge", "ranks"]

_PLACES = [code_of(label) for label in (Label.CITY, Label.REGION, Label.COUNTRY)]
_ORGANISATIONS = [
    code_of(label) for label in (Label.WORK, Label.OTHER_INSTITUTION, Label.PUBLIC_AUTHORITY)
]


def merge(
    gathered: Gathered,
    profile: Profile,
    exclusions: Iterable[Exclusion],
    ambiguous: frozenset[str] = frozenset(),
) -> Senses:
    """Merge everything gathered for ``profile``; ``ambiguous`` forms are ordinary words too."""
    pool = gathered.pool
    pool.sort()
    rows = pool.rows()
    rows = rows.take(~_excluded(pool, rows, exclusions))
    home = pool.names.code(profile.country)
    whole = np.zeros(MOST_SOURCES, dtype=bool)
    whole[: len(profile.sources)] = [source.id in profile.whole for source in profile.sources]
    parts = [
        merge_first_names(pool, rows, home, whole),
        merge_surnames(pool, rows, home),
        merge_things(pool, rows, home, gathered.parents, gathered.regions),
    ]
    return _ordered(pool, _said(gathered, profile, concatenate(parts), ambiguous))


def _said(
    gathered: Gathered, profile: Profile, senses: Senses, ambiguous: frozenset[str]
) -> Senses:
    """Take mentions from the frequency of the word where a sense is what the word means."""
    words, pool = gathered.words, gathered.pool
    forms = [pool.folded[code] for code in senses.folded.tolist()]
    codes = np.fromiter((words.forms.find(form) or 0 for form in forms), np.int64, len(senses))
    is_word = np.fromiter((form in ambiguous for form in forms), bool, len(senses))
    zipf_sv, zipf_en, parts = (column[codes] for column in words.columns())
    by_hand = (senses.sources & hand_made(profile)) > 0
    marked = are_words(senses.label, forms, by_hand)
    said = marked_mentions(marked, senses.mentions, zipf_sv, zipf_en)
    curated = senses.main & by_hand
    abroad = (senses.country > 0) & (senses.country != pool.names.code(profile.country))
    exonyms = curated & abroad & np.isin(senses.label, _PLACES) & ~is_word
    named = curated & np.isin(senses.label, _ORGANISATIONS) & ((parts & PROPER_NOUN) > 0)
    said = curated_mentions(senses.label, said, curated, exonyms | (named & ~is_word), zipf_sv)
    return replace(senses, mentions=learnt_mentions(senses, said, profile))


def hand_made(profile: Profile) -> np.uint64:
    """The bits of the sources that are curation."""
    return np.uint64(sum(1 << n for n, source in enumerate(profile.sources) if source.hand_made))


def ranks(strings: Strings) -> Column:
    """The place of every string in code point order."""
    order = sorted(range(len(strings)), key=strings.values.__getitem__)
    rank = np.empty(len(strings), dtype=np.int64)
    rank[order] = np.arange(len(strings))
    return rank


def _excluded(pool: Pool, rows: Rows, exclusions: Iterable[Exclusion]) -> npt.NDArray[np.bool_]:
    excluded = np.zeros((len(LABELS), len(pool.folded)), dtype=bool)
    for exclusion in exclusions:
        folded = pool.folded.find(fold(exclusion.form))
        if folded is not None:
            labels = slice(None) if exclusion.label is None else LABELS.index(exclusion.label)
            excluded[labels, folded] = True
    return excluded[rows.label, rows.folded]


def _ordered(pool: Pool, senses: Senses) -> Senses:
    name = ranks(pool.names)  # regions' names came after the pool was sorted
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
