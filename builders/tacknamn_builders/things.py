"""Merge everything but personal names: one thing under all its names.

A source with identities (a GeoNames id) says which names are one thing. What other sources
say of a name joins such a thing: of those of the same label that bear the name, and of the
same country and parent where they are stated, the best identified and most populous one.
What stays unkeyed is one thing per form, label, country and parent: Storgatan in Lund and
Storgatan in Umeå are two streets.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Kind, Label
from tacknamn_builders.grouping import group
from tacknamn_builders.mentions import code_of, is_first_name, mentions
from tacknamn_builders.pool import KINDS, Column, Pool, Rows
from tacknamn_builders.records import Parent
from tacknamn_builders.senses import Senses

__all__ = ["merge_things"]

_PLACE = code_of(Label.PLACE)
"""Streets and stops never join: there is a Storgatan in every town."""
VARIANT = 0.05
"""Mentions of a place under another name for each mention under its main one: in wordfreq's
Swedish 0.02 (Munich, Gothenburg) to 0.10 (Vienna), the median of eight cities 0.05."""
_CODE = re.compile(r"[A-Z]{2}\.\S+")


def merge_things(
    pool: Pool,
    rows: Rows,
    home: int,
    parents: Mapping[str, Parent],
    regions: Mapping[str, str],
) -> Senses:
    """Merge the rows of ``pool`` that are not personal names."""
    rows = rows.take(~is_first_name(rows.label) & (rows.label != code_of(Label.SURNAME)))
    rows = _settle_places(pool, rows, home, parents, regions)
    coarse = _first_level(pool, regions)
    rows = _join_by_name(pool, _share_facts(rows, coarse), coarse)
    return _senses(_share_facts(rows, coarse), home)


def _first_level(pool: Pool, regions: Mapping[str, str]) -> npt.NDArray[np.bool_]:
    """Which names are those of counties and states: less exact than a municipality."""
    coarse = np.zeros(len(pool.names), dtype=bool)
    for code, name in regions.items():
        if code.count(".") == 1:
            coarse[pool.names.find(name) or 0] = True
    coarse[0] = False
    return coarse


def _settle_places(
    pool: Pool, rows: Rows, home: int, parents: Mapping[str, Parent], regions: Mapping[str, str]
) -> Rows:
    """Put names in place of region codes, by position first, and prefer local main names."""
    values = pool.names.values
    by_code = np.arange(len(values))
    by_position = np.zeros(len(values), dtype=np.int64)
    local = np.zeros(len(values), dtype=np.int64)
    for code in np.unique(rows.parent).tolist():
        by_code[code] = pool.names.code(_region(values[code], regions))
    for code in np.unique(rows.at).tolist():
        parent = parents.get(values[code])
        if parent is not None:
            at_home = values[code].startswith(f"{values[home]} ")
            by_position[code] = pool.names.code((at_home and parent.municipality) or parent.region)
            local[code] = pool.folded_of(parent.name)
    placed = by_position[rows.at]
    own = local[rows.at]
    local_name = (own > 0) & (own == rows.folded)
    # A thing whose local name no source gives keeps its main name.
    has_local_name = np.zeros(len(values), dtype=bool)
    has_local_name[rows.key[local_name & (rows.key > 0)]] = True
    return replace(
        rows,
        parent=np.where(placed > 0, placed, by_code[rows.parent]),
        main=np.where(has_local_name[rows.key], local_name, rows.main),
    )


def _region(code: str, regions: Mapping[str, str]) -> str:
    """The name behind ``SE.28.1480``, else behind ``SE.28``; a name stays as it is."""
    if not _CODE.fullmatch(code):
        return code
    return regions.get(code) or regions.get(code.rpartition(".")[0]) or ""


def _join_by_name(pool: Pool, rows: Rows, coarse: npt.NDArray[np.bool_]) -> Rows:
    """Let what sources say of a name join the best identified thing of that name."""
    strength = _strengths(pool, rows)
    joining = np.flatnonzero((strength > 0) & (rows.label != _PLACE))
    targets = _targets(rows, strength, rows.folded[joining])
    found = np.zeros(len(rows), dtype=np.int64)
    found[joining] = _found(pool, rows.take(joining), strength[joining], targets, coarse)
    keyed = np.flatnonzero((rows.key > 0) & (found > 0))
    part = rows.take(keyed)
    # A thing's main name finds better than its variants: Rom is Rome, not Roma in Lesotho.
    first = group((part.key,), (~part.main, part.form)).first
    translate = np.arange(len(pool.names))
    translate[part.key[first]] = found[keyed[first]]
    while (translate[translate] != translate).any():  # a thing may join one that joins a third
        translate = translate[translate]
    key = np.where((rows.key == 0) & (found > 0), found, rows.key)
    return replace(rows, key=translate[key])


_UNKEYED = 1000
_STRENGTHS = {"geonames": 0, "country": 1, "language": 1}
"""Identities that the world shares come first, then those of single sources in their order."""


def _strengths(pool: Pool, rows: Rows) -> Column:
    """How good each row's identity is: a thing joins only one with a smaller number.

    All rows of a thing have one strength, or two things might join each other."""
    kinds = (value.partition(":")[0] for value in pool.names.values)
    of_key = np.fromiter(
        (_STRENGTHS.get(kind, _UNKEYED) for kind in kinds), np.int64, len(pool.names)
    )
    np.minimum.at(of_key, rows.key, rows.source + len(_STRENGTHS))
    of_key[0] = _UNKEYED
    return of_key[rows.key]


_Target = tuple[int, int, int]
"""Key, parent and strength."""
_Targets = Mapping[tuple[int, int, int], list[_Target]]
_ANYWHERE = -1


def _targets(rows: Rows, strength: Column, wanted: Column) -> _Targets:
    """The things that bear a ``wanted`` form, by form, label and country, the best first.

    Under :data:`_ANYWHERE` stand those of all countries."""
    keyed = np.flatnonzero((rows.key > 0) & np.isin(rows.folded, wanted))
    part, strength = rows.take(keyed), strength[keyed]
    targets: dict[tuple[int, int, int], list[_Target]] = defaultdict(list)
    for country in (part.country, np.full(len(part), _ANYWHERE)):
        by = (part.folded, part.label, country)
        order = group(by, (strength, -part.count, ~part.main, part.key)).order
        names = zip(*(column[order].tolist() for column in by), strict=True)
        facts = (part.key, part.parent, strength)
        things = zip(*(column[order].tolist() for column in facts), strict=True)
        for name, thing in zip(names, things, strict=True):
            targets[name].append(thing)
    return dict(targets)


def _found(
    pool: Pool,
    rows: Rows,
    strength: Column,
    targets: _Targets,
    coarse: npt.NDArray[np.bool_],
) -> Column:
    """For each row the key of the thing it joins, or 0."""
    facts = (rows.folded, rows.label, rows.country, rows.parent, strength)
    found = np.zeros(len(rows), dtype=np.int64)
    for place, fact in enumerate(zip(*(column.tolist() for column in facts), strict=True)):
        folded, label, country, parent, own = fact
        # Where a country is stated, a thing without one will do; where none is, any thing.
        countries = (country, 0) if country else (_ANYWHERE,)
        things = (thing for one in countries for thing in targets.get((folded, label, one), ()))
        stated, itself = pool.names[parent], pool.folded[folded]
        fitting = (
            key
            for key, lies_in, theirs in things
            if theirs < own
            and (
                _agree(stated, pool.names[lies_in])
                # Helsingborg in Helsingborg, and Helsingborg in Skåne: a town is the seat of
                # the municipality of its name.
                or ((coarse[lies_in] or coarse[parent]) and _agree(stated, itself))
            )
        )
        found[place] = next(fitting, 0)
    return found


def _agree(stated: str, known: str) -> bool:
    """Whether two parents may be one: Göteborg and Göteborgs stad, or one not stated."""
    stated, known = stated.casefold(), known.casefold()
    return stated.startswith(known) or known.startswith(stated)


def _share_facts(rows: Rows, coarse: npt.NDArray[np.bool_]) -> Rows:
    """Give every name of a thing the thing's best facts, whichever source states them."""
    keyed = np.flatnonzero(rows.key > 0)
    part = rows.take(keyed)
    changed = {}
    for name, lacking, tie in (
        ("count", part.count <= 0, -part.count),
        ("country", part.country == 0, part.country),
        ("parent", np.where(part.parent == 0, 2, coarse[part.parent]), part.parent),
    ):
        groups = group((part.key,), (lacking, part.source, ~part.main, tie, part.form, part.kind))
        best = groups.first[groups.ids]
        column = getattr(rows, name).copy()
        column[keyed] = getattr(part, name)[best]
        changed[name] = column
        if name == "count":
            changed["kind"] = rows.kind.copy()
            changed["kind"][keyed] = part.kind[best]
    main = group((part.key,), (~part.main, part.source, part.form))
    changed["main"] = rows.main.copy()
    changed["main"][keyed] = part.form == part.form[main.first[main.ids]]
    return replace(rows, **changed)


