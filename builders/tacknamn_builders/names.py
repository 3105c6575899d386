"""Merge personal names: one entry a name, with its gender decided by shares of bearers.

Of the 6,973 first names that SCB's 2020 lists give to women and men alike, most are slips
or rarities on one side: Erik has 15 women among 298,878 men. A name is neutral when the
rarer gender holds at least :data:`NEUTRAL_SHARE` of its bearers. Where a statistic covers
the whole population, it alone decides; otherwise the largest partial estimates do, those of
the home country before others, and a list that calls a name unisex speaks for both sides.
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Kind, Label
from tacknamn_builders.grouping import Groups, group
from tacknamn_builders.mentions import code_of, home_bearers, is_first_name, mentions
from tacknamn_builders.pool import KINDS, Column, Rows
from tacknamn_builders.senses import Senses

__all__ = ["NEUTRAL_SHARE", "merge_first_names", "merge_surnames"]

NEUTRAL_SHARE = 0.10
"""Rarer gender's part of the bearers from which on a name is neutral.

At 0.10 a gendered label is wrong for less than one bearer in ten, Kim (0.24), Lo (0.22) and
Mika (0.32) are neutral, Robin (0.01), Love (0.03) and Andrea (0.07) are not; 99 % of all
bearers have a name below 0.05, so that the choice moves few of them (docs/design.md)."""

Floats = npt.NDArray[np.float64]

_FEMALE = code_of(Label.FIRSTNAME_FEMALE)
_MALE = code_of(Label.FIRSTNAME_MALE)
_UNKNOWN = code_of(Label.FIRSTNAME_UNKNOWN)
_BEARERS = KINDS.index(Kind.BEARERS)


def merge_first_names(rows: Rows, home: int, whole: npt.NDArray[np.bool_]) -> Senses:
    """Merge the rows that are first names; ``whole[source]`` tells complete statistics."""
    rows = rows.take(is_first_name(rows.label))
    bearers = home_bearers(rows, home)
    groups = group((rows.folded,), (rows.source, ~rows.main, -rows.count, rows.form))
    women, men, counted = _both_sides(rows, bearers, groups, home, whole)
    label = _decide(rows, groups, women, men)
    senses = _senses(rows, groups, label, np.maximum(women + men, groups.most(bearers)), home)
    # A neutral name's count is that of both lists: the same statistic, so they may be added.
    both = counted & (label == _UNKNOWN)
    return replace(
        senses,
        count=np.where(both, women + men, senses.count),
        kind=np.where(both, _BEARERS, senses.kind),
        country=np.where(both, home, senses.country),
    )


def merge_surnames(rows: Rows, home: int) -> Senses:
    """Merge the rows that are surnames."""
    rows = rows.take(rows.label == code_of(Label.SURNAME))
    groups = group((rows.folded,), (rows.source, ~rows.main, -rows.count, rows.form))
    label = np.full(len(groups), code_of(Label.SURNAME))
    return _senses(rows, groups, label, groups.most(home_bearers(rows, home)), home)


def _both_sides(
    rows: Rows, bearers: Floats, groups: Groups, home: int, whole: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Women and men per group, and whether complete statistics say so.

    The best evidence there is decides alone: complete statistics, else what is known at
    home, else abroad. Ali is a man's name here, whoever bears it elsewhere."""
    counted = bearers > 0
    at_home = counted & (rows.country == home)
    complete = at_home & whole[rows.source] & (rows.kind == _BEARERS)
    women, men = _sides(rows, bearers, groups, complete)
    known = women + men > 0
    for evidence in (at_home, counted):
        open_ = women + men == 0
        more_women, more_men = _sides(rows, bearers, groups, evidence)
        women, men = np.where(open_, more_women, women), np.where(open_, more_men, men)
    return women, men, known


def _sides(
    rows: Rows, bearers: Floats, groups: Groups, evidence: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    women, men = (
        groups.most(np.where(evidence & np.isin(rows.label, (own, _UNKNOWN)), bearers, 0.0))
        for own in (_FEMALE, _MALE)
    )
    return women, men


def _decide(rows: Rows, groups: Groups, women: Floats, men: Floats) -> Column:
    uncounted = women + men == 0
    said_female = groups.most((rows.label != _MALE).astype(np.float64)) > 0
    said_male = groups.most((rows.label != _FEMALE).astype(np.float64)) > 0
    women = np.where(uncounted, said_female, women)
    men = np.where(uncounted, said_male, men)
    # Divided, because 0.1 * 70 is more than 7: with 7 of 70 the threshold is reached.
    neutral = np.minimum(women, men) / NEUTRAL_SHARE >= women + men
    return np.where(neutral, _UNKNOWN, np.where(women > men, _FEMALE, _MALE))


def _senses(rows: Rows, groups: Groups, label: Column, bearers: Floats, home: int) -> Senses:
    """One sense a group; its count is that of the most authoritative fitting row."""
    ids = groups.ids
    fits = (rows.label == label[ids]) | (label[ids] == _UNKNOWN)
    at_home = rows.country == home
    best = group(
        (rows.folded,),
        (rows.count <= 0, ~fits, ~at_home, rows.source, -rows.count, rows.kind, rows.country),
    ).first
    shown = groups.first
    zeros = np.zeros(len(groups), dtype=np.int64)
    return Senses(
        folded=rows.folded[shown],
        form=rows.form[shown],
        label=label,
        kind=rows.kind[best],
        count=rows.count[best],
        country=rows.country[best],
        parent=zeros,
        thing=zeros,
        main=np.ones(len(groups), dtype=bool),
        mentions=mentions(label, rows.kind[best], bearers, rows.country[best] == home),
        sources=groups.any_bits(np.uint64(1) << rows.source.astype(np.uint64)),
    )
