"""Derive what replacements are drawn from: lists of rows of ``entries``, best first.

Nothing here is hand-written but the fakes: the top 50 of a name list and the five largest
cities of a country follow from the merged counts, so that every draw can say which rows of
which sources it came from.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from tacknamn.labels import Label
from tacknamn_builders.curation import Fake
from tacknamn_builders.mentions import FIRST_NAMES, code_of
from tacknamn_builders.pool import Column, Pool
from tacknamn_builders.senses import Senses

__all__ = ["sampling_tables"]

NAMES_KEPT = 1000
"""Names per list: the seeds draw from 50, ``--top`` and exhausted lists ask for more."""
CITIES_KEPT = 50
"""Cities per country, of which the seeds draw from five."""

_STREET = re.compile(
    r"(gat(a|an)|väg(en)?|gränd(en)?|stig(en)?|torg(et)?|plan(en)?|all[eé](n)?|backen?"
    r"|liden|led(en)?|kaj(en)?|esplanad(en)?|slingan?|ring(en)?|promenaden|stråket|plats(en)?)$",
    re.IGNORECASE,  # Stora Torget beside Stora torget
)
"""What Swedish street names end in; Uppsala C and Slussen are places, but no addresses."""


def sampling_tables(
    pool: Pool, senses: Senses, country: str, fakes: Iterable[Fake]
) -> dict[str, Any]:
    """Make the sampling tables for senses in their final order."""
    home = pool.names.code(country)
    return {
        "country": country,
        "names": {
            label.value: _top_names(senses, label, home) for label in (*FIRST_NAMES, Label.SURNAME)
        },
        "cities": _largest_cities(pool, senses),
        "streets": _by_parent(pool, senses, _streets(pool, senses)),
        "zip_codes": _by_parent(pool, senses, senses.label == code_of(Label.ZIP_CODE)),
        "fakes": _fakes(fakes),
    }


def _top_names(senses: Senses, label: Label, home: int) -> list[int]:
    wanted = np.flatnonzero((senses.label == code_of(label)) & (senses.country == home))
    order = np.argsort(-senses.mentions[wanted], kind="stable")
    return [int(row) for row in wanted[order[:NAMES_KEPT]]]


def _largest_cities(pool: Pool, senses: Senses) -> dict[str, list[int]]:
    cities = (senses.label == code_of(Label.CITY)) & senses.main & (senses.count > 0)
    wanted = np.flatnonzero(cities & (senses.country > 0))
    order: Column = wanted[np.argsort(-senses.count[wanted], kind="stable")]
    largest: dict[int, dict[int, int]] = defaultdict(dict)
    """By country, rows by name: of two towns of one name the larger one is kept."""
    columns = (order, senses.country[order], senses.folded[order])
    for row, country, folded in zip(*(column.tolist() for column in columns), strict=True):
        if len(largest[country]) < CITIES_KEPT:
            largest[country].setdefault(folded, row)
    return {pool.names[country]: list(rows.values()) for country, rows in largest.items()}


def _streets(pool: Pool, senses: Senses) -> npt.NDArray[np.bool_]:
    """Places that are streets by their name: stations have a town above them too."""
    places = np.flatnonzero((senses.label == code_of(Label.PLACE)) & senses.main)
    streets = np.zeros(len(senses), dtype=bool)
    streets[places] = [
        bool(_STREET.search(pool.forms[form])) for form in senses.form[places].tolist()
    ]
    return streets


def _by_parent(pool: Pool, senses: Senses, wanted: npt.NDArray[np.bool_]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = defaultdict(list)
    for row in np.flatnonzero(wanted & (senses.parent > 0)).tolist():
        rows[pool.names[int(senses.parent[row])]].append(row)
    return dict(rows)


def _fakes(fakes: Iterable[Fake]) -> dict[str, list[dict[str, str]]]:
    lists: dict[str, list[dict[str, str]]] = defaultdict(list)
    for fake in fakes:
        lists[fake.list].append({"form": fake.form, "gender": fake.gender})
    return dict(lists)
