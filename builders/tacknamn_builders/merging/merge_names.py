"""Merge personal names: one entry a name, with its gender decided by shares of bearers.

Of the 6,980 first names that SCB's lists of 2020 give to women and men alike, most are slips
or rarities on one side: Erik has 5 women beside 55,968 men. A name is neutral when the
rarer gender holds at least :data:`NEUTRAL_SHARE` of its bearers. The best evidence there is
decides alone, in this order:

1. *whole*: bearers in a statistic of the whole population at home;
2. *counted at home*: bearers in part of it, such as newborns. Ali has 2,978 boys and no girl;
3. *share at home*: shares of names given, where they are one gender's only. Second names are
   given too, and a daughter's is often her father's, so that Ali, Ahmed and Abdi stand among
   the women's 500 as well: a name that is on both lists is left to the next evidence;
4. *class at home*: frequency classes, and ranks. Sweden's column has Gert and Inge as women;
5. *counted abroad*: statistics and ranks of other countries, as far as they tell of bearers at
   home (:data:`~tacknamn_builders.merging.mentions.ABROAD`);
6. *class abroad*: classes tell least of all, and of China's names hardly anything but
   "unisex";
7. *what is left*: the shares of both genders; without any count the lists vote.

A list that calls a name unisex speaks for both sides. How many bearers a name has follows the
same line: the whole statistic, else the largest estimate at home, else the largest from counts
abroad, else from classes.
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
"""Rarer gender's part of the bearers from which on a name is neutral.

At 0.10 a gendered label is wrong for less than one bearer in ten, Kim (0.24), Lo (0.22) and
Mika (0.32) are neutral, Robin (0.01), Love (0.03) and Andrea (0.07) are not; 99 % of all
bearers have a name below 0.05, so that the choice moves few of them (docs/design.md)."""

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
"""Place of the shares among the evidence."""


def merge_first_names(pool: RowStore, rows: EntryRows, home: int, whole: Mask) -> MergedEntries:
    """Merge the rows that are first names; ``whole[source]`` tells complete statistics."""
    rows = rows.take(is_first_name(rows.label) & ~_find_patronymics(pool)[rows.folded])
    evidence = _collect_evidence(pool, rows, home, whole)
    groups = group_rows((rows.folded,), (rows.source, ~rows.main, -rows.count, rows.form))
    women, men, counted = _count_by_gender(rows, groups, evidence)
    label = _decide_gender(rows, groups, women, men)
    both = np.where(_has_any(groups, evidence.complete) & ~counted, 0.0, women + men)
    estimate = np.maximum(both, _estimate_bearers(groups, evidence))
    senses = _build_entries(rows, groups, label, estimate, home)
    # A neutral name's count is that of both lists: the same statistic, so they may be added.
    neutral = counted & (label == _UNKNOWN)
    return replace(
        senses,
        count=np.where(neutral, women + men, senses.count),
        kind=np.where(neutral, _BEARERS, senses.kind),
        country=np.where(neutral, home, senses.country),
    )


def merge_surnames(pool: RowStore, rows: EntryRows, home: int) -> MergedEntries:
    """Merge the rows that are surnames.

    A statistic of newborns is one of part of the population, but nobody is born with a surname
    that parents do not bear: all that count surnames at home count the whole."""
    rows = rows.take(rows.label == label_code(Label.SURNAME))
    evidence = _collect_evidence(pool, rows, home, np.ones(MOST_SOURCES, dtype=bool))
    groups = group_rows((rows.folded,), (rows.source, ~rows.main, -rows.count, rows.form))
    label = np.full(len(groups), label_code(Label.SURNAME))
    return _build_entries(rows, groups, label, _estimate_bearers(groups, evidence), home)


def _find_patronymics(pool: RowStore) -> Mask:
    """Which folded forms end like Andersson: such first names are surnames in the wrong column."""
    endings = (form.endswith(_PATRONYMIC) for form in pool.folded.values)
    return np.fromiter(endings, bool, len(pool.folded))


@dataclass(frozen=True, slots=True)
class _NameEvidence:
    """What each row tells of bearers at home."""

    bearers: Floats
    at_home: Mask
    kind: Column
    complete: Mask
    """Whether the row is of a statistic of the whole population, be its count 0."""

    def tiers(self) -> tuple[Mask, ...]:
        """The rows of each evidence, in the order of the module's docstring."""
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


def _collect_evidence(pool: RowStore, rows: EntryRows, home: int, whole: Mask) -> _NameEvidence:
    at_home = rows.country == home
    complete = at_home & whole[rows.source] & (rows.kind == _BEARERS)
    return _NameEvidence(estimate_home_bearers(pool, rows, home), at_home, rows.kind, complete)


def _estimate_bearers(groups: RowGroups, evidence: _NameEvidence) -> Floats:
    """Bearers per group: of the whole statistic, else the most at home, else from abroad."""
    bearers = evidence.bearers
    known = bearers > 0
    estimate = groups.most(bearers)
    for better in (known & (evidence.kind != _CLASS), known & evidence.at_home, evidence.complete):
        estimate = np.where(_has_any(groups, better), groups.most(bearers * better), estimate)
    return estimate


def _has_any(groups: RowGroups, rows: Mask) -> Mask:
    return groups.most(rows.astype(np.float64)) > 0


def _count_by_gender(
    rows: EntryRows, groups: RowGroups, evidence: _NameEvidence
) -> tuple[Floats, Floats, Mask]:
    """Women and men per group by the best evidence, and whether complete statistics say so."""
    women, men = np.zeros(len(groups)), np.zeros(len(groups))
    tiers = evidence.tiers()
    for place, which in enumerate(tiers):
        more_women, more_men = _count_women_and_men(rows, evidence.bearers, groups, which)
        decides = women + men == 0
        if place == _SHARE_TIER:
            decides &= np.minimum(more_women, more_men) == 0
        women, men = np.where(decides, more_women, women), np.where(decides, more_men, men)
    return women, men, _has_any(groups, tiers[0])


def _count_women_and_men(
    rows: EntryRows, bearers: Floats, groups: RowGroups, evidence: Mask
) -> tuple[Floats, Floats]:
    women, men = (
        groups.most(np.where(evidence & np.isin(rows.label, (own, _UNKNOWN)), bearers, 0.0))
        for own in (_FEMALE, _MALE)
    )
    return women, men


def _decide_gender(rows: EntryRows, groups: RowGroups, women: Floats, men: Floats) -> Column:
    uncounted = women + men == 0
    said_female = groups.most((rows.label != _MALE).astype(np.float64)) > 0
    said_male = groups.most((rows.label != _FEMALE).astype(np.float64)) > 0
    women = np.where(uncounted, said_female, women)
    men = np.where(uncounted, said_male, men)
    # Divided, because 0.1 * 70 is more than 7: with 7 of 70 the threshold is reached.
    neutral = np.minimum(women, men) / NEUTRAL_SHARE >= women + men
    return np.where(neutral, _UNKNOWN, np.where(women > men, _FEMALE, _MALE))


def _build_entries(
    rows: EntryRows, groups: RowGroups, label: Column, bearers: Floats, home: int
) -> MergedEntries:
    """One sense a group; its count is that of the most authoritative fitting row."""
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
        thing=zeros,
        main=np.ones(len(groups), dtype=bool),
        mentions=estimate_mentions(label, rows.kind[best], bearers, rows.country[best] == home),
        sources=groups.any_bits(np.uint64(1) << rows.source.astype(np.uint64)),
    )
