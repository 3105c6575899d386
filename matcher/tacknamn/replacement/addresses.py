"""Find which places of a text belong together.

A street, postal code or telephone area belongs to the city that its mention gives, else to the nearest
city in the text; at equal distance to the one after it, because in Swedish the city comes last. A
region belongs to the first city in the text that lies in it. If the text names the country of a city,
the city goes to the country that replaces it (COLING-2020 paper: "I lived in Danmark in Odense").
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import gt
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.replacement.entries import Entries, EntryRow
from tacknamn.replacement.originals import Original, OriginalKey, Originals, ResolvedMention
from tacknamn.support.lazy_property import lazy_property
from tacknamn.text.fold import fold

__all__ = ["Addresses", "get_region_kind", "list_regions_above"]

_CITY, _COUNTRY, _REGION = map(str, (Label.CITY, Label.COUNTRY, Label.REGION))
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
        """Collect the places.

        Args:
            mentions: What the text names, in its order.
        """
        self._originals = originals
        self._entries = entries
        self._mentions = mentions
        self._countries: dict[str, dict[OriginalKey, Original]] = {}
        """The countries that the text names, by code: *England* and *Storbritannien* share one."""
        self._prepositions: dict[OriginalKey, set[str]] = {}
        """The words before each country."""
        self._regions: dict[str, dict[Original, None]] = {}
        """Regions that the text names, by :func:`_identify_region`; the inner keys are a set in
        the order of the text."""
        for mention in mentions:
            original = mention.original
            label = original.label
            if label == _REGION:
                self._regions.setdefault(_identify_region(original), {})[original] = None
            elif label == _COUNTRY:
                self._countries.setdefault(original.country, {})[original.key] = original
                self._prepositions.setdefault(original.key, set()).add(mention.preposition)
        self._last: Original | None = None

    @lazy_property
    def _cities(self) -> "_Cities":
        """The cities, from left to right."""
        offsets, cities = array("q"), []
        for number, mention in enumerate(self._mentions):
            if mention.original.label == _CITY:
                offsets.append(number if mention.start is None else mention.start)
                cities.append(mention.original)
        if any(map(gt, offsets, islice(offsets, 1, None))):
            order = sorted(range(len(cities)), key=offsets.__getitem__)
            offsets = array("q", (offsets[at] for at in order))
            cities = [cities[at] for at in order]
        return _Cities(offsets, cities)

    @lazy_property
    def _city_keys(self) -> dict[str, set[OriginalKey]]:
        """The keys of the cities of each country."""
        keys: dict[str, set[OriginalKey]] = {}
        for city in self._cities.originals:
            keys.setdefault(city.country, set()).add(city.key)
        return keys

    def get_prepositions(self, country: Original) -> set[str]:
        """Return the words that stand before a country in the text."""
        return self._prepositions.get(country.key, set())

    def find_country(self, code: str, place: Original | None = None) -> Original | None:
        """Find the country of this code that the text names; None if it names none.

        Of several, it is the one in which the place lies: London is in England, and Edinburgh not. A
        text that names England alone means it with both."""
        named = list(self._countries.get(code, {}).values())
        if place is not None and len(named) > 1:
            above = set(self._identify_regions_above(place))
            for country in named:
                part = self._find_part(country)
                if _identify_name(country.folded) in above or (part and part in above):
                    return country
            named = [country for country in named if country.entity] or named
        return named[0] if named else None

    def _find_part(self, country: Original) -> str:
        """Find the identifier of a country that the lists have as a region: Skottland is Scotland."""
        row = self._entries.find(country.folded, _REGION, country.country)
        return "" if row is None else row.entity

    def names_city(self, city: Original) -> bool:
        """Whether the text names a city."""
        return any(city.key == other.key for other in self._cities.originals)

    def set_last_city(self, city: Original) -> None:
        """Remember a city that is replaced: later mentions without a city belong to it."""
        self._last = city

    def find_city(self, original: Original) -> Original | None:
        """Find the city of an address."""
        if original.town:
            return self._originals.find_city(original.town, original.country)
        return self._nearest_cities.get(original.key) or self._last

    @lazy_property
    def _nearest_cities(self) -> dict[OriginalKey, Original]:
        """The city that is nearest to the first mention of each other original."""
        cities = self._cities
        nearest: dict[OriginalKey, Original] = {}
        for number, mention in enumerate(self._mentions if cities.originals else ()):
            original = mention.original
            if original.label != _CITY and original.key not in nearest:
                offset = number if mention.start is None else mention.start
                nearest[original.key] = cities.choose_closest(offset)
        return nearest

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

    @lazy_property
    def _first_cities(self) -> dict[str, Original]:
        """The first city of the text in each region. Computed once, because a text may name
        thousands of both."""
        first: dict[str, Original] = {}
        for city in dict.fromkeys(self._cities.originals):
            for region in self._identify_regions_above(city):
                first.setdefault(region, city)
        return first

    def find_regions_around(self, city: Original) -> list[Original]:
        """Find the regions of the text that a city lies in."""
        if not self._regions:
            return []
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


class _Cities(NamedTuple):
    """The cities of a text, from left to right."""

    offsets: "array[int]"
    originals: list[Original]

    def choose_closest(self, offset: int) -> Original:
        """Choose the closest city; at equal distance the later one."""
        after = bisect_left(self.offsets, offset)
        if not 0 < after < len(self.offsets):
            return self.originals[min(after, len(self.offsets) - 1)]
        is_after = self.offsets[after] - offset <= offset - self.offsets[after - 1]
        return self.originals[after if is_after else after - 1]
