"""Draw places that fit together: country, region, city, street, postal code, telephone area.

The city decides. It is one of the largest of its country, or of the country that replaces it in
this text. Region, street, postal code and telephone area are those of the drawn city.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from tacknamn.labels import Label
from tacknamn.replacement.addresses import Addresses, get_region_kind
from tacknamn.replacement.number_replacements import replace_letters_and_digits
from tacknamn.replacement.originals import Original, OriginalKey
from tacknamn.replacement.picker import NO_LIST, Picker, Refusal
from tacknamn.replacement.pools import (
    FEWEST,
    Pool,
    PoolName,
    Tier,
    make_pool_name,
)
from tacknamn.replacement.prepositions import choose_preposition, get_preposition
from tacknamn.replacement.records import TELEPHONE_AREA, Draw, Style
from tacknamn.text.fold import fold

__all__ = ["PlaceDraws", "is_street", "mask_code"]

_ZIP_DIGITS = 5
_ON = "på"
"""The preposition of parts of towns; towns have another one."""
_STREET = re.compile(
    r"(gat(a|an)|väg(en)?|gränd(en)?|stig(en)?|torg(et)?|plan(en)?|all[eé](n)?|backen?"
    r"|liden|led(en)?|kaj(en)?|esplanad(en)?|slingan?|ring(en)?|promenaden|stråket|plats(en)?"
    r"|(?<=\w)(gång|krok|sväng)(en)?)$",
    re.IGNORECASE,  # both Stora Torget and Stora torget occur
)
"""Endings of Swedish street names. Uppsala C and Slussen are places but not addresses."""


def is_street(name: str) -> bool:
    """Whether a place is a street, by its ending. Other places, as Slussen, are not replaced by a
    street, because that would change what the text says.

    >>> places = ("Nygatan", "Stora Torget", "Slussen", "Villa Segeborg")
    >>> [name for name in places if is_street(name)]
    ['Nygatan', 'Stora Torget']
    """
    return _STREET.search(name) is not None


class PlaceDraws:
    """Draws the places of one scope."""

    def __init__(
        self,
        picker: Picker,
        addresses: Addresses,
        draws: dict[OriginalKey, Draw] | None = None,
    ) -> None:
        """Prepare to draw.

        Args:
            draws: What was drawn for earlier texts, to be extended.
        """
        self._picker = picker
        self._stock = picker.stock
        self._addresses = addresses
        self._draws: dict[OriginalKey, Draw] = {} if draws is None else draws

    def draw(self, original: Original) -> Draw:
        """Draw the replacement of a place. It is drawn once, even if other places need it first."""
        draw = self._draws.get(original.key)
        if draw is None:
            if original.label in self._stock.settings.kept:
                draw = _keep_original(original, "it is kept")
            else:
                draw = _DRAW_METHODS[original.label](self, original)
            self._draws[original.key] = draw
        if original.label == _CITY:
            self._addresses.set_last_city(original)
        return draw

    def _draw_country(self, original: Original) -> Draw:
        if original.country == self._stock.home:
            return _keep_original(original, "one's own country stays")
        countries = self._stock.get_countries(self._choose_preposition(original))
        return self._picker.draw_from(countries, original, _refuse_whole_of(original))

    def _choose_preposition(self, country: Original) -> str:
        """Return the preposition that a pseudonym must have: that of the text; with a key, which
        must draw alike in all texts, that of the country."""
        language = self._stock.settings.language
        if self._picker.is_keyed:
            return get_preposition(country.country, language)
        return choose_preposition(self._addresses.get_prepositions(country), language)

    def _find_current_country(self, code: str, place: Original | None = None) -> str:
        """Find the country that a place is in after the text is replaced."""
        code = code or self._stock.usual_country
        country = self._addresses.find_country(code, place)
        return code if country is None else self.draw(country).country

    def _draw_city(self, original: Original) -> Draw:
        part = self._draw_part(original)
        if part is not None:
            return part
        cities = self._stock.get_cities(self._find_current_country(original.country, original))
        return self._picker.draw_from(cities, original, self._refuse_regions(original, cities))

    def _draw_part(self, original: Original) -> Draw | None:
        """Draw a part of the drawn town for a part of a town: *Angered i Göteborg* becomes *Rosengård i
        Malmö*. Without a key, only if the text shows that it is a part, which it does by the town or by
        *på Södermalm*."""
        town = self._stock.find_town_around(original)
        if town is None:
            return None
        addresses = self._addresses
        is_shown = addresses.names_city(town) or _ON in addresses.get_prepositions(original)
        if not (is_shown or self._picker.is_keyed):
            return None
        choice = self._picker.choose(self._stock.get_town_parts(self.draw(town).base), original)
        return None if choice is None else choice.name.draw

    def _refuse_regions(self, city: Original, cities: Pool) -> Refusal | None:
        """If the text names a region of this city, refuse the cities of that region and those without
        a known one, unless that holds for all cities of the pool: invented towns and those of
        Singapore have no region."""
        around = self._addresses.find_regions_around(city)
        best = cities.get_first() if around else None
        if best is None:
            return None

        def refuses(name: PoolName) -> bool:
            regions = [self._find_region_of(name.draw, each) for each in around]
            return any(
                region is None or each.is_like(region.folded, region.entity)
                for each, region in zip(around, regions, strict=True)
            )

        return None if all(map(refuses, best.names)) else refuses

    def _find_region_of(self, city: Draw, region: Original) -> PoolName | None:
        """Find the region of a drawn city that is of the same kind as ``region``."""
        if not city.parent:
            return None
        form, row = self._addresses.find_similar_region(region, city.parent, city.country)
        draw = Draw(
            form,
            str(Label.REGION),
            form,
            country=city.country,
            parent=row.parent if row else "",
            sources=self._stock.entries.get_sources(row.number) if row else city.sources,
            entry=row.number if row else city.entry,
            pool=city.pool,
            reason=f"the region of {city.base}",
        )
        return make_pool_name(draw, fold(form), row.entity if row else "")

    def _draw_region(self, original: Original) -> Draw:
        city = self._addresses.find_city_in(original)
        name = self._find_region_of(self.draw(city), original) if city else None
        if name and name.draw.country != self._stock.home:
            name = self._stock.find_name_here(name)
        if name and self._picker.guard.accepts(name, original):
            self._picker.guard.take(name)
            return name.draw
        return self._picker.draw_from(self._choose_region_pool(original), original)

    def _choose_region_pool(self, original: Original) -> Pool:
        """Return the regions of the country in which a region is now; of several countries if the
        lists give it none: Baltikum."""
        stock = self._stock
        if stock.settings.style in (Style.SVALA, Style.LETTERS):
            country = self._find_current_country(original.country, original)
            return self._get_region_pool(original, country)
        is_wide = not original.country and stock.entries.has_form(original.folded, Label.REGION)
        country = "" if is_wide else self._find_current_country(original.country, original)
        foreign = stock.get_foreign_regions(country) if country != stock.home else None
        if foreign is not None:
            return foreign
        if country != stock.home and stock.lists.list_drawn_countries(stock.settings.language):
            return Pool()
        return self._get_region_pool(original, country)

    def _get_region_pool(self, original: Original, country: str) -> Pool:
        """Return the regions of the cities, for texts that name no city in the region."""
        stock = self._stock
        if stock.settings.style is Style.LETTERS:
            return Pool()
        name = f"{country} {get_region_kind(original)}"
        return stock.get_pool(
            "regions like", name, lambda _: self._make_region_pool(original, country)
        )

    def _make_region_pool(self, original: Original, country: str) -> Pool:
        """Make a tier from the regions of all cities, each once."""
        stock = self._stock
        at_home = list(stock.get_regions()) if country == stock.home else []
        found = [
            self._find_region_of(name.draw, original)
            for tier in stock.get_cities(country)
            for name in tier.names
        ]
        regions = {name.folded: name for name in found if name is not None}
        size = len(regions)
        of_cities = Tier(
            [name._replace(draw=replace(name.draw, pool=size)) for name in regions.values()]
        )
        makers = [lambda tier=tier: tier for tier in (of_cities, *at_home)]
        # The large parts of the country are no originals, so that few of them are enough.
        return Pool(*makers, fewest=FEWEST if size else 1)

    def _draw_place(self, original: Original) -> Draw:
        if not is_street(original.base):
            return self._picker.draw_placeholder(original, NO_LIST)
        return self._picker.draw_from(
            self._stock.get_streets(self._find_drawn_town(original)), original
        )

    def _draw_zip_code(self, original: Original) -> Draw:
        digits = sum(character.isdigit() for character in original.base)
        pool = (
            self._stock.get_zip_codes(self._find_drawn_town(original))
            if digits == _ZIP_DIGITS
            else Pool()
        )
        choice = self._picker.choose(pool, original)
        if choice is None:
            return mask_code(original)
        draw = choice.name.draw
        if " " in original.base.strip():
            return draw
        joined = draw.base.replace(" ", "")
        return replace(draw, text=joined, base=joined)

    def _draw_telephone_area(self, original: Original) -> Draw:
        area = self._stock.get_telephone_areas(self._find_drawn_town(original)).get_first()
        draw = area.names[0].draw if area else None
        return mask_code(original) if draw is None or draw.base == original.base else draw

    def _find_drawn_town(self, original: Original) -> str:
        """Return the drawn city of an address; empty if it has none."""
        city = self._addresses.find_city(original)
        return self.draw(city).base if city else ""


_CITY = str(Label.CITY)
_DRAW_METHODS: dict[str, Callable[[PlaceDraws, Original], Draw]] = {
    _CITY: PlaceDraws._draw_city,
    str(Label.COUNTRY): PlaceDraws._draw_country,
    str(Label.PLACE): PlaceDraws._draw_place,
    str(Label.REGION): PlaceDraws._draw_region,
    str(Label.ZIP_CODE): PlaceDraws._draw_zip_code,
    TELEPHONE_AREA: PlaceDraws._draw_telephone_area,
}


def _refuse_whole_of(country: Original) -> Refusal | None:
    """For a part of a country, refuse the country: Storbritannien for England has the same towns."""
    if country.entity:
        return None
    return lambda name: name.draw.country == country.country and name.folded != country.folded


def _keep_original(original: Original, reason: str) -> Draw:
    return Draw(
        original.base,
        original.label,
        original.base,
        country=original.country,
        parent=original.parent,
        reason=reason,
        is_kept=True,
    )


def mask_code(original: Original) -> Draw:
    """Replace a code by zeros and ABC, as the SweLL guidelines do with postal codes (A9.2)."""
    text = replace_letters_and_digits(original.base)
    return Draw(text, original.label, text, reason="no place to draw from: zeros")
