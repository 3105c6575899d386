"""Find who or what the mentions of a text name, and which of them belong to one address.

Mentions of the same original share a key, and so get the same pseudonym. Inflected and misspelt
mentions share their base. The names of one place (Köpenhamn, Copenhagen) share the identifier of
the place. A first name has one key, whether or not a mention shows the gender.

Pseudonyms of one address belong together. A street, postal code or telephone area belongs to the
city that its mention gives, else to the nearest city in the text; at equal distance to the one
after it, because in Swedish the city comes last. A region belongs to the first city in the text
that lies in it. If the text names the country of a city, the city goes to the country that
replaces it (COLING-2020 paper: "I lived in Danmark in Odense").
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.entries import Entries, EntryRow
from tacknamn.replacement.pools import is_similar
from tacknamn.replacement.records import FIRSTNAME_LABELS, NAME_LABELS, PLACE_LABELS, Mention
from tacknamn.text.fold import fold

__all__ = [
    "Addresses",
    "Original",
    "OriginalCache",
    "OriginalKey",
    "Originals",
    "ResolvedMention",
    "get_region_kind",
    "list_regions_above",
]

_MOST_CACHED = 1 << 16
"""Forms that are cached: most texts name the same ones, and 30 MB are enough."""
OriginalKey = tuple[str, str]
"""What identifies an original: its kind, and its identifier or folded base."""


class Original(NamedTuple):
    """An entity that a text names, and that one pseudonym replaces."""

    label: str
    base: str
    folded: str
    country: str = ""
    parent: str = ""
    entity: str = ""
    """Identifier that all names of the entity share; empty if it has only one name."""
    town: str = ""
    """The city of its address, if the caller gave it."""
    spelt: str = ""
    """Another folded spelling, from a misspelt mention."""

    @property
    def kind(self) -> str:
        """The label, but the same for all first names."""
        return "firstname" if self.label in FIRSTNAME_LABELS else self.label

    @property
    def identity(self) -> str:
        """What the draw of its pseudonym depends on: the identifier, else the folded base."""
        return self.entity or self.folded

    @property
    def key(self) -> OriginalKey:
        """The key that all its mentions share."""
        return self.kind, self.identity

    def is_like(self, folded: str, entity: str) -> bool:
        """Whether a name is this one, another name of the same entity, or similar to it."""
        if entity and entity == self.entity:
            return True
        return is_similar(folded, self.folded) or bool(
            self.spelt and is_similar(folded, self.spelt)
        )


class ResolvedMention(NamedTuple):
    """A mention and its original."""

    original: Original
    text: str
    affixes: tuple[str, ...]
    offset: int
    """Its offset in the text, or its number among the mentions."""


@dataclass(frozen=True, slots=True)
class OriginalCache:
    """Originals found so far. All texts share it, because they depend on the lexicon alone."""

    by_form: dict[int, Original] = field(default_factory=dict)
    """By the number of the form."""
    by_base: dict[tuple[str, ...], Original] = field(default_factory=dict)
    """By the fields of a mention: label, base, country, parent, town."""


class Originals:
    """Finds the originals of mentions and matches, each of them once."""

    def __init__(self, entries: Entries, cache: OriginalCache) -> None:
        """Make a finder for one text.

        Args:
            cache: What was found so far, shared by all texts.
        """
        self._entries = entries
        self._by_form = cache.by_form
        self._by_base = cache.by_base

    def resolve(self, mention: Match | Mention, offset: int = 0) -> ResolvedMention:
        """Return a mention with its original."""
        if isinstance(mention, Match):
            return ResolvedMention(
                self._resolve_match(mention), mention.form, mention.affixes, mention.start
            )
        return ResolvedMention(
            self._resolve_mention(mention), mention.text, tuple(mention.affixes), offset
        )

    def resolve_all(self, mentions: Iterable[Match | Mention]) -> list[ResolvedMention]:
        """Return mentions with their originals."""
        return [self.resolve(mention, number) for number, mention in enumerate(mentions)]

    def find_city(self, town: str, country: str = "") -> Original:
        """Return the city with this name."""
        return self.resolve(Mention(town, Label.CITY, town, country=country)).original

    def _resolve_match(self, match: Match) -> Original:
        original = self._by_form.get(match.entry)
        if original is None:
            if len(self._by_form) >= _MOST_CACHED:
                self._by_form.clear()
            row = self._entries.find_by_form(match.entry)
            original = self._by_form[match.entry] = Original(
                row.label,
                row.form,
                fold(row.form),
                row.country,
                row.parent,
                _drop_curated_entity(row.entity),
            )
        return original._replace(spelt=fold(match.form)) if match.edits else original

    def _resolve_mention(self, mention: Mention) -> Original:
        key = (mention.label, mention.base, mention.country, mention.parent, mention.town)
        original = self._by_base.get(key)
        if original is None:
            if len(self._by_base) >= _MOST_CACHED:
                self._by_base.clear()
            original = self._by_base[key] = self._look_up(mention)
        if not mention.affixes and mention.text != mention.base:
            spelt = fold(mention.text)
            return original if spelt == original.folded else original._replace(spelt=spelt)
        return original

    def _look_up(self, mention: Mention) -> Original:
        """Make an original; for a place, fill in what the mention lacks from the lexicon."""
        folded = fold(mention.base)
        label = str(mention.label)
        country, parent, entity = mention.country, mention.parent, ""
        if label in PLACE_LABELS and label not in NAME_LABELS:
            row = self._entries.find(folded, label, country)
            if row is not None:
                country, entity = row.country, _drop_curated_entity(row.entity)
                parent = parent or row.parent
        return Original(label, mention.base, folded, country, parent, entity, mention.town)


def _drop_curated_entity(entity: str) -> str:
    """Return the identifier, unless the curation derived it from the name itself."""
    return "" if entity.startswith("curation:") else entity


# Addresses

_MUNICIPALITY = "municipality"
_MOST_LEVELS = 4
"""Municipality, county, part of the country, and one more. A forged bundle may have cycles."""
_COUNTY = " län"


def list_regions_above(entries: Entries, parent: str, country: str) -> list[EntryRow]:
    """List the regions of a city, the smallest first: municipality and county, or a region abroad."""
    regions: list[EntryRow] = []
    while parent and len(regions) < _MOST_LEVELS:
        row = entries.find(fold(parent), Label.REGION, country)
        if row is None or row in regions:
            break
        regions.append(row)
        parent = row.parent
    return regions


def get_region_kind(region: Original) -> str:
    """Return the kind of a region. Its pseudonym is of the same kind."""
    if region.parent.endswith(_COUNTY):
        return _MUNICIPALITY
    return _COUNTY if region.folded.endswith(_COUNTY) else "landscape"


class Addresses:
    """The places that one text names, and how they belong together."""

    def __init__(
        self, originals: Originals, entries: Entries, mentions: Sequence[ResolvedMention]
    ) -> None:
        self._originals = originals
        self._entries = entries
        named = [(mention.offset, mention.original) for mention in mentions]
        self.countries = {
            original.country for _, original in named if original.label == Label.COUNTRY
        }
        """Codes of the countries that the text names."""
        self._regions: dict[str, dict[Original, None]] = {}
        """Regions that the text names, by :func:`_identify_region`; the inner keys are a set in
        the order of the text."""
        for _, original in named:
            if original.label == Label.REGION:
                self._regions.setdefault(_identify_region(original), {})[original] = None
        self._cities = sorted(
            (city for city in named if city[1].label == Label.CITY), key=lambda city: city[0]
        )
        self._near = _find_nearest_cities(mentions, self._cities)
        self._last: Original | None = None

    def set_last_city(self, city: Original) -> None:
        """Remember a city that is replaced: later mentions without a city belong to it."""
        self._last = city

    def find_city(self, original: Original) -> Original | None:
        """Find the city of an address."""
        if original.town:
            return self._originals.find_city(original.town, original.country)
        return self._near.get(original.key) or self._last

    def find_city_in(self, region: Original) -> Original | None:
        """Find a city of the text that lies in a region."""
        if region.town:
            city = self._originals.find_city(region.town, region.country)
            if self.is_in_region(city, region):
                return city
        named = self._first_cities.get(_identify_region(region))
        if named is None and not region.town and self._last is not None:
            return self._last if self.is_in_region(self._last, region) else None
        return named

    @cached_property
    def _first_cities(self) -> dict[str, Original]:
        """The first city of the text in each region. Computed once, because a text may name
        thousands of both."""
        first: dict[str, Original] = {}
        for _, city in self._cities:
            for region in self._identify_regions_above(city):
                first.setdefault(region, city)
        return first

    def find_regions_around(self, city: Original) -> list[Original]:
        """Find the regions of the text that a city lies in."""
        above = dict.fromkeys(self._identify_regions_above(city))
        return [region for identity in above for region in self._regions.get(identity, ())]

    def _identify_regions_above(self, city: Original) -> Iterator[str]:
        """Yield the identities of the regions in which a city lies: identifiers and names."""
        for row in list_regions_above(self._entries, city.parent, city.country):
            yield row.entity
            yield _identify_name(fold(row.form))

    def is_in_region(self, city: Original, region: Original) -> bool:
        """Whether a city lies in a region."""
        return _identify_region(region) in self._identify_regions_above(city)

    def find_similar_region(
        self, region: Original, parent: str, country: str
    ) -> tuple[str, EntryRow | None]:
        """Find the region of a city that is of the same kind as ``region``: its name and row.

        A municipality is replaced by a municipality, a county or landscape by a county.
        ``parent`` and ``country`` are those of the city."""
        above = list_regions_above(self._entries, parent, country)
        if not above:
            return parent, None
        kind = get_region_kind(region)
        if kind == _MUNICIPALITY or not above[0].parent.endswith(_COUNTY):
            return above[0].form, above[0]
        county = above[1] if len(above) > 1 else above[0]
        if kind == _COUNTY:
            return county.form, county
        return self._shorten_county(county)

    def _shorten_county(self, county: EntryRow) -> tuple[str, EntryRow]:
        """Shorten Skåne län to Skåne, unless a city has that name."""
        bare = county.form.removesuffix(_COUNTY)
        for form in (bare, bare.removesuffix("s")):
            row = self._entries.find(fold(form), Label.REGION, county.country)
            is_city = self._entries.find(fold(form), Label.CITY, county.country) is not None
            if row and row.entity and row.entity == county.entity and not is_city:
                return row.form, row
        return county.form, county


def _identify_region(region: Original) -> str:
    """Return what identifies a region: its identifier, else its name."""
    return region.entity or _identify_name(region.folded)


def _identify_name(folded: str) -> str:
    return f" {folded}"  # no identifier begins with a space


def _find_nearest_cities(
    mentions: Iterable[ResolvedMention], cities: Sequence[tuple[int, Original]]
) -> dict[OriginalKey, Original]:
    """Find the city that is nearest to the first mention of each other original."""
    offsets = [offset for offset, _ in cities]
    nearest: dict[OriginalKey, Original] = {}
    for mention in mentions:
        original = mention.original
        if cities and original.label != Label.CITY and original.key not in nearest:
            after = bisect_left(offsets, mention.offset)
            around = cities[max(0, after - 1) : after + 1]
            nearest[original.key] = _choose_closest(around, mention.offset)
    return nearest


def _choose_closest(cities: Iterable[tuple[int, Original]], offset: int) -> Original:
    """Choose the closest city; at equal distance the later one."""
    return min(cities, key=lambda city: (abs(city[0] - offset), -city[0]))[1]