def _senses(rows: Rows, home: int) -> Senses:
    """One sense for each folded form of each thing, shown as its best source writes it."""
    # A keyed thing is itself wherever it lies; an unkeyed one is told apart by its parent.
    parent = np.where(rows.key > 0, 0, rows.parent)
    country = np.where(rows.key > 0, 0, rows.country)
    groups = group(
        (rows.folded, rows.label, rows.key, country, parent),
        (rows.source, ~rows.main, rows.form),
    )
    best = group(
        (rows.folded, rows.label, rows.key, country, parent),
        (rows.count <= 0, rows.source, -rows.count, rows.kind),
    ).first
    shown = groups.first
    counted = rows.count[best] > 0
    kind = np.where(counted | (rows.kind[best] == 0), rows.kind[best], KINDS.index(Kind.NONE))
    said = mentions(rows.label[shown], kind, rows.count[best], rows.country[shown] == home)
    main = groups.most(rows.main.astype(np.float64)) > 0
    return Senses(
        folded=rows.folded[shown],
        form=rows.form[shown],
        label=rows.label[shown],
        kind=kind,
        count=rows.count[best],
        country=rows.country[shown],
        parent=rows.parent[shown],
        thing=rows.key[shown],
        main=main,
        mentions=np.where(main | (kind != KINDS.index(Kind.INHABITANTS)), said, said * VARIANT),
        sources=groups.any_bits(np.uint64(1) << rows.source.astype(np.uint64)),
    )
