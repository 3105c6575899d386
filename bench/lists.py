"""Choose the lists for the benchmark of matchers, and write bundles of them.

A list of 50 thousand forms contains the most mentioned forms of a built bundle without common
words, as a default scan does. A list of 500 thousand contains almost all forms. A list of two
million also has what a country's registers would add: full names, addresses, companies and schools,
combined from the same names, so that most words of a text begin an entry and few continue one.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from tacknamn.labels import LABELS, Kind, Label
from tacknamn.lexicon.sections import Section
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.bundle_files import BundleContent, write_files
from tacknamn_builders.bundle.manifest import write_manifest
from tacknamn_builders.bundle.sampling_tables import build_sampling_tables
from tacknamn_builders.merging.mentions import label_code
from tacknamn_builders.merging.read_sources import CollectedRecords
from tacknamn_builders.merging.row_store import KINDS, MergedEntries
from tacknamn_builders.sources.profiles import BuildProfile

__all__ = ["SIZES", "choose_forms", "make_bundle", "read_list"]

SIZES = (50_000, 500_000, 2_000_000)
SEED = 5
_NAMES_DRAWN = 20_000
"""Most common first names and surnames that full names consist of. With rare names as well, the lists
had names that occur in no text."""
_FIRST_NAMES = (Label.FIRSTNAME_FEMALE, Label.FIRSTNAME_MALE, Label.FIRSTNAME_UNKNOWN)


def choose_forms(size: int, bundle: Path) -> list[str]:
    """Choose ``size`` folded forms: the most mentioned of ``bundle``, then invented ones."""
    forms = Section(bundle / "forms.bin", "forms")
    weight = np.array(forms.column("weight"), dtype=np.int64)
    common = np.array(forms.column("common"), dtype=bool)
    order = np.argsort(-weight, kind="stable")
    real = [forms.text(row) for row in order[~common[order]][:size].tolist()]
    if len(real) < size:
        known = set(real)
        for form in _invent_forms(bundle):
            if form not in known:
                known.add(form)
                real.append(form)
            if len(real) == size:
                break
    return sorted(real)


def read_list(path: Path) -> list[str]:
    """Read a list with one form on each line."""
    return path.read_text("utf-8").split("\n")


def _invent_forms(bundle: Path) -> Iterator[str]:
    """Invent entries of several words from the bundle's names, without end."""
    dice = random.Random(SEED)
    first, last = _choose_names(bundle, _FIRST_NAMES), _choose_names(bundle, (Label.SURNAME,))
    towns = _choose_names(bundle, (Label.CITY,))
    kinds: tuple[Callable[[], str], ...] = (
        lambda: f"{dice.choice(first)} {dice.choice(last)}",
        lambda: f"{dice.choice(first)} {dice.choice(first)} {dice.choice(last)}",
        lambda: f"{dice.choice(last)}s väg {dice.randint(1, 120)}",
        lambda: f"{dice.choice(last)} & {dice.choice(last)} AB",
        lambda: f"{dice.choice(towns)} {dice.choice(last)} skola",
    )
    while True:
        yield fold(dice.choices(kinds, weights=(4, 2, 2, 1, 1))[0]())


def _choose_names(bundle: Path, labels: Sequence[Label]) -> list[str]:
    """Choose the most mentioned forms with one of the labels."""
    forms = Section(bundle / "forms.bin", "forms")
    bits = sum(1 << LABELS.index(label) for label in labels)
    has = np.flatnonzero(np.array(forms.column("labels"), dtype=np.int64) & bits)
    weight = np.array(forms.column("weight"), dtype=np.int64)[has]
    order = has[np.argsort(-weight, kind="stable")[:_NAMES_DRAWN]]
    return [forms.text(row) for row in order.tolist()]


def make_bundle(forms: Sequence[str], folder: Path) -> Path:
    """Write a complete bundle of distinct folded forms, like a build without merging."""
    profile = BuildProfile("bench", "Benchmark", "SE", sources=())
    collected = CollectedRecords()
    content = _make_content(collected, sorted(forms))
    folder.mkdir(parents=True)
    write_files(folder, content)
    write_manifest(folder, profile, collected, content)
    return folder


def _make_content(collected: CollectedRecords, forms: list[str]) -> BundleContent:
    """Make one entry for each form: a town without further facts."""
    store = collected.store
    codes = np.array([store.forms.code(form) for form in forms], dtype=np.int64)
    folded = np.array([store.folded.code(form) for form in forms], dtype=np.int64)
    same = np.zeros(len(forms), dtype=np.int64)
    entries = MergedEntries(
        folded=folded,
        form=codes,
        label=same + label_code(Label.CITY),
        kind=same + KINDS.index(Kind.NONE),
        count=same.astype(np.float64),
        country=same + store.names.code("SE"),
        parent=same,
        entity=same,
        main=same == 0,
        mentions=np.ones(len(forms)),
        sources=same.astype(np.uint64),
    )
    return BundleContent(
        store=store,
        entries=entries,
        words=collected.words,
        ambiguous=frozenset(),
        source_ids=(),
        sampling=build_sampling_tables(store, entries, "SE", ()),
    )
