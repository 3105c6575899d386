"""Merge personal names: one entry for each name; shares of bearers decide its gender.

SCB's lists of 2020 give 6,980 first names to both women and men. For most of them, one side is an
error or a rarity: Erik has 5 women and 55,968 men. A name is neutral if the rarer gender has at
least :data:`NEUTRAL_SHARE` of its bearers. Only the best available evidence decides, in this order:

1. *whole*: bearers in a statistic of the whole population at home;
2. *counted at home*: bearers in a part of the population, such as newborns. Ali has 2,978 boys and
   no girl;
3. *share at home*: shares of given names, if only one gender has them. Second names are given names
   too, and a daughter's is often her father's, so Ali, Ahmed and Abdi are also among the women's
   500. A name on both lists is left to the next evidence;
4. *class at home*: frequency classes, and ranks. Sweden's column has Gert and Inge as women;
5. *counted abroad*: statistics and ranks of other countries, converted to bearers at home
   (:data:`~tacknamn_builders.merging.mentions.ABROAD`);
6. *class abroad*: the weakest classes; for names from China they are almost always "unisex";
7. *remaining*: the shares of both genders; without any count, the number of lists decides.

A list that calls a name unisex counts for both genders. The number of bearers is taken in a similar
order: from the whole statistic, otherwise the largest estimate at home, otherwise the largest from
counts abroad, otherwise from classes.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Kind, Label
from tacknamn_builders.merging.grouping import RowGroups, group_rows
from tacknamn_builders.merging.mentions import (
    estimate_home_bearers,
    estimate_mentions,
    is_first_name,
    label_code,
)
from tacknamn_builders.merging.row_store import KINDS, Column, EntryRows, MergedEntries, RowStore
from tacknamn_builders.sources.profiles import MOST_SOURCES

__all__ = ["NEUTRAL_SHARE", "merge_first_names", "merge_surnames"]

NEUTRAL_SHARE = 0.10
"""Minimum share of the rarer gender's bearers for a neutral name.

With 0.10, a gendered label is wrong for less than one bearer in ten. Kim (0.24), Lo (0.22) and Mika
(0.32) are neutral; Robin (0.01), Love (0.03) and Andrea (0.07) are not. 99 % of all bearers have a
name below 0.05, so the choice affects few of them (docs/design.md)."""

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_PATRONYMIC = ("sson", "sdotter")
"""Jason and Samson have one s."""
_FEMALE = label_code(Label.FIRSTNAME_FEMALE)
_MALE = label_code(Label.FIRSTNAME_MALE)
_UNKNOWN = label_code(Label.FIRSTNAME_UNKNOWN)
_BEARERS = KINDS.index(Kind.BEARERS)
_SHARE = KINDS.index(Kind.SHARE)
_CLASS = KINDS.index(Kind.CLASS)
_SHARE_TIER = 2
"""Position of the shares in the order of evidence."""


def merge_first_names(store: RowStore, rows: EntryRows, home: int, whole: Mask) -> MergedEntries:
    """Merge the rows that are first names; ``whole[source]`` marks complete statistics."""
    rows = rows.take(is_first_name(rows.label) & ~_find_patronymics(store)[rows.folded])
    evidence = _collect_evidence(store, rows, home, whole)
    groups = group_rows((rows.folded,), (rows.source, ~rows.main, -rows.count, rows.form))
    women, men, counted = _count_by_gender(rows, groups, evidence)
    label = _decide_gender(rows, groups, women, men)
    # A complete statistic with a count of 0 outweighs all other evidence.
    both = np.where(_has_any(groups, evidence.complete) & ~counted, 0.0, women + men)
    estimate = np.maximum(both, _estimate_bearers(groups, evidence))
    entries = _build_entries(rows, groups, label, estimate, home)
    # The count of a neutral name is the sum of both lists, which are parts of the same statistic.
    neutral = counted & (label == _UNKNOWN)
    return replace(
        entries,
        count=np.where(neutral, women + men, entries.count),
        kind=np.where(neutral, _BEARERS, entries.kind),
        country=np.where(neutral, home, entries.country),
    )


def merge_surnames(store: RowStore, rows: EntryRows, home: int) -> MergedEntries:
    """Merge the rows that are surnames.

    Every count of surnames at home counts as a statistic of the whole population, also one of
    newborns: they have their parents' surnames."""
    rows = rows.take(rows.label == label_code(Label.SURNAME))
    evidence = _collect_evidence(store, rows, home, np.ones(MOST_SOURCES, dtype=bool))
    groups = group_rows((rows.folded,), (rows.source, ~rows.main, -rows.count, rows.form))
    label = np.full(len(groups), label_code(Label.SURNAME))
    return _build_entries(rows, groups, label, _estimate_bearers(groups, evidence), home)


def _find_patronymics(store: RowStore) -> Mask:
    """Mark folded forms that end like Andersson: as first names they are in the wrong column."""
    endings = (form.endswith(_PATRONYMIC) for form in store.folded.values)
    return np.fromiter(endings, bool, len(store.folded))


