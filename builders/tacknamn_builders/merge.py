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
from tacknamn.labels import LABELS
from tacknamn_builders.common_words import marked_mentions
from tacknamn_builders.curation import Exclusion
from tacknamn_builders.gather import Gathered
from tacknamn_builders.names import merge_first_names, merge_surnames
from tacknamn_builders.pool import Column, Pool, Rows, Strings
from tacknamn_builders.profiles import MOST_SOURCES, Profile
from tacknamn_builders.senses import Senses, concatenate
from tacknamn_builders.things import merge_things

__all__ = ["merge", "ranks"]


def merge(gathered: Gathered, profile: Profile, exclusions: Iterable[Exclusion]) -> Senses:
    """Merge everything gathered for ``profile``."""
    pool = gathered.pool
    pool.sort()
    rows = pool.rows()
    rows = rows.take(~_excluded(pool, rows, exclusions))
    home = pool.names.code(profile.country)
    whole = np.zeros(MOST_SOURCES, dtype=bool)
    whole[: len(profile.sources)] = [source.id in profile.whole for source in profile.sources]
    parts = [
        merge_first_names(rows, home, whole),
        merge_surnames(rows, home),
        merge_things(pool, rows, home, gathered.parents, gathered.regions),
    ]
    return _ordered(pool, _said(gathered, concatenate(parts)))


def _said(gathered: Gathered, senses: Senses) -> Senses:
    """Take the mentions of senses that are words by meaning from the frequency of the word."""
    words = gathered.words
    forms = (gathered.pool.folded[code] for code in senses.folded.tolist())
    codes = np.fromiter((words.forms.find(form) or 0 for form in forms), np.int64, len(senses))
    zipf_sv, zipf_en, _ = (column[codes] for column in words.columns())
    said = marked_mentions(senses.label, senses.mentions, zipf_sv, zipf_en)
    return replace(senses, mentions=said)


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
