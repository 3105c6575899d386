"""Which mentions belong to one address, so that their pseudonyms come from one place.

A street, postal code or telephone area belongs to the city that its mention tells, else to
the city named nearest in the text, the one behind it at equal distance: in Swedish the city
follows. A region belongs to the first city named that lies in it. The city of a country that
is named in the text and replaced goes to the country that replaces it (seed D: "I lived in
Danmark in Odense").
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from tacknamn.labels import Label
from tacknamn.replacement.entries import Entries, EntryRow
from tacknamn.replacement.originals import Original, OriginalKey, Originals, ResolvedMention
from tacknamn.text.fold import fold

__all__ = ["Addresses", "get_region_kind", "list_regions_above"]

_COUNTY = " län"


def list_regions_above(entries: Entries, parent: str, country: str) -> list[EntryRow]:
    """What a city lies in, the smallest first: municipality and county, or a region abroad."""
    found: list[EntryRow] = []
    while parent and len(found) < _MOST_LEVELS:
        row = entries.find(fold(parent), Label.REGION, country)
        if row is None or row in found:
            break
        found.append(row)
        parent = row.parent
    return found


def get_region_kind(region: Original) -> str:
    """What kind of region it is, which its pseudonym is to be, too."""
    if region.parent.endswith(_COUNTY):
        return _MUNICIPALITY
    return _COUNTY if region.folded.endswith(_COUNTY) else "landscape"


_MUNICIPALITY = "municipality"
_MOST_LEVELS = 4
"""Municipality, county, part of the country, and one more; a forged bundle may go in rings."""


class Addresses:
    """The places that one text names."""

    def __init__(
        self, originals: Originals, entries: Entries, seen: Sequence[ResolvedMention]
    ) -> None:
        self._originals = originals
        self._entries = entries
        self.countries = {
            one.original.country for one in seen if one.original.label == Label.COUNTRY
        }
        """Those that the text names."""
        self._regions: dict[str, dict[Original, None]] = {}
        """Those that the text names, by what :func:`_identify_region` says."""
        for one in seen:
            if one.original.label == Label.REGION:
                self._regions.setdefault(_identify_region(one.original), {})[one.original] = None
        self._cities = sorted(
            ((one.at, one.original) for one in seen if one.original.label == Label.CITY),
            key=lambda city: city[0],
        )
        self._near = _find_nearest_cities(seen, self._cities)
        self._last: Original | None = None

    def saw_city(self, city: Original) -> None:
        """A city is being replaced: what comes next without one of its own is there."""
        self._last = city

    def city_of(self, original: Original) -> Original | None:
        """The city in whose address this stands."""
        if original.town:
            return self._originals.city(original.town, original.country)
        return self._near.get(original.key) or self._last

    def city_in(self, region: Original) -> Original | None:
        """A city of the text that lies in this region."""
        if region.town:
            own = self._originals.city(region.town, region.country)
            if self.lies_in(own, region):
                return own
        named = self._first_in.get(_identify_region(region))
        if named is None and not region.town and self._last is not None:
            return self._last if self.lies_in(self._last, region) else None
        return named

    @cached_property
    def _first_in(self) -> dict[str, Original]:
        """The first city of the text in each region: it may name thousands of both."""
        first: dict[str, Original] = {}
        for _, city in self._cities:
            for told in self._above(city):
                first.setdefault(told, city)
        return first

    def around(self, city: Original) -> list[Original]:
        """The regions of the text that a city lies in."""
        told = dict.fromkeys(self._above(city))
        return [region for one in told for region in self._regions.get(one, ())]

    def _above(self, city: Original) -> Iterator[str]:
        """What a region in which a city lies may be told by."""
        for row in list_regions_above(self._entries, city.parent, city.country):
            yield row.thing
            yield _identify_name(fold(row.form))

    def lies_in(self, city: Original, region: Original) -> bool:
        """Whether a city lies in a region."""
        return _identify_region(region) in self._above(city)

    def region_like(
        self, region: Original, parent: str, country: str
    ) -> tuple[str, EntryRow | None]:
        """The region of a city that is of one kind with ``region``, by name and row.

        Municipality for municipality, county for county and for landscapes; ``parent`` and
        ``country`` are the city's."""
        above = list_regions_above(self._entries, parent, country)
        if not above:
            return parent, None
        kind = get_region_kind(region)
        if kind == _MUNICIPALITY or not above[0].parent.endswith(_COUNTY):
            return above[0].form, above[0]
        county = above[1] if len(above) > 1 else above[0]
        if kind == _COUNTY:
            return county.form, county
        return self._short(county)

    def _short(self, county: EntryRow) -> tuple[str, EntryRow]:
        """Skåne for Skåne län, unless a city has the name."""
        bare = county.form.removesuffix(_COUNTY)
        for form in (bare, bare.removesuffix("s")):
            row = self._entries.find(fold(form), Label.REGION, county.country)
            is_city = self._entries.find(fold(form), Label.CITY, county.country) is not None
            if row and row.thing and row.thing == county.thing and not is_city:
                return row.form, row
        return county.form, county


def _identify_region(region: Original) -> str:
    """By what it is known again: its thing, else its name."""
    return region.thing or _identify_name(region.folded)


def _identify_name(folded: str) -> str:
    return f" {folded}"  # no thing begins with a blank


def _find_nearest_cities(
    seen: Iterable[ResolvedMention], cities: Sequence[tuple[int, Original]]
) -> dict[OriginalKey, Original]:
    """The city nearest to the first mention of each other thing."""
    places = [at for at, _ in cities]
    nearest: dict[OriginalKey, Original] = {}
    for one in seen:
        if cities and one.original.label != Label.CITY and one.original.key not in nearest:
            behind = bisect_left(places, one.at)
            around = cities[max(0, behind - 1) : behind + 1]
            nearest[one.original.key] = _choose_closest(around, one.at)
    return nearest


def _choose_closest(cities: Iterable[tuple[int, Original]], at: int) -> Original:
    return min(cities, key=lambda city: (abs(city[0] - at), -city[0]))[1]