@dataclass(frozen=True, slots=True)
class _NameEvidence:
    """The evidence of each row about bearers at home."""

    bearers: Floats
    at_home: Mask
    kind: Column
    complete: Mask
    """Whether the row is from a statistic of the whole population, even if its count is 0."""

    def tiers(self) -> tuple[Mask, ...]:
        """Mark the rows of each kind of evidence, in the order of the module's docstring."""
        counted = self.bearers > 0
        at_home, abroad = counted & self.at_home, counted & ~self.at_home
        of_bearers, of_share = self.kind == _BEARERS, self.kind == _SHARE
        return (
            counted & self.complete,
            at_home & of_bearers,
            at_home & of_share,
            at_home & ~of_bearers & ~of_share,
            abroad & (self.kind != _CLASS),
            abroad,
            counted,
        )


def _collect_evidence(store: RowStore, rows: EntryRows, home: int, whole: Mask) -> _NameEvidence:
    at_home = rows.country == home
    complete = at_home & whole[rows.source] & (rows.kind == _BEARERS)
    return _NameEvidence(estimate_home_bearers(store, rows, home), at_home, rows.kind, complete)


def _estimate_bearers(groups: RowGroups, evidence: _NameEvidence) -> Floats:
    """Estimate bearers per group: from the whole statistic, otherwise at home, otherwise abroad."""
    bearers = evidence.bearers
    known = bearers > 0
    estimate = groups.maximum(bearers)
    for better in (known & (evidence.kind != _CLASS), known & evidence.at_home, evidence.complete):
        estimate = np.where(_has_any(groups, better), groups.maximum(bearers * better), estimate)
    return estimate


def _has_any(groups: RowGroups, rows: Mask) -> Mask:
    return groups.maximum(rows.astype(np.float64)) > 0


def _count_by_gender(
    rows: EntryRows, groups: RowGroups, evidence: _NameEvidence
) -> tuple[Floats, Floats, Mask]:
    """Count women and men per group by the best evidence; mark groups with complete statistics."""
    women, men = np.zeros(len(groups)), np.zeros(len(groups))
    tiers = evidence.tiers()
    for tier, in_tier in enumerate(tiers):
        more_women, more_men = _count_women_and_men(rows, evidence.bearers, groups, in_tier)
        decides = women + men == 0  # no better evidence
        if tier == _SHARE_TIER:
            decides &= np.minimum(more_women, more_men) == 0
        women, men = np.where(decides, more_women, women), np.where(decides, more_men, men)
    return women, men, _has_any(groups, tiers[0])


def _count_women_and_men(
    rows: EntryRows, bearers: Floats, groups: RowGroups, evidence: Mask
) -> tuple[Floats, Floats]:
    women, men = (
        groups.maximum(np.where(evidence & np.isin(rows.label, (own, _UNKNOWN)), bearers, 0.0))
        for own in (_FEMALE, _MALE)
    )
    return women, men


def _decide_gender(rows: EntryRows, groups: RowGroups, women: Floats, men: Floats) -> Column:
    # Without any count, a list with the name counts as one bearer of its gender.
    uncounted = women + men == 0
    listed_female = groups.maximum((rows.label != _MALE).astype(np.float64)) > 0
    listed_male = groups.maximum((rows.label != _FEMALE).astype(np.float64)) > 0
    women = np.where(uncounted, listed_female, women)
    men = np.where(uncounted, listed_male, men)
    # A division, because 0.1 * 70 is more than 7 in floating point; 7 of 70 must reach the
    # threshold.
    neutral = np.minimum(women, men) / NEUTRAL_SHARE >= women + men
    return np.where(neutral, _UNKNOWN, np.where(women > men, _FEMALE, _MALE))


def _build_entries(
    rows: EntryRows, groups: RowGroups, label: Column, bearers: Floats, home: int
) -> MergedEntries:
    """Build one entry for each group, with the count of the most authoritative fitting row."""
    ids = groups.ids
    fits = (rows.label == label[ids]) | (label[ids] == _UNKNOWN)
    at_home = rows.country == home
    best = group_rows(
        (rows.folded,),
        (rows.count <= 0, ~fits, ~at_home, rows.source, -rows.count, rows.kind, rows.country),
    ).first
    shown = groups.first
    zeros = np.zeros(len(groups), dtype=np.int64)
    return MergedEntries(
        folded=rows.folded[shown],
        form=rows.form[shown],
        label=label,
        kind=rows.kind[best],
        count=rows.count[best],
        country=rows.country[best],
        parent=zeros,
        entity=zeros,
        main=np.ones(len(groups), dtype=bool),
        mentions=estimate_mentions(label, rows.kind[best], bearers, rows.country[best] == home),
        sources=groups.any_bits(np.uint64(1) << rows.source.astype(np.uint64)),
    )
