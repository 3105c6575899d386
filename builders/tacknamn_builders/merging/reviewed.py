"""Add the decisions of reviewed tables: one more source, exclusions, expected mentions.

Reviewed tables (:mod:`tacknamn_builders.sources.reviewed_tables`) are their owner's decisions about
the owner's texts, so they take precedence over ours: what they add, no line of ``exclusions.tsv``
removes, and what they exclude is also removed from the curated tables.

The source ``learnt`` is the last one of the profile: for spelling, counts and places it has the
least authority. Its entries have no counts, so they are never drawn as a replacement, and a rare
name of one text cannot appear in another. The manifest contains each table's checksum and how many
lines were used, and states that the bundle must not be passed on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Label
from tacknamn.learning.forms import FIRSTNAMES
from tacknamn.learning.records import LabelledForm, Proposal
from tacknamn.text.fold import fold
from tacknamn_builders.curation.curated_tables import Exclusion
from tacknamn_builders.merging.common_words import CURATED_MENTIONS
from tacknamn_builders.merging.read_sources import CollectedRecords
from tacknamn_builders.merging.row_store import MergedEntries
from tacknamn_builders.records import Entry
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.reviewed_tables import ReviewedTables
from tacknamn_builders.sources.source_table import DataSource

__all__ = [
    "REVIEWED_MENTIONS",
    "add_reviewed_source",
    "combine_exclusions",
    "raise_reviewed_mentions",
]

_SOURCE = DataSource(
    id="learnt",
    title="What was learnt from annotators' corrections and reviewed",
    publisher="Yourself",
    version="1",
    vintage="undated",
    licence="private",
    owed="Nothing; it is not to be passed on",
    format="tables of `tacknamn learn`",
    reader="hand_made:read",
    rows=(0, 1 << 30),
    becomes="entries of every label that annotators give, and exclusions",
    files=(),
)

REVIEWED_MENTIONS = CURATED_MENTIONS
"""Minimum of expected mentions for a reviewed name, personal names included.

It equals the minimum for curated entries: a reviewer found the name worth a line. 500 bearers of a
first name, 1,000 bearers of a surname or 667 inhabitants of a town give the same figure. Of the
towns that `full` has and `default` lacks, weighted by how often each is met, half have 155 mentions
or more. Values from 4 to 2,000 were tried on a name that no list has: with 4 its genitive was
missed, with 20 to 100 the name in lower case was missed, as half of all missed names are written,
and from 200 it was found. An ordinary word of 600 or more occurrences in a billion words (zipf 2.8)
stays a word, and is then found only where cues speak for it."""

Floats = npt.NDArray[np.float64]


def add_reviewed_source(profile: BuildProfile, collected: CollectedRecords) -> BuildProfile:
    """Add the entries of reviewed tables to ``collected``; return the profile with their source."""
    reviewed = profile.reviewed
    if not reviewed.sums:
        return profile
    for line in reviewed.added:
        collected.add(_make_entry(line), len(profile.sources))
    collected.records[_SOURCE.id] = len(reviewed.lines)
    collected.sums[_SOURCE.id] = reviewed.sums
    source = replace(_SOURCE, vintage=reviewed.latest_date or _SOURCE.vintage)
    return replace(profile, sources=(*profile.sources, source))


def combine_exclusions(
    curated: Iterable[Exclusion], reviewed: ReviewedTables
) -> Iterator[Exclusion]:
    """Combine the curated exclusions with reviewed ones, without names that a reviewer added."""
    added = {line.key.name for line in reviewed.added}
    for exclusion in (*curated, *_list_exclusions(reviewed)):
        labels = tuple(Label) if exclusion.label is None else (exclusion.label,)
        form = fold(exclusion.form)
        kept = [label for label in labels if LabelledForm(form, label) not in added]
        if len(kept) == len(labels):
            yield exclusion
        else:
            yield from (replace(exclusion, label=label) for label in kept)


def _list_exclusions(reviewed: ReviewedTables) -> Iterator[Exclusion]:
    """A first name is removed from the lists of all genders: a name of both is in each of them."""
    for line in reviewed.excluded:
        labels = sorted(FIRSTNAMES) if line.label in FIRSTNAMES else (line.label,)
        yield from (Exclusion(line.form, label, _SOURCE.id) for label in labels)


def raise_reviewed_mentions(
    entries: MergedEntries, mentions: Floats, profile: BuildProfile
) -> Floats:
    """Raise the expected mentions of reviewed entries to :data:`REVIEWED_MENTIONS`."""
    bits = sum(1 << n for n, source in enumerate(profile.sources) if source.id == _SOURCE.id)
    is_reviewed = (entries.sources & np.uint64(bits)) > 0
    return np.where(is_reviewed, np.maximum(mentions, REVIEWED_MENTIONS), mentions)


def _make_entry(line: Proposal) -> Entry:
    """Make the entry of a line. The name of a country is one more name of that country."""
    is_country = line.label is Label.COUNTRY
    key = f"{Label.COUNTRY}:{line.country}" if is_country else ""
    return Entry(line.form, line.label, country=line.country, key=key, main=not is_country)
