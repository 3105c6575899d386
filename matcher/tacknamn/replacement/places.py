"""Draw places that fit each other: country, region, city, street, postal code, telephone.

The city decides. It is one of the largest of its own country, or of the country that replaces
it in this text; region, streets, postal codes and telephone area are those of the drawn city.
"""

from collections.abc import Callable
from dataclasses import replace
from unicodedata import normalize

from tacknamn.labels import Label
from tacknamn.replacement.addresses import Addresses, get_region_kind
from tacknamn.replacement.name_features import is_street
from tacknamn.replacement.originals import Original, OriginalKey
from tacknamn.replacement.picker import NO_LIST, Picker, Refusal
from tacknamn.replacement.placeholders import number_to_letters
from tacknamn.replacement.pools import Pool, PoolName, Tier, make_pool_name
from tacknamn.replacement.records import Draw
from tacknamn.replacement.settings import TELEPHONE_AREA, Style
from tacknamn.text.fold import fold

__all__ = ["PlaceDraws", "mask_code"]

_ZIP_DIGITS = 5


class PlaceDraws:
    """Draws the places of one scope."""

    def __init__(self, picker: Picker, addresses: Addresses) -> None:
        self._picker = picker
        self._stock = picker.stock
        self._addresses = addresses
        self._drawn: dict[OriginalKey, Draw] = {}
        self._ways: dict[str, Callable[[Original], Draw]] = {
            Label.CITY: self._city,
            Label.COUNTRY: self._country,
            Label.PLACE: self._place,
            Label.REGION: self._region,
            Label.ZIP_CODE: self._zip_code,
            TELEPHONE_AREA: self._telephone_area,
        }

    def __contains__(self, label: str) -> bool:
        return label in self._ways

    def draw(self, original: Original) -> Draw:
        """The replacement for a place; one that others have asked for already stays."""
        drawn = self._drawn.get(original.key)
        if drawn is None:
            kept = original.label in self._stock.settings.kept
            drawn = (
                _keep_original(original, "it is kept")
                if kept
                else self._ways[original.label](original)
            )
            self._drawn[original.key] = drawn
        if original.label == Label.CITY:
            self._addresses.saw_city(original)
        return drawn

    def _country(self, original: Original) -> Draw:
        if original.country == self._stock.home:
            return _keep_original(original, "one's own country stays")
        return self._picker.chosen(self._stock.countries(), original)

    def _country_now(self, code: str) -> str:
        """The country that a place of this country is in, when the text is replaced."""
        code = code or self._stock.home
        row = self._stock.country(code) if code in self._addresses.countries else None
        if row is None:
            return code
        country = Original(Label.COUNTRY, row.form, fold(row.form), code, "", row.thing)
        return self.draw(country).country

    def _city(self, original: Original) -> Draw:
        cities = self._stock.cities(self._country_now(original.country))
        return self._picker.chosen(cities, original, self._outside_named_regions(original, cities))

    def _outside_named_regions(self, city: Original, cities: Pool) -> Refusal | None:
        """Refuse cities of the region that the text names for this one: it would stay.

        A city of which no region is known is refused, too, unless that holds for all of them:
        invented towns and those of Singapore lie in none."""
        around = self._addresses.around(city)
        if not around:
            return None
        best = cities.first()
        have_regions = best is not None and any(name.draw.parent for name in best.names)

        def refuses(name: PoolName) -> bool:
            there = (self._region_of(name.draw, region) for region in around)
            return any(
                have_regions if one is None else region.is_like(one.folded, one.thing)
                for one, region in zip(there, around, strict=True)
            )

        return refuses

    def _region_of(self, city: Draw, region: Original) -> PoolName | None:
        """The region of a drawn city that is of one kind with ``region``."""
        if not city.parent:
            return None
        form, row = self._addresses.region_like(region, city.parent, city.country)
        draw = Draw(
            form,
            str(Label.REGION),
            form,
            country=city.country,
            parent=row.parent if row else "",
            sources=self._stock.entries.sources(row.number) if row else city.sources,
            entry=row.number if row else city.entry,
            pool=city.pool,
            reason=f"the region of {city.base}",
        )
        return make_pool_name(draw, fold(form), row.thing if row else "")

    def _region(self, original: Original) -> Draw:
        city = self._addresses.city_in(original)
        name = self._region_of(self.draw(city), original) if city else None
        if name and self._picker.guard.accepts(name, original):
            self._picker.guard.take(name)
            return name.draw
        country = self._country_now(original.country)
        return self._picker.chosen(self._regions(original, country), original)

    def _regions(self, original: Original, country: str) -> Pool:
        """The regions of the largest cities, where no city of the text decides."""
        stock = self._stock
        if stock.settings.style is Style.LETTERS:
            return Pool()
        name = f"{country} {get_region_kind(original)}"
        return stock.pool("regions like", name, lambda _: self._make_regions(original, country))

    def _make_regions(self, original: Original, country: str) -> Pool:
        stock = self._stock
        at_home = list(stock.regions()) if country == stock.home else []
        of_cities = [
            Tier(
                dict.fromkeys(filter(None, (self._region_of(n.draw, original) for n in tier.names)))
            )
            for tier in stock.cities(country)
        ]
        return Pool(*(lambda tier=tier: tier for tier in (*of_cities, *at_home)))

    def _place(self, original: Original) -> Draw:
        if not is_street(original.base):
            return self._picker.lettered(original, NO_LIST)
        return self._picker.chosen(self._stock.streets(self._town(original)), original)

    def _zip_code(self, original: Original) -> Draw:
        digits = sum(character.isdigit() for character in original.base)
        pool = self._stock.zip_codes(self._town(original)) if digits == _ZIP_DIGITS else Pool()
        number = self._picker.number(original)
        choice = self._picker.guard.choose(pool, number, original)
        if choice is None:
            return mask_code(original)
        draw = choice.name.draw
        if " " in original.base.strip():
            return draw
        joined = draw.base.replace(" ", "")
        return replace(draw, text=joined, base=joined)

    def _telephone_area(self, original: Original) -> Draw:
        area = self._stock.telephone_areas(self._town(original)).first()
        return area.names[0].draw if area else mask_code(original)

    def _town(self, original: Original) -> str:
        """The drawn city of the address that this stands in; empty without one."""
        city = self._addresses.city_of(original)
        return self.draw(city).base if city else ""


def _keep_original(original: Original, reason: str) -> Draw:
    return Draw(
        original.base,
        original.label,
        original.base,
        country=original.country,
        parent=original.parent,
        reason=reason,
    )


def mask_code(original: Original) -> Draw:
    """Digits as zeros, letters as A, B, C: seed A's way with postal codes."""
    text, seen = "", 0
    for character in normalize("NFC", original.base):  # a letter and its marks are one
        seen += character.isalpha()
        blot = (
            "0"
            if character.isdigit()
            else number_to_letters(seen)
            if character.isalpha()
            else character
        )
        text += blot
    return Draw(text, original.label, text, reason="no place to draw from: zeros")
